"""Measures what is drawn in the PDFs we make: the painted paths of a page, in millimetres."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.web.pdf_text import OBJECT, ref, stream

MM = 72 / 25.4
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
TEXT = re.compile(rb"\nBT .*?\nET", re.DOTALL)
MARKS = re.compile(rb"/\w+<<.*?>>\s*BDC|/Artifact BMC|EMC", re.DOTALL)
# How many numbers an operator takes. Control points of a curve may lie outside it, so only its end counts.
POINTS = {"m": 2, "l": 2, "c": 6, "v": 4, "y": 4}
PAINT = {"f": "fill", "f*": "fill", "S": "stroke", "B": "both", "n": ""}


class Shape(NamedTuple):
    """A painted path: how it is painted, where its box begins from the lower left, and how large it is."""

    paint: str
    left: float
    bottom: float
    width: float
    height: float

    def measures(self, width: float, height: float) -> bool:
        """Whether it is this large, to a hundredth of a millimetre."""
        return abs(self.width - width) < 0.01 and abs(self.height - height) < 0.01


def shapes(pdf: bytes) -> list[Shape]:
    """Every painted path of the first page, in the order they are painted."""
    objects = {int(number): body for number, body in OBJECT.findall(pdf)}
    kids = re.search(rb"/Type/Pages.*?/Kids\[(.*?)\]", pdf, re.DOTALL)
    assert kids
    page = objects[int(re.findall(rb"(\d+) 0 R", kids[1])[0])]
    content = MARKS.sub(b" ", TEXT.sub(b"", stream(objects[ref(page, b"/Contents")])))
    return list(painted(content.decode("latin-1").replace("/", " /").split()))


def painted(words: list[str]) -> Iterator[Shape]:
    """Reads the operators, with the transformation in force."""
    matrix, kept, numbers, path = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), [], [], []
    for word in words:
        if NUMBER.fullmatch(word):
            numbers.append(float(word))
            continue
        if word == "q":
            kept.append(matrix)
        elif word == "Q":
            matrix = kept.pop()
        elif word == "cm":
            matrix = combined(tuple(numbers[-6:]), matrix)
        elif word == "re":
            x, y, width, height = numbers[-4:]
            path += [moved(matrix, x, y), moved(matrix, x + width, y + height)]
        elif word in POINTS:
            assert len(numbers) >= POINTS[word], words
            path.append(moved(matrix, *numbers[-2:]))
        elif word in PAINT:
            if path and PAINT[word]:
                yield box(PAINT[word], path)
            path = []
        numbers = []


def combined(inner, outer):
    """One transformation after another."""
    (a, b, c, d, e, f), (p, q, r, s, t, u) = inner, outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def moved(matrix, x, y):
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def box(paint, path) -> Shape:
    across, up = zip(*path, strict=True)
    return Shape(
        paint, min(across) / MM, min(up) / MM, (max(across) - min(across)) / MM, (max(up) - min(up)) / MM
    )
