"""SQLite before 3.51.3: a checkpoint and a commit never meet, whichever process they come from."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.conf import settings
from django.db import OperationalError, connections

from muster.store import sqlite
from muster.store.sqlite import Checkpoints, checkpoint
from tests.store.log_databases import add_database, remove_database


@pytest.fixture(scope="module", autouse=True)
def _allowed(django_db_blocker):
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A database in WAL mode as an old SQLite has it, whichever runs here."""
    told = sqlite.OPTIONS["init_command"]
    monkeypatch.setitem(sqlite.OPTIONS, "init_command", f"{told} PRAGMA wal_autocheckpoint=0;")
    monkeypatch.setattr(sqlite, "SERIAL", True)
    add_database("held", f"sqlite:///{tmp_path}/held.sqlite3")
    with connections["held"].cursor() as cursor:
        cursor.execute("CREATE TABLE lines (text TEXT)")
    yield tmp_path / "held.sqlite3"
    remove_database("held")


def write(megabytes):
    with connections["held"].cursor() as cursor:
        for _ in range(megabytes):
            cursor.execute("INSERT INTO lines VALUES (%s)", ["x" * 1024**2])


def beside(file):
    """A connection as the command line beside the server has it; it does not wait for locks."""
    other = sqlite3.connect(file, timeout=0, isolation_level=None)
    other.execute("PRAGMA wal_autocheckpoint=0")
    return closing(other)


def told(pragma):
    with connections["held"].cursor() as cursor:
        return cursor.execute(f"PRAGMA {pragma}").fetchone()[0]


def test_every_connection_is_told_how_to_hold_the_file(file):
    assert told("mmap_size") == 0
    assert told("journal_mode") == "wal"
    assert told("wal_autocheckpoint") == 0


def test_the_site_holds_its_own_database_so():
    told = settings.DATABASES["default"]["OPTIONS"]["init_command"]
    assert "PRAGMA mmap_size=0;" in told
    assert ("PRAGMA wal_autocheckpoint=0;" in told) == (sqlite3.sqlite_version_info < (3, 51, 3))


def test_a_commit_never_checkpoints_and_a_look_does_once_the_wal_is_large(file):
    looks = Checkpoints("held")
    write(3)
    assert not looks.look(), "too small to be worth it"
    write(4)
    assert file.stat().st_size < 1024**2, "all of it is in the WAL"
    assert looks.look()
    assert file.stat().st_size > 7 * 1024**2
    assert not looks.look(), "nothing was written since"
    write(1)
    wal = file.with_name("held.sqlite3-wal")
    assert wal.stat().st_size < sqlite.LARGE, "the WAL began anew and got small"


def test_nobody_commits_during_a_checkpoint(file, monkeypatch):
    tried = []

    def at_the_worst_moment(raw):
        with beside(file) as other:
            tried.append(other.execute("SELECT count(*) FROM lines").fetchone()[0])
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("INSERT INTO lines VALUES ('meanwhile')")
        tried.append("refused")

    monkeypatch.setattr(sqlite, "_run_checkpoint", at_the_worst_moment)
    write(1)
    checkpoint("held")
    assert tried == [1, "refused"], "readers go on, writers wait"
    with beside(file) as other:
        other.execute("INSERT INTO lines VALUES ('afterwards')")


def test_a_checkpoint_waits_for_the_commit_that_is_under_way(file):
    write(5)
    with beside(file) as other, ThreadPoolExecutor(1) as server:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO lines VALUES ('first')")
        work = server.submit(checkpoint, "held")
        with pytest.raises(TimeoutError):
            work.result(0.3)
        assert file.stat().st_size < 1024**2
        other.execute("COMMIT")
        work.result(10)
    assert file.stat().st_size > 5 * 1024**2


def test_the_thread_outlives_a_file_that_cannot_be_had(file, monkeypatch):
    troubles = iter([OperationalError("database is locked")])
    done = sqlite.Event()

    def fails_first(alias):
        for trouble in troubles:
            raise trouble
        done.set()

    monkeypatch.setattr(sqlite, "checkpoint", fails_first)
    write(5)
    looks = Checkpoints("held", every=0.01)
    looks.start()
    assert done.wait(5)
    looks.stop()


@pytest.mark.parametrize("before", ["none", "open to all"])
def test_the_owner_alone_reads_the_database_and_its_wal(tmp_path, before):
    file = tmp_path / "own.sqlite3"
    if before == "open to all":
        file.touch()
        file.chmod(0o644)
    sqlite.keep_private(file)
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute("CREATE TABLE lines (text TEXT)")
        rights = {one.name: oct(one.stat().st_mode & 0o777) for one in tmp_path.iterdir()}
    assert rights == dict.fromkeys(["own.sqlite3", "own.sqlite3-wal", "own.sqlite3-shm"], "0o600")


def test_a_folder_that_is_not_there_is_left_to_sqlite_to_complain_about(tmp_path):
    sqlite.keep_private(tmp_path / "gone" / "own.sqlite3")
    assert not (tmp_path / "gone").exists()
