"""A bracket drawn in the app comes out the same for whoever has its file."""

import pytest
from msgspec.structs import replace

from muster.app.tournament.export import export_tournament
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.file import TournamentFile, pair_next_round, report_result
from muster.rules.tournament.games import Tally
from muster.rules.tournament.proving import problems
from muster.rules.tournament.scoring.results import Report
from tests.rules.tournament.hall import CUP, Hall


def bracket(players: int = 6):
    hall = Hall(TournamentPlan(structure="custom")).begin(players)
    hall.pair()
    return export_tournament(hall.watching, "", CUP)


@pytest.mark.rule(609, 610)
def test_anybody_draws_the_same_bracket_from_its_seed():
    file = bracket()
    [drawn] = file.draws
    again = pair_next_round(replace(file, rounds=(), draws=()), drawn.seed).rounds[0]
    assert [game.players for game in again.games] == [game.players for game in file.rounds[0].games]
    assert [game.number for game in again.games] == [game.number for game in file.rounds[0].games]
    assert again.byes == file.rounds[0].byes


@pytest.mark.rule(609, 610)
def test_a_bracket_that_its_seed_does_not_give_is_found():
    file = bracket()
    assert [violation.code for violation in problems(file)] == []
    first, two = file.rounds[0].games
    swapped = (replace(first, players=two.players), replace(two, players=first.players))
    changed = replace(file, rounds=(replace(file.rounds[0], games=swapped),))
    assert [violation.code for violation in problems(changed)] == ["tournament_file.other_draw"]


def told(file: TournamentFile, number: int, winner: int, *, correct: bool = False) -> TournamentFile:
    """The first table of a round, won by one of its two."""
    game = file.rounds[number - 1].games[0]
    report = Report(
        players=game.players, how="tabled", winners=(game.players[winner],), tallies=(Tally(), Tally())
    )
    return report_result(file, number, game.table, report, correct=correct)


@pytest.mark.rule(604, 607)
def test_a_correction_leaves_the_next_round_of_the_bracket_to_be_paired_again():
    file = bracket(3)
    [bye] = file.rounds[0].byes
    final = pair_next_round(told(file, 1, 0), "seed")
    changed = told(final, 1, 1, correct=True)
    assert len(changed.rounds) == 1 and [drawn.round for drawn in changed.draws] == [1]
    again = pair_next_round(changed, "seed")
    assert set(again.rounds[1].games[0].players) == {file.rounds[0].games[0].players[1], bye.player}
    assert not problems(again)
