"""Background work: one job at a time, in a thread that ends when the queue is empty."""

from collections.abc import Callable
from queue import Empty, Full, Queue
from threading import Lock, Thread
from typing import Final

from django.db import connections
from structlog import get_logger

from muster.web.serving.limits import busy_refusal

QUEUE_LENGTH: Final = 20
Job = Callable[[], None]


class BackgroundQueue:
    """A queue of background jobs; when it is full, new jobs are refused with a request to retry."""

    def __init__(self, waiting: int = QUEUE_LENGTH) -> None:
        self._queue: Queue[Job] = Queue(waiting)
        self._lock = Lock()
        self._runs = False

    def queue(self, work: Job) -> None:
        """Queue a job, and start the thread if it is not running."""
        with self._lock:
            try:
                self._queue.put_nowait(work)
            except Full:
                raise busy_refusal() from None
            if not self._runs:
                Thread(target=self._run, name="aside", daemon=True).start()
                self._runs = True

    def _run(self) -> None:
        while (work := self._next()) is not None:
            try:
                work()
            except Exception:  # a failed job must not stop the ones behind it
                get_logger("muster.aside").exception("work aside failed")
            finally:
                connections.close_all()

    def _next(self) -> Job | None:
        with self._lock:
            try:
                return self._queue.get_nowait()
            except Empty:
                self._runs = False
                return None


ASIDE: Final = BackgroundQueue()
"""What is made for one person while they wait: their data, the book of their campaign."""
