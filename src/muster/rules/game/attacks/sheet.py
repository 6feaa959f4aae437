"""The attacker's sheet: whom a unit may attack, with what, and what has to be told of this pair."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from muster.rules.attack.facts import BANDS, MELEE, SHORTEST, Asked, Facts, asked_of, facts_from
from muster.rules.attack.question import Asking, question_of
from muster.rules.attack.sides import Side
from muster.rules.attack.targets import best_attack, why_no_attack
from muster.rules.attack.weapons import Pool, Usable, Used, preset_pools, usable_weapons
from muster.rules.dice.odds import answer
from muster.rules.game.attacks.combatants import is_known, side_of, weapon_key
from muster.rules.game.scoring.contesting import suppressed
from muster.rules.game.steps.attacks import DeclareAttack
from muster.rules.game.table import Table, Unit, other
from muster.rules.game.told_facts import facts_about

RANGE: Final = "range"
LIKE_CORPS: Final = ("guardian", "retinue", "entourage")


class Enemy(NamedTuple):
    """A unit that may be attacked, or why not."""

    unit: Unit
    why_not: str = ""


class Sheet(NamedTuple):
    """An attack as it is declared so far: both sides, the facts that hold with the questions they answer, the
    weapons that may be used, and the pool."""

    attacker: Side
    target: Side
    told: dict[str, str]
    asked: tuple[Asked, ...]
    facts: Facts
    weapons: tuple[Usable, ...]
    pool: Pool

    def asking(self) -> Asking:
        """The question of this attack, what is counted in it and what is left to the players."""
        return question_of(self.attacker, self.target, self.pool, self.facts)


def enemies(table: Table, unit: Unit) -> Iterator[Enemy]:
    """Every enemy unit that takes part, those that cannot be attacked with the reason."""
    attacker = side_of(table, unit)
    for enemy in table.army(other(unit.seat)):
        yield Enemy(enemy, _why_not(table, attacker, enemy))


def _why_not(table: Table, attacker: Side, enemy: Unit) -> str:
    if not enemy.deployed or enemy.waits:
        return "It is not on the table."
    if not is_known(enemy):
        return "Its card is not known to Muster."
    target = side_of(table, enemy)
    return "" if bands(attacker, target) else why_no_attack(attacker, target)


def bands(attacker: Side, target: Side) -> tuple[int, ...]:
    """The ranges at which the unit has a weapon for this target, the shortest first."""
    return tuple(band for band in BANDS if _reaches(attacker, target, band))


def _reaches(attacker: Side, target: Side, band: int) -> bool:
    if band > 1 and target.has("incognito"):
        return False
    return bool(preset_pools(attacker, target, Facts(band=band, kind="melee" if band == MELEE else "ranged")))


def sheet_of(table: Table, step: DeclareAttack, more: Mapping[str, str] | None = None,
             weapons: Mapping[str, int] | None = None) -> Sheet:  # fmt: skip
    """The sheet against the target of a step, with what an answer tells more."""
    attacker, target = (side_of(table, table.units[id]) for id in (step.unit, step.target))
    told = {**facts_about(table.facts, step.unit, step.target), **step.facts, **(more or {})}
    ranges = _range_asked(attacker, target, told)
    told = {**told, RANGE: told[RANGE] if told.get(RANGE) in ranges.choices else ranges.default}
    counts = weapons if weapons is not None else step.weapons
    kept = (more or {}).get(RANGE, told[RANGE]) == step.facts.get(RANGE, told[RANGE])
    facts = facts_from(told)
    usable = usable_weapons(attacker, target, facts)
    pool = _counted(usable, counts) if counts and kept else _best_pool(attacker, target, facts)
    asked = asked_of(attacker, target, tuple(used.weapon for used in pool), facts.kind)
    asked = (ranges, *(one for one in asked if one.key != "backup" or backed_up(table, step.target)))
    held = {one.key: told[one.key] if told.get(one.key) in one.choices else one.default for one in asked}
    return Sheet(attacker, target, held, asked, facts_from(held), usable, pool)


def backed_up(table: Table, target: str) -> bool:
    """Whether an ally may give Backup: a Corps Trooper on the table that is not Suppressed; units with
    Guardian, Retinue or Entourage count as Corps (core rulebook, page 31)."""
    return any(_backs_up(table, unit) for unit in table.army(table.units[target].seat) if unit.id != target)


def _backs_up(table: Table, unit: Unit) -> bool:
    corps = unit.rank == "corps" or any(keyword in unit.keywords for keyword in LIKE_CORPS)
    return corps and unit.stands and unit.is_type("trooper") and not suppressed(table, unit)


def _range_asked(attacker: Side, target: Side, told: Mapping[str, str]) -> Asked:
    able = bands(attacker, target)
    choices = tuple(SHORTEST if band == MELEE else str(band) for band in able)
    if told.get(RANGE) in choices:
        return Asked(RANGE, "Range", choices, told[RANGE])
    best = best_attack(attacker, target)
    default = (SHORTEST if best.band == MELEE else str(best.band)) if best else choices[-1]
    return Asked(RANGE, "Range", choices, default)


def _best_pool(attacker: Side, target: Side, facts: Facts) -> Pool:
    """The pool that does most on average."""
    pools = preset_pools(attacker, target, facts)
    if len(pools) < 2:
        return pools[0] if pools else ()
    return max(pools, key=lambda pool: answer(question_of(attacker, target, pool, facts).question).mean)


def _counted(usable: tuple[Usable, ...], counts: Mapping[str, int]) -> Pool:
    found = ((one.use, counts.get(weapon_key(one.use), 0)) for one in usable)
    return tuple(Used(use, number) for use, number in found if number > 0)
