"""A disk that took no writes for a while: what was opened meanwhile must not go on refusing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connections
from django.test import RequestFactory

from muster.store.unavailable import close_sqlite_connections
from muster.web.site import errors
from tests.store.log_databases import add_database, remove_database


@pytest.fixture
def read_only(tmp_path: Path, django_db_blocker: Any) -> Iterator[Any]:
    """A connection that SQLite opened to read only; the file itself takes writes again."""
    file = tmp_path / "away.sqlite3"
    with django_db_blocker.unblock():
        add_database("away", f"sqlite:///{file}")
        connection = connections["away"]
        write(connection, "CREATE TABLE told (number INTEGER)")
        connection.close()
        connection.settings_dict |= {"NAME": f"file:{file}?mode=ro", "CONN_MAX_AGE": 600}  # as on the site
        connection.connect()
        connection.settings_dict["NAME"] = str(file)
        yield connection
        remove_database("away")


def write(connection: Any, words: str = "INSERT INTO told VALUES (1)") -> None:
    with connection.cursor() as cursor:
        cursor.execute(words)


def test_a_connection_opened_to_read_only_is_opened_anew_once_it_is_let_go(read_only: Any) -> None:
    for _ in "12":
        with pytest.raises(OperationalError, match="readonly"):
            write(read_only)
        read_only.close_if_unusable_or_obsolete()  # as Django does after a request: it finds nothing wrong
    close_sqlite_connections()
    write(read_only)


def test_what_a_transaction_still_holds_is_not_let_go(read_only: Any) -> None:
    held = read_only.connection
    read_only.in_atomic_block = True
    close_sqlite_connections()
    read_only.in_atomic_block = False
    assert read_only.connection is held


def test_who_was_told_to_come_back_can_write_then(read_only: Any) -> None:
    try:
        write(read_only)
    except OperationalError:
        assert errors.error_page(RequestFactory().get("/armies")).status_code == 503
    write(read_only)
