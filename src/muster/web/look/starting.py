"""Starts the demo's process and finds it again.

Its address stands in a file of its folder, so that all workers of a server share one demo. Whoever holds the
lock beside it is the worker that started it; when that one ends, so does the demo, by a pipe that closes.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

import structlog

ROOT: Final = "/look"
MODULE: Final = "muster.cli.demo.look"
"""What the process runs: it fills a world, as `muster demo` does, and serves it."""
ADDRESS: Final = "address"
"""The file with the port of the demo and the word that opens it."""
PATIENCE: Final = 120.0  # seconds for a first start on a slow machine
POLL: Final = 0.1
MOST_STARTS: Final = 2
"""One may meet a process that is about to end; two that end at once have a fault."""
OWN_SETTINGS: Final = ("MUSTER_", "DATABASE_", "PROMETHEUS_")
PASSED_ON: Final = frozenset(
    f"MUSTER_{name}"
    for name in ("HOSTS", "ADDRESS", "SECURE", "HSTS", "PROXIES", "CONTACT", "SOURCE", "DEBUG")
)
"""What the demo may know of the server's settings: neither its database nor its keys, mail or reports."""
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
log = structlog.get_logger("muster.look")


class DemoProcess:
    """The process behind /look/. `offered` is asked in a thread before one is started."""

    def __init__(self, folder: Path, templates: Path, offered: Callable[[], bool]) -> None:
        self.folder = folder
        self.templates = templates
        self.offered = offered
        self.starting = asyncio.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.lock: IO[bytes] | None = None

    async def connect(self) -> Connection | None:
        """A connection to the demo; None where this server offers none."""
        if connection := await self._find():
            return connection
        async with self.starting:
            if not await asyncio.to_thread(self.offered):
                return await self._find()
            starts = 0
            for _ in range(int(PATIENCE / POLL)):
                if connection := await self._find():
                    return connection
                if starts > MOST_STARTS:
                    log.error("the demo does not start", log=str(self.folder / "log.txt"))
                    return None
                starts += await asyncio.to_thread(self._start_once)
                await asyncio.sleep(POLL)
        return None

    def stop(self) -> None:
        """End the process."""
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(OSError):
                self.process.stdin.close()

    async def _find(self) -> Connection | None:
        try:
            port, word = (self.folder / ADDRESS).read_text().split()
            reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
        except (OSError, ValueError):
            return None
        writer.write(word.encode() + b"\n")
        return reader, writer

    def _start_once(self) -> bool:
        """Start it, unless it runs or another worker starts it."""
        if self.process is not None and self.process.poll() is None:
            return False
        if self.lock is not None:
            self.lock.close()
        self.lock = _lock(self.folder)
        if self.lock is None:
            return False
        (self.folder / ADDRESS).unlink(missing_ok=True)
        with (self.folder / "log.txt").open("wb") as own_log:
            self.process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", MODULE],
                env=self.environment(),
                stdin=subprocess.PIPE,
                stdout=own_log,
                stderr=own_log,
            )
        return True

    def environment(self) -> dict[str, str]:
        """What the process may know."""
        given = {
            name: value
            for name, value in os.environ.items()
            if name in PASSED_ON or not name.startswith(OWN_SETTINGS)
        }
        return given | {
            "MUSTER_DATA": str(self.folder),
            "MUSTER_TEMPLATES": str(self.templates),
            "MUSTER_DEMO_ROOT": ROOT,
        }


def _lock(folder: Path) -> IO[bytes] | None:
    """The lock of whoever starts the demo; None while somebody else holds it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = (folder / "lock").open("ab")
    with contextlib.suppress(ImportError):  # Windows has no workers, so nobody else who could start it
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return None
    return file
