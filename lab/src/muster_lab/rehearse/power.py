"""Power cuts: what the disk may hold at any moment, computed from a trace of writes and syncs.

Whatever was synced is there. Each write after a file's last sync may be there, be missing, or be torn: any
subset of its sectors. File names count as there once they are synced.
"""

import random
import sqlite3
import struct
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

RECORD: Final = struct.Struct("<c39sqqq")
SECTOR: Final = 512


class Write(NamedTuple):
    """One line of the trace: a write, truncate, sync or unlink, and when (seconds)."""

    kind: str
    name: str
    offset: int
    data: bytes
    at: float


def read_trace(file: Path) -> Iterator[Write]:
    """What the server did to its files, in order."""
    with file.open("rb") as trace:
        while len(head := trace.read(RECORD.size)) == RECORD.size:
            kind, name, offset, size, at = RECORD.unpack(head)
            data = trace.read(size)
            if len(data) == size:
                yield Write(kind.decode(), name.rstrip(b"\0").decode(), offset, data, at / 1e9)


class Disk:
    """What the files certainly contain, and what may have reached them since."""

    def __init__(self, files: Mapping[str, bytes], seed: int) -> None:
        self.sure = {name: bytearray(content) for name, content in files.items()}
        self.since: dict[str, list[Write]] = {}
        self.chance = random.Random(seed)  # noqa: S311 - the same cuts every time

    def take(self, write: Write) -> None:
        """Apply one line of the trace."""
        if write.kind == "s":
            for earlier in self.since.pop(write.name, []):
                _apply(self.sure.setdefault(write.name, bytearray()), earlier)
        elif write.kind == "u":
            self.sure.pop(write.name, None)
            self.since.pop(write.name, None)
        else:
            self.since.setdefault(write.name, []).append(write)

    def cut(self, folder: Path) -> None:
        """Write what a disk may hold if the power failed now."""
        for name in {*self.sure, *self.since}:
            content = bytearray(self.sure.get(name, b""))
            for write in self.since.get(name, []):
                for part in self._writes_that_reach(write):
                    _apply(content, part)
            (folder / name).write_bytes(content)

    def _writes_that_reach(self, write: Write) -> list[Write]:
        fate = self.chance.choice(["there", "missing", "torn"])
        if fate != "torn" or not write.data:
            return [write] if fate == "there" else []
        starts = range(0, len(write.data), SECTOR)
        parts = [
            write._replace(offset=write.offset + start, data=write.data[start : start + SECTOR])
            for start in starts
        ]
        return [part for part in parts if self.chance.random() < 0.5]


def _apply(content: bytearray, write: Write) -> None:
    if write.kind == "t":
        del content[write.offset :]
    content.extend(bytes(max(0, write.offset - len(content))))
    content[write.offset : write.offset + len(write.data)] = write.data


def is_whole(database: Path) -> bool:
    """Whether SQLite's integrity check passes."""
    try:
        with closing(sqlite3.connect(database)) as opened:
            return bool(opened.execute("PRAGMA integrity_check").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False
