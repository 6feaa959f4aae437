"""A list as a form brings it: one of one's own armies, a pasted list of any tool, or words on paper."""

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple
from uuid import UUID

from django.http import HttpRequest

from muster.rules.armies.army import Army
from muster.rules.armies.exchange import with_leftovers
from muster.rules.cards import catalogue
from muster.rules.tournament.judging.lists import cards_of, for_event, list_problems, read_list
from muster.rules.tournament.judging.products import product_problems
from muster.rules.tournament.running.plan import TournamentPlan, problem
from muster.rules.violations import Refused, Violation
from muster.store.armies import DatabaseArmies
from muster.web.armies import requests, view
from muster.web.armies.my_armies import ToLookAt, to_look_at
from muster.web.requests import actor
from muster.web.tournament.requests import Reason, reasons_of

MOST_ARMIES: Final = 40


class Brought(NamedTuple):
    """What was brought: an army, one's own if it is `saved`, a list of some tool with the cards chosen for
    pieces of it, or the words of one that no tool reads."""

    army: Army | None = None
    saved: str = ""
    listed: str = ""
    choices: tuple[str, ...] = ()
    text: str = ""


def read_brought_list(request: HttpRequest) -> Brought:
    """What the form holds; `choose` is what was chosen just now."""
    chosen, text = request.POST.get("army", ""), request.POST.get("text", "")
    if chosen:
        own = requests.load_own_army(request, _army_id(chosen))
        return Brought(own.army, own.id)
    if not text.strip():
        raise Refused(problem("tournament.no_words", ("the list",), 537, what="the list"))
    if "plain" in request.POST:
        return Brought(text=text)
    choices = (*request.POST.getlist("choice"), *request.POST.getlist("choose"))
    return Brought(listed=text, choices=choices)


def _army_id(text: str) -> UUID:
    """The id of an army; what is none is no army of anybody's."""
    try:
        return UUID(text)
    except ValueError:
        raise Refused(Violation(code="armies.unknown", source="armies")) from None


def my_armies(request: HttpRequest) -> list[view.ArmyRow]:
    """One's own armies, newest change first."""
    person = actor(request)
    owned = DatabaseArmies().armies_of(person) if person else []
    return [view.army_row(saved) for saved in owned[:MOST_ARMIES]]


class DatedCard(NamedTuple):
    """A card of a list with its day of release, where the organiser entered one."""

    id: str
    name: str
    released: date | None = None


class Checked(NamedTuple):
    """What the event's format says of an army, before it is handed in; pieces of a list that need a person's
    eye, and what was chosen for others."""

    sheet: view.Sheet
    problems: tuple[Reason, ...]
    undated: tuple[DatedCard, ...]
    to_look_at: ToLookAt = ()
    choices: tuple[str, ...] = ()


def check_list(found: Brought, plan: TournamentPlan, entered: Mapping[str, date]) -> Checked | None:
    """The check of what was brought as the event would make it; words are not checked."""
    read = read_list(found.listed, found.choices, plan, catalogue()) if found.listed else None
    army = with_leftovers(read) if read else found.army
    if army is None:
        return None
    fitted, pieces = for_event(army, plan, catalogue()), to_look_at(read) if read else ()
    problems = reasons_of(list_problems(fitted, plan, catalogue(), entered))
    return Checked(view.sheet(fitted), problems, undated_cards(fitted, plan, entered), pieces, found.choices)


def undated_cards(army: Army, plan: TournamentPlan, entered: Mapping[str, date]) -> tuple[DatedCard, ...]:
    """Cards whose day of release is not known, where the day of the event is (rules 565 and 566)."""
    if plan.day is None:
        return ()
    notes = product_problems(
        cards_of(army), catalogue(), plan.tier, plan.day, entered=entered, rule=plan.profile
    )
    unknown = (card for note in notes if note.code == "product.unknown_date" for card in note.about)
    return tuple(DatedCard(card, card_name(card)) for card in unknown)


def dated_cards(army: Army, entered: Mapping[str, date]) -> tuple[DatedCard, ...]:
    """Cards of a list whose date the organiser entered."""
    here = (card for card in dict.fromkeys(cards_of(army)) if card in entered)
    return tuple(DatedCard(card, card_name(card), entered[card]) for card in here)


def card_name(card: str) -> str:
    """The full name; a card nobody knows goes by its id."""
    known = catalogue().cards.get(card)
    return known.full_name if known else card


def day_of(text: str) -> date | None:
    """A date of a form; nothing where nothing is said."""
    try:
        return date.fromisoformat(text[:20]) if text.strip() else None
    except ValueError:
        given = {"given": text[:40]}
        raise Refused(Violation(code="product.no_date", source="form", params=given)) from None
