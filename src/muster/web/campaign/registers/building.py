"""Building a Register, one decision at a time; and the choice of a unit, which goes on after founding."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from uuid_utils import uuid4

from muster.rules.campaign.battle.steps.aid import AidRequest, decide_starting_aid
from muster.rules.campaign.club.switches import Switches
from muster.rules.campaign.library.library import library
from muster.rules.campaign.library.parts import Agenda, Arc, TurningPoint
from muster.rules.campaign.register import recruiting
from muster.rules.campaign.register.aid import REINFORCING
from muster.rules.campaign.register.compulsory import compulsory
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.editing import decide_edit, founding_problems
from muster.rules.campaign.register.recruiting import LEADERS, Recruit, price
from muster.rules.campaign.register.register import CORPS_MINIMUM, Register
from muster.rules.cards import catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.vocabulary import RANKS, Rank, spoken
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.armies.words import RANK_NAMES
from muster.web.campaign.library import choice_of_arcs, site_books
from muster.web.campaign.registers.my_registers import act_of, actor, called, my_tours, stream_of
from muster.web.campaign.registers.upgrades import asked_elsewhere, chosen_upgrades, musts_of
from muster.web.cards.rows import address, unit_profile
from muster.web.cards.words import FACTION_NAMES
from muster.web.site.errors import STATUS, as_reason

STEPS = {
    "paragon": "The Paragon",
    "corps": "Two corps",
    "units": "More units",
    "aid": "First aid requests",
    "arc": "The story arc",
    "name": "Its name",
    "found": "Found it",
}
Reason = dict[str, Any]
Offer = Callable[[Register, Mapping[str, str]], dict[str, Any]]
ASSET_AID = "request-strategic-asset"
ANY_NAME = "?"
# Reasons against the unit or against what is still to be chosen, not against one of its upgrades.
BEYOND_THE_CARD = ("register.unique_unit", "register.must_equip")
# Enough to say that a name is too long, without sending a megabyte back.
LONGEST_TYPED = 200


class Pick(NamedTuple):
    """A card to choose: what it costs, and the reason where it may not be chosen."""

    id: str
    name: str
    title: str
    points: int
    facts: str
    href: str
    reason: Reason | None = None
    slots: tuple[str, ...] = ()
    compulsory: bool = False


class ArcChoice(NamedTuple):
    """A story arc with everything it brings."""

    arc: Arc
    agendas: tuple[Agenda, ...]
    brings: tuple[tuple[str, str, str, str], ...]
    mission: TurningPoint


def wizard(now: Register, asked: str, query: Mapping[str, str]) -> dict[str, Any]:
    """The step that is open, and what it offers."""
    step = asked if asked in STEPS and reachable(now, asked) else next_step(now)
    names = list(STEPS)
    number = names.index(step)
    context: dict[str, Any] = {
        "step": step,
        "steps": [(name, title, done(now, name), reachable(now, name)) for name, title in STEPS.items()],
        "number": number + 1,
        "before": names[number - 1] if number else "",
        "after": names[number + 1] if number + 1 < len(names) else "",
        "title": STEPS[step],
        "corps": now.ranks["corps"],
        "least": CORPS_MINIMUM,
        "missing": [as_reason(one) for one in founding_problems(now)],
    }
    return context | OFFERS[step](now, query)


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


def offer_rank(rank: Rank) -> Offer:
    """The units of one rank."""
    return lambda now, query: {"picker": picker(now, rank, query)}


def offer_units(now: Register, query: Mapping[str, str]) -> dict[str, Any]:
    """The units of the rank asked for, special forces first."""
    return {"picker": picker(now, rank_of(query, "special-forces"), query)}


def rank_of(query: Mapping[str, str], otherwise: Rank) -> Rank:
    """The rank an address asks for."""
    return next((rank for rank in RANKS if rank == query.get("rank")), otherwise)


def picker(now: Register, rank: Rank, query: Mapping[str, str]) -> dict[str, Any]:
    """Who of a rank may join, the faction's own first, then the cheapest; and who may not and why."""
    units = [one for one in catalogue().data.units if one.rank == rank]
    hirable = [one for one in units if recruiting.may_join(one, now) is None]
    picks = sorted((pick_unit(now, one) for one in hirable), key=own_first)
    return {
        "rank": rank,
        "ranks": [(each, RANK_NAMES[each], now.ranks[each]) for each in RANKS],
        "rank_name": RANK_NAMES[rank],
        "may": [pick for pick in picks if pick.reason is None],
        "barred": [pick for pick in picks if pick.reason is not None],
    }


def own_first(pick: Pick) -> tuple[bool, int, str]:
    """Mercenaries after the faction's own: a mercenary commander alone fills no army's minimum (R23)."""
    return catalogue().unit(pick.id).mercenary, pick.points, pick.name


