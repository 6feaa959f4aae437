"""A listener of the change feed that keeps what it heard."""

from collections.abc import Callable
from threading import Condition


class Mailbox:
    """Holds only the latest version of each stream: a slow reader costs no memory and catches up by version.

    Use it as a callback. `on_mail` is called (from the feed's thread) when the box was empty before, for
    example `lambda: loop.call_soon_threadsafe(event.set)`.
    """

    def __init__(self, on_mail: Callable[[], None] | None = None) -> None:
        self._changed = Condition()
        self._mail: dict[str, int] = {}
        self._on_mail = on_mail

    def __call__(self, stream: str, version: int) -> None:
        with self._changed:
            was_empty = not self._mail
            self._mail[stream] = max(version, self._mail.get(stream, 0))
            self._changed.notify_all()
        if was_empty and self._on_mail:
            self._on_mail()

    def take(self, timeout: float | None = 0) -> dict[str, int]:
        """Empty the box, waiting for mail if there is none; nothing when the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._mail, timeout)
            mail, self._mail = self._mail, {}
            return mail
