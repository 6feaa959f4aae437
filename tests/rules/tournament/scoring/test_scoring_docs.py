"""The page about scoring keeps its word."""

import doctest
import re
from pathlib import Path

import msgspec

from muster.rules.tournament.games import How
from muster.rules.tournament.scoring.profiles import Profile, profile_problems
from muster.rules.tournament.scoring.tiebreaks import TIEBREAKERS

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "tournament-scoring.md"


def test_the_example_runs():
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 5 and result.failed == 0


def test_the_profile_on_the_page_can_be_read():
    (example,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    profile = msgspec.json.decode(example, type=Profile)
    assert profile_problems(profile) == () and profile.draws


def test_every_tiebreaker_and_every_way_a_game_ends_stands_on_the_page():
    text = PAGE.read_text()
    assert [word for word in (*TIEBREAKERS, *How.__args__) if f"`{word}`" not in text] == []
