"""The event store in PostgreSQL keeps the contract."""

import pytest

from tests.store.log_database_contract import DatabaseContract


@pytest.mark.postgres
@pytest.mark.xdist_group("postgres")
@pytest.mark.usefixtures("database_allowed")
class TestPostgresStore(DatabaseContract):
    @pytest.fixture
    def url(self, postgres_log):
        return postgres_log

    @pytest.fixture
    def alias(self, url):
        return "postgres_log"
