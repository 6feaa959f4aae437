"""Rounds from a file: nothing is believed."""

import pytest
from msgspec.structs import replace

from muster.rules import messages
from muster.rules.tournament.games import Game, Result, Round
from muster.rules.tournament.records import record_problems
from muster.rules.tournament.scoring.profiles import current, regulations
from tests.rules.tournament.scoring.playing import drew, numbers, played, won

PLAYERS = ("ann", "bo", "cass", "dee")


def codes(rounds, profile=None):
    return [violation.code for violation in record_problems(rounds, PLAYERS, profile or regulations())]


@pytest.mark.parametrize(
    ("rounds", "code"),
    [
        (played([won("ann", "zed")]), "record.unknown_player"),
        (played([won("ann", "bo"), "bo"]), "record.player_twice"),
        (played([won("ann", "bo"), won("cass", "dee")]), "record.table_twice"),
        (played([won("ann", "bo", (1, 3))]), "result.contradicted"),
        (played([won("ann", "bo", (1, -3))]), "result.number"),
        (played([drew("ann", "bo")]), "result.blue_needed"),
        (played([won("ann", "bo", (1, 0), how="no-show")]), "result.no_numbers"),
        (played([won("ann", "ann")]), "record.player_twice"),
        ((Round(number=2),), "record.round_numbers"),
        ((Round(number=1), Round(number=1)), "record.round_numbers"),
        ((Round(number=1, stage="elimination"), Round(number=2)), "record.swiss_after_elimination"),
    ],
)
def test_what_cannot_be_true_is_found(rounds, code):
    assert code in codes(rounds)


def test_a_problem_says_where_it_stands():
    game = replace(won("ann", "bo", (1, 3)), table=7)
    (found,) = record_problems((Round(number=1, games=(game,)),), PLAYERS, regulations())
    assert (found.params["round"], found.params["table"]) == (1, 7)
    (found,) = record_problems(played(["zed"]), PLAYERS, regulations())
    assert messages.explain(found) == "“zed” plays in round 1 but isn’t among the players."


def test_games_without_a_result_and_honest_ones_pass():
    fine = (Game(table=1, players=("ann", "bo")), replace(won("cass", "dee", (3, 2)), table=2))
    assert codes((Round(number=1, games=fine),)) == []


def test_current_draws_and_wins_by_the_bigger_army_or_the_priority_roll_pass():
    assert codes(played([drew("ann", "bo")]), current()) == []
    assert codes(played([won("ann", "bo", (2, 2))]), current()) == []
    final = Round(number=1, stage="elimination", games=(won("ann", "bo", (2, 2)),))
    assert codes((final,), current()) == []


@pytest.mark.parametrize(("score", "fine"), [(0, True), (900, True), (901, False)])
def test_a_walkover_has_the_score_of_a_bye_or_none(score, fine):
    result = Result(how="no-show", winner="ann", tallies=numbers((0, 0), (score, 0)))
    game = Game(table=1, players=("ann", "bo"), result=result)
    assert (codes((Round(number=1, games=(game,)),), current()) == []) is fine
