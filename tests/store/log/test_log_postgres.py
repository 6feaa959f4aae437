"""The event store in PostgreSQL keeps the contract."""

import pytest
from django.db import connections
from django.test.utils import CaptureQueriesContext

from muster.app.streams import Write
from tests.store.log_database_contract import DatabaseContract
from tests.toy_log import NOON, Scored, fresh


@pytest.mark.postgres
@pytest.mark.xdist_group("postgres")
@pytest.mark.usefixtures("database_allowed")
class TestPostgresStore(DatabaseContract):
    EXPLAIN = "EXPLAIN"
    BY_INDEX = "log_one_event_a_version"
    WHOLE_TABLE = "Seq Scan on store_logevent"

    @pytest.fixture
    def url(self, postgres_log):
        return postgres_log

    @pytest.fixture
    def alias(self, url):
        return "postgres_log"

    def test_an_act_holds_the_head_for_five_statements_and_tells_of_itself_after_its_commit(
        self, store, alias
    ):
        """Everybody else who writes waits for as long."""
        with CaptureQueriesContext(connections[alias]) as queries:
            store.append([Write(fresh(), 0, (Scored("a", 1),))], actor="ann", at=NOON, batch=fresh("act"))
        said = [query["sql"].replace('"', "") for query in queries]
        assert [sql.split()[0] for sql in said] == [
            *("BEGIN", "UPDATE", "SELECT", "INSERT", "INSERT", "INSERT", "COMMIT"),
            "SELECT",
        ]
        assert "store_loghead" in said[1]
        assert "pg_notify" in said[-1]
