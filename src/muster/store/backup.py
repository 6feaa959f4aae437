"""Backup of a whole server in one file that both databases can read: all rows as compressed JSON lines.

The first line identifies the tables (the last migration of every app); the last one holds the number of rows
and their digest, so that a truncated or changed file is refused. Rows are sorted by key and values are in
Django's form, so the same server gives the same lines on SQLite and on PostgreSQL.
"""

import gzip
import hashlib
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DataError, OperationalError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import CharField, Model
from django.db.models.functions import Collate

from muster.rules.messages import plural
from muster.rules.violations import Refused, Source
from muster.store.schema import applied_leaves, migrate_tables

FORMAT: Final = 1
CHUNK: Final = 500
COUNTED: Final = {
    ("account", "accounts"): ("store.account",),
    ("army", "armies"): ("store.armyrow",),
    ("stream", "streams"): ("store.logstream",),
    ("event", "events"): ("store.logevent",),
    ("picture", "pictures"): ("store.storypicture", "store.tourpicture"),  # as older copies call them
}
problem = Source("backup").problem


class Head(msgspec.Struct, frozen=True, tag="head"):
    """The first line: who wrote the file, and the migrations of its tables."""

    format: int
    muster: str
    migrations: dict[str, str]


class Table(msgspec.Struct, frozen=True, tag="table"):
    """Precedes the rows of a table: its name and columns."""

    table: str
    columns: tuple[str, ...]


class End(msgspec.Struct, frozen=True, tag="end"):
    """The last line: the number of rows, and the digest of every line before it."""

    rows: int
    sha256: str


Line = Head | Table | End | list[Any]
Row = tuple[Any, ...]
Saving = Callable[[Iterator[Table | Row], int], Iterator[Table | Row]]
"""Sees every line that is written, and how many there will be."""

Reading = Callable[[Iterator[Line], int, Callable[[], int]], Iterator[Line]]
"""Sees every line that is read, how many bytes the file has, and how many were read so far."""
_line = msgspec.json.Decoder(Line)


class Tally(NamedTuple):
    """The number of rows in each table."""

    tables: Mapping[str, int]

    def in_words(self) -> str:
        """The counts that people look for first."""
        counts = {
            names: sum(self.tables.get(label, 0) for label in labels) for names, labels in COUNTED.items()
        }
        return ", ".join(plural(count, *names) for names, count in counts.items())


def _models(apps: Any) -> list[type[Model]]:
    found = (model for model in apps.get_models(include_auto_created=True) if model._meta.managed)
    return sorted(found, key=lambda model: str(model._meta.label_lower))


def _columns(model: type[Model]) -> dict[str, Any]:
    return {str(field.attname): field for field in model._meta.concrete_fields}


# Writing ---------------------------------------------------------------------------------------------------


def write_backup(file: Path, version: str, watch: Saving = lambda lines, _: lines) -> Tally:
    """Write a consistent snapshot while others read and write. The file is complete or not there, and
    readable only by its owner, since it holds everything in the database."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        with part.open("wb") as raw:
            with gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed, _snapshot():
                tally = _write_tables(packed, version, watch)
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return tally


@contextmanager
def _snapshot() -> Iterator[None]:
    """A transaction that sees one snapshot and blocks nobody. On SQLite, Django's own transaction would
    take the write lock."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        # Within a transaction a pooler keeps one connection, so server-side cursors work.
        usual = connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS", False)
        connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = False
        try:
            yield
        finally:
            connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = usual


def _write_tables(packed: gzip.GzipFile, version: str, watch: Saving) -> Tally:
    digest, counted, label = hashlib.sha256(), dict[str, int](), ""

    def write_line(line: object) -> None:
        text = msgspec.json.encode(line) + b"\n"
        digest.update(text)
        packed.write(text)

    head = Head(FORMAT, version, applied_leaves())
    write_line(head)
    models = _models(_apps_of(head))
    for line in watch(_tables(models), len(models) + sum(model._base_manager.count() for model in models)):
        write_line(line)
        if isinstance(line, Table):
            label = line.table
        counted[label] = counted.get(label, -1) + 1
    write_line(End(sum(counted.values()), digest.hexdigest()))
    return Tally(counted)


def _apps_of(head: Head) -> Any:
    """The models as the tables have them: this version's, or those of an older one."""
    from django.apps import apps

    if is_of_today(head):
        return apps
    return MigrationExecutor(connection).loader.project_state(list(head.migrations.items())).apps


def _tables(models: list[type[Model]]) -> Iterator[Table | Row]:
    """Every table with its rows."""
    for model in models:
        columns = tuple(_columns(model))
        yield Table(model._meta.label_lower, columns)
        yield from model._base_manager.order_by(_order(model)).values_list(*columns).iterator(CHUNK)


