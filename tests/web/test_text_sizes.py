"""Text that everybody can read: 14 px at least, labels 13."""

import re
from pathlib import Path

import pytest

import muster.web

STATIC = Path(muster.web.__file__).parent / "static" / "muster"
SIZE = re.compile(r"(?:font-size:|font:|--t-[a-z]+:)[^;{}/]*?(?<![\w.-])(\d*\.?\d+)(rem|px)")
DRAWN = frozenset((".chart", ".bars"))
"""Letters inside a drawing, which grow with it."""
PART = re.compile(r"[^{};]*[{};]?")
LEAST = 13
INCHES = 6
"""Maps are drawn in inches: numbers below this are no pixels."""


def sizes(sheet: str) -> list[float]:
    """Every size of text that a style sheet writes down, in pixels."""
    found: list[tuple[str, str]] = []
    selectors: list[str] = []
    for part in PART.findall(sheet):
        if part.endswith("{"):
            selectors.append(part[:-1].strip())
        elif DRAWN.isdisjoint(selectors):
            found += SIZE.findall(part)
        if part.endswith("}"):
            selectors.pop()
    return [float(number) * (16 if unit == "rem" else 1) for number, unit in found]


@pytest.mark.parametrize("sheet", sorted(STATIC.rglob("*.css")), ids=lambda sheet: sheet.name)
def test_no_text_is_smaller_than_a_label(sheet: Path) -> None:
    assert [size for size in sizes(sheet.read_text()) if INCHES < size < LEAST] == []


def test_small_text_is_found() -> None:
    assert sizes("a { font: 600 11px/1.2 x; font-size: .75rem }") == [11, 12]
    assert sizes(".chart { & text { font: 9px x; } } p { font-size: 10px; }") == [10]
