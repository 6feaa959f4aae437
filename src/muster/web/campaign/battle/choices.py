"""What may be chosen in a step, with the reasons where it may not: rewards, commendations, aid, recruits."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from django.http import QueryDict

from muster.rules.campaign.battle.offers import Choice, OptionOffer
from muster.rules.campaign.battle.steps.aid import (
    AidRequest,
    cost_of,
    desk_of,
    medical_dice,
    request_problems,
)
from muster.rules.campaign.battle.steps.rewards import keyword_name, offer_of
from muster.rules.campaign.battle.steps.side import SideContext, unit_facts
from muster.rules.campaign.register import effects as f
from muster.rules.campaign.register.aid import FOR_A_UNIT, WITH_AN_UPGRADE
from muster.rules.campaign.register.commendations import eligible, may_raise
from muster.rules.campaign.register.dead_ends import DeadEnd, dead_end
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import (
    Recruit,
    may_join,
    price,
    recruit_problems,
    upgrade_problems,
    with_only_choices,
    within_allowance,
)
from muster.rules.messages import explain
from muster.rules.violations import Violation
from muster.web.campaign.battle.dice import dice_rows, spoken
from muster.web.campaign.battle.request import names_of
from muster.web.campaign.registers.upgrades import asked_elsewhere, chosen_upgrades, musts_of
from muster.web.campaign.stories.told import marked

ON_THE_NEXT_SCREEN = ("aid.which_upgrade", "aid.which_setback")


class Way(NamedTuple):
    """One thing that can be chosen: its value in the form, what it is, and why it cannot be, if so."""

    value: str
    name: str
    words: str = ""
    icon: str = ""
    why_not: str = ""


def reward(seat: SideContext, part: str) -> dict[str, Any]:
    """What a reward gives by itself and every choice it leaves, each with its legal ways."""
    offered = offer_of(seat, part)
    return {
        "part": part,
        "gains": [words for one in offered.effects if (words := effect_words(seat, one))],
        "picks": [(one, list(_ways(seat, one))) for one in offered.choices],
    }


def _ways(seat: SideContext, choice: Choice) -> Iterator[Way]:
    for offered in choice.options:
        yield from _ways_of(seat, offered)
    if choice.optional:
        yield Way("", "Nothing", "Leave this one out.", "ui-close")


def _ways_of(seat: SideContext, offered: OptionOffer) -> Iterator[Way]:
    option = offered.option
    if option.who is None:
        yield Way(option.id, option.words, icon="supply")
    names = names_of(seat.register)
    for unit in offered.units:
        dossier = seat.register.dossier(unit)
        held = dossier.setbacks if option.relief in ("one", "may-one") else ()
        icon = f"rank-{dossier.rank}"
        for setback in held:
            yield Way(
                f"{option.id}|{unit}|{setback.id}", names[unit], f"{option.words} {setback.name}.", icon
            )
        if not held or option.relief == "may-one":
            yield Way(f"{option.id}|{unit}", names[unit], option.words, icon)


def effect_words(seat: SideContext, effect: f.Effect) -> str:  # noqa: PLR0911 - one line a kind
    """What comes by itself, in a few words."""
    name = names_of(seat.register).get(getattr(effect, "unit", ""), "")
    match effect:
        case f.GainSupply():
            return f"{effect.amount:+} supply"
        case f.RaisePotential():
            return f"{effect.amount:+} Combat Potential"
        case f.GainExperience():
            return f"{name}: {effect.amount:+} experience"
        case f.GainKeyword():
            return f"{name} gains {keyword_name(seat, effect.keyword, effect.value)}"
        case f.LoseKeyword():
            return f"{name} loses {keyword_name(seat, effect.keyword, None)}"
        case f.GainTrait():
            return f"{name}: {seat.library.traits[effect.trait].name}"
        case f.AwardCommendation():
            return f"{name} may choose a commendation"
        case f.SpareFromCasualty():
            return f"{name} cannot be lost in this sequence"
        case f.ByHand():
            return effect.words
        case _:
            return ""


def awards(seat: SideContext, dossier_id: str) -> list[Way]:
    """Every commendation: the open ones first, others with the reason. Of homebrew the own arc's alone."""
    dossier = seat.register.dossier(dossier_id)
    facts, found = unit_facts(seat, dossier), []
    known = (one for one in seat.library.commendations.values() if not one.homebrew or one.arc == seat.arc.id)
    for one in known:
        why, name = _said(eligible(one, facts, seat.arc.id, seat.library)), marked(one, one.name)
        found.append(Way(one.id, name, one.words, "commendation", why))
        if not why and may_raise(one, facts):
            raising = "Raise the keyword it has by 1 instead."
            found.append(Way(f"{one.id}|raise", name, raising, "commendation"))
    return sorted(found, key=lambda way: bool(way.why_not))


def _said(violations: Iterable[Violation]) -> str:
    return " ".join(explain(one) for one in violations)


