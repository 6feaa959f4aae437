"""Documents wrap at 110 characters, as the code does: so a diff shows what changed."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WIDTH = 110
FENCE = re.compile(r"^\s*(```|~~~)")
PAGES = [
    *ROOT.glob("*.md"),
    *(page for folder in ("docs", "lab", "deploy") for page in (ROOT / folder).rglob("*.md")),
]


def long_lines(text: str) -> list[str]:
    """The lines of prose that are too long; tables and code stay as they are."""
    found, fenced = [], False
    for line in text.splitlines():
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and len(line) > WIDTH and not line.lstrip().startswith("|") and line[:4].strip():
            found.append(line)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_prose_wraps(page: Path) -> None:
    assert not long_lines(page.read_text("utf-8"))


def test_only_prose_has_to_wrap() -> None:
    long = "word " * 30
    assert long_lines(f"short\n{long}\n- {long}\n") == [long, f"- {long}"]
    assert not long_lines(f"| {long} |\n```\n{long}\n```\n    {long}\n")
