"""The front door of the library: its pages run, its names are documented, and it costs nothing to import."""

import doctest
import inspect
import pickle
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import muster
from muster.rules.violations import Refused, Violation

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "cookbook").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_page_of_the_cookbook_runs(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted >= 4 and result.failed == 0


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "cookbook" / "README.md").read_text()
    assert {page.name for page in PAGES} == set(re.findall(r"\]\((\w+\.md)\)", index)) | {"README.md"}


def test_a_bot_has_at_most_30_lines() -> None:
    first = (ROOT / "docs" / "cookbook" / "bot.md").read_text().split("```")[1]
    assert sum(line.startswith((">>>", "...")) for line in first.splitlines()) <= 30


@pytest.mark.parametrize("name", muster.MODULES)
def test_whatever_a_module_of_the_front_door_offers_is_there_and_says_what_it_is(name: str) -> None:
    module = getattr(muster, name)
    assert module is import_module(f"muster.library.{name}") and module.__doc__
    for offered in module.__all__:
        thing = getattr(module, offered)
        assert not inspect.isfunction(thing) or inspect.getdoc(thing), f"{name}.{offered}"


def test_only_one_module_of_the_front_door_knows_the_engine_of_games() -> None:
    knowing = {
        path.stem
        for path in (ROOT / "src" / "muster" / "library").glob("*.py")
        if "muster.rules.game" in path.read_text()
    }
    assert knowing == {"games"}


CHEAP = """
import sys
before = set(sys.modules)
import muster
muster.__version__, dir(muster)
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
assert loaded <= {"muster", "typing", "importlib", *sys.stdlib_module_names}, loaded
assert "msgspec" not in sys.modules
for name in muster.__all__:
    getattr(muster, name)
muster.games.simulate(games=1, mode="recon")
assert not {"django", "click", "rich", "jinja2"} & set(sys.modules)
"""


def test_to_import_muster_loads_nothing_and_to_use_it_no_django() -> None:
    subprocess.run([sys.executable, "-c", CHEAP], check=True)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'cellar'"):
        _ = muster.cellar


def test_a_refusal_is_a_sentence_and_travels_between_processes() -> None:
    refused = Refused(
        Violation(code="game.not_seated", source="game"), Violation(code="game.over", source="game")
    )
    assert str(Refused(refused.violations[0])).endswith(". (game.not_seated)")
    assert " " in str(refused) and "(game.over)" in str(refused)
    again = pickle.loads(pickle.dumps(refused))
    assert again.violations == refused.violations and str(again) == str(refused)
    without = Refused(Violation(code="card.unknown", source="cards"))
    assert str(without) == "card.unknown (card.unknown)", (
        "a sentence that lacks its numbers is no second fault"
    )
    assert str(Refused(Violation(code="nothing.known", source="x"))) == "nothing.known (nothing.known)"
