"""Transfers what a guest made to the account that signs in: armies, cards, Registers, campaigns and events.

A guest's id stays in the logs for ever. Whatever can change hands does: rows of armies and Registers become
the member's, and one act in every campaign and event puts the member in the guest's place.
"""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from muster.app.acting import Act, Command, Done, Handlers
from muster.app.armies.saving import MOST_ARMIES
from muster.app.armies.saving import problem_if as army_problem_if
from muster.app.campaign.logs import CAMPAIGNS, REGISTERS, CampaignLogs
from muster.app.campaign.registers import MOST_REGISTERS
from muster.app.stream_roles import StreamRoles
from muster.app.streams import Write, about_to_write
from muster.app.tournament.context import TOURNAMENTS
from muster.rules.campaign.club import membership
from muster.rules.campaign.register.register import problem_if as register_problem_if
from muster.rules.game.log.events import STREAM as GAMES
from muster.rules.log import Event
from muster.rules.tournament.running import registration, roles
from muster.rules.tournament.running.evolving import TOURNAMENT
from muster.rules.violations import Refused, Source, refuse_if, refuse_unless

problem = Source("accounts").problem


class BringAlong(Command):
    """Bring along what this guest made."""

    guest: str


class GuestWork(msgspec.Struct, frozen=True):
    """How much a guest made, by kind. Games stay behind: a seat is left and taken at the table."""

    armies: int = 0
    cards: int = 0
    registers: int = 0
    campaigns: int = 0
    events: int = 0
    games: int = 0

    @property
    def any(self) -> bool:
        """Whether there is anything to bring along."""
        return any((self.armies, self.cards, self.registers, self.campaigns, self.events))


class GuestStore(Protocol):
    """Access to the rows that belong to people."""

    def is_guest(self, account: str) -> bool:
        """Whether this account has never signed up."""

    def rows(self, account: str) -> tuple[int, int]:
        """How many armies and how many owned cards an account has."""

    def move(self, guest: str, member: str) -> None:
        """Give all the guest's rows to the member; of a card that both own, the larger count stays."""


class GuestContext:
    """The work of one guest. `proven` is the guest that this device was when somebody signed in on it."""

    def __init__(self, logs: CampaignLogs, roles: StreamRoles, store: GuestStore, proven: str) -> None:
        self.logs, self.roles, self.shelf, self.proven = logs, roles, store, proven

    def count_work(self, guest: str) -> GuestWork:
        """How much there is."""
        armies, cards = self.shelf.rows(guest)
        return GuestWork(
            armies,
            cards,
            len(self.roles.streams(guest, "owner", REGISTERS)),
            len(self.roles.streams(guest, "member", CAMPAIGNS)),
            len(self.events(guest)),
            len(self.roles.streams(guest, "member", GAMES)),
        )

    def events(self, account: str) -> list[str]:
        """The events an account runs or plays in."""
        streams = self.roles.streams
        return [*streams(account, "owner", TOURNAMENTS), *streams(account, "member", TOURNAMENTS)]


def permit(context: GuestContext, act: Act, command: Command, who: str) -> None:  # noqa: ARG001 - one word is known
    """Only whoever was this guest on this device, and only while it still is a guest."""
    guest = command.guest if isinstance(command, BringAlong) else ""
    own = bool(act.actor and guest) and guest == context.proven != act.actor
    refuse_unless(own and context.shelf.is_guest(guest), problem("accounts.no_guest_work"))
    if context.shelf.is_guest(act.actor):
        raise Refused(problem("accounts.guest_needs_member"))


HANDLERS: Handlers[GuestContext] = Handlers(permit)


@HANDLERS.handles(BringAlong, who="same device")
def bring_along(context: GuestContext, act: Act, command: BringAlong) -> Done:
    """Transfer everything that can change hands, in one act."""
    guest, member = command.guest, act.actor
    theirs, mine = context.count_work(guest), context.count_work(member)
    refuse_if(
        army_problem_if(
            theirs.armies and theirs.armies + mine.armies > MOST_ARMIES, "armies.too_many", max=MOST_ARMIES
        ),
        register_problem_if(
            theirs.registers and theirs.registers + mine.registers > MOST_REGISTERS,
            "register.too_many",
            max=MOST_REGISTERS,
        ),
    )
    writes = [*_campaign_writes(context, guest, member), *_event_writes(context, guest, member)]
    about_to_write()
    context.shelf.move(guest, member)
    return context.logs.write(act, command, writes) if writes else None


def _campaign_writes(context: GuestContext, guest: str, member: str) -> Iterator[Write]:
    for stream in context.roles.streams(guest, "member", CAMPAIGNS):
        club = context.logs.campaign(stream)
        if guest in club.state.members:
            yield Write(stream, club.version, membership.decide_succession(club.state, guest, member))


def _event_writes(context: GuestContext, guest: str, member: str) -> Iterator[Write]:
    """Writes for events that allow it: one that is over, or in which the member already plays, stays as
    it is."""
    for stream in context.events(guest):
        now = context.logs.store.load(TOURNAMENT, stream)
        entry, taken = now.state.entry_of(guest), list[Event]()
        try:
            if entry:
                taken.append(registration.decide_link(now.state, entry.player, member))
            if now.state.organiser == guest:
                taken.append(roles.decide_hand_over(now.state, member))
        except Refused:
            continue
        if taken:
            yield Write(stream, now.version, tuple(taken))
