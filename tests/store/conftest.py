import pytest

pytest.register_assert_rewrite(
    "log_contract", "log_undo_contract", "log_database_contract", "log_feed_contract"
)

from log_fixtures import postgres_log, sqlite_log  # noqa: E402

from postgres import postgres_url  # noqa: E402

__all__ = ["postgres_log", "postgres_url", "sqlite_log"]


@pytest.fixture
def database_allowed(django_db_blocker):
    """The store's tests use databases of their own; Django's test database is not needed."""
    with django_db_blocker.unblock():
        yield
