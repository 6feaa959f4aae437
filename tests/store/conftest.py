import pytest

pytest.register_assert_rewrite(
    "tests.store.log_contract",
    "tests.store.log_undo_contract",
    "tests.store.log_database_contract",
    "tests.store.log_feed_contract",
)


@pytest.fixture
def database_allowed(django_db_blocker):
    """The store's tests use databases of their own; Django's test database is not needed."""
    with django_db_blocker.unblock():
        yield
