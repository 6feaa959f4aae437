"""Where two rules meet: leaving before the start, undo beside the acts of others, leaders who return."""

import pytest

from muster.app.tournament.guide import next_step
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.running.rounds import next_stage
from tests.rules.tournament.event.hall import CUP, ORGANISER, Hall, refused, won

CUT = TournamentPlan(structure="custom", rounds=3, cut=4)


def published_bracket() -> Hall:
    hall = Hall(CUT).begin(9).play_swiss()
    hall.event.make_cut(hall.act(), CUP)
    hall.pair()
    return hall


# Leaving between publication and start -------------------------------------------------------------------


@pytest.mark.rule(606)
def test_the_next_moves_up_as_long_as_no_game_of_the_bracket_has_begun():
    hall = published_bracket()
    first, second, third, fourth = hall.now.cut
    fifth = hall.standing()[4]
    hall.event.drop(hall.act(), CUP, second)
    assert hall.now.cut == (first, third, fourth, fifth)
    assert hall.now.open_round is None and next_stage(hall.now) == "elimination"
    paired = {frozenset(game.players) for game in hall.pair().drawn.round.games}
    assert paired == {frozenset({first, fifth}), frozenset({third, fourth})}


@pytest.mark.rule(606, 612)
def test_once_the_bracket_has_begun_nobody_moves_up():
    hall = published_bracket()
    seeds = hall.now.cut
    hall.event.start_clock(hall.act(), CUP)
    hall.event.drop(hall.act(), CUP, seeds[1])
    assert hall.now.cut == seeds
    assert [(bye.player, bye.dropped) for bye in hall.round.drawn.round.byes] == [(seeds[2], seeds[1])]


@pytest.mark.rule(594, 606)
def test_a_disqualified_seed_is_replaced_the_same_way():
    hall = published_bracket()
    out, fifth = hall.now.cut[0], hall.standing()[4]
    hall.event.penalise(hall.act(), CUP, out, "disqualification", "cheated")
    assert out not in hall.now.cut and hall.now.cut[-1] == fifth
    assert hall.now.open_round is None


def test_a_round_is_paired_again_when_somebody_left_before_any_game_began():
    hall = Hall(TournamentPlan(structure="custom", rounds=2)).begin(8)
    leaver = hall.pair().drawn.round.games[0].players[0]
    hall.event.drop(hall.act(), CUP, leaver)
    assert next_step(hall.now) == "start"
    hall.event.recall(hall.act(), CUP)
    drawn = hall.pair().drawn.round
    assert leaver not in {player for game in drawn.games for player in game.players}
    assert len(drawn.byes) == 1


def test_a_game_that_was_played_keeps_its_round_from_being_recalled():
    hall = Hall(TournamentPlan(structure="custom", rounds=2)).begin(8)
    games = hall.pair().drawn.round.games
    hall.event.drop(hall.act(), CUP, games[0].players[0])
    hall.enter_result(games[1])
    with refused("tournament.games_begun"):
        hall.event.recall(hall.act(), CUP)


@pytest.mark.rule(605)
def test_a_cut_larger_than_those_who_stayed_leaves_its_lowest_seats_empty():
    hall = Hall(TournamentPlan(structure="custom", rounds=1, cut=4)).begin(4)
    hall.event.withdraw(hall.act(), CUP, "p4")
    hall.play_swiss()
    hall.event.make_cut(hall.act(), CUP)
    assert hall.now.cut == tuple(hall.standing())
    drawn = hall.pair().drawn.round
    assert [bye.player for bye in drawn.byes] == [hall.now.cut[0]]
    assert [set(game.players) for game in drawn.games] == [set(hall.now.cut[1:])]


# Leaders who come back -----------------------------------------------------------------------------------


@pytest.mark.rule(515)
def test_a_player_who_left_and_judges_since_does_not_play_again_in_a_competitive_event():
    hall = Hall(TournamentPlan(structure="custom", rounds=3, tier="competitive"))
    hall.enter(4)
    hall.sit("p1", "ann")
    hall.event.announce(hall.act(), CUP)
    hall.play()
    hall.event.drop(hall.act(), CUP, "p1")
    hall.event.give_role(hall.act(), CUP, "ann", "judge")
    with refused("tournament.leader_plays"):
        hall.event.rejoin(hall.act(), CUP, "p1")
    hall.event.take_role(hall.act(), CUP, "ann", "judge")
    hall.event.rejoin(hall.act(), CUP, "p1")
    assert hall.now.entries["p1"].active


