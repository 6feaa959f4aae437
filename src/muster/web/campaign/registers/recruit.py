"""The choice of a unit: who of a rank may join, then its name and what it brings."""

from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app.campaign import commands
from muster.rules.campaign.register import recruiting
from muster.rules.campaign.register.recruiting import LEADERS, Recruit
from muster.rules.campaign.register.register import Register
from muster.rules.cards import catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.vocabulary import display_word
from muster.rules.violations import Refused, Violation
from muster.web.armies.words import RANK_NAMES
from muster.web.campaign.registers.forms import wanted_in
from muster.web.campaign.registers.pages import RegisterPage
from muster.web.campaign.registers.picks import Choosing, Pick, Picker, Shelf, rank_in
from muster.web.campaign.registers.upgrades import Must, compulsory_cards, musts_of
from muster.web.campaign.requests import methods_only
from muster.web.environment import plural
from muster.web.page import render_response
from muster.web.requests import act_of
from muster.web.site.errors import Reason, reasons_of, status_of


class RecruitPage(RegisterPage, frozen=True, kw_only=True):
    """Who may join, rank by rank."""

    template: ClassVar[str] = "campaign/registers/recruit.html"
    picker: Picker


class UnitPage(RegisterPage, frozen=True, kw_only=True):
    """One unit: its name and the upgrades it may bring, with what was chosen so far."""

    template: ClassVar[str] = "campaign/registers/unit.html"
    unit: Unit
    pick: Pick
    rank_name: str
    leader: bool
    first: bool
    allowed: str
    musts: list[Must]
    may: list[Shelf]
    barred: list[Pick]
    wanted: Recruit
    total: int
    reasons: tuple[Reason, ...]


@methods_only("GET", "POST")
def page(request: HttpRequest, register: str) -> HttpResponse:
    """Choose a unit of a rank, then its name and what it brings; sent, it joins."""
    choosing = Choosing(request, register)
    if request.method == "POST":
        return recruit_unit(request, register, choosing)
    if not request.GET.get("unit"):
        picker = choosing.picker(rank_in(request.GET, "corps"))
        return render_response(request, RecruitPage(id=register, register=choosing.now, picker=picker))
    bare = Recruit(unit=request.GET["unit"])
    wanted = recruiting.with_only_choices(choosing.now, bare, catalogue(), choosing.switches)
    return render_response(request, unit_page(register, choosing, wanted))


def recruit_unit(request: HttpRequest, register: str, choosing: Choosing) -> HttpResponse:
    """The unit joins; or the same page with what was chosen and why it does not work. An unknown card has
    no page."""
    wanted = wanted_in(request.POST)
    try:
        choosing.registers.do(act_of(request), choosing.stream, commands.Recruit(wanted=wanted))
    except Refused as refused:
        if wanted.unit not in catalogue().units:
            raise
        problems = refused.violations
        return render_response(request, unit_page(register, choosing, wanted, problems), status_of(problems))
    name = " ".join(wanted.name.split()) or catalogue().unit(wanted.unit).full_name
    messages.success(request, f"{name} joined the Register.")
    return redirect("tour-register", register)


def unit_page(
    register: str, choosing: Choosing, wanted: Recruit, problems: tuple[Violation, ...] = ()
) -> UnitPage:
    """The page of a unit, with the reasons of a refusal."""
    unit, now = catalogue().unit(wanted.unit), choosing.now
    musts = musts_of(now, unit, choosing.switches)
    may, barred = choosing.bringable(unit, compulsory_cards(musts))
    return UnitPage(
        id=register,
        register=now,
        unit=unit,
        pick=choosing.unit(unit),
        rank_name=RANK_NAMES[unit.rank],
        leader=unit.rank in LEADERS,
        first=unit.rank == "commander" and now.paragon is None,
        allowed=allowance_words(unit),
        musts=musts,
        may=may,
        barred=barred,
        wanted=wanted,
        total=total_of(now, unit, wanted),
        reasons=reasons_of(problems),
    )


def total_of(now: Register, unit: Unit, wanted: Recruit) -> int:
    """The points of the unit with what is ticked for it."""
    brings = recruiting.known_upgrades(wanted.upgrades[: recruiting.MOST_UPGRADES], catalogue())
    cards: tuple[Unit | Upgrade, ...] = (unit, *brings)
    return sum(recruiting.price(card, now, catalogue()) for card in cards)


def allowance_words(unit: Unit) -> str:
    """What a new unit may bring, in words."""
    allowed = recruiting.allowance(unit)
    if isinstance(allowed, int):
        return f"Up to {plural(allowed, 'upgrade')}"
    fitting = [slot for slot in allowed if slot in unit.slots]
    return " and ".join(f"one {display_word(slot)} upgrade" for slot in fitting).capitalize() or "No upgrades"
