"""Webhooks: an event or a campaign posts public news to a chat or a program, if whoever runs it wants that.

The log is the queue: a hook remembers the position up to which it has reported, and whatever comes later
was committed before it is sent. Nothing is sent except what the topics name.
"""

from base64 import b64encode
from collections.abc import Callable
from secrets import token_bytes
from typing import Final, Literal, Protocol
from urllib.parse import urlsplit

import msgspec

from muster.app.acting import Act, Command, Done, Handlers
from muster.app.streams import about_to_write
from muster.rules.violations import Source, refuse_if, refuse_unless

Topic = Literal["pairings", "round-over", "standings", "battle"]
Form = Literal["chat", "json"]
MOST_HOOKS: Final = 5
SECRET_PREFIX: Final = "whsec_"  # noqa: S105 - no secret, what one begins with
SECRET_BYTES: Final = 24
LONGEST_ADDRESS: Final = 300
problem = Source("webhooks").problem
problem_if = Source("webhooks").problem_if


class AddWebhook(Command):
    """Tell this address about these topics: as a chat reads it, or as signed JSON for a program."""

    address: str
    topics: tuple[str, ...]
    form: Form = "chat"


class RemoveWebhook(Command):
    """Tell it no longer."""

    hook: int


class Hook(msgspec.Struct, frozen=True, kw_only=True):
    """A hook as whoever runs the event sees it. The address is a secret of the chat, so only its host is
    shown."""

    id: int
    host: str
    topics: tuple[str, ...]
    form: Form = "chat"
    failures: int = 0


class HookStore(Protocol):
    """Where hooks are stored."""

    def of(self, stream: str) -> list[Hook]:
        """The hooks of an event or a campaign."""

    def add(self, stream: str, account: str, address: str, topics: tuple[str, ...], secret: str = "") -> None:
        """Store a hook, which reports what happens from now on; what has a secret is signed JSON."""

    def remove(self, stream: str, hook: int) -> None:
        """Delete a hook, with anything it has not sent yet."""


class HookContext:
    """The hooks of one event or campaign. `runs` tells who may manage them; `topics` are the topics
    available."""

    def __init__(
        self, stream: str, store: HookStore, runs: Callable[[str], bool], topics: tuple[Topic, ...]
    ) -> None:
        self.stream, self.shelf, self.runs, self.topics = stream, store, runs, topics
        self.secret = ""  # of the hook just added: shown once


def permit(context: HookContext, act: Act, _: Command, who: str) -> None:
    """Only whoever runs the event or campaign; for others hooks do not exist."""
    refuse_unless(who == "runs" and act.actor and context.runs(act.actor), problem("webhooks.not_yours"))


HANDLERS: Handlers[HookContext] = Handlers(permit)


@HANDLERS.handles(AddWebhook, who="runs")
def add_webhook(context: HookContext, act: Act, command: AddWebhook) -> Done:
    """Add a hook with a safe address and at least one topic; adding it twice stores one."""
    topics = tuple(topic for topic in context.topics if topic in command.topics)
    full = len(context.shelf.of(context.stream)) >= MOST_HOOKS
    refuse_if(
        problem_if(not host_of(command.address), "webhooks.bad_address"),
        problem_if(not topics, "webhooks.no_topic"),
        problem_if(full, "webhooks.too_many", max=MOST_HOOKS),
    )
    about_to_write()
    if command.form == "json":
        context.secret = SECRET_PREFIX + b64encode(token_bytes(SECRET_BYTES)).decode()
    context.shelf.add(context.stream, act.actor, command.address, topics, context.secret)
    return None


@HANDLERS.handles(RemoveWebhook, who="runs")
def remove_webhook(context: HookContext, act: Act, command: RemoveWebhook) -> Done:  # noqa: ARG001 - as every handler
    """Remove a hook; removing it twice is fine."""
    about_to_write()
    context.shelf.remove(context.stream, command.hook)
    return None


def host_of(address: str, longest: int = LONGEST_ADDRESS) -> str:
    """The host of an address we may send to (https on its default port, without credentials); else empty."""
    if not address.isascii() or not address.isprintable() or " " in address or len(address) > longest:
        return ""
    try:
        parts = urlsplit(address)
        fits = parts.scheme == "https" and parts.port in (None, 443) and parts.username is None
    except ValueError:
        return ""
    return (parts.hostname or "") if fits else ""
