"""The line of sight template of tournaments on paper: exactly 42 mm × 27 mm, two copies (rules 661 and 665).

The measures go to the typesetter as millimetres; a ruler on the sheet shows whether a printer kept them.
"""

from typing import Final

import msgspec

from muster.web.print import pdf
from muster.web.print.armies.heading import SIZES, Paper

HEIGHT: Final = 42
WIDTH: Final = 27
COPIES: Final = 2
RULER: Final = 50


class SilhouetteSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet: its paper, and all lengths in millimetres. `mark` is how far the hash mark reaches down."""

    paper: str
    height: int = HEIGHT
    width: int = WIDTH
    copies: int = COPIES
    tab: int = 10
    mark: int = 4
    ruler: int = RULER


def silhouette_pdf(paper: Paper = "a4") -> bytes:
    """The sheet to print at full size and to cut out."""
    return pdf("tournament_silhouette", SilhouetteSheet(paper=SIZES[paper]))
