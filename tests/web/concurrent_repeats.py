"""On a real database file or server: one write, sent eight times at once. `own_process` asks what came."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

WRITERS = 8


def repeats() -> dict[str, object]:
    from django.db import connection
    from django.test import Client

    from muster.store.accounts import Account, ApiToken

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
    return {"answers": answers, "tokens": ApiToken.objects.filter(label="script").count()}
