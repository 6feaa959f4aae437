"""The ways dice of missions can fall, each with its chance, and how many slots they fill or empty."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final, TypeAlias

from muster.rules.dice.faces import SIDES, Die, Face
from muster.rules.game.special_operations.missions.bring_down_the_shields import at_once, emptiable, fillable
from muster.rules.game.table import Table

Fall: TypeAlias = tuple[tuple[Face, int], ...]
"""How many dice show each face."""


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


WORTH: Final[dict[str, Callable[[Table, list[Face]], int]]] = {
    "console": lambda table, faces: at_once(table, fillable(table, faces)),
    "encrypt": lambda table, faces: at_once(table, emptiable(table, faces)),
}
"""Dice that fill and empty slots: how many (rules 339, 344)."""
