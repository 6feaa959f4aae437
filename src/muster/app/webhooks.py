"""Webhooks: an event or a campaign tells a chat what everybody may know, if whoever runs it says so.

The log is the queue: a hook remembers up to which position it has told, and what is told later was committed
before. Nothing is told but what these topics name.
"""

from collections.abc import Callable
from typing import Final, Literal, Protocol
from urllib.parse import urlsplit

import msgspec

from muster.app.acting import Act, Command, Done, Handlers
from muster.app.streams import about_to_write
from muster.rules.violations import Source, refuse_if, refuse_unless

Topic = Literal["pairings", "round-over", "standings", "battle"]
MOST_HOOKS: Final = 5
LONGEST_ADDRESS: Final = 300
problem = Source("webhooks").problem


class AddWebhook(Command):
    """Tell this address about these topics."""

    address: str
    topics: tuple[str, ...]


class RemoveWebhook(Command):
    """Tell it no longer."""

    hook: int


class Hook(msgspec.Struct, frozen=True, kw_only=True):
    """A hook as whoever runs the event sees it. The address is a key to the chat: only its host is shown."""

    id: int
    host: str
    topics: tuple[str, ...]
    failures: int = 0


class HookShelf(Protocol):
    """Where hooks are kept."""

    def of(self, stream: str) -> list[Hook]:
        """The hooks of an event or a campaign."""

    def add(self, stream: str, account: str, address: str, topics: tuple[str, ...]) -> None:
        """Keep a hook; it tells what happens from now on."""

    def remove(self, stream: str, hook: int) -> None:
        """Forget a hook, with what it has not told yet."""


class HookDesk:
    """The hooks of one event or campaign. `runs` says who decides about them; `topics` are those it has."""

    def __init__(
        self, stream: str, store: HookShelf, runs: Callable[[str], bool], topics: tuple[Topic, ...]
    ) -> None:
        self.stream, self.shelf, self.runs, self.topics = stream, store, runs, topics


def permit(context: HookDesk, act: Act, _: Command, who: str) -> None:
    """Whoever runs the event or the campaign; to others hooks do not exist."""
    refuse_unless(who == "runs" and act.actor and context.runs(act.actor), problem("webhooks.not_yours"))


HANDLERS: Handlers[HookDesk] = Handlers(permit)


@HANDLERS.handles(AddWebhook, who="runs")
def add(context: HookDesk, act: Act, command: AddWebhook) -> Done:
    """A hook with an address that is safe to write down and at least one topic; doing it twice keeps one."""
    topics = tuple(topic for topic in context.topics if topic in command.topics)
    full = len(context.shelf.of(context.stream)) >= MOST_HOOKS
    refuse_if(
        None if host_of(command.address) else problem("webhooks.bad_address"),
        None if topics else problem("webhooks.no_topic"),
        problem("webhooks.too_many", max=MOST_HOOKS) if full else None,
    )
    about_to_write()
    context.shelf.add(context.stream, act.actor, command.address, topics)
    return None


@HANDLERS.handles(RemoveWebhook, who="runs")
def remove(context: HookDesk, act: Act, command: RemoveWebhook) -> Done:  # noqa: ARG001 - as every handler
    """A hook goes; one that is gone already stays gone."""
    about_to_write()
    context.shelf.remove(context.stream, command.hook)
    return None


def host_of(address: str) -> str:
    """The host of an address we may send to: https on its own port, no name and password; else nothing."""
    if not address.isascii() or not address.isprintable() or " " in address or len(address) > LONGEST_ADDRESS:
        return ""
    try:
        parts = urlsplit(address)
        fits = parts.scheme == "https" and parts.port in (None, 443) and parts.username is None
    except ValueError:
        return ""
    return (parts.hostname or "") if fits else ""
