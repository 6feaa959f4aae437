"""Several processes on one port: each is a whole server, and the system hands them connections in turn.

The site is loaded once, then the processes are forked. They hold one end of a pipe, their lifeline: when the
first process stops or dies, however it does, the other end closes and they stop cleanly, too. One that dies
is replaced.
"""

import contextlib
import os
import signal
import time
from collections.abc import Callable
from typing import Final, NoReturn

import structlog

log = structlog.get_logger("muster.workers")
SHORT_LIFE: Final = 5.0  # seconds; one that ends sooner did not die of its work
MOST_SHORT_LIVES: Final = 5
Ready = Callable[[], None]
Serve = Callable[[int, Ready], None]


class Workers:
    """The processes, by their ids with the moment of their birth. `serve` is given the lifeline, and what to
    call when it listens; it does not return."""

    def __init__(self, serve: Serve, count: int, ready: Ready) -> None:
        self.serve, self.count, self.ready = serve, count, ready
        self.born: dict[int, float] = {}
        self.short_lives = 0
        self.stopping = False
        self.lifeline, self.hold = os.pipe()

    def run(self) -> NoReturn:
        """Until Ctrl-C or SIGTERM; does not return."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self.stop())
        listening = [self.start() for _ in range(self.count)]
        for line in listening:
            os.read(line, 1)
            os.close(line)
        if not self.stopping:
            self.ready()
        while self.born:
            self.bury(*os.wait())
        os._exit(1 if self.short_lives >= MOST_SHORT_LIVES else 0)

    def start(self) -> int:
        """One more process; what it says when it listens can be read here."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            os.close(self.hold)
            os.setpgid(0, 0)  # Ctrl-C at the terminal is for the first process alone
            with contextlib.suppress(BaseException):
                self.serve(self.lifeline, lambda: self._listens(writing))
            os._exit(1)
        os.close(writing)
        self.born[child] = time.monotonic()
        return reading

    @staticmethod
    def _listens(writing: int) -> None:
        with contextlib.suppress(BrokenPipeError):  # for one that replaces another nobody waits
            os.write(writing, b"!")
        os.close(writing)

    def bury(self, child: int, status: int) -> None:
        """Replace a process that ended, unless all of them shall, or they end as soon as they are born."""
        lived = time.monotonic() - self.born.pop(child, 0.0)
        if self.stopping:
            return
        log.error("a worker ended and is replaced", status=status, seconds=round(lived, 1))
        self.short_lives = self.short_lives + 1 if lived < SHORT_LIFE else 0
        if self.short_lives >= MOST_SHORT_LIVES:
            self.stop()
        else:
            os.close(self.start())

    def stop(self) -> None:
        """Let go of the lifeline; asked twice, everybody goes at once."""
        if self.stopping:
            for child in self.born:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            os._exit(130)
        self.stopping = True
        os.close(self.hold)
