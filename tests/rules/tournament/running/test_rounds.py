"""From the draft to the final: pair, change, publish, close, cut, bracket, ranking."""

import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.pairing.swiss import pair
from muster.rules.tournament.running.figures import entrants, final_ranking
from muster.rules.tournament.running.rounds import next_stage
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused


def paired_once(hall: Hall) -> None:
    drawn = hall.round.drawn.round
    seats = [p for game in drawn.games for p in game.players] + [bye.player for bye in drawn.byes]
    assert sorted(seats) == sorted(hall.now.active)
    assert len({game.table for game in drawn.games}) == len(drawn.games)


def test_a_draft_is_looked_at_paired_again_and_only_then_published():
    hall = Hall().begin(8)
    hall.event.do(hall.act(), CUP, commands.Draft())
    first = hall.now.draft
    hall.event.do(hall.act(), CUP, commands.Draft())
    second = hall.now.draft
    assert first.drawn.seed != second.drawn.seed
    with refused("tournament.other_draft"):
        hall.event.do(hall.act(), CUP, commands.Publish(draft=first.number))
    assert hall.watching.look("", CUP).view.rounds == ()
    hall.event.do(hall.act(), CUP, commands.Publish(draft=second.number))
    assert hall.round.drafts == 2
    paired_once(hall)


@pytest.mark.rule(595, 596)
def test_the_draw_can_be_computed_again_from_the_published_seed():
    hall = Hall().begin(9)
    for _ in range(2):
        field = entrants(hall.now)
        current = hall.pair()
        again = pair(field, current.number, current.drawn.seed)
        assert {frozenset(game.players) for game in current.drawn.round.games} == {
            frozenset(couple) for couple in again.pairs
        }
        for game in current.drawn.round.games:
            hall.enter_result(game)
        hall.event.do(hall.act(), CUP, commands.CloseRound())


def test_an_undone_draft_keeps_its_seed():
    hall = Hall().begin(8)
    first = hall.event.do(hall.act(), CUP, commands.Draft())
    seed = hall.now.draft.drawn.seed
    hall.event.do(hall.act(), CUP, commands.Undo(batch=first.batch))
    assert hall.now.draft is None
    hall.event.do(hall.act(), CUP, commands.Draft())
    assert hall.now.draft.drawn.seed == seed


@pytest.mark.rule(592)
def test_a_rematch_made_by_hand_is_warned_of():
    hall = Hall().begin(4)
    first = hall.play()
    hall.event.do(hall.act(), CUP, commands.Draft())
    assert not [violation for violation in hall.event.warnings(CUP, ORGANISER) if "rematch" in violation.code]
    player, other = first.drawn.round.games[0].players
    partner = next(g.opponent(player) for g in hall.now.draft.drawn.round.games if player in g.players)
    hall.event.do(hall.act(), CUP, commands.Swap(one=partner, other=other))
    assert any("rematch" in found.code for found in hall.event.warnings(CUP, ORGANISER))
    assert hall.now.draft.drawn.by_hand == 1
    with refused("tournament.not_yours"):
        hall.event.warnings(CUP, "ann")


@pytest.mark.rule(591, 598, 600)
def test_an_odd_player_has_a_bye_and_wins_the_round():
    hall = Hall().begin(5)
    played = hall.play()
    [bye] = played.drawn.round.byes
    line = next(standing for standing in hall.watching.standings("", CUP) if standing.player == bye.player)
    assert (line.points, line.wins, line.byes) == (1, 1, 1)


@pytest.mark.rule(599)
def test_a_later_bye_goes_to_the_lowest_who_had_none():
    hall = Hall().begin(5)
    had = hall.play().drawn.round.byes[0].player
    lowest = next(player for player in reversed(hall.standing()) if player != had)
    current = hall.pair()
    assert current.drawn.round.byes[0].player == lowest


@pytest.mark.rule(602)
def test_without_a_cut_most_points_win_the_event():
    hall = Hall().begin(4).play_swiss()
    assert next_stage(hall.now) is None
    hall.event.do(hall.act(), CUP, commands.End())
    best = hall.watching.standings("", CUP)[0]
    assert hall.now.ranking[0] == best.player and best.points == 2
    assert hall.now.status == "ended"
    with refused("tournament.over"):
        hall.event.do(hall.act(), CUP, commands.Draft())


def at_the_cut(players: int = 9, cut: int = 4) -> Hall:
    return Hall(TournamentPlan(structure="custom", rounds=3, cut=cut)).begin(players).play_swiss()


@pytest.mark.rule(605)
def test_the_cut_takes_the_top_of_the_standings():
    hall = at_the_cut()
    with refused("tournament.cut_first"):
        hall.event.do(hall.act(), CUP, commands.Draft())
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    assert hall.now.cut == tuple(hall.standing()[:4])


@pytest.mark.rule(606)
def test_when_one_of_the_cut_leaves_the_next_moves_up_as_lowest_seed():
    hall = at_the_cut()
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    first, second, third, fourth = hall.now.cut
    fifth = hall.standing()[4]
    hall.event.do(hall.act(), CUP, commands.Drop(player=second))
    assert hall.now.cut == (first, third, fourth, fifth)
    games = hall.pair().drawn.round.games
    assert {frozenset(game.players) for game in games} == {
        frozenset({first, fifth}),
        frozenset({third, fourth}),
    }


