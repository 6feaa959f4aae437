"""How Muster uses SQLite: the settings of every connection, and checkpoints that never coincide with a
commit.

Before 3.51.3 a checkpoint and a commit on two connections at the same time can corrupt a database in WAL
mode (sqlite.org/wal.html, "The WAL-reset bug"). With those versions no connection in any process
checkpoints on its own: the server does, while it holds the single writer's lock, so that nobody commits
meanwhile, including the command line. When the last connection closes, SQLite checkpoints by itself, alone
with the file.
"""

import logging
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

from django.db import connections

_log = logging.getLogger(__name__)

FIXED: Final = (3, 51, 3)
SERIAL: Final = sqlite3.sqlite_version_info < FIXED
LARGE: Final = 4 * 1024 * 1024  # bytes of WAL that are worth a checkpoint, as SQLite itself would choose
EVERY: Final = 0.5  # seconds
PATIENCE: Final = 20  # seconds a writer waits for the others

_TOLD = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA mmap_size=0;"
    f" PRAGMA journal_size_limit={LARGE // 4};"  # a WAL that begins anew gets small again: its size tells
)
OPTIONS: Final = {
    # A writer takes its lock at BEGIN, so that two writers wait for each other instead of failing half-way.
    "transaction_mode": "IMMEDIATE",
    "timeout": PATIENCE,
    "init_command": f"{_TOLD} PRAGMA wal_autocheckpoint=0;" if SERIAL else _TOLD,
}


def keep_private(file: Path) -> None:
    """Make the database readable by its owner only, creating it if needed; its WAL gets the same
    permissions. An existing file is not opened: closing it again would drop this process's locks on it."""
    with suppress(OSError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for path in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        with suppress(OSError):  # missing, or not ours: SQLite will report the problem
            path.chmod(0o600)


def checkpoint(alias: str = "default") -> None:
    """Checkpoint the WAL while nobody can commit: one connection holds the writer's lock, another does
    the work."""
    holder, worker = connections.create_connection(alias), connections.create_connection(alias)
    with closing(holder), closing(worker):
        worker.connect()
        holder.connect()
        holder.connection.execute("BEGIN IMMEDIATE")
        try:
            _run_checkpoint(worker.connection)
        finally:
            holder.connection.execute("ROLLBACK")


def _run_checkpoint(raw: Any) -> None:
    """Readers continue; pages that one of them still needs are left for the next time."""
    raw.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()


class Checkpoints:
    """A server thread that checks the WAL now and then; does nothing if SQLite may checkpoint by itself."""

    def __init__(self, alias: str = "default", every: float = EVERY) -> None:
        self.alias = alias
        self.every = every
        self._stopping = Event()
        self._thread: Thread | None = None
        self._done: tuple[int, int] | None = None  # the WAL as the last checkpoint left it

    def start(self) -> None:
        """Start the thread if it is needed."""
        if SERIAL and connections[self.alias].vendor == "sqlite" and self._thread is None:
            self._thread = Thread(target=self._run, name="checkpoints", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop the thread and wait for it."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def look(self) -> bool:
        """Checkpoint the WAL if it is large and has changed since the last time; returns whether it did."""
        now = self._wal()
        if now is None or now[0] < LARGE or now == self._done:
            return False
        checkpoint(self.alias)
        self._done = self._wal()
        return True

    def _run(self) -> None:
        while not self._stopping.wait(self.every):
            try:
                self.look()
            except Exception as error:  # a locked or missing file may be fine next time
                _log.warning("no checkpoint this time: %r", error)

    def _wal(self) -> tuple[int, int] | None:
        try:
            found = Path(f"{connections[self.alias].settings_dict['NAME']}-wal").stat()
        except OSError:
            return None
        return found.st_size, found.st_mtime_ns
