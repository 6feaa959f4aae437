"""A SQLite file with all tables and nothing in them, made once in a run: that takes longer than most tests.

For whoever needs a fresh database and not the proof that one is made.
"""

import os
import shutil
import tempfile
from pathlib import Path

from django.core.management import call_command

from tests.store.log_databases import add_database, remove_database

READY = Path(os.environ["MUSTER_TEST_SHARED"]) / "ready.sqlite3"  # all workers have the same folder


def put_ready_database(file: Path) -> Path:
    """Put a copy of it there. Outside of Django's own test database, so tests must be allowed to use one."""
    if not READY.exists():
        _make()
    shutil.copyfile(READY, file)
    file.chmod(0o600)
    return file


def _make() -> None:
    """Beside its place, and then moved there whole: two workers may be at it at once."""
    with tempfile.TemporaryDirectory(dir=READY.parent) as folder:
        made = Path(folder) / "made.sqlite3"
        add_database("ready", f"sqlite:///{made}")
        try:
            call_command("migrate", database="ready", verbosity=0, interactive=False, skip_checks=True)
        finally:
            remove_database("ready")
        made.replace(READY)
