"""A reward becomes an offer to a player: what comes by itself, what may be chosen, what to roll first.

The record says what happened. Dice and order tokens come in as what they showed; where they are still
missing, the offer says what to roll or draw. How answers become effects: `answers`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from muster.rules.campaign.library.rewards import (
    OBSERVED,
    RESULTS,
    Gift,
    Option,
    Pick,
    Result,
    Reward,
    Times,
    Who,
)
from muster.rules.campaign.register import effects as register_effects
from muster.rules.campaign.register.effects import Effect
from muster.rules.campaign.register.unit_facts import UnitFacts
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Die, Face


class BattleRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a reward needs to know of a battle.

    `count` is what the agenda or mission counts (tokens, scanners, VP, equipment removed), `before` the
    boxes marked in earlier battles. `facts` are the questions answered with yes. `chosen` are the units that
    the agenda itself names: the defended unit, the protected ones, the holders of Plunder. `roster` is the
    whole Register with the guests. `drawn` are the ranks of the order tokens drawn, `faces` what the
    reward's dice showed; None is not yet.
    """

    result: Result
    count: int = 0
    before: int = 0
    facts: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    roster: tuple[UnitFacts, ...] = ()
    drawn: tuple[Rank, ...] | None = None
    faces: tuple[Face, ...] | None = None
    tunnel_vision: bool = False


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What has still to be rolled or drawn before the choices are known."""

    orders: int = 0
    die: Die | None = None
    dice: int = 0


class OptionOffer(msgspec.Struct, frozen=True, kw_only=True):
    """One option with the units that may be chosen for it; no units where it needs none."""

    option: Option
    units: tuple[str, ...] = ()

    @property
    def possible(self) -> bool:
        """Whether anybody can be chosen, where somebody must be."""
        return self.option.who is None or bool(self.units)


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One choice to make. With `different`, the choices of one `group` name different units."""

    id: str
    group: str
    options: tuple[OptionOffer, ...]
    optional: bool = False
    different: bool = False


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """What comes by itself, what is to be chosen, and what must be rolled or drawn first."""

    effects: tuple[Effect, ...] = ()
    choices: tuple[Choice, ...] = ()
    asked: Asked | None = None


def offer(reward: Reward, record: BattleRecord, marked: int = 1) -> Offer:
    """What this reward offers after this battle. `marked` is the N of agenda cards."""
    if (asked := missing_roll(reward, record, marked)) is not None:
        return Offer(asked=asked)
    gifts = (e for gift in reward.gifts for e in _gift_effects(gift, record, marked))
    picks = (c for pick in reward.picks for c in _choices(pick, record, marked))
    return Offer(effects=tuple(gifts), choices=tuple(picks))


def missing_roll(reward: Reward, record: BattleRecord, marked: int) -> Asked | None:
    """The roll or draw that is still missing."""
    dice = reward_dice_count(reward, record, marked)
    if reward.dice is not None and dice and record.faces is None:
        return Asked(die=reward.dice.die, dice=dice)
    orders = orders_to_draw(reward, record, marked)
    return Asked(orders=orders) if orders and record.drawn is None else None


def reward_dice_count(reward: Reward, record: BattleRecord, marked: int) -> int:
    """How many dice the reward rolls: a fixed number, for each box marked, or for each thing counted."""
    if reward.dice is None:
        return 0
    there = max(0, min(record.count, reward.dice.most))
    factor = {"once": 1, "progress": marked, "count": there}[reward.dice.times]
    return reward.dice.number * factor


def orders_to_draw(reward: Reward, record: BattleRecord, marked: int) -> int:
    """How many order tokens are drawn: one for each box marked, as far as the army has them."""
    draws = any(pick.times == "draw" for pick in reward.picks)
    return min(marked, order_tokens(record).total()) if draws else 0


def order_tokens(record: BattleRecord) -> Counter[Rank]:
    """The order tokens of this battle's army by rank, those of guests too (R13)."""
    return Counter(unit.rank for unit in record.roster if unit.took_part)


def holds(facts: Iterable[str], record: BattleRecord) -> bool:
    """Whether every one of these facts is true of the battle."""
    return all(fact == record.result or fact in record.facts or _is_observed(fact, record) for fact in facts)


