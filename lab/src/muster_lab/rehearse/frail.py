"""A disk and a clock that fail on demand: builds `frail.c` and preloads it into a server."""

import mmap
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Final

import click

CONTROL: Final = struct.Struct("qqq")


class Frail:
    """The layer under one server. Without settings it changes nothing."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.trace = scratch / "trace"
        library, control = scratch / "frail.so", scratch / "control"
        built = [
            _compiler(),
            "-shared",
            "-fPIC",
            "-O1",
            "-o",
            str(library),
            str(Path(__file__).with_name("frail.c")),
        ]
        subprocess.run([*built, "-ldl", "-lpthread"], check=True)  # noqa: S603
        control.write_bytes(bytes(CONTROL.size))
        with control.open("r+b") as file:
            self._control = mmap.mmap(file.fileno(), CONTROL.size)
        self.environment = {
            "LD_PRELOAD": str(library),
            "FRAIL_CONTROL": str(control),
            "FRAIL_FOLDER": f"{folder}/",
            "FRAIL_TRACE": str(self.trace),
        }

    def set(self, *, seconds: int = 0, error: int = 0, traced: bool = False) -> None:
        """From now on the clock is off by so many seconds, every write fails with an error, or writes
        are traced; without arguments everything works again."""
        self._control[:] = CONTROL.pack(seconds, error, traced)


def _compiler() -> str:
    if found := shutil.which("cc"):
        return found
    raise click.ClickException("The rehearsal needs a C compiler (cc) for a disk and a clock that fail.")
