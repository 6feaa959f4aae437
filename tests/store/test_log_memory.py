"""The event store in memory keeps the contract."""

from copy import copy

import pytest

from muster.app.feed import Mailbox
from muster.app.memory_store import MemoryStore
from tests.store.log_contract import EventStoreContract
from tests.toy_log import TOY, fresh, score


class TestMemoryStore(EventStoreContract):
    @pytest.fixture
    def open_store(self):
        rows = MemoryStore()

        def open_store(kinds):
            store = copy(rows)
            store.kinds = kinds
            return store

        return open_store

    def test_its_hub_is_told_of_every_commit(self):
        store, box, stream = MemoryStore(TOY), Mailbox(), fresh()
        store.hub.subscribe(stream, box)
        score(store, stream)
        score(store, fresh())
        assert box.take() == {stream: 1}
