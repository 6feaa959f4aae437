"""Worlds that take long to make: made once by each worker, put back from their rows for every later test."""

from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model
from django.test import Client

from muster.web.requests import shared_logs

World = TypeVar("World")
Rows = dict[str, list[tuple[Any, ...]]]
_KEPT: dict[Any, tuple[Any, Rows]] = {}


def kept(make: Callable[..., World], *given: str) -> World:
    """What `make` returns for what it is given, in a database that holds nothing of it yet.

    Streams have the same names in every test, so what the site remembers of them is forgotten.
    """
    if (make, given) not in _KEPT:
        before = _rows()
        world = make(*given)
        added = {table: [row for row in rows if row not in before[table]] for table, rows in _rows().items()}
        _KEPT[make, given] = _copied(world), added
        return world
    world, added = _KEPT[make, given]
    with connection.cursor() as cursor:
        for table, rows in added.items():
            if rows:
                places = ", ".join(["%s"] * len(rows[0]))
                cursor.executemany(f"INSERT INTO {connection.ops.quote_name(table)} VALUES ({places})", rows)
    shared_logs.cache_clear()
    return _copied(world)


def _rows() -> Rows:
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found[table] = cursor.fetchall()
    return found


def _copied(part: Any) -> Any:
    """A test may change people, browsers and whatever the tests' own classes hold; the rest is shared."""
    if isinstance(part, Model):
        return deepcopy(part)
    if isinstance(part, dict):
        return {key: _copied(value) for key, value in part.items()}
    if isinstance(part, list):
        return [_copied(item) for item in part]
    if isinstance(part, Client):
        browser = copy(part)
        browser.cookies = deepcopy(part.cookies)
        return browser
    if type(part).__module__.startswith("tests."):
        clone = copy(part)
        vars(clone).update({name: _copied(value) for name, value in vars(part).items()})
        return clone
    return part
