"""Lists of armies, mine and public ones; a new one, one brought along, copies, and those put away."""

from collections.abc import Mapping
from datetime import date
from typing import ClassVar, NamedTuple, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from uuid_utils import uuid4

from muster.app.armies import saving
from muster.app.armies.saving import SavedArmy
from muster.rules.armies.army import MAX_BYTES, MAX_NAME, Army, refusal_at
from muster.rules.armies.building.edits import new_army, set_force
from muster.rules.armies.exchange import FORMATS, Imported, as_piece, read_any, with_leftovers
from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.types import BattleForce, Card, Format
from muster.rules.cards.vocabulary import FACTIONS, Faction
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation
from muster.store.accounts import names_of
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.armies import view
from muster.web.armies.address import Open
from muster.web.armies.forms import read_day
from muster.web.armies.requests import copy_shared_army, create_army
from muster.web.armies.settings import STATUS_WORDS
from muster.web.armies.view import ArmyRow, Sheet
from muster.web.cards.rows import address
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import plural, url
from muster.web.forms import page_number
from muster.web.page import Page, render_response
from muster.web.requests import act_of, actor
from muster.web.site.errors import Reason, as_reason

PER_PAGE = 50
PUBLIC_PER_PAGE = 30
MOST_SHOWN = 20_000
CHOOSABLE = ("import.unknown", "import.ambiguous", "import.replaced", "import.not_yet")


class ArmiesPage(Page, frozen=True, kw_only=True):
    """Somebody's own armies, or those they archived; `later` is the number of the next page."""

    template: ClassVar = "armies/list.html"
    rows: tuple[ArmyRow, ...]
    count: int
    away: bool
    tag: str
    tags: tuple[str, ...]
    later: int | None
    archived: int
    guest: bool
    key: str


class PublicArmiesPage(Page, frozen=True, kw_only=True):
    """Armies that their owners let everybody find, with the names of their owners."""

    template: ClassVar = "armies/public.html"
    rows: tuple[tuple[ArmyRow, str], ...]
    later: int | None
    back: str


class NewArmyPage(Page, frozen=True, kw_only=True):
    """One of three decisions: faction, format, battle force."""

    template: ClassVar = "armies/new.html"
    faction: str
    faction_name: str
    format: str
    key: str
    factions: tuple[tuple[Faction, str, str], ...]
    formats: tuple[tuple[Format, str], ...]
    forces: tuple[BattleForce, ...]
    needs_force: bool
    most_letters: int = MAX_NAME


class Suggested(NamedTuple):
    """A card that may be meant: its page, and what choosing it sends; nothing where it cannot be chosen."""

    name: str
    address: str
    choice: str = ""


ToLookAt: TypeAlias = tuple[tuple[Reason, tuple[Suggested, ...]], ...]


class Understood(NamedTuple):
    """What was understood of a list, and what needs a person's eye, with the cards that may be meant.

    `choices` were made before, and travel along until the army is saved, as does the `day` of the list.
    """

    format_name: str
    sheet: Sheet
    unresolved: ToLookAt
    remarks: tuple[str, ...]
    choices: tuple[str, ...] = ()
    day: date | None = None


class ImportPage(Page, frozen=True, kw_only=True):
    """A list from elsewhere: where it is pasted, then what was understood."""

    template: ClassVar = "armies/import.html"
    formats: tuple[str, ...] = tuple(each.name for each in FORMATS.values())
    text: str = ""
    day: str = ""
    found: Understood | None = None
    problems: tuple[Reason, ...] = ()
    key: str


@identity.private
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Everybody's own armies, newest change first."""
    away, tag = bool(request.GET.get("away")), request.GET.get("tag", "")
    found = own_armies(request, away=away)
    tags = tuple(sorted({tag for saved in found for tag in saved.tags}, key=str.casefold))
    if tag:
        found = [saved for saved in found if tag in saved.tags]
    number = page_number(request.GET.get("page", ""))
    part = found[(number - 1) * PER_PAGE : number * PER_PAGE]
    page = ArmiesPage(
        rows=tuple(map(view.army_row, part)),
        count=len(found),
        away=away,
        tag=tag,
        tags=tags,
        later=number + 1 if len(found) > number * PER_PAGE else None,
        archived=0 if away else len(own_armies(request, away=True)),
        guest=identity.current(request) is not None and identity.member(request) is None,
        key=str(uuid4()),
    )
    return render_response(request, page)


def own_armies(request: HttpRequest, *, away: bool = False) -> list[SavedArmy]:
    """The reader's armies; nobody has none."""
    reader = actor(request)
    return DatabaseArmies().armies_of(reader, archived=away) if reader else []


@require_GET
def public(request: HttpRequest) -> HttpResponse:
    """Newest change first; each leads to its reader's page."""
    number = page_number(request.GET.get("page", ""))
    found, more = saving.public_armies(DatabaseArmies(), number, PUBLIC_PER_PAGE)
    names = names_of({saved.owner for saved in found})
    rows = tuple((view.army_row(saved), names[saved.owner]) for saved in found)
    page = PublicArmiesPage(rows=rows, later=number + 1 if more else None, back=url("armies"))
    return render_response(request, page)


