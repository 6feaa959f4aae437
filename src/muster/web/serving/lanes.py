"""Work that takes long goes one at a time, and few wait for it: the other threads stay free for everybody."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Semaphore
from typing import Final

from muster.rules.violations import Refused, Violation

WAITING: Final = 3
PATIENCE: Final = 10.0  # seconds


class Lane:
    """So many at a time, so many waiting; whoever comes then is told to come back."""

    def __init__(self, width: int = 1, waiting: int = WAITING, patience: float = PATIENCE) -> None:
        self.turn = Semaphore(width)
        self.most = width + waiting
        self.patience = patience
        self.inside = 0
        self.lock = Lock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """A turn in the lane, or a refusal at once."""
        with self.lock:
            if self.inside >= self.most:
                raise busy()
            self.inside += 1
        try:
            if not self.turn.acquire(timeout=self.patience):
                raise busy()
            try:
                yield
            finally:
                self.turn.release()
        finally:
            with self.lock:
                self.inside -= 1


def busy() -> Refused:
    """Come back in a moment."""
    return Refused(Violation(code="site.busy", source="Muster"))
