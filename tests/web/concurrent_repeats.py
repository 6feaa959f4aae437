"""On a real database file or server: writes sent eight times at once. `own_process` asks what came."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

WRITERS = 8
ROOM = 2
"""So many tokens an account may still make."""


def repeats() -> dict[str, object]:
    """One call of the API under one key."""
    from muster.store.accounts import Account, ApiToken

    account = Account.objects.create_user("Ada", "a long walk on Hoth")
    headers = {"Authorization": f"Bearer {ApiToken.issue(account, 'test')[1]}", "Idempotency-Key": "k1"}

    def once(client: Any) -> list:
        sent = client.post(
            "/api/v1/tokens", {"label": "script"}, content_type="application/json", headers=headers
        )
        return [sent.status_code, sent.content.decode()]

    return {"answers": at_once(once), "tokens": ApiToken.objects.filter(label="script").count()}


def forms() -> dict[str, object]:
    """Forms of one account's pages: a product counted, each time for another box, and a token made."""
    from muster.app.accounts.accounts import TOKENS_PER_ACCOUNT
    from muster.rules.cards import catalogue
    from muster.store.accounts import Account, ApiToken
    from muster.store.collection import DatabaseCollection

    account = Account.objects.create_user("Ben", "a long walk on Hoth")
    for number in range(TOKENS_PER_ACCOUNT - ROOM):
        ApiToken.issue(account, str(number))
    product = next(product for product in catalogue().data.products if product.units)
    boxes = at_once(lambda client: client.post("/collection/product", {"name": product.name}), account)
    tokens = at_once(lambda client: client.post("/you/tokens", {"label": "x"}), account)
    return {
        "boxes": [response.status_code for response in boxes],
        "counts": list(DatabaseCollection().cards_of(str(account.pk)).values()),
        "tokens": sorted(response.status_code for response in tokens),
    }


def at_once(send: Callable[[Any], Any], account: Any = None) -> list:
    """What eight browsers are told that send at the same moment, of one account or of nobody's."""
    from django.db import connection
    from django.test import Client

    start = Barrier(WRITERS)

    def once(_: int) -> Any:
        client = Client(raise_request_exception=False, SERVER_NAME="localhost")
        try:
            if account:
                client.force_login(account)
            start.wait(timeout=30)
            return send(client)
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(once, range(WRITERS)))
