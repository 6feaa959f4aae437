"""Lines of a comparison: one thing of both sides, and whether it differs."""

from fractions import Fraction
from typing import NamedTuple, TypeAlias


class Cell(NamedTuple):
    """One side of a line: a number or words, a note, and the exact figure where the number is rounded. Empty
    where that side has no such thing."""

    text: str = ""
    note: str = ""
    exact: Fraction | None = None


class Line(NamedTuple):
    """One thing of both sides."""

    name: str
    a: Cell
    b: Cell

    @property
    def differs(self) -> bool:
        """Whether the two are not the same."""
        return self.a != self.b


class Part(NamedTuple):
    """Lines under a heading; what is counted where that is not plain."""

    name: str
    lines: tuple[Line, ...]
    counted: str = ""


Cells: TypeAlias = dict[str, Cell]


def pair_lines(a: Cells, b: Cells) -> tuple[Line, ...]:
    """The lines that either side has."""
    return tuple(Line(name, a.get(name, Cell()), b.get(name, Cell())) for name in dict.fromkeys((*a, *b)))