@pytest.mark.rule(607)
def test_the_winner_stays_and_the_loser_is_out():
    hall = at_the_cut()
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    semi = hall.play()
    final = hall.play()
    going = {game.players[0] for game in semi.drawn.round.games}
    assert set(final.drawn.round.games[0].players) == going
    hall.event.do(hall.act(), CUP, commands.End())
    assert set(hall.now.ranking[:2]) == going
    assert set(hall.now.ranking[2:4]) == set(hall.now.cut) - going
    assert len(hall.now.ranking) == 9


@pytest.mark.rule(612)
def test_who_leaves_during_the_bracket_gives_a_bye():
    hall = at_the_cut()
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    games = hall.pair().drawn.round.games
    hall.event.do(hall.act(), CUP, commands.StartClock())
    leaver, opponent = games[0].players
    hall.event.do(hall.act(), CUP, commands.Drop(player=leaver))
    [bye] = hall.round.drawn.round.byes
    assert (bye.player, bye.dropped) == (opponent, leaver)
    hall.enter_result(games[1])
    hall.event.do(hall.act(), CUP, commands.CloseRound())
    assert opponent in hall.pair().drawn.round.games[0].players


@pytest.mark.rule(612)
def test_who_leaves_between_rounds_gives_the_next_opponent_a_bye():
    hall = at_the_cut()
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    semi = hall.play()
    first, second = (game.players[0] for game in semi.drawn.round.games)
    hall.event.do(hall.act(), CUP, commands.Drop(player=first))
    final = hall.play()
    assert not final.drawn.round.games and final.drawn.round.byes[0].player == second
    hall.event.do(hall.act(), CUP, commands.End())
    assert hall.now.ranking[0] == second == final_ranking(hall.now)[0]


@pytest.mark.rule(609, 610)
def test_an_event_may_be_elimination_alone():
    hall = Hall(TournamentPlan(structure="custom")).begin(6)
    first = hall.pair()
    assert (len(first.drawn.round.games), len(first.drawn.round.byes)) == (2, 2)
    for game in first.drawn.round.games:
        hall.enter_result(game)
    hall.event.do(hall.act(), CUP, commands.CloseRound())
    hall.play()
    hall.play()
    assert next_stage(hall.now) is None
    hall.event.do(hall.act(), CUP, commands.End())
    assert len(hall.now.ranking) == 6


def test_the_event_does_not_end_before_its_last_round():
    hall = Hall().begin(4)
    hall.play()
    with refused("tournament.rounds_left_to_play"):
        hall.event.do(hall.act(), CUP, commands.End())


def test_a_round_closes_when_every_table_has_its_result():
    hall = Hall().begin(8)
    current = hall.pair()
    hall.enter_result(current.drawn.round.games[0])
    with refused("tournament.results_missing"):
        hall.event.do(hall.act(), CUP, commands.CloseRound())
    with refused("tournament.round_open"):
        hall.event.do(hall.act(), CUP, commands.Draft())


def test_a_published_round_is_recalled_while_no_game_has_begun():
    hall = Hall().begin(4)
    hall.pair()
    hall.event.do(hall.act(), CUP, commands.Recall())
    current = hall.pair()
    hall.event.do(hall.act(), CUP, commands.StartClock())
    with refused("tournament.games_begun"):
        hall.event.do(hall.act(), CUP, commands.Recall())
    assert current.number == 1


# Tables --------------------------------------------------------------------------------------------------


@pytest.mark.rule(523)
def test_a_fixed_table_is_kept_and_the_rest_get_fresh_ones():
    hall = Hall(TournamentPlan(structure="custom", rounds=3)).begin(8)
    hall.event.do(hall.act(), CUP, commands.FixTable(player="p3", table=2))
    with refused("tournament.table_taken"):
        hall.event.do(hall.act(), CUP, commands.FixTable(player="p4", table=2))
    sat: dict[str, list[int]] = {}
    for _ in range(3):
        for game in hall.play().drawn.round.games:
            for player in game.players:
                sat.setdefault(player, []).append(game.table)
    assert sat["p3"] == [2, 2, 2]


def test_nobody_sits_at_a_table_twice_where_that_can_be_avoided():
    hall = Hall(TournamentPlan(structure="custom", rounds=3, tables=12)).begin(12)
    sat: dict[str, list[int]] = {}
    for _ in range(3):
        played = hall.play()
        assert "tournament.table_again" not in [violation.code for violation in played.drawn.notes]
        for game in played.drawn.round.games:
            for player in game.players:
                sat.setdefault(player, []).append(game.table)
    assert all(len(set(tables)) == len(tables) for tables in sat.values())


def test_games_of_the_draft_change_tables_by_hand():
    hall = Hall().begin(4)
    hall.event.do(hall.act(), CUP, commands.Draft())
    first = hall.now.draft.drawn.round.games[0]
    hall.event.do(hall.act(), CUP, commands.Seat(table=first.table, to=7))
    assert next(g for g in hall.now.draft.drawn.round.games if g.table == 7).players == first.players
    with refused("tournament.no_such_table"):
        hall.event.do(hall.act(), CUP, commands.Seat(table=99, to=1))
