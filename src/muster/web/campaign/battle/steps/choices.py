"""What may be chosen in a step, with the reasons where it may not: rewards, commendations, aid, recruits."""

from collections.abc import Collection, Iterable, Iterator
from typing import Literal, NamedTuple

import msgspec
from django.http import QueryDict

from muster.rules.campaign.battle.offers import Choice, OptionOffer
from muster.rules.campaign.battle.steps import aid as aids
from muster.rules.campaign.battle.steps.aid import MEDICAL, AidRequest, desk_of, request_problems
from muster.rules.campaign.battle.steps.rewards import keyword_name, offer_of
from muster.rules.campaign.battle.steps.side import SideContext, unit_facts
from muster.rules.campaign.library.parts import Aid
from muster.rules.campaign.register import effects as register_effects
from muster.rules.campaign.register import recruiting
from muster.rules.campaign.register.aid import ASSET, FOR_A_UNIT, WITH_AN_UPGRADE
from muster.rules.campaign.register.commendations import award_objections, may_raise
from muster.rules.campaign.register.detachments import lacks_parent
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import LEADERS, Recruit, may_join, price
from muster.rules.cards.types import Unit
from muster.rules.dice.faces import Die
from muster.rules.messages import explain
from muster.rules.violations import Violation
from muster.web.campaign.registers.upgrades import Must, chosen_upgrades, compulsory_cards, musts_of
from muster.web.campaign.sentences.wording import mark_homebrew
from muster.web.environment import plural

ON_THE_NEXT_SCREEN = ("aid.which_upgrade", "aid.which_setback")
IN_TWO_SCREENS = (*WITH_AN_UPGRADE, MEDICAL)


class Way(NamedTuple):
    """One thing that can be chosen: its value in the form, what it is, and why it cannot be, if so."""

    value: str
    name: str
    words: str = ""
    icon: str = ""
    why_not: str = ""


class RewardScreen(NamedTuple):
    """What a reward gives by itself and every choice it leaves, each with its legal ways."""

    part: str
    gains: list[str]
    picks: list[tuple[Choice, list[Way]]]


def reward(context: SideContext, part: str) -> RewardScreen:
    """The reward of an agenda or a mission."""
    offered, names = offer_of(context, part), context.names
    gains = [words for effect in offered.effects if (words := effect_words(context, effect, names))]
    return RewardScreen(
        part, gains, [(choice, list(_ways(context, choice, names))) for choice in offered.choices]
    )


def _ways(context: SideContext, choice: Choice, names: dict[str, str]) -> Iterator[Way]:
    for offered in choice.options:
        yield from _ways_of(context, offered, names)
    if choice.optional:
        yield Way("", "Nothing", "Leave this one out.", "ui-close")


def _ways_of(context: SideContext, offered: OptionOffer, names: dict[str, str]) -> Iterator[Way]:
    option = offered.option
    if option.who is None:
        yield Way(option.id, option.words, icon="supply")
    for unit in offered.units:
        dossier = context.register.dossier(unit)
        held = dossier.setbacks if option.relief in ("one", "may-one") else ()
        icon = f"rank-{dossier.rank}"
        for setback in held:
            yield Way(
                f"{option.id}|{unit}|{setback.id}", names[unit], f"{option.words} {setback.name}.", icon
            )
        if not held or option.relief == "may-one":
            yield Way(f"{option.id}|{unit}", names[unit], option.words, icon)


def effect_words(  # noqa: PLR0911 - one line a kind
    context: SideContext, effect: register_effects.Effect, names: dict[str, str]
) -> str:
    """What comes by itself, in a few words."""
    name = names.get(getattr(effect, "unit", ""), "")
    match effect:
        case register_effects.GainSupply():
            return f"{effect.amount:+} supply"
        case register_effects.RaisePotential():
            return f"{effect.amount:+} Combat Potential"
        case register_effects.GainExperience():
            return f"{name}: {effect.amount:+} experience"
        case register_effects.GainKeyword():
            return f"{name} gains {keyword_name(context, effect.keyword, effect.value)}"
        case register_effects.LoseKeyword():
            return f"{name} loses {keyword_name(context, effect.keyword, None)}"
        case register_effects.GainTrait():
            return f"{name}: {context.library.traits[effect.trait].name}"
        case register_effects.AwardCommendation():
            return f"{name} may choose a commendation"
        case register_effects.SpareFromCasualty():
            return f"{name} cannot be lost in this sequence"
        case register_effects.ByHand():
            return effect.words
        case _:
            return ""


