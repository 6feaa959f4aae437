"""The event store in PostgreSQL keeps the contract."""

import pytest

from tests.store.log_database_contract import DatabaseContract


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
