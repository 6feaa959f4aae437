"""Exact odds before dice of missions and rules fall: how likely each number of what counts is."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final, TypeAlias

from muster.rules.dice.faces import SIDES, Die, Face
from muster.rules.game.log.events import Marked
from muster.rules.game.operation_steps import Throw
from muster.rules.game.special_operations.missions.bring_down_the_shields import empty, fill
from muster.rules.game.table import Table

Fall: TypeAlias = tuple[tuple[Face, int], ...]
"""How many dice show each face."""
COUNTED: Final[dict[str, tuple[Face, ...]]] = {
    "panic": (Face.HIT, Face.CRITICAL),
    "rally": (Face.BLOCK, Face.SURGE),
    "webs": (Face.HIT, Face.CRITICAL),
    "reinforcements": (Face.CRITICAL, Face.SURGE),
    "detonator": (Face.CRITICAL, Face.HIT, Face.SURGE),
    "log-traps": (Face.BLOCK,),
}
"""The faces that count in a roll (rules 307, 313, 343, 345, 370)."""


def chances(table: Table, step: Throw) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2, … of what a roll is made for: faces that count, or slots filled and emptied."""
    worth = WORTH.get(step.what)
    faces = COUNTED.get(step.what, ())
    weights = [Fraction(0)] * (len(step.dice) + 1)
    for counted, chance in falls(step.dice):
        shown = [face for face, number in counted for _ in range(number)]
        number = worth(table, shown) if worth else sum(face in faces for face in shown)
        weights[number] += chance
    return tuple(weights)


def mean(weights: Iterable[Fraction]) -> Fraction:
    """What a roll brings on average."""
    return sum((number * chance for number, chance in enumerate(weights)), Fraction(0))


def falls(dice: Iterable[Die]) -> list[tuple[Fall, Fraction]]:
    """Every way dice can fall, equal ones together, with its chance."""
    ways: dict[Fall, Fraction] = {(): Fraction(1)}
    for die in dice:
        further: dict[Fall, Fraction] = {}
        for counted, chance in ways.items():
            for face, sides in Counter(SIDES[die]).items():
                more = Counter(dict(counted))
                more[face] += 1
                fall = tuple(sorted(more.items()))
                share = chance * Fraction(sides, len(SIDES[die]))
                further[fall] = further.get(fall, Fraction(0)) + share
        ways = further
    return list(ways.items())


def _changed(events: Iterable[object]) -> int:
    return sum(abs(event.by) for event in events if isinstance(event, Marked))


WORTH: Final[dict[str, Callable[[Table, list[Face]], int]]] = {
    "console": lambda table, faces: _changed(fill(table, faces)),
    "encrypt": lambda table, faces: _changed(empty(table, faces)),
}
"""Dice that fill and empty slots: how many (rules 339, 344)."""
