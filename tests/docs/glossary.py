"""The glossary, read row by row."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"


class Row(NamedTuple):
    """A word, the names it goes by in code, and the words that we avoid for it."""

    word: str
    names: tuple[str, ...]
    avoided: tuple[str, ...]


@cache
def rows() -> tuple[Row, ...]:
    lines = (line.split("|")[1:-1] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| "))
    cells = [[cell.strip() for cell in line] for line in lines]
    return tuple(
        Row(word, tuple(re.findall(r"`(\w+)`", names)), tuple(filter(None, re.split(r", *", avoided))))
        for word, _, names, avoided in cells
        if word != "word"
    )
