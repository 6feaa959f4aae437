"""Armies: make, read, change, check and export them."""

from datetime import date, datetime
from functools import reduce
from operator import or_
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Body, Query, Schema
from pydantic import Field

from muster.app.acting import fingerprint
from muster.app.armies import saving
from muster.app.armies.commands import EDITS, Edited, Redo, Undo
from muster.app.armies.saving import SavedArmy, Shared
from muster.rules.armies.army import MAX_BYTES, Army, army_name, from_json
from muster.rules.armies.check import check_army
from muster.rules.armies.exchange import FORMATS, Imported, read_any, with_leftovers, write
from muster.rules.armies.history import change as made
from muster.rules.armies.report import report_values
from muster.rules.armies.sheets.brings import what_it_brings
from muster.rules.armies.sheets.brought import Part
from muster.rules.cards import catalogue
from muster.rules.comparing.answers import lists_answer
from muster.rules.comparing.lists import compare_lists
from muster.rules.messages import as_values
from muster.store.accounts import new_id
from muster.store.armies import DatabaseArmies, new_code
from muster.web.api.answers import URL, Problem, address_of, answer_created, reply, shape
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import ActsRouter, act_of, dry_run_answer, me, read_command
from muster.web.api.components import Struct
from muster.web.api.pages import Page, Window, page_of
from muster.web.api.repeats import idempotent

router = ActsRouter(tags=["Armies"], auth=ACCOUNT)
ACTS: Any = reduce(or_, (*EDITS, Undo, Redo))
CHOICES = "Cards for pieces that were not understood: an id of `about`, a blank, and `params.piece`"
ArmyDocument = Annotated[dict[str, Any], Struct(Army)]
DOCUMENT = "An army document, as docs/reference/armies.md describes it"


class Listed(Schema, extra="forbid"):
    """A list in any format Muster reads: a share link, a text, JSON of other tools."""

    text: str = Field(min_length=1, max_length=MAX_BYTES)
    choices: list[str] = Field(default_factory=list, max_length=200, description=CHOICES)
    as_of: date | None = Field(None, description="The day of the list: read and check it by that day's cards")


class Change(Schema, extra="forbid"):
    """A new document for an army, and the version it was made from."""

    seen: int = Field(ge=1, description="`version` of the army as you read it; another one is refused")
    army: ArmyDocument = Field(description=DOCUMENT)


class Sharing(Schema, extra="forbid"):
    """Who may read an army."""

    shared: Shared
    hand_hidden: bool = Field(True, description="Others do not see the command hand and the battle deck")


class BrokenRule(Schema):
    """One broken rule."""

    code: str
    about: list[str]
    params: dict[str, Any]
    message: str
    source: str


class Checked(Schema):
    """The answer of a check."""

    points: int
    limit: int
    activations: int
    legal: bool
    violations: list[BrokenRule]
    unresolved: list[BrokenRule]
    notes: list[BrokenRule] = Field(
        description="Advice, and what makes an answer about an earlier day uncertain"
    )


class ArmyOut(Schema):
    """A saved army."""

    id: UUID
    url: str = Field(description=URL)
    code: str = Field(description="The short name in its link")
    version: int
    changed: datetime
    shared: Shared
    hand_hidden: bool
    army: ArmyDocument = Field(description=DOCUMENT)


class ExportOut(Schema):
    """An army in another format, and what that format cannot carry."""

    format: str
    text: str
    lost: list[BrokenRule]


class BringerOut(Schema):
    """A card of the army that brings something."""

    card: str
    name: str
    count: int
    on: list[str] = Field(description="The units that have it, for an upgrade")
    values: list[int | str] = Field(description="Those of the keyword on this card")
    names: bool = Field(description="The card names the keyword and does not give it")


class KeywordOut(Schema):
    """A keyword of the army."""

    id: str
    title: str = Field(description="With every value it has in the army")
    meaning: str
    by: list[BringerOut]


class EffectOut(Schema):
    """What upgrades of the army do; those with the same words stand together."""

    text: str
    by: list[BringerOut]


class CommandOut(Schema):
    """A command card of the hand; `text` is empty where it gives orders and does nothing else."""

    card: str
    name: str
    pips: int
    orders: str
    text: str


class PartOut(Schema):
    """A section of the round with what the army brings to it."""

    id: str
    title: str
    commands: list[CommandOut]
    keywords: list[KeywordOut]
    effects: list[EffectOut]


class UntoldOut(Schema):
    """An upgrade whose effect is not on file, and why."""

    name: str
    reason: str