def _order(model: type[Model]) -> Any:
    """By key, with text sorted by code point on either database."""
    key = model._meta.pk
    is_text = isinstance(key, CharField) and connection.vendor == "postgresql"
    return Collate("pk", "C") if is_text else "pk"


# Reading ---------------------------------------------------------------------------------------------------


def head_of(file: Path) -> Head:
    """The first line of a backup; refused if this version cannot read it."""
    with _lines(file) as (lines, _):
        head = next(lines, None)
    if not isinstance(head, Head):
        raise Refused(problem("backup.unreadable", why="it is not a Muster backup"))
    known = MigrationExecutor(connection).loader.disk_migrations
    if head.format > FORMAT or any(migration not in known for migration in head.migrations.items()):
        raise Refused(problem("backup.newer", version=head.muster))
    return head


@contextmanager
def _lines(file: Path) -> Iterator[tuple[Iterator[Line], Callable[[], int]]]:
    """The lines, and a function for the number of bytes read; the last line must match what was read
    before it."""
    try:
        with file.open("rb") as raw, gzip.GzipFile(fileobj=raw) as packed:
            yield _check_lines(packed), raw.tell
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError) as error:
        raise Refused(problem("backup.unreadable", why=str(error)[:200])) from error


def _check_lines(packed: Any) -> Iterator[Line]:
    digest, rows = hashlib.sha256(), 0
    for text in packed:
        line = _line.decode(text)
        if isinstance(line, End):
            if line != End(rows, digest.hexdigest()):
                break
            return
        digest.update(text)
        rows += isinstance(line, list)
        yield line
    raise Refused(problem("backup.unreadable", why="it is cut off or was changed"))


def is_of_today(head: Head) -> bool:
    """Whether the backup has this version's tables; otherwise it is older and gets migrated."""
    return head.migrations == dict(MigrationExecutor(connection).loader.graph.leaf_nodes())


def prepare_tables(head: Head) -> None:
    """Create the tables as the backup has them. An older backup needs a database without tables."""
    executor = MigrationExecutor(connection)
    if is_of_today(head):
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            migrate_tables()
        return
    if executor.loader.applied_migrations:
        raise Refused(problem("backup.older", version=head.muster))
    for app, name in head.migrations.items():
        call_command("migrate", app, name, verbosity=0, interactive=False)


@contextmanager
def restore_backup(file: Path, head: Head, watch: Reading = lambda lines, *_: lines) -> Iterator[Tally]:
    """Replace everything with the backup. Inside, it can be inspected before it is committed; until then
    readers see the old state, and writers wait."""
    apps = MigrationExecutor(connection).loader.project_state(list(head.migrations.items())).apps
    models = {model._meta.label_lower: model for model in _models(apps)}
    try:
        with transaction.atomic():
            _empty_tables(models)
            with _lines(file) as (lines, read):
                tally = _read_tables(watch(lines, file.stat().st_size, read), models)
            with connection.cursor() as cursor:
                for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
                    cursor.execute(statement)
            yield tally
    except OperationalError as error:
        raise Refused(problem("backup.busy", why=str(error).strip().splitlines()[0])) from error


def _empty_tables(models: Mapping[str, type[Model]]) -> None:
    quote = connection.ops.quote_name
    names = [quote(model._meta.db_table) for model in models.values()]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"LOCK TABLE {', '.join(names)} IN EXCLUSIVE MODE")
        for name in names:
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608 - names of our own tables


def _read_tables(lines: Iterator[Line], models: Mapping[str, type[Model]]) -> Tally:
    counted: dict[str, int] = {}
    for table, rows in _row_batches(lines):
        counted[table.table] = counted.get(table.table, 0) + len(rows)
        try:
            _insert(models[table.table], table.columns, rows)
        except (DataError, LookupError, ValidationError) as error:
            why = str(error).strip().splitlines()[0][:200]
            raise Refused(problem("backup.misfit", [table.table], why=why)) from error
    return Tally(counted)


def _row_batches(lines: Iterator[Line]) -> Iterator[tuple[Table, list[list[Any]]]]:
    """The rows of each table in batches."""
    table, rows = Table("", ()), list[list[Any]]()
    for line in lines:
        if isinstance(line, list):
            rows.append(line)
        if rows and (isinstance(line, Table) or len(rows) == CHUNK):
            yield table, rows
            rows = []
        if isinstance(line, Table):
            table = line
    if rows:
        yield table, rows


def _insert(model: type[Model], columns: tuple[str, ...], rows: list[list[Any]]) -> None:
    known = _columns(model)
    fields = [known[name] for name in columns]
    model._base_manager.bulk_create(
        model(**{field.attname: field.to_python(value) for field, value in zip(fields, row, strict=True)})
        for row in rows
    )
