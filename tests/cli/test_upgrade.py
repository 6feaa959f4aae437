"""`muster upgrade`: an older server becomes one of today, with a backup that leads back."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from django.core.management import call_command
from django.db import connection, migrations, models
from django.db.migrations.recorder import MigrationRecorder

from muster.cli import backup as saving
from muster.cli import main, serve
from muster.cli import upgrade as upgrading
from muster.store import backup, schema
from muster.store.accounts import Account
from tests.store.ready_database import put_ready_database
from tests.store.served_database import serving

pytestmark = pytest.mark.xdist_group("postgres")
OLDER = Path(__file__).parents[1] / "golden" / "server-0010.backup"
COMING = "9999_of_tomorrow"


@pytest.fixture(scope="module", autouse=True)
def _allowed(django_db_blocker):
    with django_db_blocker.unblock():
        yield


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()


def muster(*words):
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def make_older():
    """The tables and rows of an older Muster, in the database that is served."""
    head = backup.head_of(OLDER)
    for app, name in head.migrations.items():
        call_command("migrate", app, name, verbosity=0, interactive=False)
    with backup.restore_backup(OLDER, head):
        pass


def look():
    done = muster("upgrade", "--check", "--json")
    return done.exit_code, json.loads(done.output)


@pytest.fixture(scope="module")
def older(tmp_path_factory):
    """A SQLite file of an older Muster."""
    place = tmp_path_factory.mktemp("older") / "older.sqlite3"
    with serving(f"sqlite:///{place}"):
        make_older()
    return place


def test_an_older_server_on_sqlite(tmp_path, older):
    place = shutil.copy(older, tmp_path / "world.sqlite3")
    with serving(f"sqlite:///{place}"):
        code, report = look()
        assert (code, report["tables"], report["problems"]) == (0, "behind", [])
        assert report["changes"][0] == "0011_public_armies_fit"
        assert (
            report["changes"][-1]
            == schema.MigrationExecutor(connection).loader.graph.leaf_nodes("store")[0][1]
        )
        assert not report["old_hosts_may_serve_meanwhile"], "0011 rewrites rows"
        assert schema.state_of_tables() == "behind", "a check changes nothing"

        done = muster("upgrade", "--backup", tmp_path / "before")
        assert done.exit_code == 0, done.output
        assert "restored into a scratch database, and every log folds" in done.output
        assert "all fold, and every stored total agrees" in done.output
        assert f"restore {tmp_path / 'before'} into an empty" in " ".join(done.output.split())
        assert schema.state_of_tables() == "ready"
        assert Account.objects.filter(handle="ann").exists()
        assert backup.head_of(tmp_path / "before").migrations == backup.head_of(OLDER).migrations
        assert muster("upgrade").output.startswith("Nothing to do")
    # The backup has the tables and rows of the version before, for that version.
    head = backup.head_of(tmp_path / "before")
    with serving(f"sqlite:///{shutil.copy(older, tmp_path / 'back.sqlite3')}"):
        rows = {name: number for name, number in count_rows().items() if number}
        with backup.restore_backup(tmp_path / "before", head) as tally:
            assert {name: number for name, number in tally.tables.items() if number} == rows
        assert schema.state_of_tables() == "behind"


def count_rows():
    models = backup._models(backup._apps_of(backup.head_of(OLDER)))
    return {model._meta.label_lower: model._base_manager.count() for model in models}


@pytest.mark.postgres
def test_an_older_server_on_postgresql(tmp_path, empty_postgres_url, monkeypatch):
    monkeypatch.setattr(saving, "_check", lambda file: None)  # into SQLite, as above
    with serving(empty_postgres_url):
        call_command("migrate", "store", "0027_webhook_secret", verbosity=0, interactive=False)
        Account.objects.open_guest()
        assert look()[1]["old_hosts_may_serve_meanwhile"], "0028 only adds tables"
        done = muster("upgrade", "--backup", tmp_path / "before")
        assert done.exit_code == 0, done.output
        assert "Saved 1 account" in done.output
        assert schema.state_of_tables() == "ready"
        assert backup.head_of(tmp_path / "before").migrations["store"] == "0027_webhook_secret"


def test_a_new_folder_has_nothing_to_back_up(tmp_path):
    with serving(f"sqlite:///{tmp_path}/new.sqlite3"):
        (tmp_path / "new.sqlite3").unlink(missing_ok=True)
        assert look()[1]["tables"] == "none"
        done = muster("upgrade")
        assert done.exit_code == 0, done.output
        assert "Saved" not in done.output
        assert schema.state_of_tables() == "ready"


def test_a_full_disk_is_said_before_anything_is_done(older, monkeypatch):
    with serving(f"sqlite:///{older}"):
        monkeypatch.setattr(upgrading, "ROOM", 10**12)
        code, report = look()
        assert code == 1
        assert "Make room first." in report["problems"][0]
        assert muster("upgrade").exit_code == 2
        assert schema.state_of_tables() == "behind"


def test_a_damaged_file_is_not_upgraded(tmp_path, older):
    place = Path(shutil.copy(older, tmp_path / "world.sqlite3"))
    size = place.stat().st_size
    with place.open("r+b") as file:
        file.seek(size - 3 * 4096)
        file.write(b"\xff" * 2 * 4096)
    with serving(f"sqlite:///{place}"):
        code, report = look()
        assert code == 1
        assert "damaged" in report["problems"][0] or "cannot be used" in report["problems"][0]


# One release ahead ----------------------------------------------------------------------------------------


@pytest.fixture
def of_tomorrow(tmp_path):
    """Today's tables, to which a migration was applied that this program does not have."""
    with serving(f"sqlite:///{put_ready_database(tmp_path / 'world.sqlite3')}"):
        recorder = MigrationRecorder(connection)
        recorder.record_applied("store", COMING)
        yield recorder


