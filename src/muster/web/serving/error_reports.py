"""Tells the server's owner of errors, where `MUSTER_ERROR_URL` says how: each is one POST of JSON.

A report says which error, where in the program, in which request and version. What people sent is not in it,
nor the error's own words, which may quote it: the server's log has those under the same request. One error is
told once in ten minutes, with the number of times since.
"""

import contextlib
import os
import sys
import time
import traceback
import urllib.request
from datetime import UTC, datetime
from queue import Empty, Full, Queue
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from structlog.typing import EventDict, WrappedLogger

import muster

AGAIN: Final = 600.0  # seconds until the same error is told once more
DEADLINE: Final = 10.0
MOST_WAITING: Final = 50
MOST_KINDS: Final = 500
MOST_FRAMES: Final = 30
Caught = tuple[type[BaseException], BaseException, TracebackType | None]


class ErrorReport(msgspec.Struct, frozen=True):
    """What is sent."""

    at: str
    muster: str
    error: str
    event: str
    request: str
    times: int
    frames: list[str]


class ErrorReports:
    """A processor of log lines: those with an exception are told, the line goes on unchanged."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._waiting: Queue[ErrorReport] = Queue(MOST_WAITING)
        self._told: dict[tuple[str, str], tuple[float, int]] = {}
        self._lock = Lock()
        self._process = 0

    def __call__(self, _logger: WrappedLogger, _name: str, line: EventDict) -> EventDict:
        if line.get("level") in ("error", "critical") and (caught := _exception_of(line.get("exc_info"))):
            with contextlib.suppress(Full):
                self._report(caught, line)
        return line

    def _report(self, caught: Caught, line: EventDict) -> None:
        error, frames = caught[0].__qualname__, frames_of(caught[2])
        times = self._count(error, frames[-1] if frames else "")
        if not times:
            return
        at = datetime.now(UTC).isoformat(timespec="seconds")
        # A library's line before its arguments are put in: one of them may be the address of a page.
        event = str(line["event"] if line.get("_from_structlog") else line["_record"].msg)
        request = str(line.get("request", ""))
        report = ErrorReport(at, muster.__version__, error, event, request, times, frames)
        self._waiting.put_nowait(report)
        self._start()

    def _count(self, error: str, place: str) -> int:
        """How many times it happened since it was last told; 0 while it is not told again."""
        now = time.monotonic()
        with self._lock:
            due, times = self._told.get((error, place), (0.0, 0))
            tell = now >= due
            if tell and len(self._told) >= MOST_KINDS:
                self._told.clear()
            self._told[error, place] = (now + AGAIN, 0) if tell else (due, times + 1)
        return times + 1 if tell else 0

    def _start(self) -> None:
        """The thread that sends; workers are forked after the log is set up, and need one each."""
        with self._lock:
            if self._process != os.getpid():
                self._process = os.getpid()
                Thread(target=self._run, name="error reports", daemon=True).start()

    def _run(self) -> None:
        while True:
            with contextlib.suppress(Empty, OSError, ValueError):
                self._send(self._waiting.get(timeout=60))

    def _send(self, report: ErrorReport) -> None:
        """One attempt: the log has the error too, and there a failure to tell must not be told."""
        kind = {"Content-Type": "application/json", "User-Agent": f"Muster/{muster.__version__}"}
        asked = urllib.request.Request(self.address, msgspec.json.encode(report), kind)  # noqa: S310 - checked
        urllib.request.urlopen(asked, timeout=DEADLINE).close()  # noqa: S310


def error_url() -> str:
    """The address that is told of errors: MUSTER_ERROR_URL, or none."""
    given = os.environ.get("MUSTER_ERROR_URL", "").strip()
    if given and (urlsplit(given).scheme not in ("http", "https") or not urlsplit(given).hostname):
        raise ValueError("MUSTER_ERROR_URL")
    return given


def frames_of(trace: TracebackType | None) -> list[str]:
    """File, line and function, the innermost last; without the lines' text and values."""
    frames = traceback.extract_tb(trace)[-MOST_FRAMES:]
    return [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]


def _short(file: str) -> str:
    """A file's path within the program or its library."""
    return file.rpartition("/site-packages/")[2].rpartition("/src/")[2]


def _exception_of(exc_info: Any) -> Caught | None:
    """The exception of a line, in any form that logging takes."""
    if isinstance(exc_info, BaseException):
        exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
    elif exc_info and not isinstance(exc_info, tuple):
        exc_info = sys.exc_info()
    return exc_info if exc_info and exc_info[0] is not None else None