def awards(context: SideContext, dossier_id: str) -> list[Way]:
    """Every commendation: the open ones first, others with the reason. Of homebrew the own arc's alone."""
    dossier = context.register.dossier(dossier_id)
    facts, found = unit_facts(context, dossier), []
    known = (
        commendation
        for commendation in context.library.commendations.values()
        if not commendation.homebrew or commendation.arc == context.arc.id
    )
    for commendation in known:
        why, name = (
            _words(award_objections(commendation, facts, context.arc.id, context.library)),
            mark_homebrew(commendation, commendation.name),
        )
        found.append(Way(commendation.id, name, commendation.words, "commendation", why))
        if not why and may_raise(commendation, facts):
            raising = "Raise the keyword it has by 1 instead."
            found.append(Way(f"{commendation.id}|raise", name, raising, "commendation"))
    return sorted(found, key=lambda way: bool(way.why_not))


def _words(violations: Iterable[Violation]) -> str:
    return " ".join(explain(violation) for violation in violations)


class AidScreen(NamedTuple):
    """A request: whom or what it may be for; once that is chosen, upgrades, setbacks and dice (`second`)."""

    aid: Aid
    ways: list[Way]
    field: str
    two_screens: bool
    for_unit: Dossier | None = None
    second: Literal["", "upgrade", "medical"] = ""
    upgrades: tuple[Way, ...] = ()
    dice: tuple[Die, ...] = ()
    order: tuple[str, ...] = ()
    setback_names: dict[str, str] = {}  # noqa: RUF012 - never written to


def aid(context: SideContext, aid_id: str, asked: QueryDict) -> AidScreen:
    """The screen of one request, as far as the player has chosen."""
    known = context.library.aid[aid_id]
    dossier = context.register.find(asked.get("dossier", ""))
    screen = AidScreen(
        known,
        list(_aid_ways(context, aid_id)),
        "asset" if known.cost == "asset" else "dossier",
        aid_id in IN_TWO_SCREENS,
        dossier,
    )
    if dossier is None:
        return screen
    request = AidRequest(aid=aid_id, dossier=dossier.id)
    if aid_id in WITH_AN_UPGRADE:
        return screen._replace(second="upgrade", upgrades=tuple(_upgrades(context, request)))
    if aid_id == MEDICAL and dossier.setbacks:
        return screen._replace(
            second="medical",
            dice=aids.medical_dice(desk_of(context), request),
            order=tuple(aids.treatment_order(dossier, asked.getlist("setback"))),
            setback_names={setback.id: setback.name for setback in dossier.setbacks},
        )
    return screen


class AidRow(NamedTuple):
    """A request with its price in words, and why none can be made now."""

    aid: Aid
    price: str
    why_not: str


def aid_rows(context: SideContext, aid_ids: Collection[str]) -> list[AidRow]:
    """The requests of step 7, those that can be made first; assets have prices of their own."""
    rows = []
    for aid_id in aid_ids:
        known, ways = context.library.aid[aid_id], list(_aid_ways(context, aid_id))
        price = f"{known.sp} SP" if known.cost == "flat" else "1 SP for each veteran rank, at least 1"
        if known.cost != "asset":
            shut = all(way.why_not for way in ways)
            rows.append(AidRow(known, price, ways[0].why_not if shut and ways else ""))
    return sorted(rows, key=lambda row: bool(row.why_not))


def asset_ways(context: SideContext) -> list[Way]:
    """Every strategic asset with its price, those that can be requested first."""
    return sorted(_aid_ways(context, ASSET), key=lambda way: bool(way.why_not))


def _aid_ways(context: SideContext, aid_id: str) -> Iterator[Way]:
    desk, known, names = desk_of(context), context.library.aid[aid_id], context.names
    if known.cost == "asset":
        for asset in context.library.assets.values():
            why = _words(request_problems(desk, AidRequest(aid=aid_id, asset=asset.id)))
            yield Way(asset.id, f"{asset.name}, {asset.cost} SP", asset.words, "asset", why)
    elif aid_id in FOR_A_UNIT:
        for dossier in context.register.dossiers:
            request = AidRequest(aid=aid_id, dossier=dossier.id)
            found = (p for p in request_problems(desk, request) if p.code not in ON_THE_NEXT_SCREEN)
            words = f"{dossier.unit_name}, {aids.cost_of(desk, request)} SP"
            yield Way(dossier.id, names[dossier.id], words, f"rank-{dossier.rank}", _words(found))
    else:
        request = AidRequest(aid=aid_id)
        yield Way(
            "",
            known.name,
            f"{aids.cost_of(desk, request)} SP",
            "supply",
            _words(request_problems(desk, request)),
        )


