"""On a real database file or server: many codes or passwords typed at the same moment, one connection each.
`own_process` asks how many of them were weighed."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Barrier
from typing import Any

MANY = 30
SOME = 12
FEW = 5  # passwords at once that are hashed or wait for it; more would be turned away
WRONG = "NOTACODE"


def codes() -> dict[str, object]:
    return {"step": _second_step(), "seat": _seat(), "player": _player(), "password": _password()}


def _at_once(send: Callable[[str], int], typed: Sequence[str]) -> list[int]:
    from django.db import connection

    start = Barrier(len(typed))

    def once(code: str) -> int:
        try:
            connection.ensure_connection()
            start.wait(timeout=60)
            return send(code)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(typed)) as pool:
        return list(pool.map(once, typed))


def _tried(send: Callable[[str], int], right: str) -> dict[str, object]:
    """A right code as the last of six at once, then more wrong ones: what became of the right one, and how
    many of the wrong ones were answered how."""
    first = _at_once(send, [*[WRONG] * 5, right])
    return {"right": first[-1], "more": Counter(map(str, _at_once(send, [WRONG] * SOME)))}


def _second_step() -> dict[str, object]:
    from datetime import timedelta

    from django.utils import timezone

    from muster.store import second_steps
    from muster.store.accounts import Account
    from muster.store.second_steps import SecondStep
    from muster.web.accounts.second_step import PENDING

    account = Account.objects.create_user("Cara", "a long walk on Hoth")
    step = second_steps.begin_setup(account)
    SecondStep.objects.filter(pk=step.pk).update(confirmed=timezone.now())
    right = second_steps.new_codes(account)[0]

    def send(code: str) -> int:
        client = _client()
        session = client.session
        session[PENDING] = [str(account.pk), int(timezone.now().timestamp()), "/"]
        session.save()
        return client.post("/sign-in/code", {"code": code}).status_code

    outcome: dict[str, object] = {"right": _at_once(send, [*[WRONG] * 5, right])[-1]}
    for name, failures in {"many": 0, "an hour later": 6}.items():
        ago = timezone.now() - timedelta(hours=1)
        SecondStep.objects.filter(pk=step.pk).update(failures=failures, failed=ago)
        outcome[name] = Counter(map(str, _at_once(send, [WRONG] * MANY)))
    return outcome


def _password() -> int:
    """Five wrong ones, then some at once, with a browser of another name each time: how many were weighed. A
    wrong one that was weighed is noted, one that was not is not."""
    from axes.models import AccessAttempt
    from django.db.models import Sum

    from muster.store.accounts import Account

    Account.objects.create_user("Hal", "a long walk on Hoth")

    def send(password: str) -> int:
        client = _client()
        client.defaults["HTTP_USER_AGENT"] = f"browser {id(client)}"
        return client.post("/sign-in", {"handle": "Hal", "password": password}).status_code

    for _ in range(5):
        send(WRONG)
    _at_once(send, [WRONG] * FEW)
    return AccessAttempt.objects.aggregate(weighed=Sum("failures_since_start"))["weighed"]


def _seat() -> dict[str, object]:
    """Through the form of the page."""
    from muster.store.accounts import Account

    caller = _caller("Dan")
    opened = caller("/api/v1/games", {"act": "open-game"}).json()
    fresh = Account.objects.create_user("Eli", "a long walk on Hoth")

    def send(code: str) -> int:
        client = _client()
        client.force_login(fresh)
        form = {"do": "retake", "seat": "one", "code": code}
        return client.post(f"/game/{opened['id'].replace('-', '')}/act", form).status_code

    return _tried(send, opened["code"])


def _player() -> dict[str, object]:
    """By the API, asked for and done by turns."""
    from muster.web.tournament.requests import tournaments

    organiser, player = _caller("Fay"), _caller("Gil")
    event = organiser("/api/v1/tournaments", {"act": "begin", "name": "Cup", "plan": {}}).json()["id"]
    organiser(f"/api/v1/tournaments/{event}/acts", {"act": "enter", "names": ["Gil"]})
    people = tournaments().roster.people(f"tournament:{event.replace('-', '')}")

    def send(code: str) -> int:
        sent = player(f"/api/v1/tournaments/{event}/acts", {"act": "claim", "code": code})
        return sent.status_code

    outcome = _tried(send, next(iter(people.values())).code)
    asked = player(f"/api/v1/tournaments/{event}/acts?dry_run=true", {"act": "claim", "code": WRONG})
    return outcome | {"asked": asked.status_code}


def _client() -> Any:
    from django.test import Client

    client = Client(raise_request_exception=False, SERVER_NAME="localhost")
    client.handler = _site()
    return client


@cache
def _site() -> Any:
    """The way through the site, made once."""
    from django.test.client import ClientHandler

    handler = ClientHandler(enforce_csrf_checks=False)
    handler.load_middleware()
    return handler


def _caller(handle: str) -> Callable[[str, dict[str, object]], Any]:
    from muster.store.accounts import Account, ApiToken

    account = Account.objects.create_user(handle, "a long walk on Hoth")
    headers = {"Authorization": f"Bearer {ApiToken.issue(account, 'test')[1]}"}

    def call(address: str, body: dict[str, object]) -> Any:
        return _client().post(address, body, content_type="application/json", headers=headers)

    return call
