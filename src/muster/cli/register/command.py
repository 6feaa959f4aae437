"""`muster register`: Registers of Tours of Duty in the terminal. Each command is a module of its own."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from muster.cli.campaign import read_campaign_file
from muster.cli.django_setup import use_server
from muster.cli.lazy import LazyGroup
from muster.rules.violations import Refused, Violation

if TYPE_CHECKING:
    from muster.app.streams import EventStore

PARTS = ("check", "print", "show")
PREFIX = "register:"


@click.group(name="register", cls=LazyGroup, modules={part: f"muster.cli.register.{part}" for part in PARTS})
def command() -> None:
    """Registers of Tours of Duty: look at one, check it against its log."""


def where(function: Callable[..., None]) -> Callable[..., None]:
    """The options for where a Register is stored."""
    data = click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
    file = click.option("--file", metavar="FILE|-", help="Look into an exported campaign instead.")
    return data(file(function))


def store_of(data: str | None, file: str | None) -> "EventStore":
    """The server's own log, or the log in a file from `muster campaign export`."""
    if file is None:
        use_server(data)
        from muster.store.log.database import DatabaseStore

        return DatabaseStore()
    from muster.app.campaign.importing import import_campaign
    from muster.app.memory_store import MemoryStore

    store = MemoryStore()
    import_campaign(store, read_campaign_file(file))
    return store


def stream_of(store: "EventStore", register: str) -> str:
    """A Register's stream by its full name in the log or by its id; refused if there is none."""
    stream = register if register.startswith(PREFIX) else PREFIX + register
    if not store.version(stream):
        raise Refused(Violation(code="register.unknown", source="Tours of Duty", about=(register[:100],)))
    return stream
