"""Heavy work (pictures, sheets, odds, passwords) goes one or two at a time, and few wait for it.

Each kind has a lane of its own, and all lanes together have half of the threads: the others stay free for
everybody, whatever is asked for. Nobody has all places of a lane, nor of all lanes together. The lane of
passwords is beside the others: whatever else is asked for, people can sign in.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock, Semaphore
from typing import Final

from muster.rules.violations import Refused, Violation
from muster.web.serving.turns import THREADS

MOST_HEAVY: Final = THREADS // 2
MOST_OF_ONE: Final = 3
WAITING: Final = 3
PLACES_OF_ONE: Final = 2
PATIENCE: Final = 10.0  # seconds
ASKER: Final[ContextVar[str]] = ContextVar("asker", default="")
"""For whom the work is: a member's account or an address; empty where nobody asked."""


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
        self.turn = Semaphore(width)
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
            if not self.turn.acquire(timeout=self.patience):
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
