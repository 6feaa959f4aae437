"""My armies: the list, a new one, one brought along from elsewhere, copies, and those put away."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from uuid_utils import uuid4

from muster.app.armies import saving
from muster.app.armies.saving import SavedArmy
from muster.rules.armies.army import MAX_BYTES, MAX_NAME, MAX_NOTES, Army, refused
from muster.rules.armies.building.edits import new_army, set_force, set_words
from muster.rules.armies.exchange import FORMATS, Imported, read_any
from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.vocabulary import FACTIONS, Faction
from muster.rules.messages import explain
from muster.rules.violations import Refused
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.armies import requests, view
from muster.web.armies.address import Open
from muster.web.armies.settings import STATUS_WORDS
from muster.web.cards.rows import address
from muster.web.cards.words import FACTION_NAMES
from muster.web.site.errors import as_reason

PER_PAGE = 50


@identity.private
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Everybody's own armies, newest change first."""
    away, tag = bool(request.GET.get("away")), request.GET.get("tag", "")
    found = owned(request, away=away)
    tags = sorted({tag for saved in found for tag in saved.tags}, key=str.casefold)
    if tag:
        found = [saved for saved in found if tag in saved.tags]
    number = page_number(request.GET.get("page", ""))
    part = found[(number - 1) * PER_PAGE : number * PER_PAGE]
    context = {
        "cards": [view.army_card(saved) for saved in part],
        "count": len(found),
        "away": away,
        "tag": tag,
        "tags": tags,
        "later": number + 1 if len(found) > number * PER_PAGE else None,
        "put_away": 0 if away else len(owned(request, away=True)),
        "guest": identity.current(request) is not None and identity.member(request) is None,
        "key": str(uuid4()),
        "factions": FACTION_NAMES,
    }
    return render(request, "armies/list.html", context)


def page_number(text: str) -> int:
    """The page asked for; nonsense is the first."""
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def owned(request: HttpRequest, *, away: bool = False) -> list[SavedArmy]:
    """The reader's armies; nobody has none."""
    actor = requests.actor(request)
    return DatabaseArmies().owned(actor, put_away=away) if actor else []


