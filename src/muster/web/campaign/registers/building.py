"""Building a Register, one decision at a time."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest

from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import Arc, Asset
from muster.rules.campaign.library.story_rules import AgendaRules, MissionRules, arc_mission, rules_of
from muster.rules.campaign.register.aid import ASSET, RECRUITING
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.editing import founding_problems
from muster.rules.campaign.register.register import CORPS_MINIMUM, Register
from muster.rules.cards.vocabulary import Rank
from muster.rules.violations import Violation
from muster.web.campaign.registers.pages import (
    RegisterPage,
    Sheet,
    TakingBack,
    photos_of,
    sheet_of,
    taking_back,
    warnings_of,
)
from muster.web.campaign.registers.picks import Choosing, Picker, Shelf, rank_in
from muster.web.site.errors import Reason, reasons_of

STEPS = {
    "paragon": "The Paragon",
    "corps": "Two corps",
    "units": "More units",
    "aid": "Opening aid requests",
    "arc": "The story arc",
    "name": "Its name",
    "found": "Create it",
}
PICKED: dict[str, Rank] = {"paragon": "commander", "corps": "corps"}
"""The rank that a step chooses from; with more units it is asked for."""


class WizardStep(NamedTuple):
    """A step in the list of them."""

    name: str
    title: str
    done: bool
    open: bool


class AidOffers(NamedTuple):
    """Every request that makes sense before the first battle, with the reason where it cannot be made: more
    potential, the assets; for the unit chosen, what it can be given."""

    potential: Reason | None
    assets: list[tuple[Asset, Reason | None]]
    chosen: Dossier | None
    shelves: list[Shelf]


class BuildingPage(RegisterPage, frozen=True, kw_only=True):
    """The step that is open, and what it offers."""

    template: ClassVar[str] = "campaign/registers/building.html"
    sheet: Sheet
    books: Library
    reasons: tuple[Reason, ...]
    back: TakingBack
    warnings: tuple[Reason, ...]
    step: str
    steps: list[WizardStep]
    number: int
    before: str
    title: str
    corps: int
    least: int = CORPS_MINIMUM
    missing: tuple[Reason, ...]
    last: int = len(STEPS)
    picker: Picker | None
    aid: AidOffers | None
    arcs: list[Arc]
    rules: dict[str, AgendaRules]
    missions: dict[str, MissionRules | None]


def building_page(
    request: HttpRequest, register: str, now: Register, problems: tuple[Violation, ...]
) -> RegisterPage:
    """The page of the step that is open; with the reasons of a refusal, the step it came from."""
    choosing = Choosing(request, register)
    wanted = request.GET.get("step", "") or request.POST.get("step", "")
    step = wanted if wanted in STEPS and reachable(now, wanted) else next_step(now)
    number = list(STEPS).index(step)
    arcs = arcs_for(choosing) if step == "arc" else []
    rank = rank_in(request.GET, "special-forces") if step == "units" else PICKED.get(step)
    return BuildingPage(
        id=register,
        register=now,
        sheet=sheet_of(now, choosing.books, photos_of(register)),
        books=choosing.books,
        reasons=reasons_of(problems),
        back=taking_back(request, register),
        warnings=warnings_of(now),
        step=step,
        steps=[
            WizardStep(step, title, is_decided(now, step), reachable(now, step))
            for step, title in STEPS.items()
        ],
        number=number + 1,
        before=list(STEPS)[number - 1] if number else "",
        title=STEPS[step],
        corps=now.ranks["corps"],
        missing=reasons_of(founding_problems(now)),
        picker=choosing.picker(rank) if rank else None,
        aid=aid_offers(choosing, now.find(request.GET.get("dossier", ""))) if step == "aid" else None,
        arcs=arcs,
        rules=rules_of((id for arc in arcs for id in arc.agendas), choosing.books),
        missions={arc.id: arc_mission(arc.id, choosing.books) for arc in arcs},
    )


def is_decided(now: Register, step: str) -> bool:
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
    return now.paragon is not None and (step == "corps" or is_decided(now, "corps"))


def next_step(now: Register) -> str:
    """The first step that is not decided."""
    return next(step for step in STEPS if not is_decided(now, step))


def aid_offers(choosing: Choosing, chosen: Dossier | None) -> AidOffers:
    """Every request that makes sense before the first battle, with the reason where it cannot be made."""
    assets = [
        (asset, choosing.aid_reason(AidRequest(aid=ASSET, asset=asset.id)))
        for asset in choosing.books.assets.values()
    ]
    potential = choosing.aid_reason(AidRequest(aid=RECRUITING))
    return AidOffers(potential, assets, chosen, choosing.equipment(chosen) if chosen else [])


def arcs_for(choosing: Choosing) -> list[Arc]:
    """All arcs the owner may choose, the one meant for the faction first."""
    now = choosing.now
    return sorted(
        choosing.registers.logs.arcs_of(now.by), key=lambda arc: (arc.homebrew, arc.faction != now.faction)
    )
