"""The event store in memory, for tests, previews and the command line's single files. Thread-safe."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import RLock
from typing import NamedTuple

from muster.app.feed import Hub
from muster.app.streams import (
    Appended,
    EventStore,
    Key,
    Placed,
    Prepared,
    StoredLine,
    Write,
    digest_of,
    first_answer,
    prepare,
)
from muster.rules.log import KINDS, Kinds, Recorded
from muster.rules.violations import Refused, Violation


class _Act(NamedTuple):
    actor: str
    at: datetime
    digest: str
    answer: Appended


class _Rows:
    """What is stored: encoded lines, as a database would keep them."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.lines: list[tuple[str, StoredLine]] = []
        self.streams: dict[str, list[int]] = {}
        self.acts: dict[str, _Act] = {}
        self.keys: dict[tuple[str, str], str] = {}


class MemoryStore(EventStore):
    """An `EventStore` that lasts as long as the process. `hub` is notified of every commit."""

    def __init__(self, kinds: Kinds = KINDS, hub: Hub | None = None) -> None:
        self.kinds = kinds
        self.hub = hub or Hub()
        self._rows = _Rows()

    def append(
        self, writes: Sequence[Write], *, actor: str, at: datetime, batch: str, key: Key | None = None
    ) -> Appended:
        act = prepare(writes, self.kinds, actor, batch, key)
        with self._rows.lock:
            if key is not None and (first := self._first(actor, key, act.digest)):
                return first
            act.check(self.versions(act.expected))
            if batch in self._rows.acts:
                raise Refused(Violation(code="log.batch_reused", source="log", about=(batch,)))
            answer = self._write(act, actor, at, batch, key)
        for stream in dict.fromkeys(line.stream for line in act.lines):
            self.hub.publish(stream, answer.versions[stream])
        return answer

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._rows.lock:
            yield

    def _write(self, act: Prepared, actor: str, at: datetime, batch: str, key: Key | None) -> Appended:
        answer = Appended(batch, act.versions)
        self._rows.acts[batch] = _Act(actor, at, act.digest, answer)
        if key is not None:
            self._rows.keys[actor, key.name] = batch
        for line in act.lines:
            self._rows.streams.setdefault(line.stream, []).append(len(self._rows.lines))
            self._rows.lines.append((batch, line))
        return answer

    def earlier_answer(self, actor: str, key: Key) -> Appended | None:
        with self._rows.lock:
            return self._first(actor, key, digest_of(key) if key.request else None)

    def _first(self, actor: str, key: Key, digest: str | None) -> Appended | None:
        batch = self._rows.keys.get((actor, key.name))
        if batch is None:
            return None
        act = self._rows.acts[batch]
        return first_answer(act.answer.versions, batch, act.digest, digest)

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        with self._rows.lock:
            places = self._rows.streams.get(stream, [])[
                max(after, 0) : None if upto is None else max(upto, 0)
            ]
            return [self._record(place) for place in places]

    def read_tails(self, after: Mapping[str, int]) -> dict[str, list[Recorded]]:
        with self._rows.lock:
            return {stream: self.read(stream, version) for stream, version in after.items()}

    def open_writes(self) -> Collection[str]:
        return ()  # every append here is complete at once

    def read_streams(self, streams: Collection[str]) -> list[Placed]:
        with self._rows.lock:
            places = sorted(place for stream in set(streams) for place in self._rows.streams.get(stream, []))
            return [Placed(place + 1, self._record(place)) for place in places]

    def _record(self, place: int) -> Recorded:
        batch, line = self._rows.lines[place]
        act = self._rows.acts[batch]
        event = self.kinds.decode(line.kind, line.event_version, line.payload)
        return Recorded(line.stream, line.version, batch, *self.kinds.tag(event), act.actor, act.at, event)

    def versions(self, streams: Collection[str]) -> dict[str, int]:
        with self._rows.lock:
            return {stream: len(self._rows.streams.get(stream, [])) for stream in streams}

    def streams_of(self, batch: str) -> list[str]:
        with self._rows.lock:
            return sorted({line.stream for owner, line in self._rows.lines if owner == batch})
