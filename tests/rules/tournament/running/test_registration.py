"""Planning, announcing, entering, waiting, arriving late, leaving and coming back."""

import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.running.plan import ALWAYS_ALLOWED
from tests.rules.tournament.hall import CUP, Hall, refused


@pytest.mark.rule(590)
def test_rounds_and_cut_follow_the_players_and_stand_once_announced():
    hall = Hall(TournamentPlan(structure="advanced"))
    hall.enter(12)
    hall.event.do(hall.act(), CUP, commands.Announce())
    frame = hall.now.announced
    assert (frame.rounds, frame.cut, frame.players) == (3, 2, 12)
    with refused("tournament.locked"):
        hall.event.do(hall.act(), CUP, commands.Plan(name="Other Cup", plan=TournamentPlan()))
    with refused("tournament.locked"):
        hall.event.do(hall.act(), CUP, commands.Announce())


@pytest.mark.rule(590)
def test_no_round_is_paired_before_the_announcement():
    hall = Hall()
    hall.enter(4)
    with refused("tournament.not_announced"):
        hall.event.do(hall.act(), CUP, commands.Draft())


@pytest.mark.rule(639, 643)
def test_too_few_players_for_a_structure_are_told_what_would_fit():
    hall = Hall(TournamentPlan(structure="advanced"))
    hall.enter(3)
    with refused("structure.too_few"):
        hall.event.do(hall.act(), CUP, commands.Announce())
    hall.event.do(
        hall.act(), CUP, commands.Plan(name="Small Cup", plan=TournamentPlan(structure="custom", rounds=2))
    )
    hall.event.do(hall.act(), CUP, commands.Announce())
    assert (hall.now.announced.rounds, hall.now.announced.cut) == (2, 0)


def test_only_who_is_there_counts_for_the_structure():
    hall = Hall()
    hall.enter(9, present=False)
    hall.event.do(hall.act(), CUP, commands.CheckIn(players=["p1", "p2", "p3", "p4"]))
    hall.event.do(hall.act(), CUP, commands.Announce())
    assert (hall.now.announced.players, hall.now.announced.rounds) == (4, 2)


@pytest.mark.rule(585)
def test_what_players_may_use_is_the_rules_and_what_the_event_adds():
    assert TournamentPlan().aids == ALWAYS_ALLOWED
    assert "odds" not in TournamentPlan().aids and "odds" in TournamentPlan(allowed=("odds",)).aids
    assert "clock" not in TournamentPlan(profile="current", kind="recon", points=600).aids


@pytest.mark.rule(464)
def test_a_recon_event_is_played_by_the_current_event_rules():
    with refused("tournament.recon_profile"):
        Hall(TournamentPlan(kind="recon"))
    assert Hall(
        TournamentPlan(kind="recon", profile="current", structure="current", points=600)
    ).now.plan.secret_length


def test_beyond_the_capacity_players_wait_and_move_up():
    hall = Hall(TournamentPlan(capacity=4))
    hall.enter(6, present=False)
    assert [key for key, entry in hall.now.entries.items() if entry.status == "waiting"] == ["p5", "p6"]
    hall.event.do(hall.act(), CUP, commands.Withdraw(player="p2"))
    assert hall.now.entries["p5"].status == "entered"
    with refused("tournament.not_entered"):
        hall.event.do(hall.act(), CUP, commands.CheckIn(players=["p6"]))
    hall.event.do(hall.act(), CUP, commands.Admit(players=["p6"]))
    hall.event.do(hall.act(), CUP, commands.CheckIn(players=["p6"]))
    assert "p6" in hall.now.active


@pytest.mark.rule(537)
def test_where_lists_are_required_they_are_there_before_the_start():
    hall = Hall(TournamentPlan(lists="required"))
    hall.enter(4)
    with refused("tournament.lists_missing"):
        hall.event.do(hall.act(), CUP, commands.Announce())
    for player in hall.now.active:
        hall.event.do(
            hall.act(), CUP, commands.SubmitList(player=player, army=None, text="Luke, six troopers")
        )
    hall.event.do(hall.act(), CUP, commands.Announce())


# Coming late, leaving, coming back -----------------------------------------------------------------------