# Results that differ -------------------------------------------------------------------------------------


@pytest.mark.rule(603)
def test_telling_it_again_does_not_silence_the_opponent():
    hall = Hall().begin(4)
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "ann")
    hall.sit(game.players[1], "bob")
    hall.event.report(hall.act("ann"), CUP, 1, won(game, 0))
    hall.event.dispute(hall.act("bob"), CUP, 1, "I won")
    hall.event.report(hall.act("ann"), CUP, 1, won(game, 0, (4, 1)))
    assert hall.round.results[game.table].disputed == "I won"
    assert game.table in hall.round.open_tables
    hall.event.confirm(hall.act("bob"), CUP, 1)
    assert hall.round.results[game.table].settled and game.table not in hall.round.open_tables


def test_what_the_second_player_told_is_not_lost():
    hall = Hall().begin(4)
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "ann")
    hall.sit(game.players[1], "bob")
    hall.event.report(hall.act("ann"), CUP, 1, won(game, 0, (3, 1)))
    hall.event.report(hall.act("bob"), CUP, 1, won(game, 1, (5, 2)))
    words = hall.round.results[game.table].disputed
    assert words and "2 : 5" in words


# Undo beside the acts of others --------------------------------------------------------------------------


def undo(hall: Hall, person: str) -> None:
    batch = hall.event.undoable(CUP, person)
    assert batch is not None
    hall.event.undo(hall.act(person), CUP, batch)


def test_a_call_that_was_taken_back_gives_its_number_to_nobody_elses():
    hall = Hall().begin(4)
    hall.event.give_role(hall.act(), CUP, "jo", "judge")
    hall.pair()
    hall.event.call_for(hall.act("jo"), CUP, "p1", "range")
    hall.event.call_for(hall.act(), CUP, "p2", "cover")
    undo(hall, "jo")
    hall.event.call_for(hall.act("jo"), CUP, "p3", "line of sight")
    assert [one.words for one in hall.now.calls.values()] == ["cover", "line of sight"]


def test_a_role_taken_back_by_undo_leaves_no_judge_off_duty_behind():
    hall = Hall()
    given = hall.event.give_role(hall.act(), CUP, "jo", "judge")
    hall.event.set_duty(hall.act("jo"), CUP, on=False)
    assert hall.event.undoable(CUP, ORGANISER) is None
    with refused("tournament.undo_blocked"):
        hall.event.undo(hall.act(), CUP, given.batch)


@pytest.mark.rule(513)
def test_the_other_leader_does_not_go_off_duty_by_undo():
    hall = Hall()
    hall.event.give_role(hall.act(), CUP, "jo", "judge")
    hall.event.set_duty(hall.act("jo"), CUP, on=False)
    hall.event.set_duty(hall.act("jo"), CUP, on=True)
    hall.event.enter_me(hall.act(), CUP, "Olga")
    assert hall.event.undoable(CUP, "jo") is None
    assert hall.now.judges["jo"]


def test_results_are_taken_back_whoever_went_off_duty_since():
    hall = Hall().begin(4)
    hall.event.give_role(hall.act(), CUP, "jo", "judge")
    hall.enter_result(hall.pair().drawn.round.games[0])
    hall.event.set_duty(hall.act("jo"), CUP, on=False)
    undo(hall, ORGANISER)
    assert not hall.round.results


def test_a_player_somebody_asked_a_judge_for_is_not_unmade():
    hall = Hall()
    hall.event.give_role(hall.act(), CUP, "sam", "scorekeeper")
    hall.event.give_role(hall.act(), CUP, "jo", "judge")
    [player] = hall.event.enter(hall.act("sam"), CUP, ["Zoe"])
    hall.event.note_component(hall.act("jo"), CUP, "missing", "a base", player)
    assert hall.event.undoable(CUP, "sam") is None


