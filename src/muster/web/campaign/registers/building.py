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
from muster.web.campaign.registers.building_steps import STEPS, is_decided, next_step, reachable
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
from muster.web.campaign.registers.progress import Builder, builders_of
from muster.web.campaign.requests import logs_of
from muster.web.site.errors import Reason, reasons_of

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
    others: list[Builder]


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
        others=other_builders(request, now),
    )


def other_builders(request: HttpRequest, now: Register) -> list[Builder]:
    """The others of the campaign that the Register is in, and how far they are."""
    if not now.campaign:
        return []
    club = logs_of(request).campaign(now.campaign).state
    return [builder for builder in builders_of(request, club, now.by) if not builder.me]


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
