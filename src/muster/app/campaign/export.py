"""Export a whole campaign as one JSON file, and import it: its own log, its Registers and their battles.

The owner of the server gets everything, and exporting an imported file gives the same bytes again. A
member's copy shows only what that member may see: the rest is sealed or left out, the file says how much,
and it cannot be imported. Lines are in commit order. Idempotency keys (`streams.Key`) are not part of a log
and are not exported.
"""

import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC
from itertools import groupby
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

import muster.rules
from muster.app.campaign.name_checks import excess_boxes, wrong_names
from muster.app.streams import EventStore, Write, prepare
from muster.rules.campaign.battle.events import BattleOpened
from muster.rules.campaign.club.membership import CAMPAIGN, BattleAnnounced, Campaign, RegisterEntered
from muster.rules.campaign.library.homebrew import BOXES
from muster.rules.campaign.register.events import BattleJoined
from muster.rules.json_text import decode_json
from muster.rules.log import Kinds, Recorded, from_json, to_json
from muster.rules.log.views import Viewer, view
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless

FORMAT: Final = "muster-campaign"
VERSION: Final = 1
MAX_BYTES: Final = 256 * 1024 * 1024
SEALED: Final = "log.sealed"
WrittenAct = tuple[Recorded, list[Write]]
"""An act as it was written, with the first entry of it."""

Watch = Callable[[list[WrittenAct], int], Iterable[WrittenAct]]
"""Sees every act that is written, and how many there are."""

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


class Imported(NamedTuple):
    """What an import wrote: the length of each log."""

    campaign: str
    versions: dict[str, int]


# Out -------------------------------------------------------------------------------------------------------


def export_campaign(store: EventStore, campaign: str, member: str | None = None) -> bytes:
    """The campaign as a file: complete without a member, otherwise as that member may see it."""
    know_every_kind()
    entries = _read_logs(store, campaign)
    state = CAMPAIGN.fold([entry for entry in entries if entry.stream == campaign])
    refuse_unless(state.status != "unknown", _problem("campaign.unknown", campaign))
    belonging = belonging_of(entries, campaign)
    if member is None:
        lines = [entry for entry in entries if entry.stream in belonging.streams]
        return _encode_file(campaign, "owner", LeftOut(), lines)
    refuse_unless(member in state.members, _problem("campaign.no_member", member))
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


# In --------------------------------------------------------------------------------------------------------


def import_campaign(store: EventStore, raw: bytes, watch: Watch = lambda acts, _: acts) -> Imported:
    """Import a campaign that an owner exported. Everything is checked before the first act is written;
    `watch` wraps the acts to show progress."""
    know_every_kind()
    document = read_document(raw)
    refuse_unless(document.made_for == "owner", _problem("campaign_file.members_copy"))
    entries = entries_of(document, store.kinds)
    found = _acts(entries)
    _check_contents(store, document, entries)
    _check_names(entries)
    for first, writes in found:
        prepare(writes, store.kinds, first.actor, first.batch, None)
    for first, writes in watch(found, len(found)):
        store.append(writes, actor=first.actor, at=first.at, batch=first.batch)
    return Imported(document.campaign, {entry.stream: entry.version for entry in entries})


def read_document(raw: bytes) -> Document:
    """Parse the file, but not yet its lines."""
    refuse_unless(len(raw) <= MAX_BYTES, _problem("campaign_file.too_large", max=MAX_BYTES))
    try:
        document = decode_json(raw, Document)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Refused(_problem("campaign_file.not_a_campaign", why=str(error)[:200])) from error
    if document.format != FORMAT or document.version != VERSION:
        named = f"{document.format[:40]} {document.version}"
        raise Refused(_problem("campaign_file.other_format", given=named, wanted=f"{FORMAT} {VERSION}"))
    return document


def entries_of(document: Document, kinds: Kinds) -> list[Recorded]:
    """Parse every line; a broken one is reported with its number. Each log must be complete from its
    first version."""
    entries = [_entry(number, line, kinds) for number, line in enumerate(document.lines, start=1)]
    versions: dict[str, int] = defaultdict(int)
    for number, entry in enumerate(entries, start=1):
        versions[entry.stream] += 1
        at = {"line": number, "have": entry.version, "wanted": versions[entry.stream]}
        refuse_unless(at["have"] == at["wanted"], _problem("campaign_file.gap", entry.stream, **at))
    return entries


def _entry(number: int, line: msgspec.Raw, kinds: Kinds) -> Recorded:
    try:
        entry = from_json(bytes(line), kinds)
    except Refused as refused:
        why = " ".join(explain(violation) for violation in refused.violations)
        raise Refused(_problem("campaign_file.bad_line", line=number, why=why[:300])) from refused
    if entry.at.tzinfo is None:
        raise Refused(_problem("campaign_file.bad_line", line=number, why="Its time names no time zone."))
    return entry


def _acts(entries: Sequence[Recorded]) -> list[WrittenAct]:
    """The acts as they were written, each to all its streams at once, with the first entry of each."""
    found: dict[str, tuple[Recorded, list[Write]]] = {}
    for batch, group in groupby(entries, key=lambda entry: entry.batch):
        by_stream: dict[str, list[Recorded]] = defaultdict(list)
        for entry in group:
            by_stream[entry.stream].append(entry)
        together = [entry for log in by_stream.values() for entry in log]
        first = together[0]
        if batch in found or any((entry.actor, entry.at) != (first.actor, first.at) for entry in together):
            raise Refused(_problem("campaign_file.torn_act", batch))
        found[batch] = (
            first,
            [
                Write(stream, log[0].version - 1, tuple(entry.event for entry in log))
                for stream, log in by_stream.items()
            ],
        )
    return list(found.values())


def _check_contents(store: EventStore, document: Document, entries: Sequence[Recorded]) -> None:
    """The file must hold this campaign and nothing else, and none of it may exist here already."""
    streams = dict.fromkeys(entry.stream for entry in entries)
    belonging = belonging_of(entries, document.campaign)
    refuse_unless(document.campaign in streams, _problem("campaign_file.no_campaign", document.campaign))
    if foreign := [stream for stream in streams if stream not in belonging.streams]:
        raise Refused(*(_problem("campaign_file.foreign_stream", stream) for stream in foreign[:10]))
    if here := [stream for stream, version in store.versions(streams).items() if version]:
        raise Refused(*(_problem("campaign_file.stream_exists", stream) for stream in here[:10]))
    if known := [batch for batch in {entry.batch for entry in entries} if store.streams_of(batch)]:
        raise Refused(*(_problem("campaign_file.act_exists", batch) for batch in sorted(known)[:10]))


def _check_names(entries: Sequence[Recorded]) -> None:
    """Everything the file names must be something that pages can link to and draw."""
    for line, entry in enumerate(entries, start=1):
        wrong = [
            *(_name_problem(entry.stream, line, *finding) for finding in wrong_names(entry)),
            *(_boxes_problem(entry.stream, line, needed) for needed in excess_boxes(entry.event)),
        ]
        refuse_if(*wrong[:10])


def _name_problem(stream: str, line: int, wanted: str, given: str) -> Violation:
    return _problem("campaign_file.misnamed", stream, line=line, wanted=wanted, given=given[:60])


def _boxes_problem(stream: str, line: int, boxes: int) -> Violation:
    return _problem("campaign_file.boxes", stream, line=line, given=str(boxes)[:20], most=BOXES)


def _problem(code: str, *about: str, **params: int | str) -> Violation:
    return Violation(
        code=code, source="campaign file", about=tuple(word[:100] for word in about), params=params
    )
