"""My standing, and why."""

import pytest

from muster.rules import messages
from muster.rules.tournament.games import Round
from muster.rules.tournament.scoring.explaining import explain
from muster.rules.tournament.scoring.profiles import current, regulations
from muster.rules.tournament.scoring.scores import Scores
from muster.rules.violations import Refused
from tests.rules.tournament.scoring.playing import both_lost, drew, played, unplayed, won

PLAYERS = ("ann", "bo", "cass", "dee")
ROUNDS = played(
    [won("ann", "bo", (3, 2), score=(400, 100)), won("cass", "dee", how="tabled")],
    ["ann", won("bo", "dee", (2, 2)), "-cass"],
    [won("ann", "cass", how="no-show"), both_lost("bo", "dee")],
)


def told(player, figure, rounds=ROUNDS, profile=None, dropped=()):
    return explain(Scores(rounds, PLAYERS, profile or regulations(), dropped), player, figure)


def as_text(explanation):
    return [
        (line.round, line.opponent, str(line.value), messages.explain(line.reason))
        for line in explanation.lines
    ]


@pytest.mark.rule(624, 630, 633)
def test_an_average_margin_with_the_games_it_comes_from():
    found = told("ann", "average-mov")
    assert as_text(found) == [
        (1, "bo", "3/5", "3 of 5 victory points."),
        (2, "", "3/5", "A bye: your average margin, from 1 game so far."),
        (
            3,
            "cass",
            "3/5",
            "The opponent conceded, left, was missing or was given a game loss: the mean of the own games "
            "with a margin, 1 so far.",
        ),
    ]
    assert (str(found.total), found.divisor, str(found.value)) == ("9/5", 3, "3/5")
    assert messages.explain(found.rule).endswith("divided by the rounds of the tournament: 3.")


@pytest.mark.rule(626, 627, 629)
def test_the_other_cases_of_the_margin_are_told_in_words():
    assert [text for *_, text in as_text(told("dee", "average-mov"))] == [
        "Every own unit was defeated: nothing.",
        "Equal victory points: half each.",
        "Both players lost: nothing.",
    ]
    assert [text for *_, text in as_text(told("cass", "average-mov"))] == [
        "Defeated every enemy unit: all of it.",
        "Not paired: nothing, and not a game.",
        "Conceded, left, was missing or was given a game loss: nothing.",
    ]
    only = played(["ann"])
    assert as_text(told("ann", "average-mov", only))[0][2:] == (
        "1/2",
        "No game with a margin of its own yet: half.",
    )


@pytest.mark.rule(635)
def test_a_schedule_names_each_opponents_points_and_rounds():
    assert as_text(told("ann", "sos")) == [
        (1, "bo", "1/3", "The opponent has 1 tournament point from 3 rounds."),
        (3, "cass", "1/3", "The opponent has 1 tournament point from 3 rounds."),
    ]
    without = told("bo", "sos", profile=regulations(byes_are_rounds=False))
    assert as_text(without)[0] == (
        1,
        "ann",
        "1",
        "The opponent has 2 tournament points from 2 rounds, byes left out.",
    )


@pytest.mark.rule(634, 636)
@pytest.mark.parametrize(("extended", "plain"), [("extended-mov", "average-mov"), ("extended-sos", "sos")])
def test_an_extended_figure_lists_the_opponents_plain_ones(extended, plain):
    found = told("bo", extended)
    assert [line.opponent for line in found.lines] == ["ann", "dee", "dee"]
    assert [line.value for line in found.lines] == [told(line.opponent, plain).value for line in found.lines]
    assert found.divisor == 3


@pytest.mark.rule(600, 623)
def test_points_round_by_round():
    assert [(value, text) for _, _, value, text in as_text(told("cass", "points"))] == [
        ("1", "Won."),
        ("0", "Not paired: an unpaired loss."),
        ("0", "Lost."),
    ]
    assert [str(line.value) for line in told("ann", "points").lines] == ["1", "1", "1"]
    assert [str(line.value) for line in told("ann", "wins", profile=current()).lines] == ["1", "1", "1"]


def test_points_defeated_and_tokens_of_the_current_rules():
    found = told("ann", "points-defeated", profile=current())
    assert [str(line.value) for line in found.lines] == ["400", "900", "0"]
    assert str(told("ann", "victory-tokens", profile=current()).value) == "4"
    assert str(told("ann", "points", played([drew("ann", "bo")]), current()).value) == "1"


def test_who_left_and_who_waits_for_a_result_are_told_so():
    gone = told(
        "cass", "average-mov", played([won("cass", "dee", (3, 1))], [won("ann", "bo")]), dropped=("cass",)
    )
    assert as_text(gone)[1][3] == "Had left the event: nothing, but a round of the tournament."
    assert str(gone.value) == "3/8"
    reopened = (Round(number=1, games=(unplayed("ann", "bo"),)), *played([], [won("ann", "cass")])[1:])
    assert as_text(told("ann", "points", reopened))[0][3] == "No result yet."
    assert str(told("ann", "average-mov", reopened).value) == "1/2"


def test_a_stranger_and_an_unknown_figure_are_told_so():
    with pytest.raises(Refused) as no:
        told("zed" * 100_000, "points")
    assert len(messages.explain(no.value.violations[0])) < 200
    with pytest.raises(Refused) as no:
        told("ann", "luck")
    assert messages.explain(no.value.violations[0]) == "There is no figure “luck”."
