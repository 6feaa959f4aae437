"""The event store in memory keeps the contract, and so does a look at it."""

from copy import copy

import pytest

from muster.app.memory_store import MemoryStore
from muster.app.request_store import RequestStore
from tests.store.log_contract import EventStoreContract
from tests.store.mailbox import Mailbox
from tests.toy_log import TOY, fresh, score


def over_the_same_rows():
    """A function from kinds to a store that knows them, always over the same rows."""
    rows = MemoryStore()

    def open_store(kinds):
        store = copy(rows)
        store.kinds = kinds
        return store

    return open_store


class TestMemoryStore(EventStoreContract):
    @pytest.fixture
    def open_store(self):
        return over_the_same_rows()

    def test_its_hub_is_told_of_every_commit(self):
        store, box, stream = MemoryStore(TOY), Mailbox(), fresh()
        store.hub.subscribe(stream, box)
        score(store, stream)
        score(store, fresh())
        assert box.take() == {stream: 1}


class TestLook(EventStoreContract):
    """What one request sees and does. It reads a stream once, so nobody else writes beside it here."""

    @pytest.fixture
    def open_store(self):
        over = over_the_same_rows()
        return lambda kinds: RequestStore(over(kinds))
