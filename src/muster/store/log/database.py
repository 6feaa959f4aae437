"""The event store in the database: SQLite or PostgreSQL, with the same code and the same contract.

Every append begins by advancing the head. That takes the single writer's lock until the commit, so
positions follow commit order without gaps, keys cannot race, and writers cannot deadlock. SQLite has only
one writer anyway. On PostgreSQL `hints` notifies other processes after the commit.
"""

import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.backends.utils import CursorWrapper

from muster.app.streams import (
    Appended,
    EventStore,
    Key,
    Placed,
    Prepared,
    StaleVersion,
    Write,
    digest_of,
    first_answer,
    is_name,
    prepare,
)
from muster.rules.log import KINDS, Kinds, Recorded, is_stream_id
from muster.rules.violations import Refused, Violation
from muster.store.log.hints import HINTS
from muster.store.log.models import LogAct, LogEvent, LogHead
from muster.store.sqlite import PATIENCE

CHUNK = 500

# Plain SQL, because every page reads the log and every act writes to it. With the ORM a read would cost three
# times as much, and an append would take five times as long while all other writers wait.
_READ = """
    SELECT e.position, e.stream_id, e.version, e.kind, e.event_version, e.payload, e.act_id, a.actor, a.at
    FROM store_logevent e JOIN store_logact a ON a.batch = e.act_id
"""
_OF_STREAM = _READ + "WHERE e.stream_id = %s AND e.version > %s AND e.version <= %s ORDER BY e.version"
_TAIL = "(e.stream_id = %s AND e.version > %s)"
_OF_TAILS = _READ + "WHERE {} ORDER BY e.stream_id, e.version"
_OF_STREAMS = _READ + "WHERE e.stream_id IN ({}) ORDER BY e.position"
_MOVE = "UPDATE store_loghead SET position = position + %s WHERE id = 1"
_MOVED = _MOVE + " RETURNING position"
_HEAD = "SELECT position FROM store_loghead WHERE id = 1"
_FIRST = "SELECT batch, digest, versions FROM store_logact WHERE actor = %s AND key = %s"
_VERSIONS = "SELECT id, version FROM store_logstream WHERE id IN ({})"
_STREAMS_OF = "SELECT DISTINCT stream_id FROM store_logevent WHERE act_id = %s"
_ADD_ACT = (
    "INSERT INTO store_logact (batch, actor, at, key, digest, versions) VALUES (%s, %s, %s, %s, %s, %s)"
)
_ADD_STREAMS = """
    INSERT INTO store_logstream (id, version, position) VALUES {}
    ON CONFLICT (id) DO UPDATE SET version = EXCLUDED.version, position = EXCLUDED.position
"""
_ADD_EVENTS = """
    INSERT INTO store_logevent (position, stream_id, version, act_id, kind, event_version, payload) VALUES {}
"""
_LATEST = 2**31 - 1
_writing = threading.Lock()
_open = threading.local()
_acts = threading.local()


class _By(NamedTuple):
    """Who acts, when, and the id of the act."""

    actor: str
    at: datetime
    batch: str


