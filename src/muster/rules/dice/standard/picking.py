"""Lying attack dice packed into one integer, and which of them a token may pick up.

A situation is a number of dice by colour and face: six bits for each, the topmost bit of a field always free.
Above these fields stand the totals by face, so that a pool without its colours is one shift away.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from muster.rules.dice.rolling import Faces, attack_ways

FIELD: Final = 6
ONE_FIELD: Final = (1 << FIELD) - 1
COLOURS: Final = range(3)
CRITICAL, HIT, SURGE, BLANK = FACES = range(4)
GROUP: Final = FIELD * len(COLOURS)
"""The bits of all colours of one face."""
ONE_GROUP: Final = (1 << GROUP) - 1
TOTALS: Final = GROUP * len(FACES)
"""How far a situation is shifted to forget its colours."""
GUARD: Final = sum(1 << FIELD * place + FIELD - 1 for place in range(len(COLOURS) * len(FACES)))
MOST_KEPT: Final = 5_000
"""Situations of which the strongest picks are kept, for each number of dice and kind of faces."""
BLANKS: Final = ONE_GROUP << GROUP * BLANK


class Pick(NamedTuple):
    """Dice to pick up: packed as they lie, by colour as they are in the hand, and how many; `emptied` are the
    fields in which no die may stay behind."""

    dice: int
    hand: int
    number: int
    emptied: int = 0


BARE_SURGE: Final = 1 << TOTALS + FIELD * SURGE
"""A surge whose colour is forgotten."""


def packed_die(colour: int, face: int) -> int:
    """A die of this colour that shows this face."""
    return 1 << GROUP * face + FIELD * colour | 1 << TOTALS + FIELD * face


def packed_face(face: int) -> int:
    """A die of any colour that shows this face, where colours are forgotten."""
    return 1 << FIELD * face


def face_counts(totals: int) -> Faces:
    """How many dice show each face, colours forgotten."""
    return (
        totals & ONE_FIELD,
        totals >> FIELD & ONE_FIELD,
        totals >> 2 * FIELD & ONE_FIELD,
        totals >> 3 * FIELD & ONE_FIELD,
    )


def colour_of(hand: int) -> int:
    """The strongest colour in hand."""
    return 0 if hand & ONE_FIELD else 1 if hand & ONE_FIELD << FIELD else 2


def all_picks(kinds: tuple[tuple[int, int], ...], most: int, plain: bool) -> Iterator[Pick]:
    """Every choice of at most so many dice of these colours and faces. In a plain attack a blank goes while
    there is room, and before any other die of its colour."""
    for number in range(most + 1):
        for chosen in combinations_with_replacement(kinds, number):
            first = BLANKS if number < most else 0
            for colour, face in chosen:
                first |= 0 if face == BLANK else ONE_FIELD << GROUP * BLANK + FIELD * colour
            yield Pick(
                sum(packed_die(*kind) for kind in chosen),
                sum(1 << FIELD * colour for colour, _ in chosen),
                number,
                first if plain else 0,
            )


def fitting(dice: int, picks: tuple[Pick, ...]) -> Iterator[Pick]:
    """Those of the choices that these dice allow."""
    for pick in picks:
        if dice & pick.emptied == pick.dice & pick.emptied and (dice | GUARD) - pick.dice & GUARD == GUARD:
            yield pick


class StrongestPicks:
    """Of each face so many dice as `numbers` say, the strongest first; those of dice that were asked for are
    kept, for the next attack with the same pool asks for the same."""

    def __init__(self, numbers: tuple[tuple[int, ...], ...], plain: bool) -> None:
        self._numbers, self._plain = numbers, plain
        self._known: dict[int, tuple[Pick, ...]] = {}

    def of(self, dice: int) -> tuple[Pick, ...]:
        """Those that these dice allow."""
        found = self._known.get(dice)
        if found is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            found = self._known[dice] = tuple(strongest_picks(dice, self._numbers, self._plain))
        return found


@cache
def picks_by_strength(faces: tuple[int, ...], most: int, plain: bool) -> StrongestPicks:
    """The strongest dice of these faces, at most so many."""
    return StrongestPicks(splits(faces, most), plain)


def strongest_picks(dice: int, numbers: tuple[tuple[int, ...], ...], plain: bool) -> Iterator[Pick]:
    """Of each face so many dice as `numbers` say, the strongest first, where there are as many."""
    blanks = dice >> TOTALS + FIELD * BLANK & ONE_FIELD
    most = sum(numbers[-1])
    for wanted in numbers:
        taken = picked = hand = 0
        for face, number in enumerate(wanted):
            if number:
                found = strongest(dice >> GROUP * face & ONE_GROUP, number)
                if found < 0:
                    break
                picked += (found << GROUP * face) + (number << TOTALS + FIELD * face)
                hand, taken = hand + found, taken + number
        else:
            if not plain or taken == most or wanted[BLANK] == blanks:
                yield Pick(picked, hand, taken)


@cache
def strongest(group: int, number: int) -> int:
    """So many of these dice, the strongest first; -1 where there are fewer."""
    red, black, white = (group >> FIELD * colour & ONE_FIELD for colour in COLOURS)
    if red + black + white < number:
        return -1
    reds = min(red, number)
    blacks = min(black, number - reds)
    return reds | blacks << FIELD | number - reds - blacks << 2 * FIELD


@cache
def splits(faces: tuple[int, ...], most: int) -> tuple[tuple[int, ...], ...]:
    """All numbers of dice by face, at most so many together; the last uses all of them."""
    found = {
        tuple(chosen.count(face) for face in FACES)
        for number in range(most + 1)
        for chosen in combinations_with_replacement(faces, number)
    }
    return tuple(sorted(found, key=sum))


Sides = tuple[tuple[int, int, int], ...]
"""The sides of a die: as packed, as a total, and how many of them there are."""


@cache
def sides_of(colour: int, faces: tuple[int, ...], bare: bool = False) -> Sides:
    """The sides of a die of this colour; `faces` say what each comes to. A `bare` surge has no colour: it is
    never picked up."""
    sides: dict[int, int] = {}
    for counts, ways in attack_ways(colour, 1):
        face = faces[counts.index(1)]
        sides[face] = sides.get(face, 0) + ways
    return tuple(
        (BARE_SURGE if bare and face == SURGE else packed_die(colour, face), packed_face(face), ways)
        for face, ways in sides.items()
    )
