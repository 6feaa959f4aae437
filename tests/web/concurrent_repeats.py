"""Run in a process of its own, on a real database file or server: one write, sent eight times at once."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

WRITERS = 8


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "muster.web.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from muster.store.accounts import Account, ApiToken

    call_command("migrate", verbosity=0)
    account = Account.objects.create_user("Ada", "a long walk on Hoth")
    headers = {"Authorization": f"Bearer {ApiToken.issue(account, 'test')[1]}", "Idempotency-Key": "k1"}
    start = Barrier(WRITERS)

    def once(_: int) -> list:
        client = Client(raise_request_exception=False, SERVER_NAME="localhost")
        start.wait(timeout=30)
        try:
            sent = client.post(
                "/api/v1/tokens", {"label": "script"}, content_type="application/json", headers=headers
            )
            return [sent.status_code, sent.content.decode()]
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        answers = list(pool.map(once, range(WRITERS)))
    print(json.dumps({"answers": answers, "tokens": ApiToken.objects.filter(label="script").count()}))


if __name__ == "__main__":
    main()
