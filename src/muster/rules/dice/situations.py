"""Situations on the table during an attack roll, packed into integers so that counting them is quick.

A situation is a *key*: nine 6-bit counters, three kinds of dice in three colours. Kinds: SPARE dice count
nothing and may be rerolled; SURGE dice show a surge that Critical X can use; HIT dice show a Hit, or a surge
that becomes one. Dice that show a Critical are in no counter: they stay, and only their number matters.
Colours go from strong to weak: red, black, white.
"""

from typing import Final

Counts = tuple[int, int, int]
"""Dice by colour, strongest first."""

COLOURS: Final = (0, 1, 2)
FIELD: Final = 6
MASK: Final = (1 << FIELD) - 1
KIND_MASK: Final = (1 << 3 * FIELD) - 1
SPARE: Final = 0
SURGE: Final = 3 * FIELD
HIT: Final = 6 * FIELD


def pack_situation(counts: Counts) -> int:
    """Three counters as one integer; shift it by a kind to place it in a key."""
    return counts[0] | counts[1] << FIELD | counts[2] << 2 * FIELD


def unpack_situation(key: int, kind: int) -> Counts:
    """The dice of one kind in a key, by colour."""
    key >>= kind
    return key & MASK, key >> FIELD & MASK, key >> 2 * FIELD & MASK


def strongest(counts: Counts, most: int) -> Counts:
    """The `most` strongest dice of these, by colour; none for a number below one."""
    most = max(0, most)
    red = min(counts[0], most)
    black = min(counts[1], most - red)
    return red, black, min(counts[2], most - red - black)


def fade_colours(counts: Counts, red_reach: int, black_reach: int) -> Counts:
    """The same dice, those out of reach written down as the weakest colour.

    Rerolls go through the red dice before the black ones, so every red die shortens the reach into the black.
    """
    red = min(counts[0], red_reach)
    black = max(0, min(counts[1], black_reach - counts[0]))
    return red, black, sum(counts) - red - black
