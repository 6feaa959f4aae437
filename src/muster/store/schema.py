"""The tables of a database beside this program's migrations: equal, behind, one release ahead, or too new.

While hosts are upgraded one after the other, the old program meets tables that the new one has changed. From
`SERVED_FROM` on migrations only add what the old program does not have to know, so it goes on serving. Which
migration a program must know for that is written into Django's own list of what was applied, where an older
program finds it.
"""

from typing import Any, Final, Literal

from django.core.management import call_command
from django.db import connection, connections, migrations, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

State = Literal["ready", "behind", "ahead", "newer"]
STORE: Final = "store"
SERVED_FROM: Final = "0028_site_choices"
"""The newest migration that a program must know to serve these tables. It moves up with a migration that
`adds_only` refuses: then old hosts must be stopped before the upgrade."""
NOTE: Final = "muster.served_from"  # stands in the list of applied migrations as if it were an app
MARK: Final = "hashtext('muster tables')"


def state_of_tables() -> State:
    """Whether the tables match this program, are older, newer, or newer in a way that it can serve."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    applied = {name for app, name in loader.applied_migrations if app == STORE}
    known = {name for app, name in loader.disk_migrations if app == STORE}
    behind = bool(executor.migration_plan(loader.graph.leaf_nodes()))
    if applied <= known:
        return "behind" if behind else "ready"
    needed = {name for app, name in loader.applied_migrations if app == NOTE}
    return "ahead" if needed and needed <= known and not behind else "newer"


def migrate_tables() -> None:
    """Bring the tables up to date with their content. Hosts that start together on PostgreSQL do so one after
    the other, each wholly or not at all; SQLite has only one host, and a transaction for each migration."""
    if connection.vendor != "postgresql":
        _migrate()
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_xact_lock({MARK})")
        if state_of_tables() == "behind":
            _migrate()


def _migrate() -> None:
    call_command("migrate", verbosity=0, interactive=False)


def note_served_from(using: str) -> None:
    """Write down which migration a program must know; called whenever tables were migrated."""
    recorder = MigrationRecorder(connections[using])
    recorder.migration_qs.filter(app=NOTE).exclude(name=SERVED_FROM).delete()
    if not recorder.migration_qs.filter(app=NOTE).exists():
        recorder.record_applied(NOTE, SERVED_FROM)


def pending_migrations() -> list[Any]:
    """The migrations that are not yet applied, in order."""
    executor = MigrationExecutor(connection)
    return [step for step, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]


def applied_leaves() -> dict[str, str]:
    """The last applied migration of every app: what the tables are now."""
    loader = MigrationExecutor(connection).loader
    found: dict[str, str] = {}
    for leaf in loader.graph.leaf_nodes():
        applied = [node for node in loader.graph.forwards_plan(leaf) if node in loader.applied_migrations]
        found |= {app: name for app, name in applied if app == leaf[0]}
    return found


def adds_only(migration: migrations.Migration) -> bool:
    """Whether a program that does not know this migration can go on reading and writing."""
    return all(map(_adds, migration.operations))


def _adds(operation: Any) -> bool:
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        return all(map(_adds, operation.database_operations))
    if isinstance(operation, migrations.AddField):
        field = operation.field
        return bool(field.many_to_many or field.null or field.has_db_default())
    harmless = (
        migrations.CreateModel,
        migrations.AddIndex,
        migrations.RemoveIndex,
        migrations.AlterModelOptions,
    )
    return isinstance(operation, harmless)
