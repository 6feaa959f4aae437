"""Limits for heavy work (pictures, sheets, odds, passwords): one or two at a time, with a short queue.

Each kind of work has its own limit, and together they may use half of the threads, so that the other half
stays free for ordinary requests. No client can take all slots of one kind, nor of all kinds together.
Password checks are limited separately, so that people can always sign in.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Condition, Lock
from typing import Final, NamedTuple

from muster.rules.violations import Refused, Violation
from muster.web.serving.request_queue import THREADS

MOST_HEAVY: Final = THREADS // 2
MOST_PER_CLIENT: Final = 3
QUEUE_LENGTH: Final = 3
SLOTS_PER_CLIENT: Final = 2
PATIENCE: Final = 10.0  # seconds
MOST_REMEMBERED: Final = 64
CLIENT: Final[ContextVar[str]] = ContextVar("asker", default="")
"""The client the work is for: an account or an address; empty for work nobody asked for."""


class WaitingRequest(NamedTuple):
    """A request that waits for a slot; its number is unique."""

    asker: str
    number: int


class FairSemaphore:
    """A fair semaphore: among the waiting clients, the one served longest ago is next, so one client's second
    request does not overtake another's first."""

    def __init__(self, width: int) -> None:
        self.free = width
        self._came = 0
        self._waiting: list[WaitingRequest] = []
        self._let_in: dict[str, int] = {}
        self._moved = Condition()

    def acquire(self, asker: str, timeout: float) -> bool:
        """Wait for a slot; returns False if none became free in time."""
        with self._moved:
            self._came += 1
            me = WaitingRequest(asker, self._came)
            self._waiting.append(me)
            is_mine = self._moved.wait_for(lambda: self.free > 0 and self._next() == me, timeout)
            self._waiting.remove(me)
            if is_mine:
                self.free -= 1
                self._remember(me)
            self._moved.notify_all()
            return is_mine

    def release(self) -> None:
        """Free a slot and wake the next waiting request."""
        with self._moved:
            self.free += 1
            self._moved.notify_all()

    def _next(self) -> WaitingRequest:
        return min(self._waiting, key=lambda waiting: (self._let_in.get(waiting.asker, 0), waiting.number))

    def _remember(self, waiting: WaitingRequest) -> None:
        self._let_in.pop(waiting.asker, None)
        self._let_in[waiting.asker] = self._came
        if len(self._let_in) > MOST_REMEMBERED:
            del self._let_in[next(iter(self._let_in))]


class HeavyWork:
    """The limit for one kind of heavy work: `width` at a time and `waiting` in the queue. Further requests
    are refused at once, as are clients that hold `of_one` slots. `aside` keeps it out of the shared limit."""

    def __init__(
        self,
        width: int = 1,
        waiting: int = QUEUE_LENGTH,
        patience: float = PATIENCE,
        of_one: int = SLOTS_PER_CLIENT,
        aside: bool = False,
    ) -> None:
        self.turn = FairSemaphore(width)
        self.most = width + waiting
        self.patience, self.of_one, self.aside = patience, of_one, aside
        self.places: Counter[str] = Counter()

    @property
    def inside(self) -> int:
        """How many requests run or wait."""
        return self.places.total()

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold a slot during a `with` block; refuses if the queue is full or the wait too long."""
        asker = CLIENT.get()
        with _lock:
            if self._is_full(asker):
                raise busy_refusal()
            for count in self._counts():
                count[asker] += 1
        try:
            if not self.turn.acquire(asker, self.patience):
                raise busy_refusal()
            try:
                yield
            finally:
                self.turn.release()
        finally:
            with _lock:
                for count in self._counts():
                    count.subtract([asker])
                    if not count[asker]:
                        del count[asker]

    def _counts(self) -> list[Counter[str]]:
        return [self.places] if self.aside else [self.places, _heavy]

    def _is_full(self, asker: str) -> bool:
        heavy = not self.aside
        if self.inside >= self.most or (heavy and _heavy.total() >= MOST_HEAVY):
            return True
        many = self.places[asker] >= self.of_one or (heavy and _heavy[asker] >= MOST_PER_CLIENT)
        return bool(asker) and many


_heavy: Counter[str] = Counter()
_lock = Lock()


def busy_refusal() -> Refused:
    """The refusal that asks the client to retry in a moment."""
    return Refused(Violation(code="site.busy", source="Muster"))
