"""`muster upgrade`: backup, new tables, check, and the way back; with `--check` only what it would do."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import muster
from muster.cli.django_setup import AHEAD, NEWER, tables, use_django
from muster.cli.refusal import Refusing, wrap_text
from muster.rules.messages import plural

if TYPE_CHECKING:
    from muster.store.schema import State

ROOM = 3
"""A backup with its check takes at most this many times the database."""


@click.command(cls=Refusing)
@click.option("--check", is_flag=True, help="Change nothing; say what an upgrade would do and need.")
@click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
@click.option(
    "--backup", "file", type=click.Path(path_type=Path, dir_okay=False), help="Where the backup goes."
)
@click.option("--json", "as_json", is_flag=True, help="With --check: as JSON.")
def command(check: bool, data: str | None, file: Path | None, as_json: bool) -> None:
    """Bring a server's database to this version: back it up, change its tables, fold every log.

    Install the new version first. Exit code 1 where something stands in the way."""
    use_django(data)
    report = look(file)
    if check:
        click.echo(json.dumps(report, indent=1) if as_json else "\n".join(_lines(report)))
        raise SystemExit(bool(report["problems"]))
    if report["problems"]:
        raise click.UsageError(" ".join(report["problems"]))
    if report["tables"] == "ready":
        click.echo(f"Nothing to do: the database is of Muster {muster.__version__} already.")
        return
    _upgrade(Path(report["backup"]), is_new=report["tables"] == "none")


def look(file: Path | None = None) -> dict[str, Any]:
    """What an upgrade would do here, and what stands in its way."""
    from django.db import connection

    from muster.store.schema import adds_only, pending_migrations

    state, problems = _state()
    report: dict[str, Any] = {"muster": muster.__version__, "database": connection.vendor, "tables": state}
    if state in ("behind", "none"):
        pending = [step for step in pending_migrations() if step.app_label == "store"]
        report["changes"] = [step.name for step in pending]
        report["old_hosts_may_serve_meanwhile"] = state == "behind" and all(map(adds_only, pending))
        file = file or _backup_place()
        report["backup"] = str(file)
        problems += _room(file) if state == "behind" else []
    return report | {"problems": problems}


def _state() -> "tuple[State | str, list[str]]":
    """The tables and what is wrong with them; `none` where the database is new."""
    from django.db import DatabaseError, connection

    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).is_file():
        return "none", []
    try:
        if not connection.introspection.table_names():
            return "none", []
        problems, state = [], tables()
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                said = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
            problems = [] if said == "ok" else [f"SQLite finds the file damaged: {said}."]
        return state, {"newer": [NEWER], "ahead": [AHEAD]}.get(state, []) + problems
    except DatabaseError as problem:
        first = (str(problem).strip() or type(problem).__name__).splitlines()[0]
        return "unknown", [f"The database cannot be used: {first}."]


def _backup_place() -> Path:
    """In the data folder, named after the day and the version that comes."""
    from muster.web.config import data_folder

    return data_folder() / f"before-{muster.__version__}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.backup"


def _room(file: Path) -> list[str]:
    from muster.store.admin import database_size

    need = ROOM * database_size()
    try:
        free = shutil.disk_usage(file.absolute().parent).free
    except OSError as problem:
        return [f"The backup cannot go to {file}: {problem.strerror}. Choose another place with --backup."]
    if free >= need:
        return []
    has, needs = (f"{size / 1e6:,.0f} MB" for size in (free, need))
    return [f"There are {has} free beside {file}; a backup with its check may take {needs}. Make room first."]


def _lines(report: dict[str, Any]) -> list[str]:
    lines = [f"Muster {report['muster']}, {report['database']}"]
    if report["tables"] == "ready":
        lines.append("Nothing to do: the database is of this version already.")
    elif changes := report.get("changes"):
        lines.append(
            wrap_text(f"{plural(len(changes), 'change')} of the tables: {', '.join(changes)}", "", "  ")
        )
        if report["tables"] == "behind":
            may = (
                "may serve meanwhile" if report["old_hosts_may_serve_meanwhile"] else "must be stopped first"
            )
            lines += [f"Hosts with the version before: {may}.", f"The backup goes to {report['backup']}."]
    return lines + [wrap_text(problem, "  - ", "    ") for problem in report["problems"]]


def _upgrade(file: Path, *, is_new: bool) -> None:
    from muster.cli.audit import print_log_audit
    from muster.cli.backup import save
    from muster.store.schema import migrate_tables

    if not is_new:
        save(file, check=True)
    migrate_tables()
    if print_log_audit():
        raise click.ClickException(f"The new tables do not agree with the logs. {way_back(file)}")
    click.echo(f"The database is of Muster {muster.__version__} now.")
    if not is_new:
        click.echo(way_back(file))


def way_back(file: Path) -> str:
    """How to return to the version before."""
    return (
        f"The way back: stop the server, install the version before, and restore {file} into an empty folder "
        "or database with `muster restore`. What came after the backup is lost then."
    )
