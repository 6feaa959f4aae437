"""Every package says what to read first: whoever opens a folder finds a way in."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "src", ROOT / "lab" / "src")
NO_CODE = {"muster.store.migrations"}
"""Written by Django and read by it alone."""
LONGEST = 13
PACKAGES = {
    ".".join(file.parent.relative_to(source).parts): file
    for source in SOURCES
    for file in sorted(source.rglob("__init__.py"))
}
BEGINNING = re.compile(r"\b(read|start with|begin with)\b", re.IGNORECASE)
MODULE = re.compile(r"`(muster(?:_lab)?(?:\.\w+)+)`")


def words_of(package: str) -> str:
    return ast.get_docstring(ast.parse(PACKAGES[package].read_text())) or ""


def is_there(name: str) -> bool:
    """Whether a dotted name is a module, or something that its module defines."""
    paths = [source.joinpath(*name.split(".")) for source in SOURCES]
    if any(path.is_dir() or path.with_suffix(".py").is_file() for path in paths):
        return True
    owner, _, attribute = name.rpartition(".")
    owners = [source.joinpath(*owner.split(".")) for source in SOURCES]
    files = [file for path in owners for file in (path.with_suffix(".py"), path / "__init__.py")]
    return any(attribute in re.findall(r"\w+", file.read_text()) for file in files if file.is_file())


@pytest.mark.parametrize("package", sorted(PACKAGES.keys() - NO_CODE))
def test_a_package_says_what_it_is_in_a_few_lines(package: str) -> None:
    words = words_of(package)
    assert words, f"{package} says nothing"
    assert len(words.splitlines()) <= LONGEST
    assert not [name for name in MODULE.findall(words) if not is_there(name)]


def test_a_folder_of_several_modules_says_where_to_begin() -> None:
    large = {
        package
        for package, file in PACKAGES.items()
        if package not in NO_CODE and len(list(file.parent.glob("*.py"))) > 3
    }
    assert not [package for package in sorted(large) if not BEGINNING.search(words_of(package))]


def test_what_moved_is_noticed() -> None:
    assert is_there("muster.rules.armies") and is_there("muster.rules.armies.check.check_army")
    assert not is_there("muster.rules.armies.gone") and not is_there("muster.rules.armies.check.gone")