def pick_unit(now: Register, unit: Unit) -> Pick:
    """A unit to choose. Its name and what it must bring are asked for on the next page: here any will do."""
    bare = Recruit(unit=unit.id, name=ANY_NAME)
    reason = refusal(now, recruiting.with_only_choices(now, bare, catalogue(), switches(now), cheapest=True))
    facts = ", ".join((["Mercenary"] if unit.mercenary else []) + unit_profile(unit))
    cost = price(unit, now, catalogue())
    return Pick(unit.id, unit.name, unit.title or "", cost, facts, address(unit), reason, unit.slots)


def refusal(now: Register, wanted: Recruit) -> Reason | None:
    """The first reason why a unit cannot join like this."""
    try:
        decide_edit(now, wanted, catalogue(), switches(now))
    except Refused as refused:
        return as_reason(refused.violations[0])
    return None


def switches(now: Register) -> Switches:
    """How the Register's campaign reads the contested rules."""
    return my_tours().tours.switches(now.campaign)


def offer_aid(now: Register, query: Mapping[str, str]) -> dict[str, Any]:
    """Every request that makes sense before the first battle, with the reason where it cannot be made."""
    books = library()
    assets = [
        (one, aid_refusal(now, AidRequest(aid=ASSET_AID, asset=one.id))) for one in books.assets.values()
    ]
    chosen = now.find(query.get("dossier", ""))
    recruiting_aid = books.aid["active-recruiting"]
    return {
        "potential_aid": (recruiting_aid, aid_refusal(now, AidRequest(aid=recruiting_aid.id))),
        "assets": assets,
        "chosen": chosen,
        "shelves": equipment(now, chosen) if chosen else [],
    }


def aid_refusal(now: Register, request: AidRequest) -> Reason | None:
    """The first reason why a request cannot be made."""
    try:
        decide_starting_aid(now, request, catalogue(), library())
    except Refused as refused:
        return as_reason(refused.violations[0])
    return None


def equipment(now: Register, dossier: Dossier) -> list[tuple[str, str, list[Pick]]]:
    """What a unit can still be given for supply points, slot by slot, with the request that gives it."""
    unit = catalogue().units.get(dossier.unit)
    shelves = catalogue().upgrades_for(unit) if unit else {}
    found = []
    for slot, upgrades in shelves.items():
        aid = "request-reinforcements" if slot in REINFORCING else "supplies-and-provisions"
        picks = [
            pick_upgrade(now, one, aid_refusal(now, AidRequest(aid=aid, dossier=dossier.id, upgrade=one.id)))
            for one in upgrades
        ]
        found.append((slot, aid, [pick for pick in picks if pick.reason is None]))
    return [shelf for shelf in found if shelf[2]]


def pick_upgrade(now: Register, upgrade: Upgrade, reason: Reason | None, compulsory: bool = False) -> Pick:
    """An upgrade to choose."""
    cost = price(upgrade, now, catalogue())
    return Pick(upgrade.id, upgrade.full_name, "", cost, "", address(upgrade), reason, compulsory=compulsory)


def offer_arcs(now: Register, _query: Mapping[str, str]) -> dict[str, Any]:
    """All arcs, the one meant for the faction first."""
    choice = choice_of_arcs(site_books().arcs.values(), now.by)
    arcs = sorted(choice, key=lambda arc: (arc.homebrew, arc.faction != now.faction))
    return {"arcs": [arc_choice(arc) for arc in arcs], "factions": FACTION_NAMES}


def arc_choice(arc: Arc) -> ArcChoice:
    """An arc with its agendas, its own commendation, setback and trait, and its mission."""
    books = site_books()
    parts = (
        ("commendation", "Commendation", books.commendations[arc.commendation]),
        ("setback", "Setback", books.setbacks[arc.setback]),
        ("trait", "Defining trait", books.traits[arc.trait]),
    )
    brings = tuple((icon, kind, part.name, part.words) for icon, kind, part in parts)
    agendas = tuple(books.agendas[one] for one in arc.agendas)
    return ArcChoice(arc, agendas, brings, books.turning_points[arc.turning_point])


OFFERS: Mapping[str, Offer] = {
    "paragon": offer_rank("commander"),
    "corps": offer_rank("corps"),
    "units": offer_units,
    "aid": offer_aid,
    "arc": offer_arcs,
    "name": lambda _now, _query: {},
    "found": lambda _now, _query: {},
}


