"""Results told, confirmed, disputed, entered, corrected."""

import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.messages import explain
from muster.rules.tournament.games import Tally
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Refused
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused, won


def phones(players: int = 4, plan: TournamentPlan | None = None) -> Hall:
    """Everybody has a phone: the account of p1 is a1, and so on."""
    hall = Hall(plan).begin(players)
    for player in hall.now.active:
        hall.sit(player, f"a{player[1:]}")
    return hall


def account(player: str) -> str:
    return f"a{player[1:]}"


@pytest.mark.rule(603, 622)
def test_a_player_tells_the_result_and_the_opponent_confirms_it():
    hall = phones()
    game = hall.pair().drawn.round.games[0]
    teller, other = map(account, game.players)
    hall.event.do(hall.act(teller), CUP, commands.Report(number=1, slip=won(game)))
    assert not hall.round.results[game.table].settled
    assert hall.watching.my_place(other, CUP).to_confirm
    assert hall.watching.look("", CUP).view.rounds[0].reports == {}
    with refused("tournament.own_report"):
        hall.event.do(hall.act(teller), CUP, commands.Confirm(number=1))
    hall.event.do(hall.act(other), CUP, commands.Confirm(number=1))
    report = hall.round.results[game.table]
    assert report.settled and report.result.winner == game.players[0]
    assert report.result.tallies[0].victory == 3


def test_telling_the_same_confirms_and_telling_otherwise_disputes():
    hall = phones()
    first, second = hall.pair().drawn.round.games
    for player in first.players:
        hall.event.do(hall.act(account(player)), CUP, commands.Report(number=1, slip=won(first)))
    assert hall.round.results[first.table].settled
    hall.event.do(hall.act(account(second.players[0])), CUP, commands.Report(number=1, slip=won(second)))
    hall.event.do(hall.act(account(second.players[1])), CUP, commands.Report(number=1, slip=won(second, 1)))
    assert hall.round.results[second.table].disputed is not None
    with refused("tournament.results_missing"):
        hall.event.do(hall.act(), CUP, commands.CloseRound())
    hall.enter_result(second, 1)
    assert hall.round.results[second.table].result.winner == second.players[1]
    hall.event.do(hall.act(), CUP, commands.CloseRound())


@pytest.mark.rule(603)
def test_what_one_player_told_stands_when_the_other_does_not_object():
    hall = phones()
    for game in hall.pair().drawn.round.games:
        hall.event.do(hall.act(account(game.players[0])), CUP, commands.Report(number=1, slip=won(game)))
    hall.event.do(hall.act(), CUP, commands.CloseRound())
    assert all(report.settled for report in hall.now.rounds[0].results.values())


def test_a_result_for_a_table_that_does_not_exist_is_refused():
    hall = phones()
    game = hall.pair().drawn.round.games[0]
    with refused("tournament.no_game"):
        hall.event.do(hall.act(), CUP, commands.EnterResult(number=1, table=99, slip=won(game)))
    with refused("tournament.other_round"):
        hall.event.do(hall.act(), CUP, commands.EnterResult(number=2, table=game.table, slip=won(game)))


@pytest.mark.rule(613)
def test_both_players_cannot_have_won():
    hall = phones()
    game = hall.pair().drawn.round.games[0]
    both = Slip(how="tabled", tallies=(Tally(victory=1), Tally()), winners=game.players)
    with refused("result.two_winners"):
        hall.event.do(hall.act(), CUP, commands.EnterResult(number=1, table=game.table, slip=both))


@pytest.mark.rule(628)
def test_a_concession_scored_as_the_final_round_needs_a_judge():
    hall = phones()
    game = hall.pair().drawn.round.games[0]
    tallies = (Tally(victory=3, score=200), Tally(victory=2, score=100))
    agreed = Slip(how="concession", loser=game.players[1], tallies=tallies, agreed=True)
    with refused("tournament.needs_official"):
        hall.event.do(hall.act(account(game.players[0])), CUP, commands.Report(number=1, slip=agreed))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.event.do(hall.act("jo"), CUP, commands.EnterResult(number=1, table=game.table, slip=agreed))
    assert hall.round.results[game.table].result.agreed


def test_two_scorekeepers_who_differ_the_second_learns_what_the_first_said():
    hall = phones()
    game = hall.pair().drawn.round.games[0]
    for helper in ("sam", "sue"):
        hall.event.do(hall.act(), CUP, commands.GiveRole(person=helper, role="scorekeeper"))
    hall.enter_result(game, 0, by="sam")
    with pytest.raises(Refused) as caught:
        hall.enter_result(game, 1, by="sue")
    [problem] = caught.value.violations
    assert problem.code == "tournament.result_stands" and "sam" in problem.about
    assert "3 : 1" in explain(problem)
    hall.event.do(
        hall.act("sue"),
        CUP,
        commands.Correct(number=1, table=game.table, slip=won(game, 1), why="slips swapped"),
    )
    report = hall.round.results[game.table]
    assert (report.by, report.corrected, report.result.winner) == ("sue", 1, game.players[1])


