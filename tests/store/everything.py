"""The whole of a store, for tests that must see that nothing more and nothing less was written."""

from muster.app.memory_store import MemoryStore
from muster.app.request_store import RequestStore
from muster.app.streams import EventStore, Placed
from muster.store.log.database import DatabaseStore
from muster.store.log.models import LogStream


def everything(store: EventStore) -> list[Placed]:
    """Every entry of every stream, in the order of commits."""
    if isinstance(store, RequestStore):
        return everything(store.store)
    if isinstance(store, DatabaseStore):
        return store.read_streams(LogStream.objects.using(store.alias).values_list("id", flat=True))
    assert isinstance(store, MemoryStore)
    return store.read_streams(store._rows.streams)