class DatabaseStore(EventStore):
    """An `EventStore` in one of Django's databases, named by its alias."""

    def __init__(self, alias: str = "default", kinds: Kinds = KINDS) -> None:
        self.alias = alias
        self.kinds = kinds

    def append(
        self, writes: Sequence[Write], *, actor: str, at: datetime, batch: str, key: Key | None = None
    ) -> Appended:
        act = prepare(writes, self.kinds, actor, batch, key)
        try:
            with self._turn(), transaction.atomic(self.alias):
                done = self._append(act, _By(actor, at, batch), key)
            # Inside the caller's transaction this may still be rolled back.
            _streams_written_in(self.alias).update(act.expected)
            transaction.on_commit(_count_commit, self.alias)
            return done
        except IntegrityError as error:
            raise self._collision(act, batch) from error
        except OperationalError as error:
            raise _as_refusal(error) from error

    @contextmanager
    def alone(self) -> Iterator[None]:
        try:
            with self._turn(), transaction.atomic(self.alias):
                self._move_head(0)
                yield
        except OperationalError as error:
            raise _as_refusal(error) from error

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """The threads of a process queue up to write to SQLite. SQLite itself retries after ever longer
        pauses, so that whoever has waited longest retries least often. A thread that already holds the
        lock must not wait here."""
        connection = connections[self.alias]
        if connection.vendor != "sqlite" or connection.in_atomic_block:
            yield
            return
        if not _writing.acquire(timeout=PATIENCE / 2):
            raise Refused(Violation(code="log.busy", source="log"))
        try:
            yield
        finally:
            _writing.release()

    def _append(self, act: Prepared, by: _By, key: Key | None) -> Appended:
        position = self._move_head(len(act.lines))
        if key is not None and (first := self._first(by.actor, key, act.digest)):
            # The head has moved in vain; roll back, because positions must have no gaps.
            self._move_head(-len(act.lines))
            return first
        act.check(self.versions(act.expected))
        self._insert(act, by, key, position)
        self._notify(act)
        return Appended(by.batch, act.versions)

    def _move_head(self, count: int) -> int:
        """Take the writer's lock and this many positions; returns the last position before them."""
        if (moved := self._try_to_move_head(count)) is None:
            # An empty database: two writers may both get here, but only one row results.
            last = LogEvent.objects.using(self.alias).order_by("-position").values_list("position", flat=True)
            heads = LogHead.objects.using(self.alias)
            heads.bulk_create([LogHead(pk=1, position=last.first() or 0)], ignore_conflicts=True)
            moved = self._try_to_move_head(count) or 0
        return moved - count

    def _try_to_move_head(self, count: int) -> int | None:
        """The new position of the head, in a single statement, because all other writers wait for this
        round trip."""
        connection = connections[self.alias]
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute(_MOVED, [count])
            else:
                cursor.execute(_MOVE, [count])
                cursor.execute(_HEAD)
            return next(iter(cursor.fetchone() or ()), None)

    def _insert(self, act: Prepared, by: _By, key: Key | None, position: int) -> None:
        placed = list(enumerate(act.lines, start=position + 1))
        versions = msgspec.json.encode(act.versions).decode()
        connection = connections[self.alias]
        at = connection.ops.adapt_datetimefield_value(by.at)
        last = {line.stream: (line.stream, line.version, place) for place, line in placed}
        events = [
            (place, line.stream, line.version, by.batch, line.kind, line.event_version, line.payload.decode())
            for place, line in placed
        ]
        with connection.cursor() as cursor:
            cursor.execute(
                _ADD_ACT, [by.batch, by.actor, at, key.name if key else None, act.digest, versions]
            )
            _insert_rows(cursor, _ADD_STREAMS, list(last.values()))
            _insert_rows(cursor, _ADD_EVENTS, events)

    def _notify(self, act: Prepared) -> None:
        """Hint to PostgreSQL's readers once this has committed. SQLite's readers notice by themselves."""
        if connections[self.alias].vendor == "postgresql":
            moved = {line.stream: line.version for line in act.lines}
            # Robust: the act stands, whether or not the notification works.
            transaction.on_commit(lambda: HINTS[self.alias].tell(moved), self.alias, robust=True)

    def _collision(self, act: Prepared, batch: str) -> Refused:
        if LogAct.objects.using(self.alias).filter(pk=batch).exists():
            return Refused(Violation(code="log.batch_reused", source="log", about=(batch,)))
        now = self.versions(act.expected)
        return StaleVersion([(name, expected, now[name]) for name, expected in act.expected.items()])

    def earlier_answer(self, actor: str, key: Key) -> Appended | None:
        if not (is_name(actor) and is_name(key.name)):
            return None
        return self._first(actor, key, digest_of(key) if key.request else None)

    def _first(self, actor: str, key: Key, digest: str | None) -> Appended | None:
        for batch, first, answer in self._rows(_FIRST, actor, key.name):
            return first_answer(msgspec.json.decode(answer, type=dict[str, int]), batch, first, digest)
        return None

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        if not is_stream_id(stream):
            return []
        until = _LATEST if upto is None else min(upto, _LATEST)
        rows = self._with_places(_OF_STREAM, stream, min(after, _LATEST), max(until, 0))
        return [placed.entry for placed in rows]

    def read_tails(self, after: Mapping[str, int]) -> dict[str, list[Recorded]]:
        known = [(name, version) for name, version in after.items() if is_stream_id(name)]
        found: dict[str, list[Recorded]] = {}
        for start in range(0, len(known), CHUNK):
            part = known[start : start + CHUNK]
            query = _OF_TAILS.format(" OR ".join([_TAIL] * len(part)))
            for placed in self._with_places(query, *(value for pair in part for value in pair)):
                found.setdefault(placed.entry.stream, []).append(placed.entry)
        return found

    def open_writes(self) -> Collection[str]:
        written = _streams_written_in(self.alias)
        if not self.may_be_rolled_back():
            written.clear()
        return written

    def may_be_rolled_back(self) -> bool:
        """Whether a transaction is open around what this thread writes now."""
        return connections[self.alias].in_atomic_block

    def read_streams(self, streams: Collection[str]) -> list[Placed]:
        names = sorted({name for name in streams if is_stream_id(name)})
        return list(self._with_places(_OF_STREAMS.format(_marks(names)), *names)) if names else []

    def _rows(self, query: str, *params: str | int) -> list[tuple[Any, ...]]:
        with connections[self.alias].cursor() as cursor:
            cursor.execute(query, params)
            return list(cursor.fetchall())

    def _with_places(self, query: str, *params: str | int) -> Iterator[Placed]:
        rows = self._rows(query, *params)
        for position, stream, version, kind, event_version, payload, batch, actor, at in rows:
            event = self.kinds.decode(kind, event_version, payload)
            entry = Recorded(stream, version, batch, *self.kinds.tag(event), actor, _utc(at), event)
            yield Placed(position, entry)

    def versions(self, streams: Collection[str]) -> dict[str, int]:
        found = dict.fromkeys(streams, 0)
        names = [name for name in streams if is_stream_id(name)]
        for start in range(0, len(names), CHUNK):
            part = names[start : start + CHUNK]
            found |= dict(self._rows(_VERSIONS.format(_marks(part)), *part))
        return found

    def streams_of(self, batch: str) -> list[str]:
        if not is_name(batch):
            return []
        return sorted(stream for (stream,) in self._rows(_STREAMS_OF, batch))


def _marks(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))


def _insert_rows(cursor: CursorWrapper, statement: str, rows: Sequence[tuple[str | int, ...]]) -> None:
    """Insert many rows with one statement, as far as the database allows so many values."""
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        marks = ", ".join([f"({_marks(part[0])})"] * len(part))
        cursor.execute(statement.format(marks), [value for row in part for value in row])


def _as_refusal(error: OperationalError) -> Exception:
    """The error for a writer that waited too long says so."""
    return Refused(Violation(code="log.busy", source="log")) if "locked" in str(error) else error


def commits_so_far() -> int:
    """How many acts this thread has committed so far; comparing two calls shows whether something was
    done."""
    return getattr(_acts, "committed", 0)


def _count_commit() -> None:
    _acts.committed = commits_so_far() + 1


def _streams_written_in(alias: str) -> set[str]:
    """The streams this thread wrote to in a database since it was last outside any transaction."""
    written: dict[str, set[str]] = _open.__dict__
    return written.setdefault(alias, set())


def _utc(at: datetime) -> datetime:
    """SQLite stores times in UTC without a time zone."""
    return at if at.tzinfo else at.replace(tzinfo=UTC)
