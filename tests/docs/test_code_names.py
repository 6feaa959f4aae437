"""Modules, functions and files that the docs name are there: what a page says of code that moved is found."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "muster"
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "reference").glob("*.md")]
PAGES += (ROOT / "lab").rglob("*.md")
CODE = re.compile(r"`([^`\n]+)`")
DOTTED = re.compile(r"\b(?:muster\.(?!example)|(?=rules\.|app\.|web\.|cli\.))([a-z]\w*(?:\.\w+)+)(?!\w)")
FILE = re.compile(r"(?<![\w/.])[\w.-]+/[\w./-]+\.(?:py|html|toml|js|css|md)\b")
TABLE = re.compile(r"^\| module of `muster\.([\w.]+)` \|.*\n\|[-|]+\n((?:\|.*\n)+)", re.MULTILINE)
IMPORT = re.compile(r"^(?:>>> )?from (muster[\w.]*) import ([\w, ]+)", re.MULTILINE)
SUFFIXES = ("py", "md", "json")
INVENTED = {"web/game/live.py"}
"""Examples of what somebody would write."""


@cache
def modules() -> dict[str, list[Path]]:
    """Every module by its own name, a package by its folder's."""
    found: dict[str, list[Path]] = defaultdict(list)
    for file in PACKAGE.rglob("*.py"):
        found[file.parent.name if file.stem == "__init__" else file.stem].append(file)
    return found


@cache
def words(file: Path) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", file.read_text()))


def named_in(text: str) -> Iterator[str]:
    """The dotted names of a page that begin with a floor, and what its examples import."""
    found = (name for code in CODE.findall(text) for name in DOTTED.findall(code))
    yield from (name for name in found if not name.endswith(SUFFIXES))
    for module, names in IMPORT.findall(text):
        yield from (f"{module}.{name.strip()}".removeprefix("muster.") for name in names.split(","))


def is_there(name: str) -> bool:
    """Whether a dotted name leads to a module, or to words of one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        for file in modules().get(parts[length - 1], ()):
            place = file.parent if file.stem == "__init__" else file.with_suffix("")
            if place.parts[-length:] == tuple(parts[:length]) and words(file).issuperset(parts[length:]):
                return True
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_is_there(page):
    text = page.read_text()
    assert [name for name in named_in(text) if not is_there(name)] == []
    files = {name for code in CODE.findall(text) for name in FILE.findall(code) if "…" not in code} - INVENTED
    places = (ROOT, PACKAGE, PACKAGE / "web", PACKAGE / "web" / "templates", page.parent)
    assert [name for name in sorted(files) if not any((place / name).exists() for place in places)] == []


def listed_in(text: str) -> Iterator[Path]:
    """The modules that the tables of a page are about."""
    for package, rows in TABLE.findall(text):
        for row in rows.splitlines():
            for name in CODE.findall(row.split("|")[1]):
                yield PACKAGE.joinpath(*package.split("."), f"{name}.py")


def test_tables_of_modules_list_modules():
    listed = [file for page in PAGES for file in listed_in(page.read_text())]
    assert len(listed) > 50
    assert [str(file) for file in listed if not file.exists()] == []
