"""`muster backup`: saves a whole server to one file while it runs, and proves that the file can be
restored."""

import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import click

import muster
from muster.cli.django_setup import need_tables, use_django
from muster.cli.progress import with_progress
from muster.cli.refusal import Refusing
from muster.rules.violations import Refused, Source

problem = Source("backup").problem


@click.command(cls=Refusing)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
@click.option("--check/--no-check", default=True, help="Restore the copy beside it and fold every log of it.")
def command(file: Path, data: str | None, check: bool) -> None:
    """Copy the whole server into FILE while it runs. SQLite and PostgreSQL write and read the same file."""
    use_django(data)
    need_tables(whole=True)
    save(file, check=check)
    click.echo(
        "Not in it: the signing key (secret.key) and certificates (tls/). Copy them from the data folder."
    )


def save(file: Path, *, check: bool) -> None:
    """Write the backup and say what is in it; `check` restores it beside itself."""
    from muster.store import backup

    try:
        tally = backup.write_backup(
            file, muster.__version__, lambda lines, many: with_progress(lines, "Saving", many)
        )
    except OSError as error:
        raise Refused(problem("backup.unusable", why=error.strerror or str(error))) from error
    click.echo(f"Saved {tally.in_words()}: {file.stat().st_size:,} bytes.")
    if check:
        _check(file)
    _note_the_day()


def _note_the_day() -> None:
    """`/metrics` says how old the last backup is; a data folder that cannot be written has no such figure."""
    from muster.web.config import data_folder
    from muster.web.serving.shared_figures import LAST_BACKUP

    with contextlib.suppress(OSError):
        (data_folder() / LAST_BACKUP).touch()


def _check(file: Path) -> None:
    """Restore the file in a separate process into a throwaway database."""
    hidden = ("DATABASE_URL", "MUSTER_DATA")
    environment = {name: text for name, text in os.environ.items() if name not in hidden}
    with tempfile.TemporaryDirectory(prefix="muster-check-", dir=file.absolute().parent) as folder:
        restore = [sys.executable, "-m", "muster", "restore", str(file.absolute()), "--data", folder]
        # Its progress bars go to this process's terminal.
        errors = None if sys.stderr.isatty() else subprocess.PIPE
        done = subprocess.run(  # noqa: S603 - ours
            restore, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True, check=False
        )
    if done.returncode:
        raise click.ClickException(f"The copy cannot be restored.\n{done.stdout}{done.stderr or ''}".strip())
    click.echo("Checked: it was restored into a scratch database, and every log folds.")
