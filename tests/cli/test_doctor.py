"""`muster doctor`, and a database that a newer Muster made."""

import json
import os
import sqlite3
import subprocess
import sys

import pytest
from django.db import connections

from muster.cli import doctor
from muster.store.log.feed import is_pooled
from muster.store.schema import NOTE
from tests.store.log_databases import add_database, remove_database
from tests.store.ready_database import put_ready_database

# One worker makes the folder, and has a PostgreSQL.
pytestmark = pytest.mark.xdist_group("postgres")


def muster(folder, *words):
    """In a process of its own: Django is set up once on the folder given."""
    hidden = ("DATABASE_URL", "MUSTER_MAIL_URL", "MUSTER_SECURE", "DJANGO_SETTINGS_MODULE")
    environment = {name: text for name, text in os.environ.items() if name not in hidden}
    run = [sys.executable, "-m", "muster", *words, "--data", str(folder)]
    done = subprocess.run(run, env=environment, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory, django_db_blocker):
    """A data folder whose database is ready."""
    where = tmp_path_factory.mktemp("doctor")
    with django_db_blocker.unblock():
        put_ready_database(where / "muster.sqlite3")
    return where


def test_it_says_what_runs_which_limits_hold_and_what_is_missing(folder):
    code, said, _ = muster(folder, "doctor", "--json")
    told = json.loads(said)
    database = told["database"]
    assert (code, database["kind"], database["tables"]) == (0, "sqlite", "ready")
    assert database["version"] == sqlite3.sqlite_version
    old = sqlite3.sqlite_version_info < (3, 51, 3)
    assert database["may_have_the_wal_reset_bug"] == old
    assert (database["journal_mode"], database["mmap_size"]) == ("wal", 0)
    assert (database["wal_autocheckpoint"] == 0) == old
    assert told["limits"]["writers"] < told["limits"]["threads"]
    missing = " ".join(one["what"] for one in told["missing"])
    assert ("older than 3.51.3" in missing) == old
    assert "No mail goes out" in missing


@pytest.mark.parametrize(
    ("secure", "named", "told"), [(True, (), True), (True, ("127.0.0.1",), False), (False, (), False)]
)
def test_a_secure_site_without_a_named_proxy_is_told_of_it(settings, monkeypatch, secure, named, told):
    settings.SECURE = secure
    monkeypatch.setattr("muster.web.serving.addresses.trusted_proxies", lambda: named)
    assert any("No proxy is named" in one.what for one in doctor._missing_settings()) == told


def test_an_empty_folder_stays_empty_of_databases(tmp_path):
    code, said, _ = muster(tmp_path, "doctor")
    assert code == 0 and "There is no database here yet. Start `muster serve` once." in said
    assert f"  version: {sqlite3.sqlite_version}\n" in said
    assert not (tmp_path / "muster.sqlite3").exists()


def test_a_database_of_a_newer_muster_is_refused_with_a_sentence(folder):
    row = "INSERT INTO django_migrations (app, name, applied) VALUES (?, '9999_later', '2030-01-01')"
    with sqlite3.connect(folder / "muster.sqlite3") as file:
        (note,) = file.execute("SELECT name FROM django_migrations WHERE app = ?", (NOTE,)).fetchone()
        file.execute("DELETE FROM django_migrations WHERE app = ?", (NOTE,))
        file.executemany(row, [("store",), (NOTE,)])
    (folder / "muster.sqlite3").chmod(0o644)
    try:
        code, said, _ = muster(folder, "doctor")
        assert code == 1 and "made by a newer Muster" in said
        code, _, refused = muster(folder, "serve", "--port", "0")
        assert code == 2 and "made by a newer Muster" in refused and "Traceback" not in refused
        assert (folder / "muster.sqlite3").stat().st_mode & 0o777 == 0o600, "the owner's alone"
    finally:
        with sqlite3.connect(folder / "muster.sqlite3") as file:
            file.execute("DELETE FROM django_migrations WHERE name = '9999_later' AND app = 'store'")
            file.execute("UPDATE django_migrations SET name = ? WHERE app = ?", (note, NOTE))


def test_a_file_that_is_no_database_is_said_so(tmp_path):
    (tmp_path / "muster.sqlite3").write_text("no database at all, however long it may be" * 50)
    code, said, refused = muster(tmp_path, "doctor")
    assert code == 1 and "The database cannot be used: file is not a database." in said, refused


@pytest.mark.postgres
@pytest.mark.parametrize("direct", [None, {"HOST": "past it"}])
def test_a_pooler_without_a_way_past_it_is_named(postgres_url, monkeypatch, django_db_blocker, direct):
    class Lent:
        """A connection that somebody else answers on."""

        info = type("Info", (), {"backend_pid": -1})

        def execute(self, query):
            return type("Rows", (), {"fetchone": lambda self: (7,)})()

    with django_db_blocker.unblock():
        add_database("pooled", postgres_url)
        try:
            pooled = connections["pooled"]
            pooled.ensure_connection()
            monkeypatch.setitem(pooled.settings_dict, "DIRECT", direct)
            monkeypatch.setattr("django.db.connection", pooled)
            straight = doctor._postgres()
            assert straight["behind_a_pooler"] is False
            assert doctor._missing_feed(straight) == []
            monkeypatch.setattr("muster.store.log.feed.is_pooled", lambda raw: is_pooled(Lent()))
            assert bool(doctor._missing_feed(doctor._postgres())) == (direct is None)
        finally:
            remove_database("pooled")
