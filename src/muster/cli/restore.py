"""`muster restore`: replaces everything on a server with a backup, even while it runs."""

from pathlib import Path

import click

from muster.cli.audit import print_log_audit
from muster.cli.django_setup import NEWER, tables, use_django
from muster.cli.progress import with_progress
from muster.cli.refusal import Refusing
from muster.rules.violations import Refused, Source

problem = Source("backup").problem


@click.command(cls=Refusing)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
@click.option("--replace", is_flag=True, help="Put the copy in place of what the database holds.")
@click.option("--anyway", is_flag=True, help="Restore a copy whose logs or totals do not agree.")
def command(file: Path, data: str | None, replace: bool, anyway: bool) -> None:
    """Restore a copy made by `muster backup`: all of it, or nothing if it fails the check.

    With DATABASE_URL set it goes to PostgreSQL, else to SQLite, wherever the copy was made."""
    use_django(data)
    from muster.store import backup
    from muster.store.schema import migrate_tables

    if tables() in ("ahead", "newer"):
        raise click.UsageError(NEWER)
    head = backup.head_of(file)
    if not replace:
        _only_empty()
    backup.prepare_tables(head)
    today = backup.is_of_today(head)
    with backup.restore_backup(
        file, head, lambda lines, size, read: with_progress(lines, "Restoring", size, read)
    ) as tally:
        if today:
            _check(anyway)
    if not today:
        migrate_tables()
        _check(anyway)
    click.echo(f"Restored {tally.in_words()}.")


def _check(anyway: bool) -> None:
    if (wrong := print_log_audit()) and not anyway:
        raise Refused(problem("backup.does_not_fold", count=wrong))


def _only_empty() -> None:
    from django.db import connection

    from muster.store.accounts import Account
    from muster.store.log.models import LogEvent

    if Account._meta.db_table not in connection.introspection.table_names():
        return
    accounts, events = Account.objects.count(), LogEvent.objects.count()
    if accounts or events:
        raise Refused(problem("backup.not_empty", accounts=accounts, events=events))
