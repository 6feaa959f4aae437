"""The change feed over the database: one reader thread per process, with the same guarantees on both
databases.

SQLite: the reader polls `PRAGMA data_version` on a connection of its own, which costs microseconds and
changes with every commit of anybody else; then it looks up which streams moved. PostgreSQL: it listens for
hints (`hints.py`), and also polls every second and after a reconnect, so that a lost hint loses nothing. It
looks up streams beyond the last position seen, since positions follow commit order.

A pooler such as PgBouncer shares connections between clients, so nobody can LISTEN through it. The
database's settings may name a direct address (`DIRECT`); without one the reader detects the pooler and
polls four times a second.
"""

import logging
import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import Any

import msgspec
from django.db import connections

from muster.app.feed import Callback, Hub, Unsubscribe
from muster.store.log.hints import CHANNEL

_log = logging.getLogger(__name__)

HEAD = "SELECT position FROM store_loghead WHERE id = 1"
ACT = "SELECT act_id FROM store_logevent WHERE position = {at:d}"
MOVED = """
    SELECT s.id, s.version, s.position, e.act_id FROM store_logstream s
    JOIN store_logevent e ON e.position = s.position WHERE s.position > {after:d} ORDER BY s.position
"""

# How long start() waits for an unavailable database, and the longest pause between attempts to reach it.
PATIENCE = 3.0
LONGEST_PAUSE = 2.0
# The settings that give the database's address without the pooler.
PLACE = ("HOST", "PORT", "NAME", "USER", "PASSWORD")


def settings_past_pooler(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of the way past a pooler, where there is one, with its own options (such as TLS)."""
    direct = settings.get("DIRECT") or {}
    options = settings["OPTIONS"] | direct.get("OPTIONS", {})
    return settings | {name: direct[name] for name in PLACE if name in direct} | {"OPTIONS": options}


class DatabaseFeed:
    """Reports every commit to a stream, whichever process made it. Start it once per process."""

    def __init__(
        self, alias: str = "default", *, poll: float = 0.02, catch_up: float = 1.0, pooled: float = 0.25
    ) -> None:
        self.alias = alias
        self.poll = poll
        self.catch_up = catch_up
        self.pooled = pooled
        self.hub = Hub()
        self._seen: int | None = None
        self._act: str | None = None  # the act at the last position seen
        self._ready = Event()
        self._stopping = Event()
        self._late = False
        self._pause = 0.0
        self._bell: tuple[socket.socket, socket.socket]  # wakes the reader when it has to stop
        self._thread: Thread | None = None

    def subscribe(self, stream: str, callback: Callback) -> Unsubscribe:
        """Call back with (stream, version) from the reader's thread whenever the stream has grown."""
        return self.hub.subscribe(stream, callback)

    def start(self) -> None:
        """Start the reader and wait until it follows the log, but not for ever if the database is
        unavailable."""
        if self._thread is not None:
            return
        self._bell = socket.socketpair()
        self._thread = Thread(target=self._run, name=f"feed of {self.alias}", daemon=True)
        self._thread.start()
        self._late = not self._ready.wait(PATIENCE)

    def stop(self) -> None:
        """Stop the reader for good and wait for it."""
        if self._thread is None or self._stopping.is_set():
            return
        self._stopping.set()
        self._bell[1].send(b"!")
        self._thread.join()
        for end in self._bell:
            end.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with self._connection() as (vendor, raw):
                    self._follow_notices(raw) if vendor == "postgresql" else self._follow_file(raw)
            except Exception as error:  # the reader must outlive whatever happens to its connection
                _log.warning("the feed lost its database and tries again: %r", error)
                self._pause = min(self._pause * 2 + 0.02, LONGEST_PAUSE)
                self._stopping.wait(self._pause)

    @contextmanager
    def _connection(self) -> Iterator[tuple[str, Any]]:
        """A connection of the reader's own, opened by Django, and the raw driver connection inside it.
        The reader bypasses Django's cursors, whose overhead is ten times the cost of the poll."""
        wrapper = connections.create_connection(self.alias)
        wrapper.settings_dict = settings_past_pooler(wrapper.settings_dict)
        wrapper.connect()
        try:
            yield wrapper.vendor, wrapper.connection
        finally:
            wrapper.close()

    def _follow_file(self, raw: Any) -> None:
        last = None
        while not self._stopping.is_set():
            now = raw.execute("PRAGMA data_version").fetchone()[0]
            if now != last:
                self._look(raw)
                last = now
            self._stopping.wait(self.poll)

    def _follow_notices(self, raw: Any) -> None:
        between = self.catch_up
        if is_pooled(raw):
            between = self.pooled
        else:
            raw.execute(f"LISTEN {CHANNEL}")
        while not self._stopping.is_set():
            self._look(raw)
            self._drain(raw)  # the query may have received notices, which now wait inside the driver
            next_look = monotonic() + between
            while self._hears(raw, next_look - monotonic()):
                self._drain(raw)

    def _hears(self, raw: Any, patience: float) -> bool:
        """Wait for a notice; False when it is time to poll or to stop."""
        # Not `select.select`: with many connections a file descriptor may exceed its limit of 1,024.
        with selectors.DefaultSelector() as waiting:
            for end in (raw, self._bell[0]):
                waiting.register(end, selectors.EVENT_READ)
            ready = {key.fileobj for key, _ in waiting.select(max(patience, 0))}
        return raw in ready and patience > 0 and not self._stopping.is_set()

    def _drain(self, raw: Any) -> None:
        for notice in raw.notifies(timeout=0):
            for stream, version in msgspec.json.decode(notice.payload, type=dict[str, int]).items():
                self.hub.publish(stream, version)

    def _look(self, raw: Any) -> None:
        """Report every stream that moved since the last time. The first call only records the position."""
        head = (raw.execute(HEAD).fetchone() or (0,))[0]
        if self._seen is None:
            # Subscribers may have missed something while the database was unavailable: notify them all.
            self._seen = 0 if self._late else head
            self._act = _act_at(raw, self._seen)
        rows = _moved_streams(raw, self._seen) if head > self._seen else ()
        # Checked last: if the log was replaced while we read, it is noticed here.
        if head < self._seen or _act_at(raw, self._seen) != self._act:
            # The log was restored from another copy (or emptied): start over and report everything.
            self.hub.forget()
            self._seen = 0
            rows = _moved_streams(raw, 0)
        for stream, version, self._seen, self._act in rows:
            self.hub.publish(stream, version)
        self._pause = 0.0
        self._ready.set()


def _moved_streams(raw: Any, after: int) -> Any:
    return raw.execute(MOVED.format(after=after)).fetchall()


def _act_at(raw: Any, position: int) -> str | None:
    found = raw.execute(ACT.format(at=position)).fetchone()
    return found[0] if found else None


def is_pooled(raw: Any) -> bool:
    """Whether there is a pooler: the server's process id is not the one in the connection's greeting."""
    return bool(raw.execute("SELECT pg_backend_pid()").fetchone()[0] != raw.info.backend_pid)
