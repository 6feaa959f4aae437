"""What a request of a test has written counts as committed for the next, as on a server."""

import pytest
from django.db import transaction

from muster.app.shared_logs import SharedLogs
from muster.store.log.database import DatabaseStore
from muster.web.requests import shared_logs
from tests import transactions
from tests.toy_log import TOY, fresh, score

pytestmark = pytest.mark.django_db


def test_a_transaction_of_the_site_is_open_and_that_of_the_test_is_not() -> None:
    store = DatabaseStore()
    assert not store.may_be_rolled_back()
    with transaction.atomic():
        assert store.may_be_rolled_back()
        with transactions.rolled_back():
            assert store.may_be_rolled_back(), "the one around it is the site's"
    with transactions.rolled_back():
        assert not store.may_be_rolled_back()


def test_where_django_marks_nothing_all_of_a_test_is_one_open_transaction(monkeypatch) -> None:
    monkeypatch.setattr(transactions, "MARK", "_a_mark_of_another_time")
    assert DatabaseStore().may_be_rolled_back()


def test_what_a_request_wrote_is_kept_for_the_next() -> None:
    store, stream = DatabaseStore(kinds=TOY), fresh()
    shared = SharedLogs(store)
    score(store, stream)
    kept = shared.now([stream])[stream]
    assert kept.version == 1 and shared.now([stream])[stream] is kept


def test_nothing_is_kept_for_the_next_test() -> None:
    kept = shared_logs()
    transactions.forget()
    assert shared_logs() is not kept
