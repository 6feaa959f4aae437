"""Dice of a step as they are asked for: which faces can be tapped, and how many dice in words."""

from typing import NamedTuple

from muster.rules.dice.faces import SIDES, Die, Face
from muster.web.dice.dice import NAMES
from muster.web.environment import NUMBER_WORDS


class DieRow(NamedTuple):
    """A die with its name and the faces that can be tapped."""

    place: int
    die: Die
    name: str
    faces: tuple[Face, ...]


def dice_rows(dice: tuple[Die, ...]) -> list[DieRow]:
    """Each die of a roll."""
    return [DieRow(i, die, NAMES[die], tuple(dict.fromkeys(SIDES[die]))) for i, die in enumerate(dice)]


def dice_in_words(dice: tuple[Die, ...]) -> str:
    """two black dice"""
    count = NUMBER_WORDS[len(dice)] if len(dice) < len(NUMBER_WORDS) else str(len(dice))
    kind = NAMES[dice[0]].lower().replace(" attack", "") if dice else ""
    return f"{count} {kind} {'die' if len(dice) == 1 else 'dice'}"
