"""The event store of one request: each stream is read once, each state is folded once, and writes go
through it.

A page, its header, its undo and its buttons all use the same store, so they cannot disagree.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TypeVar

from muster.app.shared_logs import SharedLogs, StreamLog
from muster.app.streams import Appended, EventStore, Key, Loaded, Placed, TrialPassed, Write
from muster.rules.log import Decider, Recorded

S = TypeVar("S")


class RequestStore(EventStore):
    """An `EventStore` for one request. Pass `shared` in a process that answers many requests."""

    def __init__(self, store: EventStore, shared: SharedLogs | None = None) -> None:
        self.store = store
        self.kinds = store.kinds
        self._shared = shared or SharedLogs(store)
        self._seen: dict[str, StreamLog] = {}
        self._streams_of: dict[str, list[str]] = {}

    # Reading ---------------------------------------------------------------------------------------------

    def open(self, streams: Collection[str]) -> None:
        """Read those of these streams that were not read yet, with one query."""
        if missing := [name for name in dict.fromkeys(streams) if name and name not in self._seen]:
            self._seen |= self._shared.now(missing)

    def log(self, stream: str) -> StreamLog:
        """A whole stream."""
        if stream not in self._seen:
            self.open([stream])
        return self._seen.get(stream) or StreamLog()

    def load(self, decider: Decider[S], stream: str, upto: int | None = None) -> Loaded[S]:
        """The state of a stream now, or as of a version."""
        found = self.log(stream)
        if upto is None or upto >= found.version:
            return Loaded(found.state(decider), found.version)
        return Loaded(decider.fold(found.entries[: max(upto, 0)]), max(upto, 0))

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Sequence[Recorded]:
        """The stream in order, after one version and up to another."""
        return self.log(stream).entries[max(after, 0) : None if upto is None else max(upto, 0)]

    def versions(self, streams: Collection[str]) -> dict[str, int]:
        """The versions of many streams."""
        self.open(streams)
        return {name: self.log(name).version for name in streams}

    def streams_of(self, batch: str) -> list[str]:
        """The streams an act wrote to, sorted."""
        if batch not in self._streams_of:
            self._streams_of[batch] = self.store.streams_of(batch)
        return self._streams_of[batch]

    def read_tails(self, after: Mapping[str, int]) -> dict[str, Sequence[Recorded]]:
        self.open(after)
        return {name: self.read(name, version) for name, version in after.items()}

    def read_streams(self, streams: Collection[str]) -> list[Placed]:
        """See `EventStore.read_streams`; only the underlying store knows the commit order."""
        return self.store.read_streams(streams)

    def open_writes(self) -> Collection[str]:
        return self.store.open_writes()

    def earlier_answer(self, actor: str, key: Key) -> Appended | None:
        """The answer already given to this key."""
        return self.store.earlier_answer(actor, key)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """See `EventStore.alone`. Whatever was read before may be stale and is read again."""
        with self.store.alone():
            self._seen.clear()
            yield

    # Writing ---------------------------------------------------------------------------------------------

    def append(
        self, writes: Sequence[Write], *, actor: str, at: datetime, batch: str, key: Key | None = None
    ) -> Appended:
        """See `EventStore.append`. Whatever was written, or refused as stale, is read again."""
        try:
            return self.store.append(writes, actor=actor, at=at, batch=batch, key=key)
        except TrialPassed:
            writes = ()  # only a trial, nothing was written
            raise
        finally:
            for write in writes:
                self._seen.pop(write.stream, None)
            self._streams_of.pop(batch, None)
