"""Caches compiled templates on disk, so that not every new process compiles them again: all templates take
two seconds, those of a game's first page half a second."""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

import muster
from muster.web import config

PROGRAM: Final = Path(muster.__file__).parent
OTHERS_WRITE: Final = 0o022
EDITIONS: Final = "[0-9a-f]" * 16


class TemplateCache(FileSystemBytecodeCache):
    """Compiled templates in a folder. If the folder is broken, pages are rendered from the sources."""

    FILES: Final = "template-*"

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder), self.FILES.replace("*", "%s"))

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # for example truncated by a power cut: reading may fail in any way
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def template_cache_for(folder: Path | None = None, program: Path = PROGRAM) -> TemplateCache | None:
    """The cache for this version of the program; those of other versions are deleted. Its files are executed,
    so a folder that somebody else could write to is not used."""
    try:
        kept = (folder or config.templates_folder()) / program_fingerprint(program)
        if not kept.is_dir():
            for older in kept.parent.glob(EDITIONS):
                _delete_cache(older)
            kept.mkdir(parents=True, exist_ok=True, mode=0o700)
        return TemplateCache(kept) if _is_ours(kept) else None
    except OSError:
        return None


def program_fingerprint(program: Path = PROGRAM) -> str:
    """A fingerprint of all program files: what a template compiles to depends on more than its own text."""
    digest = sha256()
    for folder, folders, files in os.walk(program):
        folders[:] = sorted(set(folders) - {"__pycache__"})
        for name in sorted(files):
            found = os.stat(os.path.join(folder, name))  # noqa: PTH116, PTH118 -- fast: two thousand files
            digest.update(f"{name} {found.st_mtime_ns} {found.st_size}\n".encode())
    return digest.hexdigest()[:16]


def _delete_cache(folder: Path) -> None:
    """Delete the cached templates, and the folder if nothing else is in it."""
    with suppress(OSError):
        for file in folder.glob(TemplateCache.FILES):
            file.unlink()
        folder.rmdir()


def _is_ours(folder: Path) -> bool:
    found = folder.stat()
    return os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & OTHERS_WRITE)
