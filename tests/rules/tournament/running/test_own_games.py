"""Rule 514: a leader who plays decides nothing about their own open game, by whatever act."""

import pytest

from muster.app.acting import Command
from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused, won


def playing(*leaders: str) -> Hall:
    """Round 1 runs; the named leaders play, and meet if they are two. Hedda is head judge."""
    hall = Hall(TournamentPlan(structure="custom", rounds=3))
    for judge in ("jo", "jim"):
        hall.event.do(hall.act(), CUP, commands.GiveRole(person=judge, role="judge"))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="hedda", role="head-judge"))
    keys = hall.enter(6)
    for key, leader in zip(keys, leaders, strict=False):
        hall.sit(key, leader)
    for key in keys:
        hall.event.do(hall.act("jo"), CUP, commands.SubmitList(player=key, text="An army"))
    hall.event.do(hall.act(), CUP, commands.Announce())
    hall.event.do(hall.act(), CUP, commands.Draft())
    assert hall.now.draft is not None
    met = next(g.opponent("p1") for g in hall.now.draft.drawn.round.games if "p1" in g.players)
    if len(leaders) == 2 and met != "p2":
        hall.event.do(hall.act(), CUP, commands.Swap(one=met, other="p2"))
    hall.event.do(hall.act(), CUP, commands.Publish(draft=1))
    hall.event.do(hall.act(), CUP, commands.StartClock())
    return hall


def decisions(hall: Hall, opponent: str, table: int) -> list[Command]:
    """Everything about a game that an office decides."""
    return [
        commands.Extend(minutes=5, table=table),
        commands.ReviewList(player="p1", fine=True),
        commands.ReviewList(player=opponent, fine=False, words="Too many points"),
        commands.SubmitList(player=opponent, text="Another army"),
        commands.NoteComponent(matter="missing", what="A token", player=opponent),
        commands.Penalise(player=opponent, kind="warning", words="Slow"),
        commands.ConcedeMissing(player=opponent),
    ]


@pytest.mark.rule(514)
def test_a_playing_leader_decides_nothing_about_their_own_open_game():
    hall = playing(ORGANISER)
    game = hall.round.game_of("p1")
    opponent = game.opponent("p1")
    for command in [*decisions(hall, opponent, game.table), commands.Drop(player=opponent, why="unable")]:
        with refused("tournament.own_game"):
            hall.event.do(hall.act(), CUP, command)
    with refused("tournament.own_game"):
        hall.event.do(hall.act(), CUP, commands.RemoveMissing(player=opponent))


@pytest.mark.rule(514)
def test_another_leader_decides_it_also_a_drop():
    hall = playing(ORGANISER)
    game = hall.round.game_of("p1")
    opponent = game.opponent("p1")
    for command in decisions(hall, opponent, game.table)[:-1]:
        hall.event.do(hall.act("jo"), CUP, command)
    hall.event.do(hall.act("jo"), CUP, commands.Drop(player=opponent, why="unable"))
    assert hall.round.results[game.table].result.winner == "p1"


@pytest.mark.rule(514)
def test_a_judge_drops_nobody_else():
    hall = playing(ORGANISER)
    mine = hall.round.game_of("p1")
    stranger = next(key for key in hall.now.active if key not in mine.players)
    with refused("tournament.not_yours"):
        hall.event.do(hall.act("jo"), CUP, commands.Drop(player=stranger, why="unable"))
    hall.enter_result(mine, by="jo")
    with refused("tournament.not_yours"):
        hall.event.do(hall.act("jo"), CUP, commands.Drop(player=mine.opponent("p1"), why="unable"))


@pytest.mark.rule(514)
def test_other_games_and_the_time_of_all_stay_the_leaders():
    hall = playing(ORGANISER)
    mine = hall.round.game_of("p1")
    other = next(game for game in hall.round.drawn.round.games if game.table != mine.table)
    hall.event.do(hall.act(), CUP, commands.Extend(minutes=5, table=other.table))
    hall.event.do(hall.act(), CUP, commands.Extend(minutes=5))
    hall.event.do(hall.act(), CUP, commands.ReviewList(player=other.players[0], fine=True))


@pytest.mark.rule(514)
def test_a_drop_between_rounds_or_after_the_result_stays_the_organisers():
    hall = playing(ORGANISER)
    game = hall.round.game_of("p1")
    hall.enter_result(game, by="jo")
    hall.event.do(hall.act(), CUP, commands.Drop(player=game.opponent("p1"), why="unable"))
    for other in hall.round.drawn.round.games:
        if other.table != game.table:
            hall.enter_result(other)
    hall.event.do(hall.act(), CUP, commands.CloseRound())
    hall.event.do(hall.act(), CUP, commands.Drop(player=hall.now.active[-1], why="unable"))


@pytest.mark.rule(514)
def test_a_leader_may_leave_their_own_game():
    hall = playing(ORGANISER)
    hall.event.do(hall.act(), CUP, commands.Drop(player="p1"))
    assert hall.now.entries["p1"].status == "dropped"


@pytest.mark.rule(514)
def test_two_leaders_who_meet_have_the_head_judge_for_everything():
    hall = playing(ORGANISER, "jim")
    game = hall.round.game_of("p1")
    for leader in (ORGANISER, "jim"):
        for command in decisions(hall, "p2", game.table):
            if leader == ORGANISER or command != commands.SubmitList(player="p2", text="Another army"):
                with refused("tournament.own_game"):
                    hall.event.do(hall.act(leader), CUP, command)
    for command in decisions(hall, "p2", game.table):
        with refused("tournament.leaders_meet"):
            hall.event.do(hall.act("jo"), CUP, command)
    for command in decisions(hall, "p2", game.table)[:-1]:
        hall.event.do(hall.act("hedda"), CUP, command)
    hall.event.do(hall.act("hedda"), CUP, commands.Drop(player="p2", why="unable"))


@pytest.mark.rule(514)
def test_where_the_head_judge_plays_a_leader_a_third_may_rule_too():
    hall = playing("hedda", "jim")
    game = hall.round.game_of("p1")
    with refused("tournament.own_game"):
        hall.event.do(hall.act("jim"), CUP, commands.Extend(minutes=5, table=game.table))
    hall.event.do(hall.act("jo"), CUP, commands.Extend(minutes=5, table=game.table))
    hall.event.do(hall.act("hedda"), CUP, commands.Extend(minutes=5, table=game.table))


@pytest.mark.rule(514)
def test_an_organiser_who_reported_their_own_game_does_not_make_it_stand_by_closing():
    hall = playing(ORGANISER)
    game = hall.round.game_of("p1")
    for other in hall.round.drawn.round.games:
        if other.table != game.table:
            hall.enter_result(other)
    hall.event.do(hall.act(), CUP, commands.Report(number=1, slip=won(game)))
    with refused("tournament.own_game"):
        hall.event.do(hall.act(), CUP, commands.CloseRound())
    hall.enter_result(game, by="jo")
    hall.event.do(hall.act(), CUP, commands.CloseRound())


@pytest.mark.rule(514)
def test_a_head_judge_pardons_nobody_in_their_own_open_game():
    hall = playing("hedda")
    opponent = hall.round.game_of("p1").opponent("p1")
    for player in ("p1", opponent):
        hall.event.do(hall.act("jo"), CUP, commands.Penalise(player=player, kind="warning", words="Slow"))
    for number in (1, 2):
        with refused("tournament.own_game"):
            hall.event.do(hall.act("hedda"), CUP, commands.Pardon(penalty=number, words="Not so slow"))
