"""Where several workers serve, each writes the figures of `/metrics` into files in memory, so that whichever
is asked can add them all up. This is the folder of those files; `muster.web.serving.figures` reads them."""

import contextlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client reads it when it is imported
LAST_BACKUP: Final = "last-backup"
"""A file in the data folder: `muster backup` touches it."""
PREFIX: Final = "muster-figures-"
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - only folders of our own in it, which others may not enter


def share_figures() -> None:
    """Make the folder, before prometheus_client is imported and workers are forked."""
    place = MEMORY if os.access(MEMORY, os.W_OK) else Path(tempfile.gettempdir())
    for left in place.glob(f"{PREFIX}*"):
        if not _runs(left.name.removeprefix(PREFIX).partition("-")[0]):
            shutil.rmtree(left, ignore_errors=True)
    os.environ[FOLDER] = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=place)


def forget_worker(process: int) -> None:
    """A worker ended: what it counted stays, what it held is gone."""
    if FOLDER in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(process)  # type: ignore[no-untyped-call]


def remove_figures() -> None:
    """Remove the folder, once the last worker has ended."""
    if FOLDER in os.environ:
        shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


def _runs(process: str) -> bool:
    """Whether a process has this number; its folder is left behind where it was killed."""
    with contextlib.suppress(ValueError, ProcessLookupError):
        with contextlib.suppress(PermissionError):
            os.kill(int(process), 0)
        return True
    return False
