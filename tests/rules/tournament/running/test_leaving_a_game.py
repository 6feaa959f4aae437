"""Who does not come and who goes in the middle of a game: waited for, dropped, and called by its name."""

import pytest

from muster.app.tournament import commands
from muster.app.tournament.spreadsheets import as_csv
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.scoring.endings import BY_HOW
from muster.rules.tournament.scoring.results import Slip
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused


def running() -> Hall:
    hall = Hall(TournamentPlan(structure="custom", rounds=3)).begin(5)
    hall.pair()
    hall.event.do(hall.act(), CUP, commands.StartClock())
    return hall


@pytest.mark.rule(593, 629)
@pytest.mark.parametrize("named", ["loser", "winner"])
def test_a_result_that_says_no_show_waits_and_drops(named):
    hall = running()
    game = hall.round.drawn.round.games[0]
    came, missing = game.players
    slip = Slip(how="no-show", loser=missing) if named == "loser" else Slip(how="no-show", winners=(came,))
    command = commands.EnterResult(number=1, table=game.table, slip=slip)
    with refused("tournament.wait_for_them"):
        hall.event.do(hall.act(), CUP, command)
    hall.wait(16)
    hall.event.do(hall.act(), CUP, command)
    assert hall.round.results[game.table].result.winner == came
    assert (hall.now.entries[missing].status, hall.now.entries[missing].why) == ("dropped", "no-show")


@pytest.mark.rule(593)
def test_a_drop_for_not_coming_waits_as_well():
    hall = running()
    missing = hall.round.drawn.round.games[0].players[0]
    with refused("tournament.wait_for_them"):
        hall.event.do(hall.act(), CUP, commands.Drop(player=missing, why="no-show"))
    hall.wait(16)
    hall.event.do(hall.act(), CUP, commands.Drop(player=missing, why="no-show"))


@pytest.mark.rule(594, 612, 629)
@pytest.mark.parametrize("how", ["drop", "disqualify"])
def test_who_goes_in_the_middle_of_a_game_has_left_it_and_scores_as_the_rule_says(how):
    hall = running()
    game = hall.round.drawn.round.games[0]
    leaver, stays = game.players
    command = (
        commands.Drop(player=leaver, why="unable")
        if how == "drop"
        else commands.Penalise(player=leaver, kind="disqualification", words="Cheated")
    )
    hall.event.do(hall.act(), CUP, command)
    result = hall.round.results[game.table].result
    assert (result.how, result.winner) == ("left", stays)
    assert BY_HOW["left"].clause == "one left the game"
    lines = {line.player: line for line in hall.watching.standings(ORGANISER, CUP, live=True)}
    assert lines[leaver].points == 0


def test_leaving_before_the_start_is_no_game_that_has_begun():
    hall = Hall(TournamentPlan(structure="custom", rounds=2)).begin(4)
    hall.pair()
    hall.event.do(hall.act(), CUP, commands.Drop(player=hall.round.drawn.round.games[0].players[0]))
    assert not hall.round.has_begun


@pytest.mark.rule(591)
def test_the_table_of_results_has_the_byes():
    hall = running()
    [bye] = hall.round.drawn.round.byes
    rows = as_csv(hall.watching, ORGANISER, CUP, "results").decode("utf-8-sig").splitlines()
    name = hall.watching.look(ORGANISER, CUP).name(bye.player)
    assert f"1,swiss,,{name},bye,bye,{name},,,,,," in rows
    assert len({row.count(",") for row in rows}) == 1


@pytest.mark.rule(605)
@pytest.mark.parametrize(("profile", "cut", "fine"), [
    ("regulations", 16, True), ("regulations", 32, False), ("current", 32, True), ("current", 6, False),
])  # fmt: skip
def test_cuts_under_the_regulations_are_2_4_8_and_16(profile, cut, fine):
    plan = TournamentPlan(profile=profile, structure="custom", rounds=3, cut=cut)
    if fine:
        Hall(plan)
        return
    with refused("structure.cut_004" if cut == 32 else "structure.cut_power"):
        Hall(plan)
