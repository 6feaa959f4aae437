"""Building a Register, one decision at a time."""

from collections.abc import Callable, Mapping
from typing import ClassVar, NamedTuple

import msgspec
from django.http import HttpRequest
from msgspec.structs import replace

from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import Agenda, Aid, Arc, Asset, TurningPoint
from muster.rules.campaign.register.aid import ASSET, RECRUITING
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.editing import founding_problems
from muster.rules.campaign.register.register import CORPS_MINIMUM, Register
from muster.rules.violations import Violation
from muster.web.campaign.registers.pages import (
    RegisterPage,
    TakingBack,
    UnitSummary,
    head_of,
    photos_of,
    sheet_of,
    taking_back,
    warnings_of,
)
from muster.web.campaign.registers.picks import Choosing, Picker, Shelf, rank_in
from muster.web.campaign.requests import Reason, reasons_of
from muster.web.cards.words import FACTION_NAMES

STEPS = {
    "paragon": "The Paragon",
    "corps": "Two corps",
    "units": "More units",
    "aid": "First aid requests",
    "arc": "The story arc",
    "name": "Its name",
    "found": "Found it",
}


class WizardStep(NamedTuple):
    """A step in the list of them."""

    name: str
    title: str
    done: bool
    open: bool


class Offer(NamedTuple):
    """An aid request for the whole Register, or for an asset, with the reason where it cannot be made."""

    aid: Aid
    asset: Asset | None
    reason: Reason | None


class AidOffers(NamedTuple):
    """Every request that makes sense before the first battle; for the unit chosen, what it can be given."""

    potential: Offer
    assets: list[Offer]
    chosen: Dossier | None
    shelves: list[Shelf]


class ArcPart(NamedTuple):
    """Something an arc brings."""

    icon: str
    kind: str
    name: str
    words: str


class ArcChoice(NamedTuple):
    """A story arc with everything it brings."""

    arc: Arc
    agendas: tuple[Agenda, ...]
    brings: tuple[ArcPart, ...]
    mission: TurningPoint


class BuildingPage(RegisterPage, frozen=True, kw_only=True):
    """The step that is open, and what it offers."""

    template: ClassVar[str] = "campaign/registers/building.html"
    reasons: list[Reason]
    back: TakingBack
    paragon: UnitSummary | None
    cards: list[UnitSummary]
    warnings: list[Reason]
    step: str
    steps: list[WizardStep]
    number: int
    before: str
    title: str
    corps: int
    least: int = CORPS_MINIMUM
    missing: list[Reason]
    last: int = len(STEPS)
    picker: Picker | None = None
    aid: AidOffers | None = None
    arcs: tuple[ArcChoice, ...] = ()
    factions: Mapping[str, str] = msgspec.field(default_factory=lambda: FACTION_NAMES)


def building_page(request: HttpRequest, register: str, problems: tuple[Violation, ...] = ()) -> BuildingPage:
    """The page of the step that is open; with the reasons of a refusal, the step it came from."""
    choosing = Choosing(request, register)
    now, wanted = choosing.now, request.GET.get("step", "") or request.POST.get("step", "")
    step = wanted if wanted in STEPS and reachable(now, wanted) else next_step(now)
    names = list(STEPS)
    number, sheet = names.index(step), sheet_of(now, choosing.books, photos_of(register))
    page = BuildingPage(
        **head_of(register, now),
        reasons=reasons_of(problems),
        back=taking_back(request, register),
        paragon=sheet["paragon"],
        cards=sheet["cards"],
        warnings=warnings_of(now),
        step=step,
        steps=[WizardStep(one, title, done(now, one), reachable(now, one)) for one, title in STEPS.items()],
        number=number + 1,
        before=names[number - 1] if number else "",
        title=STEPS[step],
        corps=now.ranks["corps"],
        missing=reasons_of(tuple(founding_problems(now))),
    )
    return OFFERS[step](choosing, page, request.GET) if step in OFFERS else page


def done(now: Register, step: str) -> bool:
    """Whether a step is decided."""
    return {
        "paragon": now.paragon is not None,
        "corps": now.ranks["corps"] >= CORPS_MINIMUM,
        "units": now.arc is not None,
        "aid": bool(now.requested) or now.arc is not None,
        "arc": now.arc is not None,
        "name": bool(now.name),
        "found": now.status != "building",
    }[step]


def reachable(now: Register, step: str) -> bool:
    """The Paragon comes first and the corps second; then everything is open."""
    if step == "paragon":
        return now.paragon is None
    if step == "corps":
        return now.paragon is not None
    return done(now, "paragon") and done(now, "corps")


def next_step(now: Register) -> str:
    """The first step that is not decided."""
    return next(step for step in STEPS if not done(now, step))


# What a step offers ----------------------------------------------------------------------------------------

Offering = Callable[[Choosing, BuildingPage, Mapping[str, str]], BuildingPage]


def offer_commanders(choosing: Choosing, page: BuildingPage, _: Mapping[str, str]) -> BuildingPage:
    """Who may lead."""
    return replace(page, picker=choosing.picker("commander"))


def offer_corps(choosing: Choosing, page: BuildingPage, _: Mapping[str, str]) -> BuildingPage:
    """Who may follow."""
    return replace(page, picker=choosing.picker("corps"))


def offer_units(choosing: Choosing, page: BuildingPage, query: Mapping[str, str]) -> BuildingPage:
    """The units of the rank asked for, special forces first."""
    return replace(page, picker=choosing.picker(rank_in(query, "special-forces")))


def offer_aid(choosing: Choosing, page: BuildingPage, query: Mapping[str, str]) -> BuildingPage:
    """Every request that makes sense before the first battle, with the reason where it cannot be made."""
    books, chosen = choosing.books, choosing.now.find(query.get("dossier", ""))
    potential, for_assets = books.aid[RECRUITING], books.aid[ASSET]
    assets = [
        Offer(for_assets, one, choosing.aid_reason(AidRequest(aid=ASSET, asset=one.id)))
        for one in books.assets.values()
    ]
    offers = AidOffers(
        Offer(potential, None, choosing.aid_reason(AidRequest(aid=RECRUITING))),
        assets,
        chosen,
        choosing.equipment(chosen) if chosen else [],
    )
    return replace(page, aid=offers)


def offer_arcs(choosing: Choosing, page: BuildingPage, _: Mapping[str, str]) -> BuildingPage:
    """All arcs the owner may choose, the one meant for the faction first."""
    now = choosing.now
    arcs = sorted(
        choosing.registers.logs.arcs_of(now.by), key=lambda arc: (arc.homebrew, arc.faction != now.faction)
    )
    return replace(page, arcs=tuple(arc_choice(arc, choosing.books) for arc in arcs))


def arc_choice(arc: Arc, books: Library) -> ArcChoice:
    """An arc with its agendas, its own commendation, setback and trait, and its mission."""
    parts = (
        ("commendation", "Commendation", books.commendations[arc.commendation]),
        ("setback", "Setback", books.setbacks[arc.setback]),
        ("trait", "Defining trait", books.traits[arc.trait]),
    )
    brings = tuple(ArcPart(icon, kind, part.name, part.words) for icon, kind, part in parts)
    agendas = tuple(books.agendas[one] for one in arc.agendas)
    return ArcChoice(arc, agendas, brings, books.turning_points[arc.turning_point])


OFFERS: Mapping[str, Offering] = {
    "paragon": offer_commanders,
    "corps": offer_corps,
    "units": offer_units,
    "aid": offer_aid,
    "arc": offer_arcs,
}
