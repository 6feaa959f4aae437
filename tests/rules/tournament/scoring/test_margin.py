"""Margin of victory in all its cases."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.tournament.games import Result
from muster.rules.tournament.scoring.margin import shares
from tests.rules.tournament.scoring.playing import both_lost, events, figure, numbers, played, won


def margins(how, victory, **more):
    """Both margins of a game as text; `mean` where the other games give it."""
    result = Result(how=how, tallies=numbers(victory), **{"winner": "ann", **more})
    return tuple("mean" if share is None else f"{share[0]}/{share[1]}" for share in shares(result, "ann"))


@pytest.mark.rule(624, 632)
def test_ingrid_has_3_and_felix_2_so_60_and_40_percent():
    rounds = played([won("ingrid", "felix", (3, 2))])
    assert figure(rounds, "ingrid", "average-mov") == "3/5"
    assert figure(rounds, "felix", "average-mov") == "2/5"


@pytest.mark.rule(624)
@pytest.mark.parametrize("how", ["rounds", "time", "mutual"])
def test_the_winner_by_score_or_blue_has_no_more_than_their_share(how):
    assert margins(how, (1, 3), winner="ann") == ("1/4", "3/4")


@pytest.mark.rule(626)
@pytest.mark.parametrize("how", ["rounds", "time", "mutual"])
@pytest.mark.parametrize("victory", [(0, 0), (4, 4)])
def test_equal_victory_points_are_half_each_also_without_any(how, victory):
    assert margins(how, victory) == ("1/2", "1/2")


@pytest.mark.rule(627)
@pytest.mark.parametrize("victory", [(0, 0), (0, 9), (9, 0)])
def test_tabling_is_everything_and_nothing(victory):
    assert margins("tabled", victory) == ("1/1", "0/1")
    assert margins("tabled", victory, winner="bo") == ("0/1", "1/1")


@pytest.mark.rule(625)
def test_mutual_destruction_is_shared_and_does_not_give_both_everything():
    assert margins("mutual", (2, 1)) == ("2/3", "1/3")


@pytest.mark.rule(628)
def test_a_concession_scored_as_the_last_round_if_both_agree():
    assert margins("concession", (1, 3), agreed=True) == ("1/4", "3/4")


@pytest.mark.rule(628, 629)
@pytest.mark.parametrize("how", ["concession", "no-show", "left", "game-loss"])
def test_otherwise_nothing_for_the_one_and_the_mean_of_the_other_games_for_the_other(how):
    assert margins(how, (9, 0)) == ("mean", "0/1")
    assert margins(how, (9, 0), winner="bo") == ("0/1", "mean")
    rounds = played([won("ann", "bo", (3, 1))], [won("ann", "cass", how=how)], [won("dee", "ann", (3, 1))])
    assert figure(rounds, "ann", "average-mov") == "1/2"  # 3/4, then the mean of 3/4 and 1/4, then 1/4
    assert figure(rounds, "cass", "average-mov") == "0"


@pytest.mark.rule(629)
def test_a_double_loss_is_nothing_for_both():
    assert margins("double-loss", (0, 0), winner="") == ("0/1", "0/1")
    assert figure(played([both_lost("ann", "bo")]), "bo", "average-mov") == "0"


@pytest.mark.rule(630)
def test_a_bye_is_the_mean_of_the_other_games_and_changes_with_them():
    first = played(["ann", won("bo", "cass")], [won("ann", "bo", (4, 1)), "cass"])
    assert figure(first, "ann", "average-mov") == "4/5"
    later = (*first, *played([], [], [won("cass", "ann", (4, 1)), "bo"])[2:])
    assert figure(later, "ann", "average-mov") == "1/2"


@pytest.mark.rule(630)
def test_an_own_concession_is_one_of_the_other_games():
    rounds = played(["ann"], [won("ann", "bo", how="tabled")], [won("cass", "ann", how="concession")])
    assert figure(rounds, "ann", "average-mov") == "1/2"  # the mean of 1 and 0, 1, and 0


@pytest.mark.rule(628, 630)
def test_two_means_that_look_at_each_other_are_both_the_mean_of_the_scored_games():
    rounds = played(["ann"], [won("ann", "bo", (3, 2))], [won("ann", "cass", how="no-show")])
    assert figure(rounds, "ann", "average-mov") == "3/5"


@pytest.mark.rule(631)
def test_without_any_game_each_round_is_half():
    rounds = played(["ann"], [won("ann", "bo", how="no-show")], [won("ann", "cass", how="no-show")])
    assert figure(rounds[:1], "ann", "average-mov") == "1/2"
    assert figure(rounds, "ann", "average-mov") == "1/2"


@pytest.mark.rule(631)
def test_an_unpaired_loss_is_nothing_and_not_a_game_that_a_bye_looks_at():
    rounds = played(["ann"], ["-ann"])
    assert figure(rounds, "ann", "average-mov") == "1/4"  # one half and nothing, over two rounds
    rounds = played(["ann"], ["-ann"], [won("ann", "bo", (4, 1))])
    assert figure(rounds, "ann", "average-mov") == "8/15"  # 4/5, nothing and 4/5, over three rounds


@pytest.mark.rule(625)
@given(events())
def test_the_margins_of_a_game_never_exceed_the_whole(event):
    for current in event[0]:
        for game in current.games:
            known = [share for share in shares(game.result, game.players[0]) if share]
            assert all(0 <= top <= bottom for top, bottom in known)
            assert sum(Fraction(top, bottom) for top, bottom in known) <= 1


@pytest.mark.rule(624, 625)
@given(st.integers(0, 999), st.integers(0, 999))
def test_shares_of_one_game_add_up_to_exactly_the_whole(ours, theirs):
    result = Result(how="rounds", winner="ann", tallies=numbers((ours, theirs)))
    (a, b), (c, d) = shares(result, "ann")
    assert a * d + c * b == b * d
    assert (a * d > c * b) == (ours > theirs)