@identity.private
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new army, one decision at a time: faction, format, battle force."""
    if request.method == "POST":
        return redirect(Open("add", place="commander").at(create_army(request, empty_army(request)).id))
    cards, faction, format_id = catalogue(), request.GET.get("faction", ""), request.GET.get("format", "")
    faction = faction if faction in FACTIONS else ""
    page = NewArmyPage(
        faction=faction,
        faction_name=FACTION_NAMES.get(faction, ""),
        format=format_id if faction and format_id in cards.formats else "",
        key=str(uuid4()),
        factions=tuple((each, FACTION_NAMES[each], faction_line(each)) for each in FACTIONS),
        formats=tuple((each, STATUS_WORDS[each.status]) for each in cards.formats.values()),
        forces=tuple(force for force in cards.data.battle_forces if force.faction == faction),
        needs_force=faction in cards.army.needs_battle_force,
    )
    return render_response(request, page)


def faction_line(faction: Faction) -> str:
    """62 units, 3 battle forces"""
    cards = catalogue()
    units = sum(unit.faction == faction for unit in cards.data.units)
    forces = sum(force.faction == faction for force in cards.data.battle_forces)
    return f"{plural(units, 'unit')}, {plural(forces, 'battle force')}"


def empty_army(request: HttpRequest) -> Army:
    """The empty army that the three decisions make."""
    faction, format_id = request.POST.get("faction", ""), request.POST.get("format", "standard")
    if faction not in FACTIONS:
        raise refusal_at(
            "armies.no_such_faction", "faction", given=shorten(faction), known=", ".join(FACTIONS)
        )
    if format_id not in catalogue().formats:
        known = ", ".join(catalogue().formats)
        raise refusal_at("army.no_such_format", "format", format=shorten(format_id), known=known)
    name = " ".join(request.POST.get("name", "").split())
    if len(name) > MAX_NAME:
        raise refusal_at("army.unreadable", "name", what=f"Expected at most {MAX_NAME} letters")
    army = new_army(faction, catalogue(), format_id, name)
    wanted = request.POST.get("force", "")
    return set_force(army, catalogue(), catalogue().battle_force(wanted).id) if wanted else army


@identity.private
@require_http_methods(["GET", "POST"])
def import_list(request: HttpRequest) -> HttpResponse:
    """A list from elsewhere: first what was understood and what not, then it is kept."""
    key = str(uuid4())
    if request.method == "GET":
        return render_response(request, ImportPage(key=key))
    text, choices = imported_text(request), tuple(request.POST.getlist("choice"))
    written = request.POST.get("day", "").strip()
    try:
        day = read_day(written) if written else None
        found = read_any(text, catalogue(), choices=choices, day=day)
    except Refused as refusal:
        shown = text[:MOST_SHOWN] if isinstance(text, str) else ""
        problems = tuple(map(as_reason, refusal.violations))
        return render_response(
            request, ImportPage(text=shown, day=written[:20], problems=problems, key=key), 422
        )
    if request.POST.get("do") == "save":
        return redirect(Open("reasons").at(create_army(request, with_leftovers(found)).id))
    return render_response(
        request, ImportPage(text=found.text, found=read_import(found, choices, day), key=key)
    )


def imported_text(request: HttpRequest) -> str | bytes:
    """The file, or else the text."""
    file = request.FILES.get("file")
    if file is None:
        return str(request.POST.get("text", ""))
    if file.size is not None and file.size > MAX_BYTES:
        raise refusal_at("army.too_big", "file", size=file.size, max=MAX_BYTES)
    return bytes(file.read(MAX_BYTES + 1))


def read_import(found: Imported, choices: tuple[str, ...], day: date | None) -> Understood:
    """What was understood, and what needs a person's eye, with suggestions."""
    unresolved = set(map(id, found.unresolved))
    remarks = tuple(explain(note) for note in found.notes if id(note) not in unresolved)
    name = FORMATS[found.format].name if found.format in FORMATS else found.format
    return Understood(name, view.sheet(found.army), to_look_at(found), remarks, choices, day)


def to_look_at(found: Imported) -> ToLookAt:
    """The pieces that need a person's eye, each with the cards that may be meant."""
    return tuple((as_reason(note), suggestions(note)) for note in found.unresolved)


def suggestions(note: Violation) -> tuple[Suggested, ...]:
    """Cards that may be meant, those that left the game too. Battle forces have ids of their own."""
    of_force = note.code == "import.unknown_force" or note.params.get("wanted") == "battle force"
    shelf: Mapping[str, Card] = catalogue().battle_forces if of_force else catalogue().cards
    piece = as_piece(str(note.params["piece"]))
    # Ids mean one card; only a name may be meant otherwise than it stands.
    choosable = note.code in CHOOSABLE or (note.code == "import.wrong_kind" and "name" in note.params)
    cards = (shelf[card] for card in note.about if card in shelf)
    found = [
        Suggested(card.full_name, address(card), f"{card.id} {piece}" if choosable else "") for card in cards
    ]
    for card_id in (card for card in note.about if choosable and card not in shelf):
        found.append(Suggested(f"{catalogue().name_of(card_id)}, gone since", "", f"{card_id} {piece}"))
    return tuple(found)


@identity.private
@require_POST
def copy(request: HttpRequest) -> HttpResponse:
    """A copy of one's own army, or of one that somebody shares."""
    return redirect(Open().at(copy_shared_army(request, request.POST.get("code", "")).id))


@identity.private
@require_POST
def archive(request: HttpRequest, army_id: object) -> HttpResponse:
    """Off the list, or back onto it."""
    away = request.POST.get("away", "1") == "1"
    saving.archive_army(DatabaseArmies(), act_of(request), str(army_id), away=away)
    return redirect("armies" if away else Open().at(str(army_id)))
