"""The bracket as it is drawn."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.tournament.bracket.columns import Box, columns
from muster.rules.tournament.bracket.elimination import (
    drop,
    first_round,
    first_round_at_random,
    is_final,
    next_round,
)
from muster.rules.tournament.games import Result, Round

BRACKETS = ["game-numbers", "fixed"]


def won(played, choose=lambda game: game.players[0]):
    games = (replace(game, result=Result(how="rounds", winner=choose(game))) for game in played.games)
    return replace(played, games=tuple(games))


def opening(count, **options):
    return first_round(tuple(f"s{number}" for number in range(1, count + 1)), number=1, **options)


def test_without_elimination_there_is_no_bracket():
    assert columns([Round(number=1)]) == ()


@pytest.mark.parametrize(
    ("bracket", "numbers"),
    [
        ("game-numbers", [[1, 4, 2, 3], [1, 2], [1]]),
        ("fixed", [[1, 2, 3, 4], [1, 2], [1]]),
    ],
)
def test_a_fresh_bracket_has_all_its_rounds(bracket, numbers):
    drawn = columns([opening(8, bracket=bracket)], bracket)
    assert [[box.number for box in column] for column in drawn] == numbers
    assert [all(box.drawn for box in column) for column in drawn] == [True, False, False]
    assert drawn[1][0] == Box(number=1, feeds=(1, 4) if bracket == "game-numbers" else (1, 2))


@pytest.mark.parametrize("bracket", BRACKETS)
def test_both_pictures_of_a_top_8_look_the_same(bracket):
    first = columns([opening(8, bracket=bracket)], bracket)[0]
    halves = [{player for box in first[at : at + 2] for player in box.players} for at in (0, 2)]
    assert halves == [{"s1", "s8", "s4", "s5"}, {"s2", "s7", "s3", "s6"}]


@given(st.integers(2, 64), st.sampled_from(BRACKETS), st.randoms(use_true_random=False))
def test_the_winners_of_two_neighbours_meet_in_the_next_column(count, bracket, chance):
    players = [f"p{number}" for number in range(count)]
    rounds = [won(first_round_at_random(players, chance.randrange))]
    while not is_final(rounds[-1]):
        following = next_round(rounds[-1], bracket=bracket)
        rounds.append(won(following, lambda game: chance.choice(game.players)))
    drawn = columns(rounds, bracket)
    for before, after in pairwise(drawn):
        for at, box in enumerate(after):
            two = before[2 * at : 2 * at + 2]
            assert {box.winner for box in two} == set(box.players)
            assert set(box.feeds) == {box.number for box in two}
    assert len(drawn[-1]) == 1


def test_byes_and_empty_numbers_are_told_apart():
    first = won(drop(opening(4), "s4"))
    final = next_round(first, {"s4"})
    semi, last = columns([first, final])
    assert semi[0] == Box(number=1, players=("s1", "s4"), winner="s1", drawn=True, bye=True, left="s4")
    assert last[0].players == ("s1", "s2")
    gone = columns([first, next_round(first, {"s1", "s4"})])[1][0]
    assert (gone.players, gone.bye, gone.winner) == (("s2", ""), True, "s2")
    lost = columns([won(opening(8)), next_round(won(opening(8)), {"s1", "s4"})])[1][0]
    assert (lost.drawn, lost.players, lost.bye) == (True, ("", ""), False)
