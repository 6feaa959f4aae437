"""The site's own database, changed for another one for a while: what a command does, it does there."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections

from tests.store.log_databases import add_database, remove_database


@contextmanager
def serving(url: str) -> Iterator[None]:
    """Inside, `default` is the database of this address."""
    before = connections.settings["default"]
    connections["default"].close()
    del connections["default"]
    try:
        add_database("default", url)
        yield
    finally:
        remove_database("default")
        connections.settings["default"] = before
