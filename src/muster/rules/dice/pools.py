"""What a pool of dice shows, exactly: how likely, and how much on average."""

from collections.abc import Iterable
from fractions import Fraction

from muster.rules.dice.faces import ATTACK_DICE, SIDES, Die, Face, count_of


def is_mixed(dice: Iterable[Die]) -> bool:
    """Whether the pool has both attack and defence dice, which are never rolled together."""
    return len({die in ATTACK_DICE for die in dice}) > 1


def chance_of(die: Die, *faces: Face) -> Fraction:
    """How likely a die shows one of these faces."""
    return Fraction(sum(count_of(die, face) for face in set(faces)), len(SIDES[die]))


def at_least(dice: Iterable[Die], faces: Iterable[Face], need: int) -> Fraction:
    """How likely so many of these dice show one of these faces."""
    known, counts = tuple(faces), {0: Fraction(1)}
    for die in dice:
        one = chance_of(die, *known)
        counts = {
            number: counts.get(number, Fraction(0)) * (1 - one) + counts.get(number - 1, Fraction(0)) * one
            for number in range(max(counts) + 2)
        }
    return sum((chance for number, chance in counts.items() if number >= need), Fraction(0))


def average(dice: Iterable[Die], faces: Iterable[Face]) -> Fraction:
    """How many of these dice show one of these faces on average."""
    known = tuple(faces)
    return sum((chance_of(die, *known) for die in dice), Fraction(0))