def test_whoever_looks_when_time_is_up_has_not_acted():
    hall = Hall().begin(4)
    games = hall.pair().drawn.round.games
    hall.event.start_clock(hall.act(), CUP)
    hall.enter_result(games[0])
    hall.wait(151)
    assert hall.event.tick(hall.act(), CUP) is not None
    assert [entry.actor for entry in hall.event.store.read(CUP)][-1] != ORGANISER


# Who needs which table -----------------------------------------------------------------------------------


def test_that_somebody_gave_up_their_table_is_not_published():
    hall = Hall(TournamentPlan(structure="custom", rounds=1)).begin(2)
    hall.event.fix_table(hall.act(), CUP, "p1", 7)
    hall.event.fix_table(hall.act(), CUP, "p2", 9)
    hall.event.draft(hall.act(), CUP)
    assert "tournament.table_shared" in {one.code for one in hall.event.warnings(CUP, ORGANISER)}
    hall.event.publish(hall.act(), CUP, 1)
    assert "table_shared" not in str(hall.watching.log("", CUP))


# Odd moments ---------------------------------------------------------------------------------------------


@pytest.mark.rule(612)
def test_a_disputed_report_goes_with_the_game_when_its_player_is_not_there():
    hall = Hall(TournamentPlan(structure="custom", no_show_minutes=0)).begin(4)
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "ann")
    hall.sit(game.players[1], "bob")
    hall.event.start_clock(hall.act(), CUP)
    hall.event.report(hall.act("ann"), CUP, 1, won(game, 0))
    hall.event.dispute(hall.act("bob"), CUP, 1, "I won")
    hall.event.no_show(hall.act(), CUP, 1, game.table, [game.players[0]])
    assert [bye.player for bye in hall.round.drawn.round.byes] == [game.players[1]]
    assert set(hall.round.results) <= {one.table for one in hall.round.drawn.round.games}


def test_a_list_sent_twice_is_answered_twice_although_lists_are_locked_since():
    hall = Hall()
    hall.enter(4)
    hall.sit("p1", "ann")
    first = hall.event.submit_list(hall.act("ann", "key"), CUP, "p1", None, "3 Rebel Troopers")
    hall.event.announce(hall.act(), CUP)
    again = hall.event.submit_list(hall.act("ann", "key"), CUP, "p1", None, "3 Rebel Troopers")
    assert first == again == ()
    with refused("tournament.list_frozen"):
        hall.event.submit_list(hall.act("ann", "other"), CUP, "p1", None, "4 Rebel Troopers")


def test_letters_that_are_none_are_refused_with_a_sentence():
    hall = Hall()
    with refused("log.bad_text"):
        hall.event.enter(hall.act(key="key"), CUP, ["Zo\ud800"])


def test_a_judge_does_not_read_their_own_history():
    hall = Hall().begin(4)
    hall.event.give_role(hall.act(), CUP, "jo", "judge")
    hall.sit("p1", "jo")
    hall.event.penalise(hall.act(), CUP, "p1", "warning", "late")
    assert hall.event.history("jo", CUP, "p1") == ((), ())
    assert [one.words for one in hall.event.history(ORGANISER, CUP, "p1")[0]] == ["late"]


# The same rules at a whole event -------------------------------------------------------------------------


@pytest.mark.rule(586, 587, 588)
def test_swiss_semifinal_and_final_have_their_minutes_on_the_events_own_clock():
    lengths = []
    hall = Hall(TournamentPlan(structure="custom", rounds=1, cut=4)).begin(8)
    for _ in range(3):
        if next_stage(hall.now) == "elimination" and not hall.now.cut:
            hall.event.make_cut(hall.act(), CUP)
        current = hall.pair()
        hall.event.start_clock(hall.act(), CUP)
        lengths.append((current.stage, hall.round.timing.clock.minutes))
        for game in current.drawn.round.games:
            hall.enter_result(game)
        hall.event.close_round(hall.act(), CUP)
    assert lengths == [("swiss", 150), ("elimination", 150), ("elimination", 210)]


@pytest.mark.rule(588)
def test_a_final_keeps_its_extra_hour_where_the_event_has_its_own_minutes():
    hall = Hall(TournamentPlan(structure="custom", minutes=120)).begin(2)
    hall.pair()
    hall.event.start_clock(hall.act(), CUP)
    assert hall.round.timing.clock.minutes == 180


