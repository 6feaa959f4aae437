"""The two databases of the store's tests, opened once per run beside Django's own."""

import pytest

from tests.store.log_databases import add_database, create_log_tables, remove_database


@pytest.fixture(scope="session")
def sqlite_log(tmp_path_factory, django_db_blocker):
    """A SQLite file with the log's tables: its address."""
    yield from _opened(
        "sqlite_log", f"sqlite:///{tmp_path_factory.mktemp('log')}/log.sqlite3", django_db_blocker
    )


@pytest.fixture(scope="session")
def postgres_log(postgres_url, django_db_blocker):
    """A PostgreSQL database with the log's tables: its address."""
    yield from _opened("postgres_log", postgres_url, django_db_blocker)


def _opened(alias, url, blocker):
    with blocker.unblock():
        add_database(alias, url)
        create_log_tables(alias)
        yield url
        remove_database(alias)
