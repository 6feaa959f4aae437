"""The folders of the tests are the folders of the source: whoever knows one finds the other."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
SOURCES = {"lab": ROOT / "lab" / "src" / "muster_lab"} | {
    floor: ROOT / "src" / "muster" / floor for floor in ("app", "cli", "rules", "store", "web")
}
BESIDE = {
    "browser": "a journey in Chromium crosses several floors",
    "docs": "holds the documents against the code, whatever its floor",
    "golden": "expected values, read by tests of every floor",
    "walker": "a random player who knows nothing but pages",
}
"""Folders of tests that are no floor of the source, and why."""


def folders_of(top: Path) -> set[str]:
    """The folders below `top` that hold Python modules themselves or further down."""
    modules = (path.relative_to(top) for path in top.rglob("*.py"))
    return {folder.as_posix() for module in modules for folder in module.parents} - {"."}


def strays(tests: Path, source: Path) -> list[str]:
    """The folders of tests that the source does not have."""
    return sorted(folders_of(tests) - folders_of(source))


@pytest.mark.parametrize("floor", SOURCES)
def test_a_room_of_tests_is_a_room_of_the_source(floor: str) -> None:
    assert not strays(TESTS / floor, SOURCES[floor])


def test_whatever_is_no_floor_says_why() -> None:
    held = {path.name for path in TESTS.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert held == SOURCES.keys() | BESIDE.keys()


def test_a_room_that_is_gone_from_the_source_is_noticed(tmp_path: Path) -> None:
    for file in ("src/dice/odds.py", "tests/dice/test_odds.py", "tests/event/late/test_hall.py"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    assert strays(tmp_path / "tests", tmp_path / "src") == ["event", "event/late"]
