"""Import a campaign that an owner exported: its logs, and whose its Registers and places in it are here.

Everything is checked before the first act is written.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from muster.app.acting import Act
from muster.app.campaign.clubs import Clubs
from muster.app.campaign.commands import Adopt
from muster.app.campaign.export import FORMAT, VERSION, Document, belonging_of, file_problem, know_every_kind
from muster.app.campaign.logs import REGISTERS, CampaignLogs
from muster.app.campaign.name_checks import excess_boxes, wrong_names
from muster.app.stream_roles import StreamRoles
from muster.app.streams import EventStore, Write, prepare
from muster.rules.campaign.library.homebrew import BOXES
from muster.rules.json_text import decode_json
from muster.rules.log import Kinds, Recorded, from_json
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless

MAX_BYTES: Final = 256 * 1024 * 1024
WrittenAct = tuple[Recorded, list[Write]]
"""An act as it was written, with the first entry of it."""

Watch = Callable[[list[WrittenAct], int], Iterable[WrittenAct]]
"""Sees every act that is written, and how many there are."""

FindAccount = Callable[[str], tuple[str, str] | None]
"""The id and the handle of an account that exists here."""


class Imported(NamedTuple):
    """What an import wrote: the length of each log."""

    campaign: str
    versions: dict[str, int]


class Restored(NamedTuple):
    """What came of an import: the length of each log, and the handle of each Register's owner; empty where
    the owner has no account here."""

    imported: Imported
    owners: dict[str, str]


def restore_campaign(
    logs: CampaignLogs,
    roles: StreamRoles,
    raw: bytes,
    find_account: FindAccount,
    watch: Watch = lambda acts, _: acts,
) -> Restored:
    """Import a campaign, give each Register back to whoever opened it, and put the campaign on the lists of
    its members, where their accounts exist here."""
    done = import_campaign(logs.store, raw, watch)
    owners = {}
    for stream in done.versions:
        if opened_by := logs.register(stream).state.by if stream.startswith(REGISTERS) else "":
            owner = find_account(opened_by)
            owners[stream] = owner[1] if owner else ""
            if owner:
                roles.grant(owner[0], stream, "owner")
    for person in logs.campaign(done.campaign).state.members:
        if member := find_account(person):
            roles.grant(member[0], done.campaign, "member")
    return Restored(done, owners)


def give_arbitrator(logs: CampaignLogs, roles: StreamRoles, act: Act, campaign: str) -> None:
    """Give a campaign an arbitrator on behalf of the server's owner; refused if it has one here."""
    Clubs(logs, roles, serves=lambda _: True).do(act, campaign, Adopt(person=act.actor))


def import_campaign(store: EventStore, raw: bytes, watch: Watch = lambda acts, _: acts) -> Imported:
    """Import a campaign that an owner exported. Everything is checked before the first act is written;
    `watch` wraps the acts to show progress."""
    know_every_kind()
    document = read_document(raw)
    refuse_unless(document.made_for == "owner", file_problem("campaign_file.members_copy"))
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
    refuse_unless(len(raw) <= MAX_BYTES, file_problem("campaign_file.too_large", max=MAX_BYTES))
    try:
        document = decode_json(raw, Document)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Refused(file_problem("campaign_file.not_a_campaign", why=str(error)[:200])) from error
    if document.format != FORMAT or document.version != VERSION:
        named = f"{document.format[:40]} {document.version}"
        raise Refused(file_problem("campaign_file.other_format", given=named, wanted=f"{FORMAT} {VERSION}"))
    return document


def entries_of(document: Document, kinds: Kinds) -> list[Recorded]:
    """Parse every line; a broken one is reported with its number. Each log must be complete from its
    first version."""
    entries = [_entry(number, line, kinds) for number, line in enumerate(document.lines, start=1)]
    versions: dict[str, int] = defaultdict(int)
    for number, entry in enumerate(entries, start=1):
        versions[entry.stream] += 1
        at = {"line": number, "have": entry.version, "wanted": versions[entry.stream]}
        refuse_unless(at["have"] == at["wanted"], file_problem("campaign_file.gap", entry.stream, **at))
    return entries


def _entry(number: int, line: msgspec.Raw, kinds: Kinds) -> Recorded:
    try:
        entry = from_json(bytes(line), kinds)
    except Refused as refused:
        why = " ".join(explain(violation) for violation in refused.violations)
        raise Refused(file_problem("campaign_file.bad_line", line=number, why=why[:300])) from refused
    if entry.at.tzinfo is None:
        raise Refused(file_problem("campaign_file.bad_line", line=number, why="Its time names no time zone."))
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
            raise Refused(file_problem("campaign_file.torn_act", batch))
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
    refuse_unless(document.campaign in streams, file_problem("campaign_file.no_campaign", document.campaign))
    if foreign := [stream for stream in streams if stream not in belonging.streams]:
        raise Refused(*(file_problem("campaign_file.foreign_stream", stream) for stream in foreign[:10]))
    if here := [stream for stream, version in store.versions(streams).items() if version]:
        raise Refused(*(file_problem("campaign_file.stream_exists", stream) for stream in here[:10]))
    if known := [batch for batch in {entry.batch for entry in entries} if store.streams_of(batch)]:
        raise Refused(*(file_problem("campaign_file.act_exists", batch) for batch in sorted(known)[:10]))


def _check_names(entries: Sequence[Recorded]) -> None:
    """Everything the file names must be something that pages can link to and draw."""
    for line, entry in enumerate(entries, start=1):
        wrong = [
            *(_name_problem(entry.stream, line, *finding) for finding in wrong_names(entry)),
            *(_boxes_problem(entry.stream, line, needed) for needed in excess_boxes(entry.event)),
        ]
        refuse_if(*wrong[:10])


def _name_problem(stream: str, line: int, wanted: str, given: str) -> Violation:
    return file_problem("campaign_file.misnamed", stream, line=line, wanted=wanted, given=given[:60])


def _boxes_problem(stream: str, line: int, boxes: int) -> Violation:
    return file_problem("campaign_file.boxes", stream, line=line, given=str(boxes)[:20], most=BOXES)