@identity.private
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new army, one decision at a time: faction, format, battle force."""
    if request.method == "POST":
        saved = requests.made(request, asked_for(request))
        return redirect(Open("add", place="commander").at(saved.id))
    faction, format_id = request.GET.get("faction", ""), request.GET.get("format", "")
    context = {"faction": faction if faction in FACTIONS else "", "key": str(uuid4()), "names": FACTION_NAMES}
    context["format"] = format_id if context["faction"] and format_id in catalogue().formats else ""
    return render(request, "armies/new.html", context | steps(context["faction"]))


def steps(faction: str) -> dict[str, Any]:
    """What each step offers."""
    cards = catalogue()
    forces = [force for force in cards.data.battle_forces if force.faction == faction]
    return {
        "factions": [(f, FACTION_NAMES[f], faction_line(f)) for f in FACTIONS],
        "formats": [(f, STATUS_WORDS[f.status]) for f in cards.formats.values()],
        "forces": [(f, address(f)) for f in forces],
        "needs_force": faction in cards.army.needs_battle_force,
    }


def faction_line(faction: Faction) -> str:
    """62 units, 3 battle forces"""
    cards = catalogue()
    units = sum(unit.faction == faction for unit in cards.data.units)
    forces = sum(force.faction == faction for force in cards.data.battle_forces)
    return f"{units} units, {forces} battle force{'s' if forces != 1 else ''}"


def asked_for(request: HttpRequest) -> Army:
    """The empty army that the three decisions make."""
    faction, format_id = request.POST.get("faction", ""), request.POST.get("format", "standard")
    if faction not in FACTIONS:
        raise refused("armies.no_such_faction", "faction", given=shorten(faction), known=", ".join(FACTIONS))
    if format_id not in catalogue().formats:
        known = ", ".join(catalogue().formats)
        raise refused("army.no_such_format", "format", format=shorten(format_id), known=known)
    name = " ".join(request.POST.get("name", "").split())
    if len(name) > MAX_NAME:
        raise refused("army.unreadable", "name", what=f"Expected at most {MAX_NAME} letters")
    army = new_army(faction, catalogue(), format_id, name)  # type: ignore[arg-type]
    wanted = request.POST.get("force", "")
    return set_force(army, catalogue(), catalogue().battle_force(wanted).id) if wanted else army


@identity.private
@require_http_methods(["GET", "POST"])
def import_list(request: HttpRequest) -> HttpResponse:
    """A list from elsewhere: first what was understood and what not, then it is kept."""
    context: dict[str, Any] = {
        "formats": [each.name for each in FORMATS.values()],
        "text": "",
        "found": None,
        "problems": [],
        "key": str(uuid4()),
    }
    if request.method == "GET":
        return render(request, "armies/import.html", context)
    text = brought(request)
    try:
        found = read_any(text, catalogue())
    except Refused as refusal:
        shown = text if isinstance(text, str) else ""
        context |= {"text": shown[:20_000], "problems": [as_reason(each) for each in refusal.violations]}
        return render(request, "armies/import.html", context, status=422)
    if request.POST.get("do") == "save":
        saved = requests.made(request, with_leftovers(found))
        return redirect(Open("reasons").at(saved.id))
    kept = text if isinstance(text, str) else text.decode(errors="replace")
    return render(request, "armies/import.html", context | preview(found) | {"text": kept})


def brought(request: HttpRequest) -> str | bytes:
    """The file, or else the text."""
    file = request.FILES.get("file")
    if file is None:
        return str(request.POST.get("text", ""))
    if file.size is not None and file.size > MAX_BYTES:
        raise refused("army.too_big", "file", size=file.size, max=MAX_BYTES)
    return bytes(file.read(MAX_BYTES + 1))


def preview(found: Imported) -> dict[str, Any]:
    """What was understood, and what needs a person's eye, with suggestions."""
    unresolved = set(map(id, found.unresolved))
    notes = [(as_reason(note), suggestions(note.about)) for note in found.notes if id(note) in unresolved]
    remarks = [explain(note) for note in found.notes if id(note) not in unresolved]
    return {
        "found": found,
        "format_name": FORMATS[found.format].name if found.format in FORMATS else found.format,
        "sheet": view.sheet(found.army),
        "unresolved": notes,
        "remarks": remarks,
    }


def suggestions(about: tuple[str, ...]) -> list[tuple[str, str]]:
    """Cards that may be meant, with their pages."""
    cards = [catalogue().cards[card] for card in about if card in catalogue().cards]
    return [(card.full_name, address(card)) for card in cards]


def with_leftovers(found: Imported) -> Army:
    """The army; pieces that were not understood are written down in its notes, so that none is lost."""
    if not found.unresolved:
        return found.army
    pieces = "\n".join(f"- {explain(note)}" for note in found.unresolved)
    notes = f"{found.army.notes}\n\nNot fully understood when brought in:\n{pieces}".strip()
    return set_words(found.army, notes=notes[:MAX_NOTES])


@identity.private
@require_POST
def copy(request: HttpRequest) -> HttpResponse:
    """A copy of one's own army, or of one that somebody shares."""
    reader = requests.actor(request)
    seen = saving.read(DatabaseArmies(), reader, request.POST.get("code", ""))
    saved = requests.made(request, set_words(seen.army, name=copy_name(seen.army)))
    return redirect(Open().at(saved.id))


def copy_name(army: Army) -> str:
    """The name of a copy, within what a name may have."""
    return f"{view.army_name(army)[: MAX_NAME - 10]} (copy)"


@identity.private
@require_POST
def archive(request: HttpRequest, army_id: object) -> HttpResponse:
    """Off the list, or back onto it."""
    away = request.POST.get("away", "1") == "1"
    act = requests.act_of(request)
    saving.archive(DatabaseArmies(), act, str(army_id), away=away)
    return redirect("armies" if away else Open().at(str(army_id)))
