"""The tables of Tours of Duty, and what dice mean on them. Faces in, meaning out; nothing here rolls."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from muster.rules.campaign.library.library import library
from muster.rules.campaign.library.parts import Setback, Trait
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Face

RANK_STARTS: Final = (0, 5, 13, 25, 40, 50)
"""The experience at which each veteran rank begins, VR 0 to VR 5 (rules 87 to 92)."""

HIGHEST_RANK: Final = 5
"""No maximum veteran rank exceeds 5 (rule 83)."""

MAXIMUM_RANKS: Final[Mapping[Rank, int]] = {
    "commander": 5,
    "operative": 4,
    "corps": 3,
    "special-forces": 3,
    "support": 3,
    "heavy": 3,
}
"""The maximum veteran rank a unit starts with, by its rank (rules 93 to 98)."""


class Outcome(StrEnum):
    """The five readings of a casualty check, in the order in which they are looked for (rule 155)."""

    CASUALTY = "casualty"
    DEFINING_TRAIT = "defining-trait"
    HARD_LESSON = "hard-lesson"
    SETBACK = "setback"
    UNHARMED = "unharmed"


GAINS: Final[Mapping[Outcome, tuple[int, int]]] = {
    Outcome.CASUALTY: (0, 0),
    Outcome.DEFINING_TRAIT: (0, 0),
    Outcome.HARD_LESSON: (2, 1),
    Outcome.SETBACK: (0, 1),
    Outcome.UNHARMED: (1, 0),
}
"""Experience and setbacks that an outcome gives (rules 156 to 160)."""


def veteran_rank(experience: int) -> int:
    """The veteran rank that so much experience is worth (rules 79, 87 to 92)."""
    return max(rank for rank, start in enumerate(RANK_STARTS) if start <= max(0, experience))


def maximum_rank(rank: Rank) -> int:
    """The maximum veteran rank of a unit of this rank before any training (rules 80, 93 to 98)."""
    return MAXIMUM_RANKS[rank]


def experience_cap(max_vr: int) -> int:
    """The experience at which a unit stops gaining: where its maximum rank begins (rules 81, 83).

    The award that reaches the maximum is given whole (ruling A27), so a unit may stand a little above;
    at VR 5 nothing goes beyond 50.
    """
    return RANK_STARTS[min(max_vr, HIGHEST_RANK)]


def experience_after(experience: int, gain: int, max_vr: int) -> int:
    """The experience after a gain: whole if the unit was below its maximum, none at it, 50 at most
    (rules 81, 92; ruling A27)."""
    if experience >= experience_cap(max_vr):
        return experience
    return min(experience + gain, RANK_STARTS[HIGHEST_RANK])


def next_rank_at(experience: int, max_vr: int) -> int | None:
    """The experience at which the next veteran rank comes; None at the maximum (rules 79 to 81)."""
    rank = veteran_rank(experience)
    return RANK_STARTS[rank + 1] if rank < min(max_vr, HIGHEST_RANK) else None


def casualty_dice(setbacks: int, added: int = 0) -> int:
    """Black attack dice of a casualty check: one, and one more for each setback after the first (rule 154).

    `added` are dice on top, such as War Weary's (R5).
    """
    return max(1, setbacks) + added


def read_casualty(faces: Iterable[Face], paragon: bool = False) -> Outcome:
    """What a casualty check comes to, read in the fixed order (rules 155 to 160).

    Critical and Blank together are not "only Criticals": a Blank is a result (ruling A21).
    """
    shown = set(faces)
    if Face.SURGE in shown:
        return Outcome.DEFINING_TRAIT if paragon else Outcome.CASUALTY
    if shown == {Face.CRITICAL}:
        return Outcome.HARD_LESSON
    return Outcome.SETBACK if Face.HIT in shown else Outcome.UNHARMED


def setback_for(face: Face, arc_setback: str) -> str:
    """The setback on the chart for a black die's face; Critical names the arc's own (rules 201 to 211)."""
    return arc_setback if face is Face.CRITICAL else _rows(library().setbacks.values())[face]


def trait_for(face: Face, arc_trait: str) -> str:
    """The defining trait on the chart for a black die's face; Critical is the arc's own (rules 215–220)."""
    return arc_trait if face is Face.CRITICAL else _rows(library().traits.values())[face]


def chart_experience(face: Face) -> int:
    """Experience that the row itself gives, on both charts: 1 for Critical (rules 211, 220)."""
    return 1 if face is Face.CRITICAL else 0


def can_gain(setback: Setback, held: Collection[str]) -> bool:
    """Whether a unit can gain this setback; if not, the die is rerolled (rules 199, 207; ruling A24).

    A second Flat Footed, Compromised or Scrambled can be gained: it makes the unit a casualty.
    """
    return setback.stacks or setback.second_gain is not None or setback.id not in held


def becomes_casualty(setback: Setback, held: Collection[str]) -> bool:
    """Whether gaining this setback now is the second gain that makes the unit a casualty (rule 43)."""
    return setback.second_gain == "casualty" and setback.id in held


def supply_from(face: Face, won: bool) -> int:
    """SP of the red defence die: 1 for a Block, and 1 for a Surge if that player won (rules 151, 152)."""
    return int(face is Face.BLOCK or (face is Face.SURGE and won))


SUPPLY_FOR_PLAYING: Final = 2
"""SP that each player earns for the battle before the die (rule 149)."""


def _rows(entries: Iterable[Setback] | Iterable[Trait]) -> dict[Face, str]:
    return {entry.face: entry.id for entry in entries if entry.face is not None}


def removable(setbacks: Sequence[str], dice: Iterable[Face]) -> int:
    """How many more setbacks Medical Supplies removes: one for each Block, of those left (rule 182)."""
    return min(len(setbacks), sum(face is Face.BLOCK for face in dice))
