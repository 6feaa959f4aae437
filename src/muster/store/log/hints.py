"""Hints for the change feed: on PostgreSQL a process notifies the others which streams it has moved.

PostgreSQL lets only one transaction with a notice commit at a time in the whole cluster. So a hint is sent
after its act has committed, on its own, in one notice together with whatever other threads have committed
meanwhile: no act waits for another one's notice. A hint may be lost with its process; readers also poll.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Mapping

import msgspec
from django.db import connections

CHANNEL = "muster_log"
# PostgreSQL refuses a notification of 8,000 bytes or more; this many of the longest names stay below.
STREAMS_PER_NOTICE = 60

Moved = Mapping[str, int]


class Hints:
    """The hints that this process still has to send. One thread sends them for all."""

    def __init__(self, send: Callable[[Moved], None]) -> None:
        self._send = send
        self._lock = threading.Lock()
        self._waiting: dict[str, int] = {}
        self._telling = False

    def tell(self, moved: Moved) -> None:
        """Send this too. If another thread is already sending, it is left to that one."""
        with self._lock:
            for stream, version in moved.items():
                self._waiting[stream] = max(version, self._waiting.get(stream, 0))
            if self._telling:
                return
            self._telling = True
        try:
            while batch := self._next():
                self._send(batch)
        except BaseException:
            with self._lock:
                self._telling = False
            raise

    def _next(self) -> dict[str, int]:
        """As many as fit into one notice; if there are none, this thread is done sending."""
        with self._lock:
            names = list(self._waiting)[:STREAMS_PER_NOTICE]
            self._telling = bool(names)
            return {name: self._waiting.pop(name) for name in names}


class _Databases(defaultdict[str, Hints]):
    def __missing__(self, alias: str) -> Hints:
        return self.setdefault(alias, Hints(lambda moved: _notify(alias, moved)))


HINTS = _Databases()


def _notify(alias: str, moved: Moved) -> None:
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, msgspec.json.encode(moved).decode()])
