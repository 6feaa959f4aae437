"""Heavy work (pictures, sheets, odds, passwords) goes one or two at a time, and few wait for it.

Each kind has a lane of its own, and all lanes together have half of the threads: the others stay free for
everybody, whatever is asked for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Semaphore
from typing import Final

from muster.rules.violations import Refused, Violation
from muster.web.serving.turns import THREADS

MOST_HEAVY: Final = THREADS // 2
WAITING: Final = 3
PATIENCE: Final = 10.0  # seconds


class Lane:
    """So many at a time, so many waiting; whoever comes then is told to come back."""

    def __init__(self, width: int = 1, waiting: int = WAITING, patience: float = PATIENCE) -> None:
        self.turn = Semaphore(width)
        self.most = width + waiting
        self.patience = patience
        self.inside = 0

    @contextmanager
    def taken(self) -> Iterator[None]:
        """A turn in the lane, or a refusal at once."""
        with _lock:
            if self.inside >= self.most or len(_inside) >= MOST_HEAVY:
                raise busy()
            self.inside += 1
            _inside.append(self)
        try:
            if not self.turn.acquire(timeout=self.patience):
                raise busy()
            try:
                yield
            finally:
                self.turn.release()
        finally:
            with _lock:
                self.inside -= 1
                _inside.remove(self)


_inside: list[Lane] = []
_lock = Lock()


def busy() -> Refused:
    """Come back in a moment."""
    return Refused(Violation(code="site.busy", source="Muster"))
