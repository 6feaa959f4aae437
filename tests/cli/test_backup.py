"""`muster backup` and `muster restore`: a whole server in one file, on either database, while it runs."""

import gzip
import hashlib
import re
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from django.contrib.sessions.models import Session
from django.utils import timezone

from muster.cli import main
from muster.store import backup, passkeys, sqlite
from muster.store.accounts import Account, ApiToken
from muster.store.campaign.stories import StoryPicture
from muster.store.idempotency import AnsweredRequest
from muster.store.log.models import LogAct, LogEvent
from tests.store.ready_database import put_ready_database
from tests.store.served_database import serving

# One worker makes the house, and has a PostgreSQL.
pytestmark = pytest.mark.xdist_group("postgres")
OLDER = Path(__file__).parents[1] / "golden" / "server-0010.backup"


@pytest.fixture(scope="module", autouse=True)
def _allowed(django_db_blocker):
    with django_db_blocker.unblock():
        yield


@contextmanager
def serving_ready(file):
    """A SQLite file whose tables are there. That a restore makes them is shown on PostgreSQL, and on SQLite
    where a copy is checked and where it is of an older Muster."""
    with serving(f"sqlite:///{put_ready_database(file)}"):
        yield


def muster(*words):
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def saved(file):
    assert muster("backup", file, "--no-check").exit_code == 0
    return file.read_bytes()


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A folder with a small world in `world.sqlite3`, and a copy of it."""
    folder = tmp_path_factory.mktemp("house")
    with serving_ready(folder / "world.sqlite3"):
        assert muster("demo").exit_code == 0
        ann = Account.objects.get(handle="ann")
        sight = {"register": "register:1", "battle": "", "dossier": "", "caption": "Ünder fire"}
        pixels = bytes(range(256))
        StoryPicture.objects.create(account=ann, width=2, height=2, at=timezone.now(), data=pixels, **sight)
        Session.objects.create(session_key="b" * 32, session_data="x", expire_date=timezone.now())
        Session.objects.create(session_key="C" * 32, session_data="y", expire_date=timezone.now())
        ApiToken.issue(ann, "phone")
        passkeys.add_passkey(ann, b"id", pixels, host="localhost", label="thumb", counter=2**32 - 1)
        AnsweredRequest.claim(ann, "k1", b"once")
        saved(folder / "copy")
    return folder


def lines(file):
    with gzip.open(file) as packed:
        return packed.read().splitlines()


def written(file, rows):
    with gzip.open(file, "wb") as packed:
        packed.write(b"\n".join(rows) + b"\n")
    return file


@pytest.mark.postgres
def test_a_server_moves_to_postgresql_and_back_with_every_row_byte_for_byte(
    house, tmp_path, empty_postgres_url
):
    copy = (house / "copy").read_bytes()
    with serving(empty_postgres_url):
        done = muster("restore", house / "copy")
        assert done.exit_code == 0, done.output
        assert "all fold, and every stored total agrees" in done.output
        assert saved(tmp_path / "from-postgres") == copy
        guest = Account.objects.open_guest()  # keys that the database counts go on after those restored
        AnsweredRequest.claim(guest, "k2", b"again")
        assert bytes(StoryPicture.objects.get().data) == bytes(range(256))
        thumb = passkeys.find_passkey(b"id", "localhost")
        assert thumb and (bytes(thumb.data), thumb.counter) == (bytes(range(256)), 2**32 - 1)
    with serving_ready(tmp_path / "back.sqlite3"):
        assert muster("restore", tmp_path / "from-postgres").exit_code == 0
        assert saved(tmp_path / "from-sqlite") == copy


def test_the_copy_is_checked_by_restoring_it_and_is_its_owners_alone(house, tmp_path, monkeypatch):
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    with serving(f"sqlite:///{house}/world.sqlite3"):
        done = muster("backup", tmp_path / "copy")
    assert (tmp_path / "data" / "last-backup").exists(), "/metrics says how old it is"
    assert done.exit_code == 0, done.output
    assert "Saved 3 accounts, 3 armies, 9 streams" in done.output
    assert ", 1 picture: " in done.output
    assert "restored into a scratch database, and every log folds" in done.output
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600
    assert {one.name for one in tmp_path.iterdir()} == {"copy", "data"}, "nothing is left beside it"


def test_saving_and_restoring_show_how_far_they_are(house, tmp_path, monkeypatch):
    shown = {}

    def watching(steps, label, length, at=None):
        for number, step in enumerate(steps, start=1):
            yield step
            shown[label] = (at() if at else number, length)

    for command in ("backup", "restore"):
        monkeypatch.setattr(f"muster.cli.{command}.with_progress", watching)
    with serving(f"sqlite:///{house}/world.sqlite3"):
        saved(tmp_path / "copy")
    with serving_ready(tmp_path / "other.sqlite3"):
        assert muster("restore", tmp_path / "copy").exit_code == 0
    assert set(shown) == {"Saving", "Restoring"}
    assert all(reached == length for reached, length in shown.values()), shown


def test_a_copy_is_of_one_moment_and_holds_no_writer_up(house, tmp_path, monkeypatch):
    order, done = backup._order, []

    def meanwhile(model):
        if model is LogAct:
            with closing(sqlite3.connect(house / "world.sqlite3", timeout=0, isolation_level=None)) as other:
                other.execute("INSERT INTO store_logact VALUES ('later', 'x', '2026-01-01', NULL, '', '{}')")
                done.append("written")
        return order(model)

    with serving(f"sqlite:///{house}/world.sqlite3"):
        monkeypatch.setattr(backup, "_order", meanwhile)
        try:
            assert saved(tmp_path / "copy") == (house / "copy").read_bytes()
            assert done == ["written"] and LogAct.objects.filter(batch="later").exists()
        finally:
            LogAct.objects.filter(batch="later").delete()


def test_a_restore_replaces_all_only_when_asked(house, tmp_path):
    with serving_ready(tmp_path / "other.sqlite3"):
        assert muster("restore", house / "copy").exit_code == 0
        stranger = Account.objects.open_guest()
        refused = muster("restore", house / "copy")
        assert refused.exit_code == 2
        assert "holds 4 accounts" in refused.output and "--replace" in refused.output
        assert muster("restore", house / "copy", "--replace").exit_code == 0
        assert not Account.objects.filter(pk=stranger.pk).exists()
        assert saved(tmp_path / "again") == (house / "copy").read_bytes()


def changed(house, file, change):
    """A copy whose rows were changed by somebody who knows how its digest is made."""
    rows = change(lines(house / "copy")[:-1])
    digest = hashlib.sha256(b"".join(row + b"\n" for row in rows)).hexdigest()
    count = sum(row.startswith(b"[") for row in rows)
    return written(file, [*rows, msgspec.json.encode(backup.End(count, digest))])


def without_an_event(rows):
    place = next(i for i, row in enumerate(rows) if b'"store.logevent"' in row)
    return rows[: place + 3] + rows[place + 4 :]


def of_the_future(rows):
    return [re.sub(rb'"store":"[0-9]+', b'"store":"9999', rows[0]), *rows[1:]]


BROKEN = {
    "cut off": (lambda house, file: written(file, lines(house / "copy")[:-40]), "cut off or was changed"),
    "half a file": (lambda house, file: file.write_bytes((house / "copy").read_bytes()[:9000]), "cannot be"),
    "one letter": (
        lambda house, file: written(file, [row.replace(b"Cass", b"Kass") for row in lines(house / "copy")]),
        "cut off or was changed",
    ),
    "no copy at all": (lambda house, file: file.write_text("hello"), "cannot be restored"),
    "a lost event": (lambda house, file: changed(house, file, without_an_event), "--anyway"),
    "a newer one": (lambda house, file: changed(house, file, of_the_future), "A newer Muster"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_copy_changes_nothing(house, tmp_path, case):
    make, said = BROKEN[case]
    make(house, tmp_path / "broken")
    with serving(f"sqlite:///{house}/world.sqlite3"):
        refused = muster("restore", tmp_path / "broken", "--replace")
        assert refused.exit_code == 2 and said in refused.output, refused.output
        assert saved(tmp_path / "now") == (house / "copy").read_bytes()


def test_a_copy_that_does_not_fold_is_restored_only_anyway(house, tmp_path):
    changed(house, tmp_path / "broken", without_an_event)
    with serving_ready(tmp_path / "other.sqlite3"):
        assert muster("restore", tmp_path / "broken", "--anyway").exit_code == 0
        assert muster("audit", "--logs").exit_code == 1
        assert LogEvent.objects.exists()


def test_a_copy_of_an_older_muster_needs_a_new_database_and_is_brought_up_to_date(house, tmp_path):
    with serving(f"sqlite:///{house}/world.sqlite3"):
        refused = muster("restore", OLDER, "--replace")
        assert refused.exit_code == 2 and "An older Muster" in refused.output
        assert saved(tmp_path / "now") == (house / "copy").read_bytes()
    with serving(f"sqlite:///{tmp_path}/new.sqlite3"):
        done = muster("restore", OLDER)
        assert done.exit_code == 0, done.output
        assert "9 logs with 285 events: all fold, and every stored total agrees" in done.output
        assert "Restored 3 accounts, 3 armies, 9 streams, 285 events" in done.output
        assert muster("audit", "--logs").exit_code == 0


def test_a_database_that_stays_locked_is_left_as_it_is(house, tmp_path, monkeypatch):
    monkeypatch.setitem(sqlite.OPTIONS, "timeout", 0.1)
    with serving(f"sqlite:///{house}/world.sqlite3"):
        with closing(sqlite3.connect(house / "world.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            refused = muster("restore", house / "copy", "--replace")
            other.execute("ROLLBACK")
        assert refused.exit_code == 2 and "in use" in refused.output, refused.output
        assert saved(tmp_path / "now") == (house / "copy").read_bytes()
