"""The five dice of the game, and a roll as a value.

Face counts: core game, "Dice". Attack dice have eight sides, defence dice six.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, Literal

import msgspec

from muster.rules.violations import Refused, Source, Violation, refuse_if, refuse_unless

MOST_DICE: Final = 40
"""The most dice one roll may hold: more than any pool of the game, few enough to show on a phone."""

SOURCE: Final = "core: dice"
problem = Source(SOURCE).problem


class Die(StrEnum):
    """A kind of die. From strong to weak: red, black, white for attack; red, white for defence."""

    ATTACK_RED = "attack-red"
    ATTACK_BLACK = "attack-black"
    ATTACK_WHITE = "attack-white"
    DEFENCE_RED = "defence-red"
    DEFENCE_WHITE = "defence-white"


class Face(StrEnum):
    """What a die can show. Hit and Critical stand on attack dice only, Block on defence dice only."""

    CRITICAL = "critical"
    HIT = "hit"
    BLOCK = "block"
    SURGE = "surge"
    BLANK = "blank"


_COUNTS: Final[dict[Die, dict[Face, int]]] = {
    Die.ATTACK_RED: {Face.CRITICAL: 1, Face.HIT: 5, Face.SURGE: 1, Face.BLANK: 1},
    Die.ATTACK_BLACK: {Face.CRITICAL: 1, Face.HIT: 3, Face.SURGE: 1, Face.BLANK: 3},
    Die.ATTACK_WHITE: {Face.CRITICAL: 1, Face.HIT: 1, Face.SURGE: 1, Face.BLANK: 5},
    Die.DEFENCE_RED: {Face.BLOCK: 3, Face.SURGE: 1, Face.BLANK: 2},
    Die.DEFENCE_WHITE: {Face.BLOCK: 1, Face.SURGE: 1, Face.BLANK: 4},
}

SIDES: Final[dict[Die, tuple[Face, ...]]] = {
    die: tuple(face for face, count in counts.items() for _ in range(count))
    for die, counts in _COUNTS.items()
}
"""Every side of every die, in an order that never changes: it is part of the evidence of a roll."""

ATTACK_DICE: Final = (Die.ATTACK_RED, Die.ATTACK_BLACK, Die.ATTACK_WHITE)
"""The attack dice, strongest first."""

Origin = Literal["app", "typed", "scripted"]


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """Dice and the faces they show, side by side. The faces are the truth; a replay needs no generator."""

    dice: tuple[Die, ...]
    faces: tuple[Face, ...]
    origin: Origin
    commitment: str | None = None

    def count(self, *faces: Face) -> int:
        """How many dice show one of these faces."""
        return sum(face in faces for face in self.faces)


def count_of(die: Die, face: Face) -> int:
    """On how many sides of the die the face stands; 0 where it is not on that die."""
    return _COUNTS[die].get(face, 0)


def die_named(text: str) -> Die:
    """The die a player means: `attack-red`, or plainly `red`, `black`, `white` for the attack dice."""
    for die in Die:
        if text in (die.value, _short_name(die)):
            return die
    raise Refused(problem("dice.unknown_die", die=shorten_typed(text), dice=", ".join(map(_short_name, Die))))


def pool(counts: Iterable[tuple[Die, int]]) -> tuple[Die, ...]:
    """The dice of a pool given as counts, checked before a single one is laid out."""
    counts = tuple(counts)
    check_number(sum(count for _, count in counts))
    return tuple(die for die, count in counts for _ in range(count))


def check_number(dice: int) -> None:
    """A roll has at least one die and at most `MOST_DICE`."""
    refuse_unless(dice >= 1, problem("dice.none"))
    too_many = problem("dice.too_many", given=shorten_typed(str(dice)), most=MOST_DICE)
    refuse_unless(dice <= MOST_DICE, too_many)


def check_roll(roll: Roll) -> tuple[Violation, ...]:
    """All that is wrong with a roll somebody handed in: as many faces as dice, and every face on its die."""
    if len(roll.dice) != len(roll.faces):
        return (problem("dice.face_count", dice=len(roll.dice), faces=len(roll.faces)),)
    shown = zip(roll.dice, roll.faces, strict=True)
    return tuple(impossible_face(die, face) for die, face in shown if not count_of(die, face))


def typed_roll(dice: Sequence[Die], faces: Sequence[str]) -> Roll:
    """The roll a player made with their own dice, typed in; refused where a die cannot show that."""
    check_number(len(dice))
    if len(dice) != len(faces):
        raise Refused(problem("dice.face_count", dice=len(dice), faces=len(faces)))
    pairs = list(zip(dice, faces, strict=True))
    refuse_if(*(impossible_face(die, text) for die, text in pairs if text not in map(str, _COUNTS[die])))
    return Roll(dice=tuple(dice), faces=tuple(Face(text) for text in faces), origin="typed")


def impossible_face(die: Die, text: str) -> Violation:
    """The problem of a face that is not on the die, with the faces that are."""
    known = ", ".join(_COUNTS[die])
    return problem("dice.impossible_face", about=(die.value,), face=shorten_typed(text), faces=known)


def summary(roll: Roll) -> dict[Face, int]:
    """How often each face was rolled, in the order of `Face`, faces that did not come left out."""
    seen = Counter(roll.faces)
    return {face: seen[face] for face in Face if seen[face]}


def shorten_typed(text: str, most: int = 40) -> str:
    """What somebody typed, cut short enough to be quoted in a sentence."""
    return text if len(text) <= most else text[:most] + "…"


def _short_name(die: Die) -> str:
    return die.value.removeprefix("attack-")
