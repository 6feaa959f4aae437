"""Who may open what: every address of the site, page or API, for every kind of visitor.

A new route without a line in `route_table.ROUTES` fails the first test.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple
from uuid import UUID

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from muster.rules.cards import catalogue
from muster.store.accounts import Account, ApiToken
from tests.web.account_fixtures import PASSWORD, guest, person, signed_in
from tests.web.route_table import ROUTES

pytestmark = pytest.mark.django_db
ROLES = ("anonymous", "guest", "member", "other", "staff")


CASES = [(route, access) for route, accesses in ROUTES.items() for access in accesses]


def walk(patterns: list, prefix: str = "") -> list[str]:
    found = []
    for pattern in patterns:
        here = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found += walk(pattern.url_patterns, here)
        elif isinstance(pattern, URLPattern):
            found.append(here)
    return found


def test_every_route_says_who_may_open_it():
    routes = set(walk(get_resolver().url_patterns))
    missing, gone = routes - ROUTES.keys(), ROUTES.keys() - routes
    assert not missing, f"write into ROUTES who may open: {sorted(missing)}"
    assert not gone, f"no such route any more: {sorted(gone)}"


class Hers(NamedTuple):
    """What belongs to the member."""

    token: ApiToken
    table: str
    army: str
    code: str
    register: str
    club: str
    event: str
    game: str

    def put_into(self, address: str) -> str:
        held = {
            "token": self.token.pk,
            "book": str(UUID(self.register)),
            "played": str(UUID(self.game)),
        }
        return address.format(**self._asdict() | held)


@pytest.fixture(scope="module")
def hall(django_db_setup, django_db_blocker) -> Iterator[tuple[dict[str, Client], Hers]]:
    """Everybody and all that is theirs, made once: each test is a transaction within this one."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield people_and_things()
        transaction.set_rollback(True)


@pytest.fixture
def visitors(hall, db) -> tuple[dict[str, Client], Hers]:
    """The same people, each with a browser as fresh as it was."""
    known, hers = hall
    clients = {name: Client() for name in known}
    for name, client in clients.items():
        client.cookies = deepcopy(known[name].cookies)
    return clients, hers


def people_and_things() -> tuple[dict[str, Client], Hers]:
    people = {"member": person("Ada"), "other": person("Bob"), "staff": person("Cas", is_staff=True)}
    clients = {name: signed_in(account) for name, account in people.items()}
    token, _ = ApiToken.issue(people["member"], "hers")
    table = clients["member"].post("/dice/table")["Location"].removeprefix("/table/")
    draft = {"name": "Blizzard Watch", "faction": "empire", "points_date": catalogue().edition.isoformat()}
    army = clients["member"].post("/api/v1/armies", draft, content_type="application/json").json()
    begun = clients["member"].post("/tours/new", {"faction": "empire"})["Location"]
    register = begun.removeprefix("/tours/register/")
    club = (
        clients["member"].post("/tours/clubs/new", {"name": "Endor"})["Location"].removeprefix("/tours/club/")
    )
    opened = clients["member"].post("/events/new", {"name": "Endor", "self_entry": "on", "public": "on"})
    event = opened["Location"].removeprefix("/event/").removesuffix("/desk")
    game = clients["member"].post("/play", {"player": "Ada"})["Location"].removeprefix("/game/")
    return {"anonymous": Client(), "guest": guest()[0], **clients}, Hers(
        token, table, army["id"], army["code"], register, club, event, game
    )


@pytest.mark.parametrize(("route", "access"), CASES, ids=[f"{a.method} {a.address[:60]}" for _, a in CASES])
def test_each_visitor_gets_what_the_table_says(visitors, route, access):
    clients, hers = visitors
    address = hers.put_into(access.address)
    got = {}
    for role in sorted(ROLES, key=("anonymous", "guest", "other", "staff", "member").index):  # the owner last
        data = "{}" if address.startswith("/api/") else {}
        kind = {"content_type": "application/json"} if address.startswith("/api/") else {}
        send = getattr(clients[role], access.method.lower())
        there = Account.objects.count()
        response = send(address) if access.method == "GET" else send(address, data, **kind)
        got[role] = response.status_code
        if response.status_code >= 400:
            assert Account.objects.count() <= there, "a refusal left a guest behind"
        assert_guarded(response, address)
        assert_nothing_inline(response, address)
        response.close()
    assert tuple(got[role] for role in ROLES) == access.statuses


def assert_guarded(response, address: str) -> None:
    """Strict headers on every answer."""
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy, address
    assert "unsafe" not in policy and "http:" not in policy and "*" not in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"


def assert_nothing_inline(response, address: str) -> None:
    """No page holds a script or a style of its own."""
    if not response.get("Content-Type", "").startswith("text/html"):
        return
    page = response.content.decode()
    assert " style=" not in page and "<style" not in page, address
    assert all("src=" in tag for tag in page.split("<script")[1:]), address
    assert "javascript:" not in page and " onclick" not in page, address


@pytest.mark.parametrize("address", ["/nothing", "/api/v1/nothing"])
def test_error_pages_are_guarded_too(client, address):
    assert_guarded(client.get(address), address)


@pytest.mark.parametrize(
    "address",
    sorted({a.address for _, a in CASES if a.method == "POST" and not a.address.startswith("/api/")}),
)
def test_no_form_works_without_its_csrf_token(visitors, address):
    hers = visitors[1]
    token = hers.token
    client = signed_in(token.account, enforce_csrf_checks=True)
    given = {"password": PASSWORD, "handle": "x", "name": "x", "label": "x", "new_password": "x" * 12}
    response = client.post(hers.put_into(address), given)
    assert response.status_code == 403
    assert "The form has gone stale" in response.content.decode()
    token.account.refresh_from_db()
    assert token.account.name == "Ada" and ApiToken.objects.filter(pk=token.pk).exists()
