"""Export a whole campaign as one JSON file: its own log, its Registers and their battles.

The owner of the server gets everything, and exporting an imported file gives the same bytes again. A
member's copy shows only what that member may see: the rest is sealed or left out, the file says how much,
and it cannot be imported. Lines are in commit order. Idempotency keys (`streams.Key`) are not part of a log
and are not exported.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Sequence
from datetime import UTC
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

import muster.rules
from muster.app.streams import EventStore
from muster.rules.campaign.battle.events import BattleOpened
from muster.rules.campaign.club.membership import CAMPAIGN, BattleAnnounced, Campaign, RegisterEntered
from muster.rules.campaign.register.events import BattleJoined
from muster.rules.log import Recorded, to_json
from muster.rules.log.views import Viewer, view
from muster.rules.violations import Violation, refuse_unless

FORMAT: Final = "muster-campaign"
VERSION: Final = 1
SEALED: Final = "log.sealed"
For = Literal["owner", "member"]


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a member's copy leaves out: sealed events, and logs that also belong to other campaigns."""

    sealed: int = 0
    streams: int = 0


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file. `lines` are the entries of all logs, each in the log's own encoding."""

    format: str
    version: int
    campaign: str
    made_for: For
    left_out: LeftOut
    lines: list[msgspec.Raw]


class Belonging(NamedTuple):
    """The streams of a campaign: every Register that ever entered, and every battle of these.

    A battle that a Register was meant to fight outside the campaign and never mustered for leaves no trace
    in it.
    """

    campaign: str
    registers: frozenset[str]
    battles: dict[str, BattleOpened]

    @property
    def streams(self) -> frozenset[str]:
        """All of them."""
        return self.registers | self.battles.keys() | {self.campaign}


# Out -------------------------------------------------------------------------------------------------------


def export_campaign(store: EventStore, campaign: str, member: str | None = None) -> bytes:
    """The campaign as a file: complete without a member, otherwise as that member may see it."""
    know_every_kind()
    entries = _read_logs(store, campaign)
    state = CAMPAIGN.fold([entry for entry in entries if entry.stream == campaign])
    refuse_unless(state.status != "unknown", file_problem("campaign.unknown", campaign))
    belonging = belonging_of(entries, campaign)
    if member is None:
        lines = [entry for entry in entries if entry.stream in belonging.streams]
        return _encode_file(campaign, "owner", LeftOut(), lines)
    refuse_unless(member in state.members, file_problem("campaign.no_member", member))
    return _members_copy(belonging, state, member, entries)


def _read_logs(store: EventStore, campaign: str) -> list[Recorded]:
    """The logs of the campaign, its Registers and their battles, in commit order.

    Each read is atomic; it repeats until the logs name no log that was not read.
    """
    wanted: set[str] = set()
    named = {campaign}
    while named - wanted:
        wanted |= named
        entries = [placed.entry for placed in store.read_streams(wanted)]
        named = _named_streams(entries, campaign)
    return entries


def _named_streams(entries: Iterable[Recorded], campaign: str) -> set[str]:
    """The Registers that the campaign's log names, and the battles that it and the Registers' logs name."""
    found = set()
    for entry in entries:
        event = entry.event
        if isinstance(event, RegisterEntered) and entry.stream == campaign:
            found.add(event.register)
        elif isinstance(event, BattleAnnounced | BattleJoined):
            found.add(event.battle)
    return found


def belonging_of(entries: Iterable[Recorded], campaign: str) -> Belonging:
    """What belongs to a campaign, according to the logs themselves."""
    registers, openings = set(), {}
    for entry in entries:
        if isinstance(entry.event, RegisterEntered) and entry.stream == campaign:
            registers.add(entry.event.register)
        if isinstance(entry.event, BattleOpened):
            openings[entry.stream] = entry.event
    battles = {
        stream: event
        for stream, event in openings.items()
        if event.campaign == campaign or registers & set(event.registers.values())
    }
    return Belonging(campaign, frozenset(registers), battles)


def _members_copy(belonging: Belonging, state: Campaign, member: str, entries: Sequence[Recorded]) -> bytes:
    battles = {
        stream: event for stream, event in belonging.battles.items() if event.campaign == belonging.campaign
    }
    shown = {belonging.campaign, *state.registers, *battles}
    viewers = {stream: _viewer(battles.get(stream), state, member) for stream in shown}
    lines = [view([entry], viewers[entry.stream])[0] for entry in entries if entry.stream in shown]
    sealed = sum(entry.kind == SEALED for entry in lines)
    left_out = LeftOut(sealed, len(belonging.streams - shown))
    return _encode_file(belonging.campaign, "member", left_out, lines)


def _viewer(battle: BattleOpened | None, state: Campaign, member: str) -> Viewer:
    """A member's viewpoint in one battle: a member may be Blue in one and Red in another."""
    sides = battle.registers.items() if battle else ()
    own = (f"side:{side}" for side, register in sides if state.registers.get(register) == member)
    return Viewer(frozenset(own))


def _encode_file(campaign: str, made_for: For, left_out: LeftOut, entries: Iterable[Recorded]) -> bytes:
    """One entry per line, so that files can be compared by eye."""
    head = msgspec.json.encode(Document(FORMAT, VERSION, campaign, made_for, left_out, []))
    lines = (to_json(replace(entry, at=entry.at.astimezone(UTC))) for entry in entries)
    return head.removesuffix(b"]}") + b"\n" + b",\n".join(lines) + b"\n]}\n"


def know_every_kind() -> None:
    """Load every kind of event: a log can hold events of all parts of the program."""
    for module in pkgutil.walk_packages(muster.rules.__path__, f"{muster.rules.__name__}."):
        importlib.import_module(module.name)


def file_problem(code: str, *about: str, **params: int | str) -> Violation:
    """Something about the file."""
    return Violation(
        code=code, source="campaign file", about=tuple(word[:100] for word in about), params=params
    )