# Corrections ---------------------------------------------------------------------------------------------


def played(rounds: int) -> Hall:
    hall = Hall(TournamentPlan(structure="custom", rounds=5)).begin(8)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    for _ in range(rounds):
        hall.play()
    return hall


@pytest.mark.rule(604)
def test_a_correction_shows_its_effect_first_and_then_changes_every_standing():
    hall = played(2)
    game = hall.now.rounds[0].drawn.round.games[0]
    before = hall.watching.standings("", CUP)
    effect = hall.event.preview_correction(ORGANISER, CUP, 1, game.table, won(game, 1))
    assert effect.before == before == hall.watching.standings("", CUP)
    assert {game.players[0], game.players[1]} <= {move.player for move in effect.moves}
    hall.event.do(
        hall.act(), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 1), why="swapped")
    )
    assert hall.watching.standings("", CUP) == effect.after != before


@pytest.mark.rule(604)
def test_errors_are_corrected_within_two_rounds_or_stand():
    hall = played(2)
    hall.pair()
    game = hall.now.rounds[0].drawn.round.games[0]
    hall.event.do(hall.act(), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 1)))
    for other in hall.round.drawn.round.games:
        hall.enter_result(other)
    hall.event.do(hall.act(), CUP, commands.CloseRound())
    hall.pair()
    with refused("tournament.stands_as_is"):
        hall.event.do(hall.act(), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 0)))
    with refused("tournament.stands_as_is"):
        hall.event.preview_correction(ORGANISER, CUP, 1, game.table, won(game, 0))


@pytest.mark.rule(604)
def test_closed_rounds_are_corrected_by_organiser_and_head_judge_alone():
    hall = played(1)
    game = hall.now.rounds[0].drawn.round.games[0]
    with refused("tournament.not_yours"):
        hall.event.do(hall.act("jo"), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 1)))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="hedda", role="head-judge"))
    hall.event.do(hall.act("hedda"), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 1)))


def test_a_correction_throws_away_a_draft_and_offers_to_pair_again():
    hall = played(1)
    game = hall.now.rounds[0].drawn.round.games[0]
    hall.event.do(hall.act(), CUP, commands.Draft())
    assert hall.event.preview_correction(ORGANISER, CUP, 1, game.table, won(game, 1)).discards_draft
    hall.event.do(hall.act(), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 1)))
    assert hall.now.draft is None
    hall.pair()
    assert hall.event.preview_correction(ORGANISER, CUP, 1, game.table, won(game, 0)).repair == 2


def test_who_went_on_in_the_bracket_stands_once_the_next_round_has_begun():
    hall = Hall(TournamentPlan(structure="custom")).begin(4)
    first = hall.play()
    hall.pair()
    game = first.drawn.round.games[0]
    hall.event.do(hall.act(), CUP, commands.StartClock())
    with refused("tournament.bracket_stands"):
        hall.event.do(hall.act(), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 1)))
    hall.event.do(hall.act(), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 0, (5, 1))))


@pytest.mark.rule(604, 607)
def test_a_correction_recalls_the_next_round_of_the_bracket_where_somebody_else_goes_on():
    hall = Hall(TournamentPlan(structure="custom")).begin(4)
    semi, other = hall.play().drawn.round.games
    hall.pair()
    same, changed = won(semi, 0, (5, 1)), won(semi, 1)
    assert hall.event.preview_correction(ORGANISER, CUP, 1, semi.table, same).recalls == 0
    effect = hall.event.preview_correction(ORGANISER, CUP, 1, semi.table, changed)
    assert (effect.recalls, effect.repair) == (2, 0)
    hall.event.do(hall.act(), CUP, commands.Correct(number=1, table=semi.table, slip=changed))
    assert hall.now.open_round is None
    final = hall.play()
    assert set(final.drawn.round.games[0].players) == {semi.players[1], other.players[0]}


def test_a_correction_that_changes_the_cut_says_so_and_the_cut_is_made_again():
    hall = Hall(TournamentPlan(structure="custom", rounds=1, cut=2)).begin(4)
    [first, second] = hall.play().drawn.round.games
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    assert set(hall.now.cut) == {first.players[0], second.players[0]}
    with refused("tournament.no_change"):
        hall.event.do(hall.act(), CUP, commands.MakeCut())
    assert hall.event.preview_correction(ORGANISER, CUP, 1, first.table, won(first, 1)).recut
    hall.event.do(hall.act(), CUP, commands.Correct(number=1, table=first.table, slip=won(first, 1)))
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    assert set(hall.now.cut) == {first.players[1], second.players[0]}
