"""Whether a table's terrain is as the guidelines wish: counts and density in, soft warnings out.

Tournament Regulations, "Terrain Guidelines" (rules 650 to 660). Nothing here stops an event: an organiser may
have good reasons, and a piece that fits no kind is welcome once the guidelines are met. The example of a 3×6
table has three difficult pieces, one more than its own guideline; the guideline stands (ruling A84).
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from muster.rules.violations import Refused, Source, Violation

SOURCE: Final = "tournament regulations: terrain guidelines"
problem = Source(SOURCE).problem
DENSITY: Final = (25, 35)
MOST_PIECES: Final = 200

Size: TypeAlias = Literal["3x6", "3x3"]
Kind: TypeAlias = Literal["medium", "large", "area", "difficult", "scatter"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

GUIDELINES: Final[dict[Size, dict[Kind, tuple[int, int]]]] = {
    "3x6": {"medium": (3, 5), "large": (1, 3), "area": (2, 4), "difficult": (0, 2), "scatter": (8, 12)},
    "3x3": {"medium": (2, 4), "large": (0, 2), "area": (1, 3), "difficult": (0, 1), "scatter": (6, 10)},
}
"""Fewest and most pieces by kind (rules 653 to 659)."""

KIND_WORDS: Final[dict[Kind, str]] = {
    "medium": "medium pieces that block line of sight, up to height 1",
    "large": "large pieces that block line of sight, height 2 or more",
    "area": "area pieces",
    "difficult": "difficult area pieces",
    "scatter": "scatter pieces",
}


class Terrain(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on a table. A difficult piece of area terrain is counted in `area` too.

    `density` is how much of the table is covered, in per cent, as somebody judged it; None where nobody did.
    `light` and `heavy` cover, likewise, may be left unsaid.
    """

    medium: int = 0
    large: int = 0
    area: int = 0
    difficult: int = 0
    scatter: int = 0
    density: int | None = None
    light: bool | None = None
    heavy: bool | None = None


def warnings(size: Size, terrain: Terrain) -> tuple[Violation, ...]:
    """Everything in which the table departs from the guidelines; numbers no table can have are refused."""
    if impossible := tuple(_impossible(terrain)):
        raise Refused(*impossible)
    return (*_density(terrain), *_counts(size, terrain), *_cover(terrain))


def _impossible(terrain: Terrain) -> Iterator[Violation]:
    for kind in KINDS:
        if not 0 <= getattr(terrain, kind) <= MOST_PIECES:
            yield problem("terrain.no_count", kind=KIND_WORDS[kind], most=MOST_PIECES)
    if terrain.density is not None and not 0 <= terrain.density <= 100:
        yield problem("terrain.no_density", density=terrain.density)


def _density(terrain: Terrain) -> Iterator[Violation]:
    """A quarter to about a third of the table is covered (rule 650)."""
    least, most = DENSITY
    if terrain.density is not None and not least <= terrain.density <= most:
        yield problem("terrain.density", density=terrain.density, least=least, most=most)


def _counts(size: Size, terrain: Terrain) -> Iterator[Violation]:
    """Each kind has its fewest and its most (rules 653 to 659)."""
    for kind, (least, most) in GUIDELINES[size].items():
        have = getattr(terrain, kind)
        if not least <= have <= most:
            code = "terrain.too_few" if have < least else "terrain.too_many"
            yield problem(code, about=(kind,), have=have, kind=KIND_WORDS[kind], least=least, most=most)


def _cover(terrain: Terrain) -> Iterator[Violation]:
    """There is light and heavy cover (rule 651)."""
    for cover in ("light", "heavy"):
        if getattr(terrain, cover) is False:
            yield problem("terrain.no_cover", cover=cover)
