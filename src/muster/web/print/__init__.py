"""Paper: a template of ours and plain data become a PDF.

The data reaches the typesetter as JSON and is only ever set as text: whatever a person typed, it prints
as it reads and never acts as markup. Nothing here knows armies or Django; the folders below do.
Read this module first, then `muster.web.print.typesetting`, through which the site asks for a sheet.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec

from muster.web.print.typesetting import Job, sheet

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
ICONS = HERE.parent / "static" / "muster" / "icons.svg"
SVG = "{http://www.w3.org/2000/svg}"

LONGEST_TEXT = 600
LONGEST_WORD = 24
JOINERS = "\u200c\u200d"  # they shape letters and emoji; every other sign of their kind is invisible
BREAK = "\u200b"


def pdf(template: str, data: object, photos: Sequence[str] = ()) -> bytes:
    """Set the data with one of our templates. The same data gives the same bytes. `photos` are pictures as
    SVG, which the data names by their number."""
    inputs = {"data": handed_over(data), "icons": _icons()}
    if photos:
        inputs["photos"] = msgspec.json.encode(photos).decode()
    return sheet(Job(str(TEMPLATES), f"{template}.typ", inputs))


def handed_over(data: object) -> str:
    """The JSON the typesetter gets: all that a sheet can possibly show."""
    return msgspec.json.encode(printable(msgspec.to_builtins(data))).decode()


@cache
def _icons() -> str:
    """The icons of the pages, each as a picture of its own, in JSON by name."""
    symbols = ElementTree.fromstring(ICONS.read_text()).iter(f"{SVG}symbol")  # noqa: S314 (our own file)
    return msgspec.json.encode({symbol.get("id", ""): _picture(symbol) for symbol in symbols}).decode()


@cache
def icons_in(colour: str, ground: str) -> str:
    """The same in one colour on another, for pictures on a dark ground."""
    return _icons().replace("currentColor", colour).replace("#fff", ground)


def _picture(symbol: ElementTree.Element) -> str:
    """A symbol as an SVG file; paper knows no style sheet, so every variable takes its default."""
    ElementTree.register_namespace("", SVG.strip("{}"))
    own = {name: value for name, value in symbol.attrib.items() if name != "id"}
    picture = ElementTree.Element(f"{SVG}svg", own)
    picture.extend(symbol)
    return re.sub(r"var\([^,()]*,([^()]*)\)", r"\1", ElementTree.tostring(picture, encoding="unicode"))


def printable(value: Any) -> Any:
    """The data with every text in it made fit for paper."""
    if isinstance(value, str):
        return fit_for_paper(value)
    if isinstance(value, dict):
        return {key: printable(inner) for key, inner in value.items()}
    return [printable(inner) for inner in value] if isinstance(value, list | tuple) else value


def fit_for_paper(text: str) -> str:
    """One line of visible signs, not absurdly long; words that would run off the edge may break."""
    seen = "".join(_visible(shorten_text(text, LONGEST_TEXT)))
    return " ".join(BREAK.join(_pieces(word)) for word in seen.split(" ") if word)


def shorten_text(text: str, longest: int) -> str:
    """The text, or its beginning and an ellipsis."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def _visible(text: str) -> Iterator[str]:
    """Control signs become spaces; signs that hide or turn text round go."""
    for sign in text:
        kind = unicodedata.category(sign)
        if kind in ("Cc", "Zl", "Zp"):
            yield " "
        elif kind[0] != "C" or sign in JOINERS:
            yield sign


def _pieces(word: str) -> Iterator[str]:
    if len(word) <= LONGEST_WORD:
        yield word
        return
    step = LONGEST_WORD // 2
    for start in range(0, len(word), step):
        yield word[start : start + step]