def facts_to_ask(conditions: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The questions to put to the players: facts that neither the result nor the roster tells."""
    known = (*RESULTS, *OBSERVED)
    return tuple(dict.fromkeys(fact for facts in conditions for fact in facts if fact not in known))


def facts_of(reward: Reward) -> Iterator[tuple[str, ...]]:
    """The conditions of every gift and pick of the reward."""
    yield from (gift.when for gift in reward.gifts)
    yield from (pick.when for pick in reward.picks)


def survivors(record: BattleRecord) -> tuple[UnitFacts, ...]:
    """The units the record names that were not defeated, in the order of the roster."""
    return tuple(unit for unit in record.roster if unit.id in record.chosen and not unit.defeated)


def _is_observed(fact: str, record: BattleRecord) -> bool:
    if fact == "paragon-undefeated":
        return any(unit.paragon and not unit.defeated for unit in record.roster)
    return fact == "chosen-undefeated" and 0 < len(set(record.chosen)) == len(survivors(record))


def _gift_effects(gift: Gift, record: BattleRecord, marked: int) -> Iterator[Effect]:
    if not holds(gift.when, record):
        return
    for _ in range(_repeats(gift.times, gift.faces, record, marked)):
        yield from _to_register(gift)
        for unit in () if gift.to == "register" else _eligible(gift.to, record, None):
            yield from _to_unit(gift, unit)


def _to_register(gift: Gift) -> Iterator[Effect]:
    if gift.supply:
        yield register_effects.GainSupply(amount=gift.supply)
    if gift.potential:
        yield register_effects.RaisePotential(amount=gift.potential)
    if gift.manual:
        yield register_effects.ByHand(words=gift.manual)


def _to_unit(gift: Gift, unit: str) -> Iterator[Effect]:
    if gift.experience:
        yield register_effects.GainExperience(unit=unit, amount=gift.experience)
    if gift.keyword is not None:
        yield register_effects.GainKeyword(unit=unit, keyword=gift.keyword.id, value=gift.keyword.value)
    if gift.loses is not None:
        yield register_effects.LoseKeyword(unit=unit, keyword=gift.loses)
    if gift.trait is not None:
        yield register_effects.GainTrait(unit=unit, trait=gift.trait)
    if gift.commendation:
        yield register_effects.AwardCommendation(unit=unit)
    if gift.spared is not None:
        yield register_effects.SpareFromCasualty(
            unit=unit, experience=gift.spared.experience, setbacks=gift.spared.setbacks
        )


def _repeats(times: Times, faces: tuple[Face, ...], record: BattleRecord, marked: int) -> int:
    if times == "progress":
        return marked
    if times == "face":
        return sum(face in faces for face in record.faces or ())
    return 1


def _choices(pick: Pick, record: BattleRecord, marked: int) -> Iterator[Choice]:
    if not holds(pick.when, record):
        return
    offers = [o for o in _option_sets(pick, record, marked) if any(each.possible for each in o)]
    for number, options in enumerate(offers, 1):
        yield Choice(
            id=f"{pick.id}-{number}",
            group=pick.id,
            options=tuple(each for each in options if each.possible),
            optional=pick.optional,
            different=pick.different,
        )


def _option_sets(pick: Pick, record: BattleRecord, marked: int) -> list[tuple[OptionOffer, ...]]:
    """The options of each time this pick comes: by drawn rank, by named unit, or simply repeated."""
    if pick.times == "draw":
        return [_options(pick, record, rank) for rank in (record.drawn or ())[:marked]]
    everybody = _options(pick, record, None)
    if pick.times == "unit":
        return [
            tuple(replace(each, units=(unit,) if unit in each.units else ()) for each in everybody)
            for unit in dict.fromkeys(record.chosen)
        ]
    return [everybody] * (pick.most * _repeats(pick.times, pick.faces, record, marked))


def _options(pick: Pick, record: BattleRecord, rank: Rank | None) -> tuple[OptionOffer, ...]:
    return tuple(OptionOffer(option=o, units=_eligible(o.who, record, rank)) for o in pick.options)


def _eligible(who: Who | None, record: BattleRecord, rank: Rank | None) -> tuple[str, ...]:
    """Who may be picked; a guest never gains anything (R13)."""
    return tuple(u.id for u in record.roster if who and not u.guest and _fits(who, u, record, rank))


def _fits(who: Who, unit: UnitFacts, record: BattleRecord, rank: Rank | None) -> bool:
    return {
        "any": True,
        "other": not unit.paragon,
        "defeated": unit.took_part and unit.defeated,
        "drawn": unit.took_part and unit.rank == rank,
        "chosen": unit.id in record.chosen,
        "surviving": unit.id in record.chosen and not unit.defeated,
        "paragon": unit.paragon,
    }[who]
