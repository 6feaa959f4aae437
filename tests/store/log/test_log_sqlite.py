"""The event store in a SQLite file keeps the contract."""

import sqlite3
from contextlib import closing

import pytest
from django.db import transaction

from muster.rules.violations import Refused
from muster.store.log import database as log
from muster.store.log.database import DatabaseStore
from tests.store.log_database_contract import DatabaseContract
from tests.store.log_databases import add_database, remove_database
from tests.toy_log import TOY, fresh, score


@pytest.mark.usefixtures("database_allowed")
class TestSqliteStore(DatabaseContract):
    EXPLAIN = "EXPLAIN QUERY PLAN"
    BY_INDEX = "SEARCH e USING INDEX"
    WHOLE_TABLE = "SCAN"

    @pytest.fixture
    def url(self, sqlite_log):
        return sqlite_log

    @pytest.fixture
    def alias(self, url):
        return "sqlite_log"

    def test_a_database_that_stays_locked_refuses_with_a_sentence(self, url, monkeypatch):
        add_database("impatient", url)
        monkeypatch.setitem(self.options("impatient"), "timeout", 0.01)
        stream = fresh()
        store = DatabaseStore("impatient", TOY)
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Refused, match=r"log\.busy"):
                score(store, stream)
        score(store, stream)
        remove_database("impatient")

    def test_threads_write_in_turn_and_who_has_the_lock_of_the_file_does_not_wait(
        self, store, alias, monkeypatch
    ):
        monkeypatch.setattr(log, "PATIENCE", 0.02)
        stream = fresh()
        with log._writing:
            with pytest.raises(Refused, match=r"log\.busy"):
                score(store, stream)
            with transaction.atomic(alias):
                score(store, stream)
        with store.alone():
            assert log._writing.locked()
            score(store, stream, 1)
        with pytest.raises(ZeroDivisionError), store.alone():
            raise ZeroDivisionError
        assert not log._writing.locked()

    def options(self, alias):
        from django.db import connections

        connections.settings[alias]["OPTIONS"] = dict(connections.settings[alias]["OPTIONS"])
        return connections.settings[alias]["OPTIONS"]
