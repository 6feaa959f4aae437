"""How dice fall, in whole numbers of ways."""

from functools import cache
from math import comb
from typing import Final

from muster.rules.dice.faces import ATTACK_DICE, SIDES, Die, Face, count_of
from muster.rules.dice.questions import DefenceDie

SIX: Final = len(SIDES[Die.DEFENCE_RED])
EIGHT: Final = len(SIDES[ATTACK_DICE[0]])
FACES: Final = (Face.CRITICAL, Face.HIT, Face.SURGE, Face.BLANK)
"""What an attack die shows, in the order in which faces are counted."""

Faces = tuple[int, int, int, int]
"""How many dice show a Critical, a Hit, a surge, a blank."""


@cache
def defence_ways(dice: int, colour: DefenceDie) -> tuple[tuple[int, int, int], ...]:
    """Blocks, surges, and in how many ways this many defence dice show them."""
    die = Die(f"defence-{colour}")
    block, surge, blank = (count_of(die, face) for face in (Face.BLOCK, Face.SURGE, Face.BLANK))
    return tuple(
        (blocks, surges, comb(dice, blocks) * comb(dice - blocks, surges)
         * block**blocks * surge**surges * blank ** (dice - blocks - surges))
        for blocks in range(dice + 1)
        for surges in range(dice - blocks + 1)
    )  # fmt: skip


@cache
def attack_ways(colour: int, count: int) -> tuple[tuple[Faces, int], ...]:
    """In how many ways attack dice of one colour show each number of every face."""
    splits = (
        (criticals, hits, surges, count - criticals - hits - surges)
        for criticals in range(count + 1)
        for hits in range(count + 1 - criticals)
        for surges in range(count + 1 - criticals - hits)
    )
    return tuple((split, _multinomial(colour, split)) for split in splits)


def _multinomial(colour: int, split: Faces) -> int:
    left, ways = sum(split), 1
    for face, count in zip(FACES, split, strict=True):
        ways *= comb(left, count) * count_of(ATTACK_DICE[colour], face) ** count
        left -= count
    return ways


@cache
def pool_ways(pool: tuple[int, int, int]) -> tuple[tuple[Faces, int], ...]:
    """In how many ways a whole pool shows each number of every face, colours forgotten."""
    ways: dict[Faces, int] = {(0, 0, 0, 0): 1}
    for colour, count in enumerate(pool):
        if not count:
            continue
        together: dict[Faces, int] = {}
        for (criticals, hits, surges, blanks), weight in ways.items():
            for (more_criticals, more_hits, more_surges, more_blanks), factor in attack_ways(colour, count):
                faces = (
                    criticals + more_criticals, hits + more_hits, surges + more_surges, blanks + more_blanks,
                )  # fmt: skip
                together[faces] = together.get(faces, 0) + weight * factor
        ways = together
    return tuple(ways.items())
