"""Runs several server processes on one port; the operating system distributes connections among them.

The site is loaded once, then the workers are forked. Each holds one end of a pipe, its lifeline: when the
parent stops or dies for any reason, the other end closes and the workers shut down cleanly. A worker that
dies is replaced.
"""

import contextlib
import os
import signal
import time
from collections.abc import Callable
from typing import Final, NoReturn

import structlog

from muster.web.serving.shared_figures import forget_worker, remove_figures

log = structlog.get_logger("muster.workers")
SHORT_LIFE: Final = 5.0  # seconds; a worker that dies sooner has failed to start
MOST_SHORT_LIVES: Final = 5
Ready = Callable[[], None]
Serve = Callable[[int, Ready], None]


class Workers:
    """The worker processes, with their start times by process id. `serve` gets the lifeline and a callback
    for when it listens; it does not return."""

    def __init__(self, serve: Serve, count: int, ready: Ready) -> None:
        self.serve, self.count, self.ready = serve, count, ready
        self.born: dict[int, float] = {}
        self.short_lives = 0
        self.stopping = False
        self.lifeline, self.hold = os.pipe()

    def run(self) -> NoReturn:
        """Run until Ctrl-C or SIGTERM. Does not return."""
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
        remove_figures()
        os._exit(1 if self.short_lives >= MOST_SHORT_LIVES else 0)

    def start(self) -> int:
        """Fork a worker; returns a pipe that becomes readable once it listens."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            os.close(self.hold)
            os.setpgid(0, 0)  # Ctrl-C in the terminal should reach only the parent
            with contextlib.suppress(BaseException):
                self.serve(self.lifeline, lambda: self._listens(writing))
            os._exit(1)
        os.close(writing)
        self.born[child] = time.monotonic()
        return reading

    @staticmethod
    def _listens(writing: int) -> None:
        with contextlib.suppress(BrokenPipeError):  # nobody waits for a replacement worker
            os.write(writing, b"!")
        os.close(writing)

    def bury(self, child: int, status: int) -> None:
        """Replace a worker that died, unless we are stopping or workers keep dying at their start."""
        lived = time.monotonic() - self.born.pop(child, 0.0)
        forget_worker(child)
        if self.stopping:
            return
        log.error("a worker ended and is replaced", status=status, seconds=round(lived, 1))
        self.short_lives = self.short_lives + 1 if lived < SHORT_LIFE else 0
        if self.short_lives >= MOST_SHORT_LIVES:
            self.stop()
        else:
            os.close(self.start())

    def stop(self) -> None:
        """Close the lifeline so that the workers stop; a second call kills them at once."""
        if self.stopping:
            for child in self.born:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            os._exit(130)
        self.stopping = True
        os.close(self.hold)
