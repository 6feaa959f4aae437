"""Who may do what: every address of the site, every act and every live line, for every role.

A new route without a line in `route_table.ROUTES` fails the first test, a new command without one in
`command_table` the second. `python -m tests.mutate_access` takes the checks out one by one: the tables must
notice each.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver

import muster.app
from muster.app.acting import Handlers
from muster.store.accounts import Account, ApiToken
from muster.web.rates import COSTLY
from muster.web.serving.limits import HeavyWork
from tests.transactions import rolled_back
from tests.web import kept_world
from tests.web.access_asking import wrong
from tests.web.access_world import World
from tests.web.account_fixtures import PASSWORD
from tests.web.api_document import hold_to_document
from tests.web.command_table import DESKS, commands_of, named, readings_of
from tests.web.live_table import LINES
from tests.web.route_table import ROUTES
from tests.web.row_table import rows_of

pytestmark = pytest.mark.django_db
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


def test_no_desk_is_left_out():
    found = pkgutil.walk_packages(muster.app.__path__, "muster.app.")
    held = [
        (module.name, value)
        for module in found
        for value in vars(importlib.import_module(module.name)).values()
    ]
    desks = [(name, value) for name, value in held if isinstance(value, Handlers)]
    forgotten = {name for name, handlers in desks if handlers not in DESKS.values()}
    assert desks and not forgotten, f"write into DESKS of command_table the handlers of {forgotten}"


def test_every_command_says_who_may_ask_for_it(world):
    known = {
        desk: {kind for kind, handler in handlers.known.items() if handler.who != "anyone"}
        for desk, handlers in DESKS.items()
    }
    assert {desk: kinds - named(world)[desk] for desk, kinds in known.items()} == {
        desk: set() for desk in DESKS
    }


def test_every_object_in_an_address_is_a_real_one(world):
    """A line about something that is not there shows nothing of who may see what is."""
    named = re.compile(r"\{[a-z_]+\}")
    real = {route for route, case in CASES if named.search(f"{case.address} {case.given}")}
    objects = {route for route in ROUTES if "[0-9a-f]" in route or "uuid" in route or "_id>" in route}
    assert objects - real == {  # cards and rules are everybody's
        "keywords/<slug:keyword_id>",
        "rulings/<slug:ruling_id>",
        "rules/core/<slug:rule_id>",
        "api/v1/rules/core/<slug:rule_id>",
    }


@pytest.fixture(scope="module")
def kept(django_db_setup, django_db_blocker) -> Iterator[World]:
    """Everybody and all that is theirs, made once: each test is a transaction within this one."""
    with django_db_blocker.unblock(), rolled_back():
        yield kept_world.kept(World)


@pytest.fixture
def world(kept, db) -> World:
    return kept


@pytest.fixture
def lanes_entered(monkeypatch) -> list[HeavyWork]:
    """The heavy work that was come to."""
    entered, taken = [], HeavyWork.slot

    def enter(lane):
        if not lane.aside:
            entered.append(lane)
        return taken(lane)

    monkeypatch.setattr(HeavyWork, HeavyWork.slot.__name__, enter)
    return entered


@pytest.mark.parametrize(("route", "access"), CASES, ids=[f"{a.method} {a.address[:60]}" for _, a in CASES])
def test_each_role_gets_what_the_table_says(world, route, access, lanes_entered):
    there = accounts()

    def look(response, address: str) -> None:
        if response.status_code >= 400:
            assert accounts() <= there, "a refusal left a guest behind"
        assert_guarded(response, address)
        assert_nothing_inline(response, address)
        assert_counted(lanes_entered, response.resolver_match)
        if address.startswith("/api/v1/"):
            hold_to_document(response)
        lanes_entered.clear()

    assert not list(wrong(world, access, look)), route
    assert not lanes_entered, "work that is done after the answer"


@pytest.mark.parametrize("desk", DESKS)
def test_each_act_is_for_those_whom_the_table_names(world, desk):
    rows = {name: row for name, row in commands_of(world) if name.startswith(desk)}
    assert {name: found for name, row in rows.items() if (found := list(wrong(world, row)))} == {}


def test_what_pages_read_is_refused_to_others_all_the_same(world):
    assert {name: found for name, row in readings_of(world) if (found := list(wrong(world, row)))} == {}


def test_what_is_done_with_ones_own_rows_leaves_others_alone(world):
    assert {name: found for name, row in rows_of(world) if (found := list(wrong(world, row)))} == {}


def test_each_live_line_is_for_those_whom_the_table_names(world):
    assert {line: found for line in LINES if (found := list(wrong(world, line)))} == {}


def assert_counted(entered: list[HeavyWork], match) -> None:
    if entered:
        assert COSTLY.search(match.route), "heavy work is counted: write it into rates.COSTLY"


def accounts() -> int:
    """How many there are; asked after every refusal."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM {Account._meta.db_table}")
        return cursor.fetchone()[0]


def assert_guarded(response, address: str) -> None:
    """Strict headers on every answer."""
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy, address
    assert "unsafe" not in policy and "http:" not in policy and "*" not in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Permissions-Policy"].startswith("camera=(self), "), address


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
def test_no_form_works_without_its_csrf_token(world, address):
    client = world.browser("player", enforce_csrf_checks=True)
    given = {"password": PASSWORD, "handle": "x", "name": "x", "label": "x", "new_password": "x" * 12}
    response = client.post(world.fill(address), given)
    assert response.status_code == 403
    assert "This page is out of date" in response.content.decode()
    assert Account.objects.get(pk=world.people["player"].pk).name == "Ada"
    assert ApiToken.objects.filter(pk=world.things["token"]).exists()