class BringsOut(Schema):
    """All that an army brings, in the order of a round."""

    parts: list[PartOut]
    untold: list[UntoldOut]
    unknown: list[str] = Field(description="Ids that no card has")


class ListsCompared(Schema):
    """Two lists side by side."""

    a: str
    b: str
    lines: list[dict[str, Any]] = Field(description="part, name, a, b, differs: points, activations, dice …")
    removed: list[dict[str, Any]] = Field(description="Units that only the first has, with their points")
    added: list[dict[str, Any]]
    changed: list[dict[str, Any]] = Field(description="Units of both with other upgrades: lost and gained")
    same: int
    command_hand: dict[str, Any] | None = Field(description="null where one of the two hands is hidden")
    battle_deck: dict[str, Any] | None


class ArmyPair(Schema):
    """Which two lists."""

    a: str = Field(max_length=60, description="Id of one of mine, `ID.3` for its version 3, or a shared code")
    b: str = Field(max_length=60)


@router.get("", response=Page[ArmyOut], url_name="api-armies", summary="My armies")
def list_armies(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Newest change first."""
    page = page_of(DatabaseArmies().armies_of(me(request)), window, lambda saved: saved.id)
    return reply(page | {"items": [_army_json(saved) for saved in page["items"]]})


@router.post("", response={201: ArmyOut}, summary="Make an army")
@idempotent
def create_army(request: HttpRequest, army: Body[ArmyDocument]) -> HttpResponse:
    """Drafts always save, legal or not."""
    saved = saving.create_army(DatabaseArmies(), act_of(request), str(new_id()), new_code(), _army(army))
    return answer_created(_army_json(saved))


@router.post("check", response=Checked, url_name="api-army-check", summary="Check a list", auth=None)
def check_list(request: HttpRequest, listed: Listed) -> HttpResponse:
    """Nothing is kept. Every problem at once, each with its rule; what was not understood is listed too."""
    found = _import_list(listed)
    return reply(report_values(check_army(found.army, catalogue()), found.unresolved))


@router.get(
    "compare",
    response={200: ListsCompared, 404: Problem},
    url_name="api-army-compare",
    summary="Compare two lists",
)
def compare_two_armies(request: HttpRequest, pair: Query[ArmyPair]) -> HttpResponse:
    """Mine, an older version of one, or what others share; what I may not read is not there."""
    first, other = (
        saving.army_at_address(DatabaseArmies(), me(request), wanted) for wanted in (pair.a, pair.b)
    )
    found = compare_lists(first.army, other.army, catalogue())
    hidden = any(saved.owner != me(request) and saved.hand_hidden for saved in (first, other))
    names = army_name(first.army), army_name(other.army)
    return reply(lists_answer(found, names, catalogue(), hands=not hidden))


@router.post("import", response={201: ArmyOut}, url_name="api-army-import", summary="Import a list")
@idempotent
def import_army(request: HttpRequest, listed: Listed) -> HttpResponse:
    """A list from elsewhere becomes an army of mine; what was not understood is written into its notes."""
    army = with_leftovers(_import_list(listed))
    saved = saving.create_army(DatabaseArmies(), act_of(request), str(new_id()), new_code(), army)
    return answer_created(_army_json(saved))


@router.get("{uuid:army}", response=ArmyOut, url_name="api-army", summary="One army")
def get_army(request: HttpRequest, army: UUID) -> HttpResponse:
    """One of mine."""
    return reply(_army_json(saving.own_army(DatabaseArmies(), me(request), str(army))))


@router.put("{uuid:army}", response=ArmyOut, summary="Change an army")
@idempotent
def change_army(request: HttpRequest, army: UUID, change: Change) -> HttpResponse:
    """The whole document at once; somebody else's newer version is never overwritten."""
    edited = Edited(_army(change.army), made("api"))
    act = act_of(request)
    return reply(
        _army_json(saving.apply_edit(DatabaseArmies(), act, str(army), change.seen, lambda _: edited))
    )


@router.takes("{uuid:army}/acts", ACTS, ArmyOut, "api-army-acts", "Do something to an army", acts="ArmyAct")
def act_on_army(request: HttpRequest, army: UUID, seen: int, dry_run: bool = False) -> HttpResponse:
    """What the builder does, one act at a time. With `dry_run` nothing is done: the answer says what stands
    in the way."""
    command, store = read_command(request.body, ACTS), DatabaseArmies()
    if dry_run:
        return dry_run_answer(saving.can(store, act_of(request), str(army), seen, command))
    return reply(_army_json(saving.handle(store, act_of(request), str(army), seen, command)))


@router.delete("{uuid:army}", response={204: None}, summary="Archive an army")
@idempotent
def archive_army(request: HttpRequest, army: UUID) -> HttpResponse:
    """It leaves the list; nothing is deleted."""
    saving.archive_army(DatabaseArmies(), act_of(request), str(army))
    return HttpResponse(status=204)


@router.post("{uuid:army}/undo", response=ArmyOut, url_name="api-army-undo", summary="Undo")
@idempotent
def undo_army(request: HttpRequest, army: UUID, seen: int) -> HttpResponse:
    """Brings back the document before the last change, as a new version."""
    return reply(_army_json(saving.handle(DatabaseArmies(), act_of(request), str(army), seen, Undo())))


@router.post("{uuid:army}/redo", response=ArmyOut, url_name="api-army-redo", summary="Redo")
@idempotent
def redo_army(request: HttpRequest, army: UUID, seen: int) -> HttpResponse:
    """Brings back what the last undo took."""
    return reply(_army_json(saving.handle(DatabaseArmies(), act_of(request), str(army), seen, Redo())))


@router.put("{uuid:army}/sharing", response=ArmyOut, url_name="api-army-sharing", summary="Share an army")
@idempotent
def share_army(request: HttpRequest, army: UUID, sharing: Sharing) -> HttpResponse:
    """Only me, by link, or public."""
    saved = saving.share_army(
        DatabaseArmies(), act_of(request), str(army), sharing.shared, hand_hidden=sharing.hand_hidden
    )
    return reply(_army_json(saved))


@router.get("{uuid:army}/check", response=Checked, url_name="api-army-checked", summary="Check an army")
def check_saved_army(request: HttpRequest, army: UUID) -> HttpResponse:
    """The same answer as `muster army check`."""
    saved = saving.own_army(DatabaseArmies(), me(request), str(army))
    return reply(report_values(check_army(saved.army, catalogue())))


@router.get("{uuid:army}/brings", response=BringsOut, url_name="api-army-brings", summary="What it brings")
def get_army_brings(request: HttpRequest, army: UUID) -> HttpResponse:
    """Every keyword and every effect of an army of mine, once, in the order of a round."""
    return reply(_brings(saving.own_army(DatabaseArmies(), me(request), str(army)).army))


@router.get("{uuid:army}/export/{format}", response=ExportOut, url_name="api-army-export", summary="Export")
def export_army(request: HttpRequest, army: UUID, format: str) -> HttpResponse:
    """In one of the formats of docs/reference/interchange.md, with what it loses."""
    if format not in FORMATS:
        raise Http404
    saved = saving.own_army(DatabaseArmies(), me(request), str(army))
    exported = write(saved.army, format)
    lost = [as_values(violation) for violation in exported.lost]
    return reply({"format": format, "text": exported.text, "lost": lost})


@router.get("shared/{code}", response=ArmyOut, url_name="api-army-shared", summary="A shared army", auth=None)
def get_shared_army(request: HttpRequest, code: str) -> HttpResponse:
    """As far as its owner lets others see it."""
    return reply(_army_json(saving.army_by_link(DatabaseArmies(), "", code)))


@router.get(
    "shared/{code}/brings",
    response=BringsOut,
    url_name="api-army-shared-brings",
    summary="What a shared army brings",
    auth=None,
)
def get_shared_army_brings(request: HttpRequest, code: str) -> HttpResponse:
    """As far as its owner lets others see it."""
    return reply(_brings(saving.army_by_link(DatabaseArmies(), "", code).army))


def _brings(army: Army) -> dict[str, Any]:
    brought = what_it_brings(army, catalogue())
    return {
        "parts": [_part(part) for part in brought.parts],
        "untold": [{"name": name, "reason": reason} for name, reason in brought.untold],
        "unknown": brought.unknown,
    }


def _part(part: Part) -> dict[str, Any]:
    return shape(
        PartOut,
        part,
        commands=[shape(CommandOut, command) for command in part.commands],
        keywords=[shape(KeywordOut, keyword) for keyword in part.keywords],
        effects=[shape(EffectOut, effect) for effect in part.effects],
    )


def _import_list(listed: Listed) -> Imported:
    return read_any(listed.text, choices=listed.choices, day=listed.as_of)


def _army_json(saved: SavedArmy) -> dict[str, Any]:
    return shape(ArmyOut, saved, url=address_of("armies", saved.id))


def _army(given: dict[str, Any]) -> Army:
    return from_json(fingerprint(given))
