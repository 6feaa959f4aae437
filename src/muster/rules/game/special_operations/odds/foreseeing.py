"""What dice would bring, before they are thrown: exact odds for each answer that leads to a roll of a mission
or to panic. Worked out over a view, for pages, API and programs that play."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, Literal, TypeAlias

import msgspec

from muster.rules.dice.faces import SIDES, Die, Face, typed_roll
from muster.rules.game.kernel import open_step
from muster.rules.game.special_operations.actions import options_of
from muster.rules.game.special_operations.marks import POOL
from muster.rules.game.special_operations.missions.bring_down_the_shields import (
    CONSOLE_DICE,
    NEEDED,
    arrival_count,
    filled_slots,
    slots,
    suppression_of_webs,
)
from muster.rules.game.special_operations.missions.disabled_vehicle import (
    DETONATOR_DICE,
    damage,
    detonator_dice,
    hull_of,
)
from muster.rules.game.special_operations.missions.rerolling import Worked, rerolls
from muster.rules.game.special_operations.odds.chances import WORTH, Fall, falls
from muster.rules.game.special_operations.panic import panic_wounds
from muster.rules.game.special_operations.units import supports
from muster.rules.game.steps.operations import Acting
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Table, Unit, View

What: TypeAlias = Literal["filled", "emptied", "suppression", "arrivals", "damage", "wounds"]
Weights: TypeAlias = dict[int, Fraction]
Worth: TypeAlias = Callable[[tuple[Face, ...]], int]
BLACK: Final = Die.ATTACK_BLACK


class Foreseen(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer would bring: an `action`, or `on` whom or what; the chance of 0, 1, 2, … of it. `tells`
    is the chance of what matters: six slots filled, panic, the vehicle destroyed, a unit defeated."""

    action: str = ""
    on: str = ""
    what: What
    chances: tuple[Fraction, ...]
    tells: Fraction = Fraction(0)

    @property
    def mean(self) -> Fraction:
        """What it brings on average."""
        return sum((number * chance for number, chance in enumerate(self.chances)), Fraction(0))


def foreseen(seen: View) -> tuple[Foreseen, ...]:
    """The odds of every answer to the open step that leads to dice; nothing where nobody throws any."""
    step, table = open_step(seen), seen.table
    match step:
        case Acting():
            return tuple(_acting(table, step))
        case Choose(what="webs"):
            return tuple(webs(table, table.units[step.unit], target) for target in step.options)
        case Choose(what="inches"):
            return tuple(detonator(table, table.units[step.unit], int(inches)) for inches in step.options)
        case Roll():
            return tuple(_odds_of_roll(table, step))
    return ()


def _odds_of_roll(table: Table, step: Roll) -> Iterator[Foreseen]:
    """Dice that are to fall now."""
    match step.what:
        case "panic":
            yield panic(table, table.units[step.unit], len(step.dice))
        case "reinforcements":
            yield reinforcements(table)
        case "console" | "encrypt" | "webs":
            yield _odds_of_console(table, step)
        case "detonator":
            yield _exploding(table, step)


def _odds_of_console(table: Table, step: Roll) -> Foreseen:
    """Dice of a Console that are to fall: the first time with what may be rolled again, then beside those
    that were kept."""
    unit, known = table.units[step.unit], Worked.of(step)
    kept = known.faces
    again = 0 if known.again else rerolls(table, unit, step.what, len(step.dice))
    if step.what == "webs":
        return _caught(table, known.target, len(step.dice), again, kept)
    return _slots(table, step.what, len(step.dice), again, kept)


def _acting(table: Table, step: Acting) -> Iterator[Foreseen]:
    """The deeds at a Console (rules 339, 343, 344)."""
    unit = table.units[step.unit]
    for action, on in options_of(table, step):
        if action == "console" and on in ("", "encrypt"):
            yield console(table, unit, on)


# Missions --------------------------------------------------------------------------------------------------


def console(table: Table, unit: Unit, deed: str = "") -> Foreseen:
    """Slots that a unit fills, or empties with `encrypt`, rerolling as is best for it (rules 339, 344)."""
    what = deed or "console"
    number = len(CONSOLE_DICE) if what == "console" else 1 + supports(table, unit)
    return _slots(table, what, number, rerolls(table, unit, what, number))


def _slots(table: Table, what: str, number: int, again: int, kept: tuple[Face, ...] = ()) -> Foreseen:
    weights = _rolled(number, again, lambda faces: WORTH[what](table, [*kept, *faces]))
    deed = "" if what == "console" else what
    missing = NEEDED - sum(filled_slots(table, face) for face in slots())
    ready = sum((chance for number, chance in weights.items() if number >= missing), Fraction(0))
    return Foreseen(
        action="console", on=deed, what="emptied" if deed else "filled",
        chances=_chances(weights, number + len(kept)), tells=Fraction(0) if deed else ready,
    )  # fmt: skip