@identity.private
@require_http_methods(["GET", "POST"])
def recruit(request: HttpRequest, register: str) -> HttpResponse:
    """Choose a unit of a rank, then its name and what it brings; sent, it joins."""
    tours, stream = my_tours(), stream_of(register)
    now = tours.register(actor(request), stream).state
    if request.method == "GET" and not request.GET.get("unit"):
        return picker_page(request, register, now)
    if request.method == "GET":
        bare = Recruit(unit=request.GET["unit"])
        wanted = recruiting.with_only_choices(now, bare, catalogue(), switches(now))
        return unit_page(request, register, now, wanted)
    form = request.POST
    wanted = Recruit(
        unit=form.get("unit", ""),
        upgrades=chosen_upgrades(form),
        name=form.get("name", "")[:LONGEST_TYPED],
    )
    try:
        tours.recruit(act_of(request), stream, wanted)
    except Refused as refused:
        return refused_unit(request, register, now, wanted, refused.violations)
    messages.success(request, joined(wanted))
    return redirect("tour-register", register)


def joined(wanted: Recruit) -> str:
    """Who joined, for the note after it."""
    unit = catalogue().unit(wanted.unit)
    return f"{' '.join(wanted.name.split()) or unit.full_name} joined the Register."


def refused_unit(
    request: HttpRequest, register: str, now: Register, wanted: Recruit, problems: Sequence[Violation]
) -> HttpResponse:
    """The same page with what was chosen and why it does not work; an unknown card has no page."""
    if wanted.unit not in catalogue().units:
        raise Refused(*problems)
    return unit_page(request, register, now, wanted, problems)


def picker_page(request: HttpRequest, register: str, now: Register) -> HttpResponse:
    """Who may join, rank by rank."""
    context = frame(register, now) | {"picker": picker(now, rank_of(request.GET, "corps"), request.GET)}
    return render(request, "campaign/registers/recruit.html", context)


def frame(register: str, now: Register) -> dict[str, Any]:
    """What every page of recruiting shows."""
    return {
        "id": register,
        "register": now,
        "name": called(now),
        "faction": FACTION_NAMES[now.faction],
        "key": str(uuid4()),
    }


def unit_page(
    request: HttpRequest, register: str, now: Register, wanted: Recruit, problems: Sequence[Violation] = ()
) -> HttpResponse:
    """One unit: its name and the upgrades it may bring, with what was chosen so far."""
    unit = catalogue().unit(wanted.unit)
    musts = musts_of(now, unit, switches(now))
    may, barred = bringable(now, unit, asked_elsewhere(musts))
    context = frame(register, now) | {
        "unit": unit,
        "pick": pick_unit(now, unit),
        "rank_name": RANK_NAMES[unit.rank],
        "leader": unit.rank in LEADERS,
        "first": unit.rank == "commander" and now.paragon is None,
        "allowed": allowance_words(unit),
        "musts": musts,
        "may": may,
        "barred": barred,
        "wanted": wanted,
        "reasons": [as_reason(one) for one in problems],
    }
    status = STATUS.get(problems[0].code, 422) if problems else 200
    return render(request, "campaign/registers/unit.html", context, status=status)


def bringable(
    now: Register, unit: Unit, elsewhere: Collection[str] = ()
) -> tuple[list[tuple[str, list[Pick]]], list[Pick]]:
    """The upgrades a new unit may bring, slot by slot, and those it may not with the reason.

    What it must bring is chosen elsewhere.
    """
    may: list[tuple[str, list[Pick]]] = []
    barred: list[Pick] = []
    for slot, upgrades in catalogue().upgrades_for(unit).items():
        picks = [bring(now, unit, one) for one in upgrades if one.id not in elsewhere]
        good = [pick for pick in picks if pick.reason is None]
        barred += [pick for pick in picks if pick.reason is not None]
        if good:
            may.append((slot, good))
    return may, barred


def bring(now: Register, unit: Unit, upgrade: Upgrade) -> Pick:
    """An upgrade with the reason why this unit may not bring it, if there is one beyond the unit itself."""
    wanted = Recruit(unit=unit.id, upgrades=(upgrade.id,), name=ANY_NAME)
    try:
        decide_edit(now, wanted, catalogue(), switches(now))
        reason = None
    except Refused as refused:
        own = [one for one in refused.violations if one.code not in BEYOND_THE_CARD]
        reason = as_reason(own[0]) if own else None
    extra = bool(compulsory(unit, [upgrade], switches(now)))
    return pick_upgrade(now, upgrade, reason, extra)


def allowance_words(unit: Unit) -> str:
    """What a new unit may bring, in words."""
    allowed = recruiting.allowance(unit)
    if isinstance(allowed, int):
        return f"Up to {allowed} upgrades"
    fitting = [slot for slot in allowed if slot in unit.slots]
    return " and ".join(f"one {spoken(slot)} upgrade" for slot in fitting).capitalize() or "No upgrades"