def test_tables_one_release_ahead_are_served(of_tomorrow, caplog):
    assert schema.state_of_tables() == "ahead"
    serve._migrate()
    assert "Upgrade it as well" in muster("doctor").output
    assert muster("account", "list").exit_code == 0
    assert "newer Muster" in muster("backup", "copy").output, "it would leave out what it does not know"
    assert "newer Muster" in muster("restore", OLDER).output
    assert look()[0] == 1


@pytest.mark.parametrize("note", ["9998_what_must_be_known", None])
def test_tables_that_need_a_newer_program_are_refused(of_tomorrow, note):
    of_tomorrow.migration_qs.filter(app=schema.NOTE).delete()
    if note:
        of_tomorrow.record_applied(schema.NOTE, note)
    assert schema.state_of_tables() == "newer"
    with pytest.raises(serve.Stop, match="made by a newer Muster"):
        serve._migrate()


def test_a_migration_notes_who_can_serve_and_forgets_the_note_before(tmp_path):
    with serving(f"sqlite:///{put_ready_database(tmp_path / 'world.sqlite3')}"):
        recorder = MigrationRecorder(connection)
        recorder.migration_qs.filter(app=schema.NOTE).update(name="0001_before")
        schema.note_served_from("default")
        assert [*recorder.migration_qs.filter(app=schema.NOTE).values_list("name", flat=True)] == [
            schema.SERVED_FROM
        ]


def test_migrations_since_the_note_only_add():
    loader = schema.MigrationExecutor(connection).loader
    assert (schema.STORE, schema.SERVED_FROM) in loader.disk_migrations
    since = [
        migration
        for (app, name), migration in loader.disk_migrations.items()
        if app == schema.STORE and name > schema.SERVED_FROM
    ]
    assert [each.name for each in since if not schema.adds_only(each)] == [], (
        "old hosts would break: move SERVED_FROM"
    )


TEXT = {"max_length": 10}


@pytest.mark.parametrize(
    ("operation", "harmless"),
    [
        (migrations.CreateModel("Thing", [("id", models.AutoField(primary_key=True))]), True),
        (migrations.AddField("account", "x", models.CharField(null=True, **TEXT)), True),
        (migrations.AddField("account", "x", models.CharField(db_default="", **TEXT)), True),
        (migrations.AddField("account", "x", models.CharField(default="", **TEXT)), False),
        (migrations.AddIndex("account", models.Index(fields=["handle"], name="x")), True),
        (migrations.RemoveField("account", "x"), False),
        (migrations.AlterField("account", "x", models.CharField(**TEXT)), False),
        (migrations.DeleteModel("Thing"), False),
        (migrations.RenameModel("Thing", "Other"), False),
        (migrations.RunPython(lambda apps, editor: None), False),
        (migrations.RunSQL("DROP TABLE x"), False),
        (migrations.AddConstraint("account", models.UniqueConstraint(fields=["name"], name="x")), False),
    ],
)  # fmt: skip
def test_what_only_adds(operation, harmless):
    migration = migrations.Migration("x", "store")
    migration.operations = [operation]
    assert schema.adds_only(migration) is harmless