def webs(table: Table, unit: Unit, target: str) -> Foreseen:
    """The Suppression an enemy unit gains, and how likely it panics (rules 312, 343)."""
    number = len(CONSOLE_DICE)
    return _caught(table, target, number, rerolls(table, unit, "webs", number))


def _caught(table: Table, target: str, number: int, again: int, kept: tuple[Face, ...] = ()) -> Foreseen:
    weights = _rolled(number, again, lambda faces: suppression_of_webs((*kept, *faces)))
    foe = table.units[target]
    room = None if foe.courage is None else foe.courage - foe.suppression
    if room is None:
        weights = {0: Fraction(1)}
    panics = sum((chance for number, chance in weights.items() if room is not None and number > room),
                 Fraction(0))  # fmt: skip
    return Foreseen(
        on=target, what="suppression", chances=_chances(weights, number + len(kept)), tells=panics
    )


def reinforcements(table: Table) -> Foreseen:
    """What the pool brings beyond the unit that arrives anyway: arrivals or Suppression less (rule 345)."""
    number = POOL.count(table)
    chances = _chances(_rolled(number, 0, arrival_count), number)
    return Foreseen(what="arrivals", chances=chances, tells=1 - chances[0])


def detonator(table: Table, unit: Unit, inches: int) -> Foreseen:
    """The damage of a detonator at so many whole inches, and how likely it destroys the vehicle (rules 370,
    376)."""
    number = len(detonator_dice(inches))
    return _damage(table, number, bool(rerolls(table, unit, "detonator", number)))


def _exploding(table: Table, step: Roll) -> Foreseen:
    """A detonator's dice that are to fall: the first time all of them, then beside those that were kept."""
    known, number = Worked.of(step), len(step.dice)
    kept = damage(known.faces)
    again = not known.again and bool(rerolls(table, table.units[step.unit], "detonator", number))
    return _damage(table, number, again, kept)


def _damage(table: Table, number: int, again: bool, kept: int = 0) -> Foreseen:
    """Of so many dice beside the damage kept; whoever may roll any again does so with each that missed."""
    sides, hull = SIDES[Die.ATTACK_WHITE], hull_of(table)
    miss = (1 - Fraction(damage(sides), len(sides))) ** (1 + again)
    weights = {
        kept + hits: comb(number, hits) * (1 - miss) ** hits * miss ** (number - hits)
        for hits in range(number + 1)
    }
    left = hull.wounds - hull.lost
    destroyed = sum((chance for hits, chance in weights.items() if hits >= left), Fraction(0))
    chances = _chances(weights, kept + number)
    return Foreseen(on=str(DETONATOR_DICE - number), what="damage", chances=chances, tells=destroyed)


def panic(table: Table, unit: Unit, above: int) -> Foreseen:
    """The wounds of a panic with so many Suppression above Courage, as the unit's card reads them, and how
    likely it is defeated (rules 312, 313)."""
    card = table.chairs[unit.seat].played

    def hurts(faces: tuple[Face, ...]) -> int:
        roll = typed_roll((BLACK,) * above, tuple(map(str, faces)))
        return panic_wounds(card, roll)[0]

    weights = _rolled(above, 0, hurts)
    left = unit.wounds - unit.lost
    falls_to_it = sum((chance for number, chance in weights.items() if number >= left), Fraction(0))
    return Foreseen(on=unit.id, what="wounds", chances=_chances(weights, above), tells=falls_to_it)


# Dice ------------------------------------------------------------------------------------------------------


def _chances(weights: Weights, most: int) -> tuple[Fraction, ...]:
    return tuple(weights.get(number, Fraction(0)) for number in range(most + 1))


@cache
def _black(number: int) -> list[tuple[Fall, Fraction]]:
    return falls((BLACK,) * number)


def _rolled(number: int, again: int, worth: Worth) -> Weights:
    """How likely each worth of so many black dice is, if up to `again` of them are rolled once more whenever
    that brings more on average."""
    total: Weights = {}
    for counted, chance in _black(number):
        faces = tuple(face for face, times in counted for _ in range(times))
        for value, share in _best(faces, again, worth).items():
            total[value] = total.get(value, Fraction(0)) + chance * share
    return total


def _best(faces: tuple[Face, ...], again: int, worth: Worth) -> Weights:
    """The best way to go on from these faces: keep them, or roll some of them again."""
    ways: list[Weights] = [{worth(faces): Fraction(1)}]
    for count in range(1, min(again, len(faces)) + 1):
        fresh = _black(count)
        for kept in dict.fromkeys(combinations(faces, len(faces) - count)):
            way: Weights = {}
            for counted, chance in fresh:
                value = worth((*kept, *(face for face, times in counted for _ in range(times))))
                way[value] = way.get(value, Fraction(0)) + chance
            ways.append(way)
    return max(ways, key=lambda way: sum(value * chance for value, chance in way.items()))
