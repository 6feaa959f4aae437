"""Standings by the letter, on small tables that can be added up by hand."""

import pytest

from muster.rules.tournament.games import Bye, Game, Round
from muster.rules.tournament.scoring.profiles import PointRules, Profile, current, regulations
from muster.rules.tournament.scoring.scores import counted_rounds
from muster.rules.tournament.scoring.standings import standings
from tests.rules.tournament.scoring.playing import (
    both_lost,
    drew,
    everybody,
    figure,
    places,
    played,
    unplayed,
    won,
)

# Ann 3:1 Bo, Cass 2:2 Dee (Cass was blue); then Ann 1:0 Cass, Bo tables Dee.
SMALL = played(
    [won("ann", "bo", (3, 1)), won("cass", "dee", (2, 2))],
    [won("ann", "cass", (1, 0)), won("bo", "dee", how="tabled")],
)


def line(rounds, player, profile=None, **more):
    found = standings(rounds, everybody(rounds), profile or regulations(), (), **more)
    return next(row for row in found if row.player == player)


@pytest.mark.rule(623)
def test_a_win_is_worth_1_and_a_loss_nothing():
    assert {
        standing.player: standing.points for standing in standings(SMALL, everybody(SMALL), regulations())
    } == {
        "ann": 2,
        "bo": 1,
        "cass": 1,
        "dee": 0,
    }


@pytest.mark.rule(591, 600)
def test_a_bye_is_a_win_worth_1_point():
    ann = line(played(["ann", won("bo", "cass")]), "ann")
    assert (ann.points, ann.wins, ann.byes, ann.losses, ann.rounds) == (1, 1, 1, 0, 1)


@pytest.mark.rule(633)
def test_average_margin_over_the_rounds_of_the_tournament():
    assert [figure(SMALL, player, "average-mov") for player in ("ann", "bo", "cass", "dee")] == [
        "7/8",
        "5/8",
        "1/4",
        "1/4",
    ]


@pytest.mark.rule(634)
def test_extended_margin_is_the_mean_of_the_opponents_average_margins():
    assert figure(SMALL, "ann", "extended-mov") == "7/16"  # Bo 5/8, Cass 1/4
    assert figure(SMALL, "dee", "extended-mov") == "7/16"  # Cass 1/4, Bo 5/8


@pytest.mark.rule(635)
def test_strength_of_schedule_is_the_mean_of_points_by_rounds():
    assert figure(SMALL, "ann", "sos") == "1/2"
    assert figure(SMALL, "bo", "sos") == "1/2"  # Ann 2/2, Dee 0/2
    assert figure(SMALL, "cass", "sos") == "1/2"


@pytest.mark.rule(636)
def test_extended_strength_is_the_mean_of_the_opponents_strengths():
    rounds = played([won("ann", "bo")], [won("ann", "cass")], [won("bo", "cass")])
    # Schedules: Ann 2/3, Bo 1/3, Cass 0/3. Strengths: Ann 1/6, Bo 1/3, Cass 1/2.
    assert [figure(rounds, player, "sos") for player in ("ann", "bo", "cass")] == ["1/6", "1/3", "1/2"]
    assert figure(rounds, "ann", "extended-sos") == "5/12"


@pytest.mark.rule(633, 638)
def test_equal_points_are_told_apart_by_the_first_tiebreaker():
    assert places(SMALL) == ["ann", "bo", "cass", "dee"]
    assert line(SMALL, "cass").below_by == "average-mov"
    assert line(SMALL, "dee").below_by == "points"
    assert line(SMALL, "ann").below_by == ""


# Ann, Cass and Eve have a point and 3/4 each; whom they beat tells them apart.
STRONGER = played(
    [won("ann", "bo", (3, 1)), won("cass", "dee", (3, 1)), won("eve", "fay", (3, 1))],
    [won("bo", "gil", (3, 1)), won("dee", "hal", (1, 1)), won("ike", "fay", (1, 1))],
)


@pytest.mark.rule(634, 638)
def test_equal_margins_are_told_apart_by_the_opponents_margins():
    left = ("ann", "cass", "eve", "gil", "hal", "ike")
    found = standings(STRONGER, everybody(STRONGER), regulations(), (), left)
    assert [row.player for row in found if row.points and row.player in "ann cass eve"] == [
        "ann",
        "cass",
        "eve",
    ]
    assert {row.player: row.below_by for row in found}["cass"] == "extended-mov"


