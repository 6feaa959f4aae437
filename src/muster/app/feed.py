"""The change feed: tells subscribers that a stream has moved on, and to which version, never what happened
in it.

A subscriber that hears of version 9 reads on from the version it has seen. So it makes no difference
whether it hears of 8 and 9 together, or of 9 twice: catching up is always by version.
"""

import logging
from collections.abc import Callable
from threading import Lock

Callback = Callable[[str, int], None]
Unsubscribe = Callable[[], None]

_log = logging.getLogger(__name__)


class Hub:
    """The subscribers in this process. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[str, dict[object, Callback]] = {}
        self._newest: dict[str, int] = {}

    def subscribe(self, stream: str, callback: Callback) -> Unsubscribe:
        """Add a listener; returns a function that removes it (calling that twice is fine)."""
        ticket = object()
        with self._lock:
            self._listeners.setdefault(stream, {})[ticket] = callback
        return lambda: self._leave(stream, ticket)

    def streams(self) -> list[str]:
        """The streams that have listeners."""
        with self._lock:
            return list(self._listeners)

    def publish(self, stream: str, version: int) -> None:
        """Notify the stream's listeners, unless they have heard of this version or a later one."""
        with self._lock:
            listeners = list(self._listeners.get(stream, {}).items())
            if not listeners or version <= self._newest.get(stream, 0):
                return
            self._newest[stream] = version
        for ticket, callback in listeners:
            self._tell(stream, version, ticket, callback)

    def forget(self) -> None:
        """Forget what was announced, because the log was restored from an older copy and its versions
        are lower."""
        with self._lock:
            self._newest.clear()

    def _tell(self, stream: str, version: int, ticket: object, callback: Callback) -> None:
        try:
            callback(stream, version)
        except Exception:
            # One broken listener (its event loop has closed, say) must not silence all the others.
            _log.exception("a listener of %s failed and was removed", stream)
            self._leave(stream, ticket)

    def _leave(self, stream: str, ticket: object) -> None:
        with self._lock:
            listeners = self._listeners.get(stream, {})
            listeners.pop(ticket, None)
            if not listeners:
                self._listeners.pop(stream, None)
                self._newest.pop(stream, None)
