"""Looking ahead: how far agendas and turning point are, and what supply points could buy."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import Agenda
from muster.rules.campaign.register import outlook
from muster.rules.campaign.register.outlook import Bill, Wish
from muster.rules.campaign.register.register import AgendaTrack, Register
from muster.rules.cards import catalogue
from muster.rules.messages import explain
from muster.web import identity
from muster.web.campaign.registers.my_registers import actor, called, my_tours, stream_of
from muster.web.cards.words import FACTION_NAMES

BATTLES = 3
MOST_PICKED = 60


class Track(NamedTuple):
    """An agenda with what it still needs and brings."""

    agenda: AgendaTrack
    left: int
    card: Agenda | None


class AidGroup(NamedTuple):
    """Wishes under one heading."""

    title: str
    icon: str
    wishes: list[tuple[Wish, str]]


@identity.private
@require_GET
def page(request: HttpRequest, register: str) -> HttpResponse:
    """The plan of one's own Register; what is picked stands in the address and is written nowhere."""
    tours = my_tours()
    now = tours.register(actor(request), stream_of(register)).state
    books = tours.tours.library
    context: dict[str, Any] = {
        "id": register,
        "register": now,
        "name": called(now),
        "faction": FACTION_NAMES[now.faction],
        "tracks": tracks(now, books),
        "outlook": outlook.arc_outlook(now),
        "mission": mission_of(now, books),
        "arc": books.arcs.get(now.arc.id) if now.arc else None,
    }
    return render(request, "campaign/registers/plan.html", context | what_if(now, request.GET, books))


def tracks(now: Register, books: Library) -> list[Track]:
    """The agendas of the arc."""
    agendas = now.arc.agendas if now.arc else ()
    return [Track(one, outlook.agenda_left(one), books.agendas.get(one.id)) for one in agendas]


def mission_of(now: Register, books: Library) -> Any:
    """The turning point of the arc."""
    arc = books.arcs.get(now.arc.id) if now.arc else None
    return books.turning_points.get(arc.turning_point) if arc else None


def what_if(now: Register, query: QueryDict, books: Library) -> dict[str, Any]:
    """The picked requests, their sum, and what the next battles may bring."""
    found = outlook.wishes(now, catalogue(), books)
    picked = set(query.getlist("want")[:MOST_PICKED])
    chosen = [wish for wish in found if wish.key in picked]
    battles = number(query, "battles", BATTLES, outlook.MOST_BATTLES)
    won = number(query, "won", 0, battles)
    cost = outlook.bill(chosen, books)
    return {
        "shelves": shelves(now, found),
        "picked": picked,
        "bill": cost,
        "chosen": [(wish, whose(now, wish)) for wish in chosen],
        "against": list(dict.fromkeys(explain(one) for one in cost.problems)),
        "battles": battles,
        "won": won,
        "most_battles": outlook.MOST_BATTLES,
    } | forecast(now, cost, battles, won)


def forecast(now: Register, cost: Bill, battles: int, won: int) -> dict[str, Any]:
    """What the battles bring on average, and how likely it is enough."""
    mean = outlook.expected_supply(battles, won)
    odds = outlook.supply_odds(battles, won)
    return {
        "left": now.supply - cost.cost,
        "mean": mean,
        "mean_words": mixed(mean),
        "after_all": mixed(now.supply + mean - cost.cost),
        "chance": outlook.chance_of(odds, cost.cost - now.supply),
        "range": (now.supply + min(odds), now.supply + max(odds)),
        "die_won": outlook.supply_chance(True),
        "die_lost": outlook.supply_chance(False),
    }


def number(query: Mapping[str, str], name: str, otherwise: int, most: int) -> int:
    """A small number of the address; anything else is the usual one."""
    text = query.get(name, "")
    wanted = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else otherwise
    return min(wanted, most)


def mixed(value: Fraction) -> str:
    """8½ as 8 1/2: a whole number and a fraction, exact."""
    sign, whole, rest = ("−" if value < 0 else ""), *divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole}"
    part = f"{rest.numerator}/{rest.denominator}"
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"


def shelves(now: Register, found: tuple[Wish, ...]) -> list[AidGroup]:
    """Everything to pick: for the Register, the assets, then unit by unit; each with its reason against."""
    plain = [wish for wish in found if not wish.dossier and not wish.asset]
    assets = [wish for wish in found if wish.asset]
    shelf = [
        AidGroup("For the whole Register", "nav-tours", reasoned(plain)),
        AidGroup("Strategic assets", "asset", reasoned(assets)),
    ]
    for dossier in now.dossiers:
        wanted = [wish for wish in found if wish.dossier == dossier.id]
        shelf.append(AidGroup(dossier.called, f"rank-{dossier.rank}", reasoned(wanted)))
    return shelf


def reasoned(found: list[Wish]) -> list[tuple[Wish, str]]:
    """Each with the first reason against it, those without first."""
    with_reason = [(wish, explain(wish.problems[0]) if wish.problems else "") for wish in found]
    return sorted(with_reason, key=lambda pair: bool(pair[1]))


def whose(now: Register, wish: Wish) -> str:
    """The unit a request is for."""
    dossier = now.find(wish.dossier)
    return f"{wish.name}: {dossier.called}" if dossier else wish.name