@pytest.mark.rule(635, 636, 638)
def test_then_by_the_strength_of_schedule_and_then_by_the_extended_one():
    left = ("ann", "cass", "eve", "gil", "hal", "ike")
    by = {
        standing.player: standing
        for standing in standings(STRONGER, everybody(STRONGER), regulations(), ("eve",), left)
    }
    assert str(by["cass"].figures["extended-mov"]) == str(by["eve"].figures["extended-mov"]) == "3/8"
    assert [str(by[player].figures["sos"]) for player in ("cass", "eve")] == ["1/2", "0"]
    assert by["eve"].below_by == "sos" and by["eve"].rank == by["cass"].rank + 1
    last = Profile(tiebreakers=("average-mov", "extended-sos"))
    ranked = [standing.player for standing in standings(STRONGER, everybody(STRONGER), last, (), left)]
    assert [player for player in ranked if player in ("ann", "cass", "eve")] == ["eve", "ann", "cass"]


@pytest.mark.rule(637, 638)
def test_whoever_is_still_equal_stands_in_the_recorded_random_order():
    rounds = played([won("ann", "bo", (3, 1)), won("cass", "dee", (3, 1))])
    assert places(rounds, None, ("dee", "cass", "bo", "ann")) == ["cass", "ann", "dee", "bo"]
    assert places(rounds, None, ("ann", "bo", "cass", "dee")) == ["ann", "cass", "bo", "dee"]
    found = standings(rounds, everybody(rounds), regulations(), ("dee", "cass", "bo", "ann"))
    assert [row.below_by for row in found] == ["", "random", "points", "random"]


@pytest.mark.rule(637)
def test_a_player_without_a_lot_comes_after_those_with_one():
    assert places((), None, ("cass", "bo"), players="ann bo cass") == ["cass", "bo", "ann"]


def test_nobody_and_nothing_are_no_trouble():
    assert standings((), (), regulations()) == ()
    assert places((), players="bo ann") == ["ann", "bo"]
    assert standings(SMALL, everybody(SMALL), Profile(tiebreakers=()))[0].figures == {}


# Missing, late, gone ----------------------------------------------------------------------------------------


@pytest.mark.rule(593)
def test_a_late_entry_has_an_unpaired_loss_for_each_round_before():
    rounds = played([won("ann", "bo")], [won("ann", "cass", (3, 1)), "bo"])
    cass = line(rounds, "cass")
    assert (cass.points, cass.losses, cass.missed, cass.rounds) == (0, 2, 1, 2)
    assert line(played([won("ann", "bo"), "-cass"], [won("ann", "cass", (3, 1)), "bo"]), "cass") == cass


@pytest.mark.rule(593, 635)
def test_an_unpaired_loss_is_a_round_played_for_the_strength_of_schedule():
    rounds = played([won("ann", "bo"), "-cass"], [won("cass", "bo"), "ann"])
    assert figure(rounds, "bo", "sos") == "3/4"  # Ann 2/2, Cass 1/2
    assert figure(rounds, "cass", "extended-mov") == figure(rounds, "bo", "average-mov")


@pytest.mark.rule(633, 635)
def test_a_dropped_player_is_averaged_over_all_rounds_but_counts_for_others_by_their_own():
    rounds = played([won("bo", "ann", (3, 1)), won("cass", "dee")], [won("ann", "cass"), "dee"])
    assert figure(rounds, "bo", "average-mov", dropped=("bo",)) == "3/8"
    assert figure(rounds, "ann", "sos", dropped=("bo",)) == "3/4"  # Bo 1/1, Cass 1/2
    assert figure(rounds, "ann", "sos") == "1/2"  # still in the event, Bo has an unpaired loss
    bo = line(rounds, "bo", dropped=("bo",))
    assert bo.dropped and bo.rounds == 1 and bo.missed == 0


def test_a_disqualified_player_is_an_opponent_but_has_no_place():
    assert places(SMALL, players="ann bo dee") == ["ann", "bo", "dee"]
    assert figure(SMALL, "ann", "sos", players="ann bo dee") == "1/2"


@pytest.mark.rule(634)
def test_everybody_paired_is_an_opponent_also_who_did_not_come_and_twice_if_met_twice():
    rounds = played(
        [won("ann", "bo", how="no-show")], [won("ann", "bo", (3, 2))], [won("cass", "ann", (3, 1))]
    )
    bo, cass = "2/15", "1/4"  # 2/5 over three rounds, 3/4 over three rounds
    assert (figure(rounds, "bo", "average-mov"), figure(rounds, "cass", "average-mov")) == (bo, cass)
    assert figure(rounds, "ann", "extended-mov") == "31/180"


