"""Every address takes the methods its table names and no other; HEAD is GET without the body."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from tests.transactions import rolled_back
from tests.web import kept_world
from tests.web.access_asking import ask
from tests.web.access_world import World
from tests.web.route_rows import Access
from tests.web.route_table import ROUTES

pytestmark = pytest.mark.django_db
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
NONE_SUCH = (404, 405)


@pytest.fixture(scope="module")
def kept(django_db_setup, django_db_blocker) -> Iterator[World]:
    with django_db_blocker.unblock(), rolled_back():
        yield kept_world.kept(World)


def most_trusted(rows: list[Access]) -> tuple[str, Access]:
    """Who gets furthest on a route, and with which line: if they are refused, so is everybody."""
    found = [(status, role, row) for row in rows for role, status in row.statuses.items() if not row.bearer]
    _, role, row = min(
        found, key=lambda answer: (answer[0] >= 300, answer[0] == 405, answer[0] >= 400, answer[0])
    )
    return role, row


def answered(world: World, role: str, row: Access, method: str) -> tuple[int, bytes]:
    with transaction.atomic():
        answer = ask(world, role, row._replace(method=method))
        outcome = answer.status_code, answer.getvalue()
        transaction.set_rollback(True)
    return outcome


@pytest.mark.parametrize("method", METHODS)
def test_no_route_takes_a_method_that_the_table_does_not_name(kept, db, method):
    taken = {}
    for route, rows in ROUTES.items():
        if any(row.method == method and set(row.statuses.values()) != {405} for row in rows):
            continue
        trusted, row = most_trusted(rows)
        for role in {trusted, "owner"}:
            status, _ = answered(kept, role, row, method)
            if status not in NONE_SUCH:
                taken[f"{route} as {role}"] = status
    assert not taken, "\n".join(f"{where}: {status}" for where, status in taken.items())


def test_head_is_get_without_its_body(kept, db):
    other = {}
    for route, rows in ROUTES.items():
        if asked := [row for row in rows if row.method == "GET"]:
            role, row = most_trusted(asked)
            status, body = answered(kept, role, row, "HEAD")
            if (status, body) != (row.statuses[role], b""):
                other[f"{route} as {role}"] = (status, len(body))
    assert other == {}