@pytest.mark.rule(593)
def test_a_late_arrival_has_an_unpaired_loss_for_each_missed_round():
    hall = Hall().begin(8)
    hall.play()
    [late] = hall.enter(1)
    assert hall.now.rounds[0].drawn.round.missed == (late,)
    line = next(standing for standing in hall.watching.standings("", CUP) if standing.player == late)
    assert (line.points, line.losses, line.missed) == (0, 1, 1)
    current = hall.pair()
    # The last of nine players has the bye.
    assert current.game_of(late) is None and current.drawn.round.byes[0].player == late


@pytest.mark.rule(593)
def test_a_dropped_player_is_paired_no_more_until_they_rejoin():
    hall = Hall(TournamentPlan(structure="custom", rounds=4)).begin(5)
    hall.play()
    hall.event.do(hall.act(), CUP, commands.Drop(player="p3"))
    second = hall.play()
    assert second.game_of("p3") is None and not second.drawn.round.byes
    hall.event.do(hall.act(), CUP, commands.Rejoin(player="p3"))
    assert hall.now.rounds[1].drawn.round.missed == ("p3",)
    third = hall.pair()
    (bye,) = third.drawn.round.byes
    assert (third.game_of("p3") is None) is (bye.player == "p3")


@pytest.mark.rule(594)
def test_a_disqualified_player_never_comes_back():
    hall = Hall().begin(5)
    hall.play()
    hall.event.do(hall.act(), CUP, commands.Penalise(player="p3", kind="disqualification", words="Cheated"))
    with refused("tournament.disqualified"):
        hall.event.do(hall.act(), CUP, commands.Rejoin(player="p3"))
    assert hall.pair().game_of("p3") is None


@pytest.mark.rule(593)
def test_who_does_not_appear_in_time_loses_and_is_dropped():
    hall = Hall(TournamentPlan(no_show_minutes=15)).begin(4)
    current = hall.pair()
    game = current.drawn.round.games[0]
    with refused("tournament.wait_for_them"):
        hall.event.do(hall.act(), CUP, commands.NoShow(number=1, table=game.table, missing=[game.players[0]]))
    hall.event.do(hall.act(), CUP, commands.StartClock())
    hall.wait(14)
    with refused("tournament.wait_for_them"):
        hall.event.do(hall.act(), CUP, commands.NoShow(number=1, table=game.table, missing=[game.players[0]]))
    hall.wait(1)
    hall.event.do(hall.act(), CUP, commands.NoShow(number=1, table=game.table, missing=[game.players[0]]))
    result = hall.round.results[game.table].result
    assert (result.how, result.winner) == ("no-show", game.players[1])
    assert hall.now.entries[game.players[0]].why == "no-show"


@pytest.mark.rule(629)
def test_two_who_do_not_appear_both_lose():
    hall = Hall(TournamentPlan(no_show_minutes=0)).begin(4)
    game = hall.pair().drawn.round.games[0]
    hall.event.do(hall.act(), CUP, commands.StartClock())
    hall.event.do(hall.act(), CUP, commands.NoShow(number=1, table=game.table, missing=game.players))
    assert hall.round.results[game.table].result.how == "double-loss"
    assert len(hall.now.active) == 2


@pytest.mark.rule(593)
def test_who_leaves_during_a_round_leaves_the_game_to_the_opponent():
    hall = Hall().begin(4)
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "ann")
    hall.event.do(hall.act("ann"), CUP, commands.Drop(player=game.players[0]))
    assert hall.round.results[game.table].result.winner == game.players[1]


def test_a_draft_without_a_newcomer_is_thrown_away():
    hall = Hall().begin(4)
    hall.event.do(hall.act(), CUP, commands.Draft())
    hall.enter(1)
    assert hall.now.draft is None
    with refused("tournament.no_draft"):
        hall.event.do(hall.act(), CUP, commands.Publish(draft=1))


def test_before_the_first_round_people_withdraw_and_after_it_they_drop():
    hall = Hall().begin(5)
    with refused("tournament.withdraw_instead"):
        hall.event.do(hall.act(), CUP, commands.Drop(player="p5"))
    hall.event.do(hall.act(), CUP, commands.Withdraw(player="p5"))
    hall.pair()
    with refused("tournament.drop_instead"):
        hall.event.do(hall.act(), CUP, commands.Withdraw(player="p4"))


def test_nobody_joins_once_the_swiss_rounds_are_played():
    hall = Hall().begin(4).play_swiss()
    with refused("tournament.too_late"):
        hall.enter(1)
