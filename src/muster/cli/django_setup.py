"""Sets up Django for commands that use the database; loaded only when one of them runs."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from muster.cli.refusal import Refusing

if TYPE_CHECKING:
    from muster.store.schema import State

NOT_READY = "The database here is not ready. Start `muster serve` once, or choose another folder with --data."
AHEAD = (
    "A newer Muster has added to the tables here. This one serves them and leaves out what is new. "
    "Upgrade it as well."
)
NEWER = (
    "The database here was made by a newer Muster, which this one would not understand. "
    "Install that version again, or choose another folder with --data."
)

NO_DRIVER = 'PostgreSQL needs one more package: pip install "muster-legion[postgres]".'


def use_django(data: str | None) -> None:
    """Set up Django on this data folder, or on the default one; exits with a message if it cannot be used."""
    if data:
        os.environ["MUSTER_DATA"] = data
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muster.web.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured

    from muster.web.serving import logs

    try:
        django.setup()
    except ImproperlyConfigured as problem:
        if "psycopg" not in str(problem):
            raise
        raise click.UsageError(NO_DRIVER) from None
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "there can be no such folder"
        raise click.UsageError(f"Cannot use the data folder: {why}. Choose another with --data.") from None
    logs.configure_logging()


def tables() -> "State":
    """Whether the database matches this version, is older, or is newer."""
    from django.db import connection

    from muster.store.schema import state_of_tables
    from muster.store.sqlite import keep_private

    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and not name.startswith(("file:", ":memory:")):
        keep_private(Path(name))
    return state_of_tables()


def need_tables(*, whole: bool = False) -> None:
    """Exit with a message if `muster serve` never ran here, or another version of it did. Who needs the whole
    database also refuses one that is a release ahead, of which this version knows only a part."""
    state = tables()
    if state == "behind":
        raise click.UsageError(NOT_READY)
    if state == "newer" or (whole and state == "ahead"):
        raise click.UsageError(NEWER)


def use_server(data: str | None) -> None:
    """Set up the server's own database for reading."""
    use_django(data)
    need_tables()


class OnServer(Refusing):
    """A command in a group with `--data` that works on the server's database; its help needs no database."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command once the database is known to be ready."""
        use_server(ctx.parent.params.get("data") if ctx.parent else None)
        return super().invoke(ctx)
