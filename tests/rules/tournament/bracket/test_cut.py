"""The progression cut: who goes on, and who moves up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.messages import explain
from muster.rules.tournament.bracket.cut import MoveUp, cut_problems, moves, seeds_of_cut
from muster.rules.tournament.bracket.elimination import first_round
from muster.rules.violations import Refused

STANDING = ("ada", "steven", "bo", "cy", "eve", "finn", "gus", "hal", "ida")


def codes(size, players):
    return [violation.code for violation in cut_problems(size, players)]


@pytest.mark.rule(605)
@pytest.mark.parametrize("size", [2, 4, 8])
def test_the_top_of_the_standings_goes_on(size):
    assert seeds_of_cut(STANDING, size) == STANDING[:size]


@pytest.mark.rule(605)
@pytest.mark.parametrize("size", [-4, 0, 1, 3, 6, 12, 2048, 10**30])
def test_a_cut_is_a_power_of_two(size):
    assert codes(size, 3000) == ["cut.not_a_power"]
    with pytest.raises(Refused):
        seeds_of_cut(STANDING, size)


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 1024])
def test_any_power_of_two_will_do_for_a_custom_cut(size):
    assert codes(size, size) == []
    assert codes(size, size - 1) == ["cut.too_few"]


def test_the_sentence_says_how_many_are_wanted():
    assert explain(cut_problems(16, 9)[0]) == "A cut to 16 needs 16 players; there are 9."


@pytest.mark.rule(606)
def test_the_worked_example_player_drop():
    """Steven, second, leaves: Eve, fifth, joins as fourth, and the third and fourth move up."""
    before = seeds_of_cut(STANDING, 4)
    after = seeds_of_cut(STANDING, 4, gone={"steven"})
    assert after == ("ada", "bo", "cy", "eve")
    assert list(moves(before, after)) == [
        MoveUp(player="bo", before=3, after=2),
        MoveUp(player="cy", before=4, after=3),
        MoveUp(player="eve", before=0, after=4),
    ]
    drawn = first_round(after, number=4)
    assert [game.players for game in drawn.games] == [("ada", "eve"), ("bo", "cy")]


@pytest.mark.rule(606)
def test_whoever_declines_to_move_up_is_passed_over():
    assert seeds_of_cut(STANDING, 4, gone={"steven", "eve"}) == ("ada", "bo", "cy", "finn")


def test_when_too_many_leave_the_lowest_seats_stay_empty():
    left = seeds_of_cut(("ada", "bo", "cy", "dee"), 4, gone={"bo", "cy"})
    drawn = first_round(left, number=3, size=4)
    assert left == ("ada", "dee")
    assert [bye.player for bye in drawn.byes] == ["ada", "dee"]


@pytest.mark.rule(606)
@given(st.sets(st.sampled_from(STANDING)), st.sampled_from([2, 4, 8]))
def test_nobody_loses_a_seed_when_others_leave(gone, size):
    before, after = seeds_of_cut(STANDING, size), seeds_of_cut(STANDING, size, gone)
    stayed = [player for player in before if player not in gone]
    assert list(after[: len(stayed)]) == stayed
    assert all(before.index(player) >= after.index(player) for player in stayed)
    assert len(after) == min(size, len(STANDING) - len(gone))
