"""Single elimination: game numbers, byes, drops, and the order at the end."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.tournament.bracket.elimination import (
    byes_needed,
    champion,
    drop,
    first_round,
    first_round_at_random,
    is_final,
    next_round,
    ranking,
    slots_of,
    winners,
)
from muster.rules.tournament.games import Bye, Game, Result, Round
from muster.rules.violations import Refused


def seeds(count):
    return tuple(f"s{number}" for number in range(1, count + 1))


def first(count=0, **options):
    return first_round(seeds(count) if count else (), number=4, **options)


def pairs(played):
    return [game.players for game in played.games]


def with_winners(played, choose):
    games = (replace(game, result=Result(how="rounds", winner=choose(game))) for game in played.games)
    return replace(played, games=tuple(games))


def higher(game):
    """The higher seed of a game wins."""
    return min(game.players, key=lambda player: int(player[1:]))


def lower(game):
    return max(game.players, key=lambda player: int(player[1:]))


def played_out(opening, choose, bracket="game-numbers"):
    rounds = [with_winners(opening, choose)]
    while not is_final(rounds[-1]):
        rounds.append(with_winners(next_round(rounds[-1], bracket=bracket), choose))
    return rounds


def refusal(call, *args, **options):
    with pytest.raises(Refused) as refused:
        call(*args, **options)
    return [violation.code for violation in refused.value.violations]


# After a cut ----------------------------------------------------------------------------------------------


@pytest.mark.rule(608)
def test_the_highest_meets_the_lowest_in_game_1():
    drawn = first(8)
    assert pairs(drawn) == [("s1", "s8"), ("s2", "s7"), ("s3", "s6"), ("s4", "s5")]
    assert [game.number for game in drawn.games] == [1, 2, 3, 4]
    assert (drawn.number, drawn.stage, drawn.byes) == (4, "elimination", ())


@pytest.mark.rule(611)
def test_the_winner_of_the_first_number_meets_the_winner_of_the_last():
    second = next_round(with_winners(first(16), higher))
    assert pairs(second) == [("s1", "s8"), ("s2", "s7"), ("s3", "s6"), ("s4", "s5")]
    assert [game.number for game in second.games] == [1, 2, 3, 4]
    third = next_round(with_winners(second, lower))
    assert pairs(third) == [("s8", "s5"), ("s7", "s6")]
    assert third.number == 6


def test_the_current_rules_fix_the_bracket_of_a_top_8():
    drawn = first(8, bracket="fixed")
    assert pairs(drawn) == [("s1", "s8"), ("s4", "s5"), ("s3", "s6"), ("s2", "s7")]
    second = next_round(with_winners(drawn, lower), bracket="fixed")
    assert pairs(second) == [("s8", "s5"), ("s6", "s7")]


def test_the_current_rules_fix_the_bracket_of_a_top_16():
    drawn = first(16, bracket="fixed")
    ours = [tuple(int(player[1:]) for player in game.players) for game in drawn.games]
    assert ours == [(1, 16), (8, 9), (5, 12), (4, 13), (3, 14), (6, 11), (7, 10), (2, 15)]
    assert pairs(next_round(with_winners(drawn, higher), bracket="fixed")) == [
        ("s1", "s8"),
        ("s5", "s4"),
        ("s3", "s6"),
        ("s7", "s2"),
    ]


@given(st.integers(1, 6).map(lambda power: 2**power), st.randoms(use_true_random=False))
def test_both_brackets_bring_the_same_players_together(count, chance):
    """Only the numbers differ: in both, the best two meet in the final and so on down."""
    strength = list(seeds(count))
    chance.shuffle(strength)
    met = [
        [
            {frozenset(pair) for pair in pairs(current)}
            for current in played_out(opening, strongest(strength), bracket)
        ]
        for bracket in ("game-numbers", "fixed")
        for opening in [first(count, bracket=bracket)]
    ]
    assert met[0] == met[1]


def strongest(strength):
    return lambda game: min(game.players, key=strength.index)


@given(st.sampled_from(["game-numbers", "fixed"]), st.integers(1, 6).map(lambda power: 2**power))
def test_when_the_higher_seed_always_wins_the_ranking_is_the_standing(bracket, count):
    rounds = played_out(first(count, bracket=bracket), higher, bracket)
    assert ranking(rounds, seeds(count)) == seeds(count)
    assert champion(rounds) == "s1"
    assert len(rounds) == count.bit_length() - 1


@pytest.mark.parametrize("count", [1, 3, 6, 12])
def test_a_bracket_is_a_power_of_two(count):
    assert refusal(first, count) == ["elimination.not_a_bracket"]


def test_nobody_stands_in_a_bracket_twice():
    assert refusal(first_round, ("ann", "bo", "ann", "cy"), number=1) == ["elimination.twice"]
    assert refusal(first_round, ("ann", "", "bo", "cy"), number=1) == ["elimination.twice"]


# Starting with elimination --------------------------------------------------------------------------------


@pytest.mark.rule(609)
@pytest.mark.parametrize(("players", "byes"), [(2, 0), (3, 1), (5, 3), (8, 0), (9, 7), (33, 31), (64, 0)])
def test_byes_fill_up_to_the_next_power_of_two(players, byes):
    drawn = first_round_at_random(seeds(players), lambda _: 0)
    assert byes_needed(players) == byes == len(drawn.byes)
    assert len(drawn.games) == (players - byes) // 2


class Recorded:
    """A stream of chance that notes what was asked of it."""

    def __init__(self, chance):
        self.chance, self.asked = chance, []

    def __call__(self, number):
        self.asked.append(number)
        return self.chance.randrange(number)


@pytest.mark.rule(609, 610, 611)
@given(st.integers(2, 64), st.randoms(use_true_random=False), st.sampled_from(["game-numbers", "fixed"]))
def test_everybody_appears_once_and_one_is_left(count, chance, bracket):
    opening = first_round_at_random(seeds(count), Recorded(chance))
    entered = [player for game in opening.games for player in game.players]
    assert sorted(entered + [bye.player for bye in opening.byes]) == sorted(seeds(count))
    numbers = [place.number for place in (*opening.games, *opening.byes)]
    assert sorted(numbers) == list(range(1, slots_of(opening) + 1))
    rounds = played_out(opening, lambda game: chance.choice(game.players), bracket)
    assert len(rounds) == (count - 1).bit_length()
    assert all(not played.byes for played in rounds[1:])
    order = ranking(rounds, seeds(count))
    assert sorted(order) == sorted(seeds(count))
    assert order[0] == champion(rounds) == winners(rounds[-1])[0]


@pytest.mark.rule(610)
def test_pairings_and_numbers_are_drawn_from_the_stream_alone():
    def drawn(players, *numbers):
        script = iter(numbers)
        return first_round_at_random(players, lambda _: next(script))

    expected = drawn(("e", "d", "c", "b", "a"), 0, 1, 2, 1, 0, 1, 0)
    assert drawn(("a", "b", "c", "d", "e"), 0, 1, 2, 1, 0, 1, 0) == expected
    assert drawn(("a", "b", "c", "d", "e"), 0, 1, 2, 1, 0, 1, 1) != expected
    asked = Recorded(Random(1))
    first_round_at_random(("a", "b", "c", "d", "e"), asked)
    assert asked.asked == [5, 4, 3, 2, 4, 3, 2]


@pytest.mark.rule(609, 610)
def test_each_of_three_players_may_have_the_bye_and_any_number():
    seen = set()
    for first in range(3):
        for two in range(2):
            for three in range(2):
                script = iter([first, two, three])
                drawn = first_round_at_random(("a", "b", "c"), lambda _, script=script: next(script))
                seen.add((drawn.byes[0].player, drawn.byes[0].number))
    assert seen == {(player, number) for player in "abc" for number in (1, 2)}


def test_one_player_is_no_tournament():
    assert refusal(first_round_at_random, ("ann",), lambda _: 0) == ["elimination.too_few"]


def test_a_bye_is_the_winner_of_its_number():
    """Ruling T8."""
    opening = Round(
        number=1,
        stage="elimination",
        games=(Game(table=1, players=("a", "b"), number=3, result=Result(how="rounds", winner="b")),),
        byes=(Bye(player="c", number=1), Bye(player="d", number=2), Bye(player="e", number=4)),
        slots=4,
    )
    assert pairs(next_round(opening)) == [("c", "e"), ("d", "b")]


# Winners and drops ----------------------------------------------------------------------------------------


@pytest.mark.rule(607)
def test_the_winner_stays_and_the_loser_is_gone():
    rounds = played_out(first(8), lower)
    assert [len(played.games) for played in rounds] == [4, 2, 1]
    assert winners(rounds[0]) == ("s8", "s7", "s6", "s5")
    losers = {player for game in rounds[0].games for player in game.players} - set(winners(rounds[0]))
    assert not losers & {player for played in rounds[1:] for game in played.games for player in game.players}


def test_a_round_that_is_not_finished_has_no_next():
    assert refusal(next_round, first(4)) == ["elimination.unfinished"]
    final = with_winners(first(2), higher)
    assert refusal(next_round, final) == ["elimination.over"]


def test_a_draw_does_not_stand_in_a_bracket():
    drawn = first(2)
    game = replace(drawn.games[0], result=Result(how="rounds"))
    assert refusal(winners, replace(drawn, games=(game,))) == ["elimination.drawn"]


@pytest.mark.rule(612)
def test_the_opponent_of_one_who_drops_during_the_round_has_a_bye():
    left = drop(first(4), "s4")
    assert pairs(left) == [("s2", "s3")]
    assert left.byes == (Bye(player="s1", number=1, dropped="s4"),)
    assert pairs(next_round(with_winners(left, lower), {"s4"})) == [("s1", "s3")]


@pytest.mark.rule(612)
def test_the_next_opponent_of_one_who_drops_between_rounds_has_a_bye():
    first_played = with_winners(first(8), higher)
    assert drop(first_played, "s1") == first_played
    second = next_round(first_played, {"s1"})
    assert second.byes == (Bye(player="s4", number=1),)
    assert pairs(second) == [("s2", "s3")]
    assert pairs(next_round(with_winners(second, higher), {"s1"})) == [("s4", "s2")]


@pytest.mark.rule(612)
def test_an_empty_number_passes_on():
    """Both possible opponents left: nobody stands there, and the other half of the bracket goes on."""
    played = with_winners(first(8), higher)
    second = next_round(played, {"s1", "s4"})
    assert (pairs(second), second.byes, slots_of(second)) == ([("s2", "s3")], (), 2)
    final = next_round(with_winners(second, lower), {"s1", "s4"})
    assert final.byes == (Bye(player="s3", number=1),)
    assert is_final(final)
    assert champion([played, second, final]) == "s3"


def test_the_upper_numbers_may_all_be_empty():
    second = next_round(with_winners(first(16), higher), {"s3", "s6", "s4", "s5"})
    assert slots_of(second) == 4
    third = next_round(with_winners(second, higher))
    assert [bye.player for bye in third.byes] == ["s1", "s2"]


def test_both_of_a_game_drop():
    left = drop(drop(first(4), "s1"), "s4")
    assert left.byes == (Bye(player="s4", number=1, dropped="s1"),)
    second = next_round(with_winners(left, higher), {"s1", "s4"})
    assert [bye.player for bye in second.byes] == ["s2"]


def test_a_double_loss_sends_nobody_on():
    drawn = first(4)
    lost = replace(drawn.games[0], result=Result(how="double-loss"))
    played = with_winners(replace(drawn, games=drawn.games[1:]), higher)
    played = replace(played, games=(lost, *played.games))
    assert winners(played) == ("", "s2")
    assert [bye.player for bye in next_round(played).byes] == ["s2"]


def test_when_everybody_has_left_there_is_no_next_round():
    assert refusal(next_round, with_winners(first(4), higher), {"s1", "s2"}) == ["elimination.nobody"]


@pytest.mark.rule(612)
@given(st.integers(1, 5), st.randoms(use_true_random=False), st.sampled_from(["game-numbers", "fixed"]))
def test_whoever_leaves_the_bracket_comes_to_an_end(power, chance, bracket):
    """Players leave at random moments; one at the most is left, and nobody who left plays on."""
    current, gone, rounds = first(2**power, bracket=bracket), set(), []
    while True:
        for player in seeds(2**power):
            if chance.random() < 0.1:
                gone.add(player)
                current = drop(current, player)
        rounds.append(with_winners(current, lambda game: chance.choice(game.players)))
        if is_final(current) or not set(winners(rounds[-1])) - gone - {""}:
            break
        current = next_round(rounds[-1], gone, bracket=bracket)
        assert not gone & {player for game in current.games for player in game.players}
    assert len(rounds) <= power
    order = ranking(rounds, seeds(2**power))
    assert sorted(order) == sorted(seeds(2**power))
    if (best := champion(rounds)) is not None:
        assert order[0] == best


# The ranking at the end -----------------------------------------------------------------------------------


def test_the_final_ranking_is_elimination_then_swiss():
    """Ruling T14: winner, finalist, then those who lost in one round by their Swiss standing."""
    order = ("s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10")
    rounds = played_out(first(8), lower)
    assert ranking(rounds, order) == ("s8", "s7", "s5", "s6", "s1", "s2", "s3", "s4", "s9", "s10")


def test_one_who_drops_during_the_first_round_keeps_the_place_of_a_loser():
    rounds = played_out(drop(first(4), "s1"), higher)
    assert ranking(rounds, ("s1", "s2", "s3", "s4", "s5")) == ("s2", "s4", "s1", "s3", "s5")


def test_swiss_rounds_do_not_count_for_the_bracket():
    swiss = Round(number=1, byes=(Bye(player="s9"),))
    rounds = [swiss, *played_out(first(2), lower)]
    assert ranking(rounds, ("s9", "s1", "s2")) == ("s2", "s1", "s9")


def test_no_champion_before_the_final_is_played():
    assert champion([first(2)]) is None
    assert champion([with_winners(first(4), higher)]) is None
    assert champion([]) is None
