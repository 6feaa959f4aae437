"""A tiebreak is one value: everything that is said of it comes from there."""

import pytest

from muster.rules.messages import explain as sentence
from muster.rules.tournament.bracket.round_names import bracket_round_name, name_of, name_of_number
from muster.rules.tournament.games import How, Round
from muster.rules.tournament.scoring.endings import ENDINGS
from muster.rules.tournament.scoring.explaining import explain
from muster.rules.tournament.scoring.profiles import current
from muster.rules.tournament.scoring.ratios import Ratio
from muster.rules.tournament.scoring.scores import Scores
from muster.rules.tournament.scoring.tiebreaks import (
    FIGURES,
    POINTS,
    TIEBREAKERS,
    TIEBREAKS,
    ground_name,
    ground_short,
)
from tests.rules.tournament.scoring.playing import played, won


def test_every_code_that_a_profile_may_name_has_its_value():
    assert tuple(violation.code for violation in TIEBREAKS) == TIEBREAKERS
    assert list(FIGURES) == ["points", *TIEBREAKERS]


@pytest.mark.parametrize("tiebreak", [POINTS, *TIEBREAKS], ids=lambda tiebreak: tiebreak.code)
def test_a_tiebreak_has_names_a_source_and_a_sentence(tiebreak):
    assert tiebreak.name and tiebreak.short and tiebreak.source and len(tiebreak.short) <= 8
    scores = Scores(played([won("ann", "bo")]), ("ann", "bo"), current())
    assert sentence(explain(scores, "ann", tiebreak.code).rule)


@pytest.mark.rule(635)
def test_strength_of_schedule_is_points_per_round_and_margins_are_shares():
    assert (
        FIGURES["sos"].in_figures(Ratio(3, 2)) == FIGURES["extended-sos"].in_figures(Ratio(3, 2)) == "1.500"
    )
    assert FIGURES["average-mov"].in_figures(Ratio(2, 3)) == "66.7%"
    assert FIGURES["points-defeated"].in_figures(Ratio(900)) == "900"


def test_what_puts_somebody_below_has_a_name():
    assert [ground_name(code) for code in ("", "sos", "random")] == [
        "",
        "Strength of schedule",
        "The drawn order",
    ]
    assert [ground_short(code) for code in ("", "sos", "random")] == ["", "SoS", "Drawn order"]


def test_rounds_have_one_name():
    assert [bracket_round_name(games) for games in (1, 2, 4, 8, 16)] == [
        "Final",
        "Semi-finals",
        "Quarter-finals",
        "Last 16",
        "Last 32",
    ]
    swiss, eight = Round(number=1), Round(number=2, stage="elimination", slots=4)
    assert [name_of(swiss), name_of(eight)] == ["Round 1", "Quarter-finals"]
    assert name_of_number([swiss], 2, 1, 8) == "Quarter-finals", "the cut is made, the round not yet drawn"
    assert name_of_number([swiss, eight], 3, 1, 8) == "Semi-finals"
    assert name_of_number([swiss], 2, 1, 0) == name_of_number([], 2, 5, 8) == "Round 2"


def test_every_way_a_game_ends_has_its_words():
    assert {ending.how for ending in ENDINGS} == set(How.__args__)
    assert all(ending.at_the_table and ending.on_paper for ending in ENDINGS if not ending.by_officials)