def aid(seat: SideContext, aid_id: str, asked: QueryDict) -> dict[str, Any]:
    """A request: whom or what it may be for; once that is chosen, upgrades, setbacks and dice."""
    known = seat.library.aid[aid_id]
    dossier = seat.register.find(asked.get("dossier", ""))
    context: dict[str, Any] = {
        "aid": known,
        "opened": asked.get("aid") == aid_id,
        "ways_found": list(_aid_ways(seat, aid_id)),
        "field": "asset" if known.cost == "asset" else "dossier",
        "for_unit": dossier,
        "second": "",
    }
    if dossier is None:
        return context
    request = AidRequest(aid=aid_id, dossier=dossier.id)
    if aid_id in WITH_AN_UPGRADE:
        return context | {"second": "upgrade", "upgrades": list(_upgrades(seat, request))}
    if aid_id == "request-medical-supplies" and dossier.setbacks:
        dice = medical_dice(desk_of(seat), request)
        found = {"second": "medical", "dice": dice_rows(dice), "said": spoken(dice)}
        return context | found | treatment_order(dossier, asked)
    return context


def warning(seat: SideContext) -> DeadEnd | None:
    """In steps 7 and 8: whether the Register is about to be left without the corps a muster needs."""
    return dead_end(seat) if seat.side.step in (7, 8) else None


def treatment_order(dossier: Dossier, asked: QueryDict) -> dict[str, Any]:
    """The order in which setbacks go: asked for where there are several kinds, else as they stand."""
    held = [one.id for one in dossier.setbacks for _ in range(one.count)]
    order: list[str] = []
    for one in (*asked.getlist("setback"), *held):
        if order.count(one) < held.count(one):
            order.append(one)
    names = {one.id: one.name for one in dossier.setbacks}
    return {"order": order, "setback_names": names, "several": len(names) > 1}


def _aid_ways(seat: SideContext, aid_id: str) -> Iterator[Way]:
    desk, known = desk_of(seat), seat.library.aid[aid_id]
    if known.cost == "asset":
        for asset in seat.library.assets.values():
            why = _said(request_problems(desk, AidRequest(aid=aid_id, asset=asset.id)))
            yield Way(asset.id, f"{asset.name}, {asset.cost} SP", asset.words, "asset", why)
    elif aid_id in FOR_A_UNIT:
        for one in seat.register.dossiers:
            request = AidRequest(aid=aid_id, dossier=one.id)
            found = (p for p in request_problems(desk, request) if p.code not in ON_THE_NEXT_SCREEN)
            words = f"{one.unit_name}, {cost_of(desk, request)} SP"
            yield Way(one.id, names_of(seat.register)[one.id], words, f"rank-{one.rank}", _said(found))
    else:
        request = AidRequest(aid=aid_id)
        yield Way(
            "", known.name, f"{cost_of(desk, request)} SP", "supply", _said(request_problems(desk, request))
        )


def _upgrades(seat: SideContext, request: AidRequest) -> Iterator[Way]:
    """The upgrades this request could bring to the unit; only those that may be chosen."""
    desk = desk_of(seat)
    for card in sorted(seat.cards.upgrades.values(), key=lambda one: (one.slot, one.name)):
        wanted = msgspec.structs.replace(request, upgrade=card.id)
        if not request_problems(desk, wanted):
            points = price(card, seat.register, seat.cards)
            yield Way(card.id, card.name, f"{points} points", f"up-{card.slot}")


def recruits(seat: SideContext, asked: QueryDict, *, refill: bool) -> dict[str, Any]:
    """The units that may join, and for a chosen one the upgrades it may bring."""
    unit = seat.cards.units.get(asked.get("unit", ""))
    if unit is not None and may_join(unit, seat.register) is None:
        musts = musts_of(seat.register, unit, seat.battle.switches)
        elsewhere = asked_elsewhere(musts)
        cards = (
            card
            for card in sorted(seat.cards.upgrades.values(), key=lambda one: (one.slot, one.name))
            if card.points is not None
            and card.id not in elsewhere
            and not list(within_allowance(unit, [card], seat.battle.switches))
            and not list(upgrade_problems(unit, None, card, seat.register, seat.cards))
        )
        ways = [
            Way(card.id, card.name, f"{price(card, seat.register, seat.cards)} points", f"up-{card.slot}")
            for card in cards
        ]
        return {
            "unit": unit,
            "musts": musts,
            "brings": chosen_upgrades(asked),
            "upgrades": ways,
            "unit_points": price(unit, seat.register, seat.cards),
        }
    return {"unit": None, "recruits": list(_recruits(seat, refill))}


def _recruits(seat: SideContext, refill: bool) -> Iterator[Way]:
    for unit in sorted(seat.cards.units.values(), key=lambda one: (one.rank, one.full_name)):
        if unit.unique or may_join(unit, seat.register) is not None or (refill and unit.rank != "corps"):
            continue
        bare = Recruit(unit=unit.id, name="Name")
        wanted = with_only_choices(seat.register, bare, seat.cards, seat.battle.switches, cheapest=True)
        found = recruit_problems(seat.register, wanted, seat.cards, seat.battle.switches)
        points = f"{price(unit, seat.register, seat.cards)} points"
        yield Way(unit.id, unit.full_name, points, f"rank-{unit.rank}", _said(found))
