"""Background work: jobs in a queue, whose thread ends when it is empty, and work that comes round."""

from collections.abc import Callable
from queue import Empty, Full, Queue
from threading import Event, Lock, Thread
from typing import Final

from django.db import close_old_connections, connections
from structlog import get_logger

from muster.store.unavailable import close_sqlite_connections, is_unavailable
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


class PollingThread:
    """A thread that does its work every few seconds until it is stopped, whatever goes wrong meanwhile."""

    def __init__(self, name: str, seconds: float, work: Job) -> None:
        self._name, self._seconds, self._work = name, seconds, work
        self._stopping = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin."""
        self._thread = Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being done, and no more."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=self._seconds * 2)

    def is_stopping(self) -> bool:
        """Whether the work should come to an end."""
        return self._stopping.is_set()

    def _run(self) -> None:
        while not self._stopping.wait(self._seconds):
            try:
                self._work()
            except Exception as error:  # the thread must outlive whatever happens to the database
                get_logger("muster.polling").warning("work waits", work=self._name, error=repr(error))
                if is_unavailable(error):
                    close_sqlite_connections()
            finally:
                close_old_connections()


ASIDE: Final = BackgroundQueue()
"""What is made for one person while they wait: their data, the book of their campaign."""
