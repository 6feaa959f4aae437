"""The typesetter, here or in a process of its own.

Typst keeps something of every sheet it has set: a hundred megabytes for the pairings of a large event. A
server therefore has it work in a process beside, which is replaced when it has grown, one sheet at a time.
What was set is kept by its content, so that a sheet asked for twice is set once.
"""

import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final

import msgspec

from muster.web.serving.helper_process import HelperProcess
from muster.web.serving.limits import HeavyWork, busy_refusal

MOST_KEPT: Final = 32 * 1024 * 1024
MOST_MEMORY: Final = 384 * 1024 * 1024
MOST_SHEETS: Final = 50
PATIENCE: Final = 60.0  # seconds for one sheet


class Job(msgspec.Struct, frozen=True):
    """A template below its folder, and all that it may show."""

    root: str
    template: str
    inputs: dict[str, str]
    format: str = "pdf"
    ppi: float | None = None

    @property
    def name(self) -> str:
        """The same for the same sheet."""
        return sha256(msgspec.msgpack.encode(self)).hexdigest()


class Done(msgspec.Struct, frozen=True):
    """A sheet, or why there is none; and how much memory the typesetter has by now."""

    sheet: bytes = b""
    problem: str = ""
    memory: int = 0


_turn = Lock()  # the typesetter keeps its fonts and its parsed templates, and serves one sheet at a time


def set_here(job: Job) -> bytes:
    """Set a sheet in this process."""
    options: dict[str, Any] = {} if job.ppi is None else {"ppi": job.ppi}
    with _turn:
        made = _compiler(job.root).compile(
            Path(job.root) / job.template, format=job.format, sys_inputs=job.inputs, **options
        )
    return bytes(made)


@cache
def _compiler(root: str) -> Any:
    """Built once: finding the fonts costs more than a sheet. Fonts of the system help with other scripts."""
    import typst

    return typst.Compiler(root=Path(root), font_paths=[Path(__file__).parent / "fonts"])


class Worker(HelperProcess):
    """A process that sets sheets, until it has grown too large or too old."""

    def __init__(self) -> None:
        super().__init__("muster.web.print.worker")
        self.sheets = 0
        self.memory = 0

    @property
    def is_used_up(self) -> bool:
        """Whether the next sheet is for another one."""
        return self.memory > MOST_MEMORY or self.sheets >= MOST_SHEETS or self.is_gone

    def work(self, job: Job, patience: float = PATIENCE) -> Done:
        """Have a sheet set; `EOFError` when the process ended over it, or took too long and was ended."""
        done = msgspec.msgpack.decode(self.ask(msgspec.msgpack.encode(job), patience), type=Done)
        self.sheets, self.memory = self.sheets + 1, done.memory
        return done


class Workshop:
    """Has sheets set by a worker, one at a time, and replaces it in time."""

    def __init__(self) -> None:
        self.lane = HeavyWork()
        self.worker: Worker | None = None

    def __call__(self, job: Job) -> bytes:
        with self.lane.slot():
            if found := kept.get(job.name):  # somebody before us asked for the same
                return found
            try:
                done = self._worker().work(job)
            except EOFError:
                self.close()
                raise busy_refusal() from None
            if done.problem:
                raise RuntimeError(done.problem)
            kept.keep(job.name, done.sheet)
            return done.sheet

    def _worker(self) -> Worker:
        if self.worker is not None and self.worker.is_used_up:
            self.close()
        self.worker = self.worker or Worker()
        return self.worker

    def close(self) -> None:
        """End the worker."""
        if self.worker is not None:
            self.worker.end()
        self.worker = None


class Kept:
    """Sheets by their names, the latest asked for, up to so many bytes. Thread-safe."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most = most
        self.bytes = 0
        self.sheets: OrderedDict[str, bytes] = OrderedDict()
        self.lock = Lock()

    def get(self, name: str) -> bytes | None:
        """The sheet, if it is still here."""
        with self.lock:
            if name in self.sheets:
                self.sheets.move_to_end(name)
            return self.sheets.get(name)

    def keep(self, name: str, sheet: bytes) -> None:
        """Keep it; the one not asked for longest goes."""
        with self.lock:
            self.bytes += len(sheet) - len(self.sheets.pop(name, b""))
            self.sheets[name] = sheet
            while self.bytes > self.most:
                self.bytes -= len(self.sheets.popitem(last=False)[1])

    def clear(self) -> None:
        """Keep nothing."""
        with self.lock:
            self.sheets.clear()
            self.bytes = 0


kept: Final = Kept()
_setter: Callable[[Job], bytes] = set_here


def beside() -> Workshop:
    """From now on sheets are set in a process beside this one: for servers."""
    global _setter  # noqa: PLW0603 - one typesetter for the process
    _setter = workshop = Workshop()
    return workshop


def here() -> None:
    """From now on sheets are set in this process again."""
    global _setter
    before, _setter = _setter, set_here
    if isinstance(before, Workshop):
        before.close()


def sheet(job: Job) -> bytes:
    """The sheet; the latest are kept, for people print twice and share links."""
    found = kept.get(job.name)
    if found is None:
        found = _setter(job)
        kept.keep(job.name, found)
    return found


def memory() -> int:
    """How many bytes this process holds; 0 where the system does not tell."""
    with suppress(OSError, ValueError, AttributeError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return 0