@pytest.mark.rule(594)
def test_no_way_leads_a_disqualified_player_back():
    hall = Hall(TournamentPlan(structure="custom", rounds=3)).begin(6)
    hall.sit("p3", "ann")
    hall.play()
    out = hall.event.penalise(hall.act(), CUP, "p3", "disqualification", "cheated")
    [name] = [one.name for key, one in hall.event.roster.people(CUP).items() if key == "p3"]
    with refused("tournament.entered_already"):
        hall.event.enter_me(hall.act("ann"), CUP, "Somebody else")
    with refused("tournament.name_twice"):
        hall.event.enter(hall.act(), CUP, [name.upper()])
    with refused("tournament.not_entered"):
        hall.event.check_in(hall.act(), CUP, ["p3"])
    with refused("tournament.not_waiting"):
        hall.event.admit(hall.act(), CUP, ["p3"])
    with refused("tournament.disqualified"):
        hall.event.pardon(hall.act(), CUP, 1, "never mind")
    with refused("tournament.undo_blocked"):
        hall.event.undo(hall.act(), CUP, out.batch)
    hall.play()
    hall.play()
    hall.event.end(hall.act(), CUP)
    assert "p3" not in hall.now.ranking and len(hall.now.ranking) == 5


@pytest.mark.rule(604)
def test_rounds_of_the_bracket_count_for_corrections_and_the_cut_stands_once_it_is_played():
    hall = Hall(TournamentPlan(structure="custom", rounds=1, cut=8)).begin(16)
    first = hall.play()
    hall.event.make_cut(hall.act(), CUP)
    seeds = hall.now.cut
    hall.play()
    hall.play()
    game = first.drawn.round.games[0]
    hall.event.correct(hall.act(), CUP, 1, game.table, won(game, 1))
    assert hall.now.cut == seeds
    lines = {line.player: line.points for line in hall.watching.standings("", CUP)}
    assert (lines[game.players[0]], lines[game.players[1]]) == (0, 1)
    hall.pair()
    with refused("tournament.stands_as_is"):
        hall.event.correct(hall.act(), CUP, 1, game.table, won(game, 0))


@pytest.mark.rule(593, 598)
def test_a_return_in_the_round_one_left_costs_no_second_loss():
    hall = Hall(TournamentPlan(structure="custom", rounds=4)).begin(6)
    game = hall.pair().drawn.round.games[0]
    leaver = game.players[0]
    hall.event.start_clock(hall.act(), CUP)
    hall.event.drop(hall.act(), CUP, leaver)
    hall.event.rejoin(hall.act(), CUP, leaver)
    for other in hall.round.drawn.round.games[1:]:
        hall.enter_result(other)
    hall.event.close_round(hall.act(), CUP)
    line = next(one for one in hall.watching.standings("", CUP) if one.player == leaver)
    assert (line.losses, line.missed, line.rounds) == (1, 0, 1)
    assert hall.pair().game_of(leaver) is not None


def test_the_public_log_does_not_tell_whose_account_left_a_game():
    hall = Hall().begin(4)
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "account-of-ann")
    hall.event.drop(hall.act("account-of-ann"), CUP, game.players[0])
    for person in ("", "stranger"):
        assert "account-of-ann" not in str(hall.watching.log(person, CUP))
    assert "account-of-ann" in str(hall.watching.log(ORGANISER, CUP))


def test_nobody_new_overtakes_those_who_wait():
    hall = Hall(TournamentPlan(capacity=4))
    hall.enter(6, present=False)
    hall.event.plan(hall.act(), CUP, "Autumn Cup", TournamentPlan(capacity=6))
    [late] = hall.enter(1, present=False)
    assert hall.now.entries[late].status == "waiting"
    hall.event.admit(hall.act(), CUP, ["p5", "p6"])
    hall.event.plan(hall.act(), CUP, "Autumn Cup", TournamentPlan(capacity=9))
    hall.event.admit(hall.act(), CUP, [late])
    [more] = hall.enter(1, present=False)
    assert hall.now.entries[more].status == "entered"
