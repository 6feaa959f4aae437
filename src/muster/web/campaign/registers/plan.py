"""Looking ahead: how far agendas and turning point are, and what supply points could buy."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse

from muster.rules.campaign.battle.turning_points import MAY_FROM
from muster.rules.campaign.library.charts import SUPPLY_FOR_PLAYING
from muster.rules.campaign.library.parts import Arc
from muster.rules.campaign.library.story_rules import AgendaRules, MissionRules, arc_mission, rules_of
from muster.rules.campaign.register.register import AgendaTrack, Register
from muster.rules.campaign.story import outlook
from muster.rules.campaign.story.outlook import MOST_BATTLES, ArcOutlook, Bill, Wish
from muster.rules.cards import catalogue
from muster.rules.messages import explain
from muster.rules.violations import Violation
from muster.web.campaign.registers.pages import RegisterPage
from muster.web.campaign.requests import methods_only, own_register, registers_of
from muster.web.forms import whole_number
from muster.web.page import render_response

BATTLES = 3
MOST_PICKED = 60


class AidGroup(NamedTuple):
    """Wishes under one heading."""

    title: str
    icon: str
    wishes: list[tuple[Wish, str, str]]


class PlanPage(RegisterPage, frozen=True, kw_only=True):
    """The arc ahead, the requests picked with their sum, and what the next battles may bring. `tracks` are
    the agendas with the boxes left and what they are played from."""

    template: ClassVar[str] = "campaign/registers/plan.html"
    tracks: list[tuple[AgendaTrack, int, AgendaRules | None]]
    outlook: ArcOutlook | None
    agendas: int
    may_from: int = MAY_FROM
    mission: MissionRules | None
    arc: Arc | None
    shelves: list[AidGroup]
    picked: set[str]
    chosen: list[tuple[Wish, str]]
    against: list[str]
    battles: int
    won: int
    most_battles: int = MOST_BATTLES
    forecast: "Forecast"


class Forecast(NamedTuple):
    """What the battles bring on average, and how likely it is enough."""

    left: int
    for_playing: int
    mean: str
    after_all: str
    chance: Fraction
    range: tuple[int, int]
    die_won: Fraction
    die_lost: Fraction


@methods_only("GET")
def page(request: HttpRequest, register: str) -> HttpResponse:
    """The plan of one's own Register; what is picked stands in the address and is written nowhere."""
    now, books, query = own_register(request, register), registers_of(request).logs.library, request.GET
    found = outlook.wishes(now, catalogue(), books)
    picked = set(query.getlist("want")[:MOST_PICKED])
    chosen = [wish for wish in found if wish.key in picked]
    battles = min(number(query, "battles", BATTLES), MOST_BATTLES)
    won = min(number(query, "won", 0), battles)
    cost = outlook.bill(chosen, books)
    arc = books.arcs.get(now.arc.id) if now.arc else None
    agendas = now.arc.agendas if now.arc else ()
    rules = rules_of((agenda.id for agenda in agendas), books)
    page = PlanPage(
        id=register,
        register=now,
        tracks=[(agenda, outlook.boxes_left(agenda), rules.get(agenda.id)) for agenda in agendas],
        outlook=outlook.arc_outlook(now),
        agendas=len(agendas),
        mission=arc_mission(arc.id, books) if arc else None,
        arc=arc,
        shelves=shelves(now, found),
        picked=picked,
        chosen=[(wish, whose(now, wish)) for wish in chosen],
        against=list(dict.fromkeys(explain(violation) for violation in cost.problems)),
        battles=battles,
        won=won,
        forecast=forecast(now, cost, battles, won),
    )
    return render_response(request, page)


def forecast(now: Register, cost: Bill, battles: int, won: int) -> Forecast:
    """The supply of the next battles against what is picked."""
    mean, odds = outlook.expected_supply(battles, won), outlook.supply_odds(battles, won)
    return Forecast(
        left=now.supply - cost.cost,
        for_playing=SUPPLY_FOR_PLAYING,
        mean=mixed_number(mean),
        after_all=mixed_number(now.supply + mean - cost.cost),
        chance=outlook.chance_of(odds, cost.cost - now.supply),
        range=(now.supply + min(odds), now.supply + max(odds)),
        die_won=outlook.supply_chance(True),
        die_lost=outlook.supply_chance(False),
    )


def number(query: Mapping[str, str], name: str, otherwise: int) -> int:
    """A small number of the address; anything else is the usual one."""
    typed = whole_number(query.get(name, ""), 3)
    return otherwise if typed is None else typed


def mixed_number(value: Fraction) -> str:
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
        AidGroup("For the whole Register", "nav-tours", wishes_with_reasons(plain)),
        AidGroup("Strategic assets", "asset", wishes_with_reasons(assets)),
    ]
    for dossier in now.dossiers:
        wanted = [wish for wish in found if wish.dossier == dossier.id]
        shelf.append(AidGroup(dossier.called, f"rank-{dossier.rank}", wishes_with_reasons(wanted)))
    return shelf


def wishes_with_reasons(found: list[Wish]) -> list[tuple[Wish, str, str]]:
    """Each with the first reason against it and what else is to be said, those without a reason first."""
    lines = [(wish, first(wish.problems), first(wish.notices)) for wish in found]
    return sorted(lines, key=lambda line: bool(line[1]))


def first(found: Sequence[Violation]) -> str:
    """The first of several things to say; empty where there is none."""
    return explain(found[0]) if found else ""


def whose(now: Register, wish: Wish) -> str:
    """The unit a request is for."""
    dossier = now.find(wish.dossier)
    return f"{wish.name}: {dossier.called}" if dossier else wish.name