@pytest.mark.rule(634, 635)
def test_without_an_opponent_the_extended_figures_are_nothing():
    rounds = played(["ann", won("bo", "cass")])
    assert [figure(rounds, "ann", name) for name in ("extended-mov", "sos", "extended-sos")] == ["0"] * 3


@pytest.mark.rule(635)
def test_byes_are_rounds_with_a_win_unless_the_event_leaves_them_out():
    rounds = played(["ann", won("bo", "cass")], [won("bo", "ann"), "cass"])
    assert figure(rounds, "bo", "sos") == "1/2"  # Ann 1/2, Cass 1/2
    assert figure(rounds, "bo", "sos", profile=regulations(byes_are_rounds=False)) == "0"


def test_both_lose_a_double_loss():
    ann = line(played([both_lost("ann", "bo")]), "ann")
    assert (ann.points, ann.losses, ann.draws) == (0, 1, 0)


# Which rounds count -----------------------------------------------------------------------------------------


def test_an_open_round_does_not_count_yet_and_elimination_never_does():
    third = Round(number=3, games=(won("dee", "ann"), unplayed("bo", "cass")))
    final = Round(number=4, stage="elimination", games=(won("bo", "ann"),))
    assert counted_rounds((final, third, *reversed(SMALL))) == SMALL
    who = everybody(SMALL)
    assert standings((*SMALL, third, final), who, regulations()) == standings(SMALL, who, regulations())


def test_a_game_reopened_in_an_earlier_round_is_neither_played_nor_missed():
    reopened = Round(number=1, games=(SMALL[0].games[0], unplayed("cass", "dee")))
    cass = line((reopened, SMALL[1]), "cass")
    assert (cass.points, cass.rounds, cass.missed) == (0, 1, 0)


# The current rules ------------------------------------------------------------------------------------------


def test_current_rules_give_3_1_and_nothing_and_3_for_a_bye():
    rounds = played([won("ann", "bo"), drew("cass", "dee"), "eve"])
    points = {
        standing.player: standing.points for standing in standings(rounds, everybody(rounds), current())
    }
    assert points == {"ann": 3, "bo": 0, "cass": 1, "dee": 1, "eve": 3}


def test_current_rules_rank_by_schedule_then_points_defeated_then_victory_tokens():
    games = (won("ann", "bo", (5, 1), score=(300, 20)), won("cass", "dee", (9, 1), score=(200, 20)), "eve")
    rounds = played(games)
    assert places(rounds, current(), ("dee", "bo")) == ["eve", "ann", "cass", "dee", "bo"]
    found = {line.player: line for line in standings(rounds, everybody(rounds), current())}
    assert str(found["eve"].figures["points-defeated"]) == "900"
    assert found["cass"].below_by == "points-defeated"
    assert found["ann"].below_by == "points-defeated"
    assert list(found["ann"].figures) == ["sos", "points-defeated", "victory-tokens"]
    tied = played([won("ann", "bo", (5, 1)), won("cass", "dee", (9, 1))])
    assert places(tied, current())[:2] == ["cass", "ann"]
    met = played(games[:2], [won("ann", "dee"), won("bo", "cass")])
    assert line(met, "cass", current()).below_by == "sos"


def test_an_event_of_elsewhere_ranks_by_its_own_rules():
    rules = PointRules(win=5, draw=2, loss=1, bye=4)
    club = Profile(name="Club rules", points=rules, tiebreakers=("victory-tokens", "wins"))
    rounds = played([won("ann", "bo", (1, 0)), won("cass", "dee", (4, 3))])
    found = standings(
        (*rounds, *played([], [drew("ann", "dee")])[1:]), everybody(rounds), club, (), everybody(rounds)
    )
    assert [(row.player, row.points) for row in found] == [("ann", 7), ("cass", 5), ("dee", 3), ("bo", 1)]
    assert places(rounds, club) == ["cass", "ann", "dee", "bo"]
    assert line(played(["ann"]), "ann", club).points == 4


def test_a_bye_in_the_file_of_a_round_with_no_games_counts():
    rounds = (
        Round(number=1, byes=(Bye(player="ann"),)),
        Round(number=2, games=(Game(table=1, players=("a", "b")),)),
    )
    assert counted_rounds(rounds) == rounds[:1]