def _upgrades(context: SideContext, request: AidRequest) -> Iterator[Way]:
    """The upgrades this request could bring to the unit; only those that may be chosen."""
    desk = desk_of(context)
    for card in sorted(context.cards.upgrades.values(), key=lambda upgrade: (upgrade.slot, upgrade.name)):
        wanted = msgspec.structs.replace(request, upgrade=card.id)
        if not request_problems(desk, wanted):
            points = price(card, context.register, context.cards)
            yield Way(card.id, card.name, plural(points, "point"), f"up-{card.slot}")


class RecruitScreen(NamedTuple):
    """The units that may join, those `at_once` who leave nothing to choose, and for the one that is unfolded
    the upgrades it may bring."""

    recruits: tuple[Way, ...]
    at_once: frozenset[str]
    unit: Unit | None = None
    named: bool = False
    musts: tuple[Must, ...] = ()
    brings: tuple[str, ...] = ()
    upgrades: tuple[Way, ...] = ()


def recruits(context: SideContext, asked: QueryDict, *, refill: bool) -> RecruitScreen:
    """Step 8, or corps that must be filled up at once."""
    unit, register = context.cards.units.get(asked.get("unit", "")), context.register
    found = [recruit for recruit in _recruits(context, refill) if not recruit.why_not]
    at_once = frozenset(
        recruit.value for recruit in found if not _recruit_problems(context, Recruit(unit=recruit.value))
    )
    if unit is None or unit.id not in (recruit.value for recruit in found):
        return RecruitScreen(tuple(found), at_once)
    musts = musts_of(register, unit, context.battle.switches)
    return RecruitScreen(
        tuple(found),
        at_once,
        unit=unit,
        named=unit.rank in LEADERS,
        musts=tuple(musts),
        brings=tuple(chosen_upgrades(asked)),
        upgrades=tuple(_upgrades_to_bring(context, unit, compulsory_cards(musts))),
    )


def _upgrades_to_bring(context: SideContext, unit: Unit, elsewhere: Collection[str]) -> Iterator[Way]:
    """The upgrades a recruit may bring besides those it is asked for by itself."""
    register, cards, switches = context.register, context.cards, context.battle.switches
    for card in sorted(cards.upgrades.values(), key=lambda upgrade: (upgrade.slot, upgrade.name)):
        if (
            card.points is None
            or card.id in elsewhere
            or any(recruiting.within_allowance(unit, [card], switches))
        ):
            continue
        if not any(recruiting.upgrade_problems(unit, None, card, register, cards)):
            yield Way(card.id, card.name, plural(price(card, register, cards), "point"), f"up-{card.slot}")


def _recruits(context: SideContext, refill: bool) -> Iterator[Way]:
    def order(unit: Unit) -> tuple[bool, str, str]:
        """What could not be fielded comes last."""
        return lacks_parent(unit, context.register, context.cards) is not None, unit.rank, unit.full_name

    for unit in sorted(context.cards.units.values(), key=order):
        if unit.unique or may_join(unit, context.register) is not None or (refill and unit.rank != "corps"):
            continue
        found = _recruit_problems(context, Recruit(unit=unit.id, name="Name"), cheapest=True)
        yield _recruit_way(context, unit)._replace(why_not=_words(found))


def _recruit_way(context: SideContext, unit: Unit) -> Way:
    points = plural(price(unit, context.register, context.cards), "point")
    lacking = lacks_parent(unit, context.register, context.cards)
    words = f"{points}. {_words([lacking])}" if lacking else points
    return Way(unit.id, unit.full_name, words, f"rank-{unit.rank}")


def _recruit_problems(
    context: SideContext, bare: Recruit, *, cheapest: bool = False
) -> tuple[Violation, ...]:
    """Why a unit cannot join with what comes by itself, or with `cheapest` at all."""
    register, cards, switches = context.register, context.cards, context.battle.switches
    wanted = recruiting.with_only_choices(register, bare, cards, switches, cheapest=cheapest)
    return tuple(recruiting.recruit_problems(register, wanted, cards, switches))
