"""Heavy work (pictures, sheets, odds, passwords) goes one or two at a time, and few wait for it.

Each kind has a lane of its own, and all lanes together have half of the threads: the others stay free for
everybody, whatever is asked for. Nobody has all places of a lane, nor of all lanes together. The lane of
passwords is beside the others: whatever else is asked for, people can sign in.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Condition, Lock
from typing import Final, NamedTuple

from muster.rules.violations import Refused, Violation
from muster.web.serving.turns import THREADS

MOST_HEAVY: Final = THREADS // 2
MOST_OF_ONE: Final = 3
WAITING: Final = 3
PLACES_OF_ONE: Final = 2
PATIENCE: Final = 10.0  # seconds
MOST_REMEMBERED: Final = 64
ASKER: Final[ContextVar[str]] = ContextVar("asker", default="")
"""For whom the work is: a member's account or an address; empty where nobody asked."""


class Waiting(NamedTuple):
    """Somebody in front of a lane; the number is theirs alone."""

    asker: str
    number: int


class FairTurn:
    """So many at a time. Of those who wait, whoever was let in longest ago is next: the second of one asker
    does not come before the first of another."""

    def __init__(self, width: int) -> None:
        self.free = width
        self._came = 0
        self._waiting: list[Waiting] = []
        self._let_in: dict[str, int] = {}
        self._moved = Condition()

    def acquire(self, asker: str, timeout: float) -> bool:
        """Whether the turn came in time."""
        with self._moved:
            self._came += 1
            me = Waiting(asker, self._came)
            self._waiting.append(me)
            is_mine = self._moved.wait_for(lambda: self.free > 0 and self._next() == me, timeout)
            self._waiting.remove(me)
            if is_mine:
                self.free -= 1
                self._remember(me)
            self._moved.notify_all()
            return is_mine

    def release(self) -> None:
        """The next, please."""
        with self._moved:
            self.free += 1
            self._moved.notify_all()

    def _next(self) -> Waiting:
        return min(self._waiting, key=lambda waiting: (self._let_in.get(waiting.asker, 0), waiting.number))

    def _remember(self, waiting: Waiting) -> None:
        self._let_in.pop(waiting.asker, None)
        self._let_in[waiting.asker] = self._came
        if len(self._let_in) > MOST_REMEMBERED:
            del self._let_in[next(iter(self._let_in))]


class Lane:
    """So many at a time, so many waiting; whoever comes then is told to come back, and whoever has places
    enough already. `aside`: its places are none of the heavy ones."""

    def __init__(
        self,
        width: int = 1,
        waiting: int = WAITING,
        patience: float = PATIENCE,
        of_one: int = PLACES_OF_ONE,
        aside: bool = False,
    ) -> None:
        self.turn = FairTurn(width)
        self.most = width + waiting
        self.patience, self.of_one, self.aside = patience, of_one, aside
        self.places: Counter[str] = Counter()

    @property
    def inside(self) -> int:
        """How many are in it, those who wait too."""
        return self.places.total()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """A turn in the lane, or a refusal at once."""
        asker = ASKER.get()
        with _lock:
            if self._is_full(asker):
                raise busy()
            for count in self._counts():
                count[asker] += 1
        try:
            if not self.turn.acquire(asker, self.patience):
                raise busy()
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
        many = self.places[asker] >= self.of_one or (heavy and _heavy[asker] >= MOST_OF_ONE)
        return bool(asker) and many


_heavy: Counter[str] = Counter()
_lock = Lock()


def busy() -> Refused:
    """Come back in a moment."""
    return Refused(Violation(code="site.busy", source="Muster"))
