"""The attacker's sheet: whom a unit may attack, with what, and what has to be told of this pair."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from muster.rules.attack.facts import (
    BANDS,
    FARTHEST,
    MELEE,
    SHORTEST,
    SMOKE,
    YES_NO,
    Asked,
    Facts,
    asked_of,
    facts_from,
)
from muster.rules.attack.helping import can_back_up
from muster.rules.attack.keywords import keyword_classes
from muster.rules.attack.question import Asking, question_of
from muster.rules.attack.sides import Side
from muster.rules.attack.targets import best_attack, why_no_attack
from muster.rules.attack.weapons import Pool, Usable, Used, fighters, preset_pools, usable_weapons
from muster.rules.dice.odds import answer
from muster.rules.dice.questions import Kind
from muster.rules.game.attacks.lending import LENDER, lender_asked, lent
from muster.rules.game.attacks.volley import Volley
from muster.rules.game.combatants import (
    brings_smoke,
    is_known,
    known_allies,
    pool_of,
    side_of,
    weapon_key,
)
from muster.rules.game.steps.attacks import DeclareAttack
from muster.rules.game.table import Table, Unit, other
from muster.rules.game.told_facts import facts_about

RANGE: Final = "range"
CONTACT: Final = ("engaged", "target_engaged")
"""Facts of base contact: where they are not asked they do not hold."""
STANDBY_RANGE: Final = 2
WORTH_A_CARD: Final = Fraction(1, 2)
"""Wounds that a card which exhausts has to gain on average before it is proposed."""


class Enemy(NamedTuple):
    """A unit that may be attacked, or why not."""

    unit: Unit
    why_not: str = ""


class Sheet(NamedTuple):
    """An attack as it is declared so far: both sides, the facts that hold with the questions they answer, the
    weapons that may be used, the pool, and how many weapons may be in it."""

    attacker: Side
    target: Side
    told: dict[str, str]
    asked: tuple[Asked, ...]
    facts: Facts
    weapons: tuple[Usable, ...]
    pool: Pool
    room: int

    def key_for(self) -> Asking:
        """The question of this attack, what is counted in it and what is left to the players."""
        return question_of(self.attacker, self.target, self.pool, self.facts)


def enemies(table: Table, step: DeclareAttack) -> Iterator[Enemy]:
    """Every enemy unit that takes part, those that cannot be attacked with the reason."""
    unit = table.units[step.unit]
    attacker = attacker_of(table, step)
    for enemy in table.army(other(unit.seat)):
        yield Enemy(enemy, _why_not(table, attacker, enemy, step))


def attacker_of(table: Table, step: DeclareAttack) -> Side:
    """The attacking unit without the minis and weapons that are in pools declared before; a unit with
    Gunslinger may use a ranged weapon of its first pool once more, Beam X one at X more targets."""
    side = side_of(table, table.units[step.unit])
    if not step.pools:
        return side
    used = _used_before(side, step)
    spent = (key for key, weapon in used.items() if not _may_use_again(side, weapon, step))
    return replace(side, used=frozenset(spent))


def room_left(table: Table, step: DeclareAttack) -> int:
    """How many weapons may join this pool: one for each mini, X with Arsenal X, less those in pools before;
    weapons that are used again need no mini of their own, however often."""
    side = side_of(table, table.units[step.unit])
    used = _used_before(side, step).values()
    return fighters(side) - sum(weapon.minis for weapon in used if not _may_use_again(side, weapon, step))


def _few(pool: Pool, room: int) -> Pool:
    """The first weapons of a pool, as many as there is room for."""
    found: list[Used] = []
    for used in pool:
        number = min(used.minis, room - sum(one.minis for one in found))
        if number > 0:
            found.append(Used(used.use, number))
    return tuple(found)


def _used_before(side: Side, step: DeclareAttack) -> dict[str, Used]:
    """The weapons in pools declared before, each once, by their names in answers."""
    every = (weapon for pool in pools_in(step) for weapon in pool_of(side, pool.weapons))
    return {weapon_key(weapon.use): weapon for weapon in every}


def _may_use_again(side: Side, used: Used, step: DeclareAttack) -> bool:
    """A ranged weapon of the only pool with Gunslinger; one with Beam X in up to X more pools."""
    if side.has("gunslinger") and len(step.pools) == 1 and not used.weapon.melee:
        return True
    beam = sum(use.value for use in used.weapon.keywords if use.id == "beam" and isinstance(use.value, int))
    key = weapon_key(used.use)
    pools = (pool for pool in pools_in(step) for text in pool.weapons if text.partition(" ")[2] == key)
    return len(tuple(pools)) <= beam


def pools_in(step: DeclareAttack) -> tuple[Volley, ...]:
    """The pools of an attack that were declared before this one."""
    return tuple(msgspec.json.decode(text, type=Volley) for text in step.pools)


def _why_not(table: Table, attacker: Side, enemy: Unit, step: DeclareAttack) -> str:
    if not enemy.deployed or enemy.waits:
        return "It is not on the table."
    if not is_known(enemy):
        return "Its card is not known to Muster."
    if step.why == "standby" and enemy.id != table.acting:
        return "Standby answers the unit that acts now."
    if any(pool.target == enemy.id for pool in pools_in(step)):
        return "Another pool attacks it already."
    if step.pools and room_left(table, step) <= 0:
        return "All its miniatures are in pools already."
    target = side_of(table, enemy)
    return "" if bands(attacker, target, step.why) else why_no_attack(attacker, target)


def bands(attacker: Side, target: Side, why: str = "action") -> tuple[int, ...]:
    """The ranges at which the unit has a weapon for this target, the shortest first. An overrun has none but
    contact; a Standby answers out to range 2, with Sentinel 3 (core rulebook: Standby)."""
    if why == "overrun":
        return (MELEE,) if preset_pools(attacker, target, Facts(band=MELEE, kind="overrun")) else ()
    most = STANDBY_RANGE + attacker.has("sentinel") if why == "standby" else FARTHEST
    return tuple(band for band in BANDS if band <= most and _reaches(attacker, target, band))


def _reaches(attacker: Side, target: Side, band: int) -> bool:
    if band > 1 and target.has("incognito"):
        return False
    return bool(preset_pools(attacker, target, Facts(band=band, kind="melee" if band == MELEE else "ranged")))


def sheet_of(table: Table, step: DeclareAttack, more: Mapping[str, str] | None = None,
             weapons: Mapping[str, int] | None = None) -> Sheet:  # fmt: skip
    """The sheet against the target of a step, with what an answer tells more."""
    attacker, target = attacker_of(table, step), side_of(table, table.units[step.target])
    kind: Kind = "overrun" if step.why == "overrun" else "ranged"
    told = {**facts_about(table.facts, step.unit, step.target), **step.facts, **(more or {})}
    ranges = _range_asked(attacker, target, told, step.why)
    told = {**told, RANGE: told[RANGE] if told.get(RANGE) in ranges.choices else ranges.default}
    counts = weapons if weapons is not None else step.weapons
    kept = (more or {}).get(RANGE, told[RANGE]) == step.facts.get(RANGE, told[RANGE])
    contact = tuple(_contact_asked(table, step, attacker, facts_from(told, kind)))
    told = {key: fact for key, fact in told.items() if key not in CONTACT} | {
        one.key: told.get(one.key, one.default) for one in contact
    }
    facts = facts_from(told, kind)
    usable = usable_weapons(attacker, target, facts)
    room = room_left(table, step)
    pool = _counted(usable, counts) if counts and kept else _few(_best_pool(attacker, target, facts), room)
    asked = asked_of(attacker, target, tuple(used.weapon for used in pool), facts.kind, facts.band)
    asked = (
        ranges,
        *(one for one in asked if one.key != "backup" or backed_up(table, step.target)),
        *_asked_at_the_table(table, attacker, target, pool, facts),
        *contact,
        *lender_asked(table, step.unit),
    )
    held = {one.key: told[one.key] if told.get(one.key) in one.choices else one.default for one in asked}
    facts = _with_loan(table, facts_from(held, kind), held.get(LENDER, ""))
    return Sheet(attacker, target, held, asked, facts, usable, pool, room)


def _asked_at_the_table(
    table: Table, attacker: Side, target: Side, pool: Pool, facts: Facts
) -> Iterator[Asked]:
    """Facts of ranged attacks that only matter at times: minis out of sight where they can limit the wounds,
    smoke where a unit in this game may bring it, base contact at range 1."""
    if facts.kind != "ranged":
        return
    dice = sum(question_of(attacker, target, pool, facts).question.attack.pool) if pool else 0
    minis, wounds = target.minis_left, target.line.unit.wounds
    if minis > 1 and dice > wounds:
        numbers = tuple(map(str, range(1, minis + 1)))
        yield Asked("in_sight", "Their miniatures in line of sight", numbers, numbers[-1])
    hides = "trooper" in attacker.types or "trooper" in target.types
    if hides and any(is_known(unit) and brings_smoke(unit) for unit in table.units.values()):
        yield Asked("smoke", keyword_classes()["smoke-tokens"].question, tuple(SMOKE), "none")


def _contact_asked(table: Table, step: DeclareAttack, attacker: Side, facts: Facts) -> Iterator[Asked]:
    """Who is engaged makes no ranged attack and is the target of none (core rulebook: Engaged): asked at
    range 1, and wherever somebody was told to fight hand to hand."""
    if facts.kind != "ranged":
        return
    fights = hand_to_hand(table, step.unit)
    if fights or (facts.band == 1 and "trooper" in attacker.types):
        known = "yes" if fights - {step.target} else "no"
        yield Asked("engaged", "Is it in base contact with an enemy?", YES_NO, known)
    if hand_to_hand(table, step.target) - {step.unit}:
        yield Asked("target_engaged", "Is the target in base contact with your side?", YES_NO, "yes")


def hand_to_hand(table: Table, unit: str) -> frozenset[str]:
    """The enemy Troopers that a Trooper was told to fight in melee, and neither has acted since."""
    pairs = (key.split(" ", 2) for key, told in table.facts.items() if told == SHORTEST)
    others = {by if on == unit else on for by, on, key in pairs if key == RANGE and unit in (by, on)}
    units = (table.units[id] for id in (unit, *others))
    troopers = {each.id for each in units if each.stands and each.is_type("trooper")}
    return frozenset(troopers & others) if unit in troopers else frozenset()


def _with_loan(table: Table, facts: Facts, told: str) -> Facts:
    return replace(facts, lent_aims=lent(table, told, "aim"), lent_surges=lent(table, told, "surge"))


def backed_up(table: Table, target: str) -> bool:
    """Whether an ally on the table may give Backup."""
    side = side_of(table, table.units[target])
    return any(can_back_up(side_of(table, ally), side) for ally in known_allies(table, target))


def _range_asked(attacker: Side, target: Side, told: Mapping[str, str], why: str) -> Asked:
    able = bands(attacker, target, why)
    choices = tuple(SHORTEST if band == MELEE else str(band) for band in able)
    if told.get(RANGE) in choices:
        return Asked(RANGE, "Range", choices, told[RANGE])
    best = best_attack(attacker, target) if why != "overrun" else None
    found = (SHORTEST if best.band == MELEE else str(best.band)) if best else choices[-1]
    default = found if found in choices else choices[-1]
    return Asked(RANGE, "Range", choices, default)


def _best_pool(attacker: Side, target: Side, facts: Facts) -> Pool:
    """The pool that does most on average; cards that exhaust or are expended stay out unless that gains half
    a wound."""
    pools = preset_pools(attacker, target, facts)
    spent = {used.use.card for pool in pools for used in pool if used.use.spent}
    sparing = replace(attacker, turned=attacker.turned | spent)
    kept = preset_pools(sparing, target, facts) if spent else ()
    if len(pools) < 2 and not kept:
        return pools[0] if pools else ()

    def worth(pool: Pool) -> Fraction:
        cost = WORTH_A_CARD if kept and any(used.use.spent for used in pool) else 0
        return answer(question_of(attacker, target, pool, facts).question).mean - cost

    return max((*pools, *kept), key=worth)


def _counted(usable: tuple[Usable, ...], counts: Mapping[str, int]) -> Pool:
    found = ((one.use, counts.get(weapon_key(one.use), 0)) for one in usable)
    return tuple(Used(use, number) for use, number in found if number > 0)
