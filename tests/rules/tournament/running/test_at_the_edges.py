"""Where two rules meet: leaving before the start, undo beside the acts of others, leaders who return."""

import pytest

from muster.app.tournament import commands
from muster.app.tournament.guide import next_step
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.running.rounds import next_stage
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused, won

CUT = TournamentPlan(structure="custom", rounds=3, cut=4)


def published_bracket() -> Hall:
    hall = Hall(CUT).begin(9).play_swiss()
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    hall.pair()
    return hall


# Leaving between publication and start -------------------------------------------------------------------


@pytest.mark.rule(606)
def test_the_next_moves_up_as_long_as_no_game_of_the_bracket_has_begun():
    hall = published_bracket()
    first, second, third, fourth = hall.now.cut
    fifth = hall.standing()[4]
    hall.event.do(hall.act(), CUP, commands.Drop(player=second))
    assert hall.now.cut == (first, third, fourth, fifth)
    assert hall.now.open_round is None and next_stage(hall.now) == "elimination"
    paired = {frozenset(game.players) for game in hall.pair().drawn.round.games}
    assert paired == {frozenset({first, fifth}), frozenset({third, fourth})}


@pytest.mark.rule(606, 612)
def test_once_the_bracket_has_begun_nobody_moves_up():
    hall = published_bracket()
    seeds = hall.now.cut
    hall.event.do(hall.act(), CUP, commands.StartClock())
    hall.event.do(hall.act(), CUP, commands.Drop(player=seeds[1]))
    assert hall.now.cut == seeds
    assert [(bye.player, bye.dropped) for bye in hall.round.drawn.round.byes] == [(seeds[2], seeds[1])]


@pytest.mark.rule(594, 606)
def test_a_disqualified_seed_is_replaced_the_same_way():
    hall = published_bracket()
    out, fifth = hall.now.cut[0], hall.standing()[4]
    hall.event.do(hall.act(), CUP, commands.Penalise(player=out, kind="disqualification", words="cheated"))
    assert out not in hall.now.cut and hall.now.cut[-1] == fifth
    assert hall.now.open_round is None


def test_a_round_is_paired_again_when_somebody_left_before_any_game_began():
    hall = Hall(TournamentPlan(structure="custom", rounds=2)).begin(8)
    leaver = hall.pair().drawn.round.games[0].players[0]
    hall.event.do(hall.act(), CUP, commands.Drop(player=leaver))
    assert next_step(hall.now) == "start"
    hall.event.do(hall.act(), CUP, commands.Recall())
    drawn = hall.pair().drawn.round
    assert leaver not in {player for game in drawn.games for player in game.players}
    assert len(drawn.byes) == 1


def test_a_game_that_was_played_keeps_its_round_from_being_recalled():
    hall = Hall(TournamentPlan(structure="custom", rounds=2)).begin(8)
    games = hall.pair().drawn.round.games
    hall.event.do(hall.act(), CUP, commands.Drop(player=games[0].players[0]))
    hall.enter_result(games[1])
    with refused("tournament.games_begun"):
        hall.event.do(hall.act(), CUP, commands.Recall())


@pytest.mark.rule(605)
def test_a_cut_larger_than_those_who_stayed_leaves_its_lowest_seats_empty():
    hall = Hall(TournamentPlan(structure="custom", rounds=1, cut=4)).begin(4)
    hall.event.do(hall.act(), CUP, commands.Withdraw(player="p4"))
    hall.play_swiss()
    hall.event.do(hall.act(), CUP, commands.MakeCut())
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
    hall.event.do(hall.act(), CUP, commands.Announce())
    hall.play()
    hall.event.do(hall.act(), CUP, commands.Drop(player="p1"))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="ann", role="judge"))
    with refused("tournament.leader_plays"):
        hall.event.do(hall.act(), CUP, commands.Rejoin(player="p1"))
    hall.event.do(hall.act(), CUP, commands.TakeRole(person="ann", role="judge"))
    hall.event.do(hall.act(), CUP, commands.Rejoin(player="p1"))
    assert hall.now.entries["p1"].active


# Results that differ -------------------------------------------------------------------------------------


@pytest.mark.rule(603)
def test_telling_it_again_does_not_silence_the_opponent():
    hall = Hall().begin(4)
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "ann")
    hall.sit(game.players[1], "bob")
    hall.event.do(hall.act("ann"), CUP, commands.Report(number=1, slip=won(game, 0)))
    hall.event.do(hall.act("bob"), CUP, commands.Dispute(number=1, words="I won"))
    hall.event.do(hall.act("ann"), CUP, commands.Report(number=1, slip=won(game, 0, (4, 1))))
    assert hall.round.results[game.table].disputed == "I won"
    assert game.table in hall.round.open_tables
    hall.event.do(hall.act("bob"), CUP, commands.Confirm(number=1))
    assert hall.round.results[game.table].settled and game.table not in hall.round.open_tables


def test_what_the_second_player_told_is_not_lost():
    hall = Hall().begin(4)
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "ann")
    hall.sit(game.players[1], "bob")
    hall.event.do(hall.act("ann"), CUP, commands.Report(number=1, slip=won(game, 0, (3, 1))))
    hall.event.do(hall.act("bob"), CUP, commands.Report(number=1, slip=won(game, 1, (5, 2))))
    words = hall.round.results[game.table].disputed
    assert words and "2 : 5" in words


# Undo beside the acts of others --------------------------------------------------------------------------


def undo(hall: Hall, person: str) -> None:
    batch = hall.event.undoable(CUP, person)
    assert batch is not None
    hall.event.do(hall.act(person), CUP, commands.Undo(batch=batch))


def test_a_call_that_was_taken_back_gives_its_number_to_nobody_elses():
    hall = Hall().begin(4)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.pair()
    hall.event.do(hall.act("jo"), CUP, commands.CallFor(player="p1", words="range"))
    hall.event.do(hall.act(), CUP, commands.CallFor(player="p2", words="cover"))
    undo(hall, "jo")
    hall.event.do(hall.act("jo"), CUP, commands.CallFor(player="p3", words="line of sight"))
    assert [call.words for call in hall.now.calls.values()] == ["cover", "line of sight"]


def test_a_role_taken_back_by_undo_leaves_no_judge_off_duty_behind():
    hall = Hall()
    given = hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.event.do(hall.act("jo"), CUP, commands.SetDuty(on=False))
    assert hall.event.undoable(CUP, ORGANISER) is None
    with refused("tournament.undo_blocked"):
        hall.event.do(hall.act(), CUP, commands.Undo(batch=given.batch))


@pytest.mark.rule(513)
def test_the_other_leader_does_not_go_off_duty_by_undo():
    hall = Hall()
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.event.do(hall.act("jo"), CUP, commands.SetDuty(on=False))
    hall.event.do(hall.act("jo"), CUP, commands.SetDuty(on=True))
    hall.event.do(hall.act(), CUP, commands.EnterMe(name="Olga"))
    assert hall.event.undoable(CUP, "jo") is None
    assert hall.now.judges["jo"]


def test_results_are_taken_back_whoever_went_off_duty_since():
    hall = Hall().begin(4)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.enter_result(hall.pair().drawn.round.games[0])
    hall.event.do(hall.act("jo"), CUP, commands.SetDuty(on=False))
    undo(hall, ORGANISER)
    assert not hall.round.results


def test_a_player_somebody_asked_a_judge_for_is_not_unmade():
    hall = Hall()
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="sam", role="scorekeeper"))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.event.do(hall.act("sam"), CUP, commands.Enter(names=["Zoe"]))
    [player] = hall.now.entries
    hall.event.do(hall.act("jo"), CUP, commands.NoteComponent(matter="missing", what="a base", player=player))
    assert hall.event.undoable(CUP, "sam") is None


def test_whoever_looks_when_time_is_up_has_not_acted():
    hall = Hall().begin(4)
    games = hall.pair().drawn.round.games
    hall.event.do(hall.act(), CUP, commands.StartClock())
    hall.enter_result(games[0])
    hall.wait(151)
    assert hall.event.tick(hall.act(), CUP) is not None
    assert [entry.actor for entry in hall.event.store.read(CUP)][-1] != ORGANISER


# Who needs which table -----------------------------------------------------------------------------------


def test_that_somebody_gave_up_their_table_is_not_published():
    hall = Hall(TournamentPlan(structure="custom", rounds=1)).begin(2)
    hall.event.do(hall.act(), CUP, commands.FixTable(player="p1", table=7))
    hall.event.do(hall.act(), CUP, commands.FixTable(player="p2", table=9))
    hall.event.do(hall.act(), CUP, commands.Draft())
    assert "tournament.table_shared" in {violation.code for violation in hall.event.warnings(CUP, ORGANISER)}
    hall.event.do(hall.act(), CUP, commands.Publish(draft=1))
    assert "table_shared" not in str(hall.watching.log("", CUP))


# Odd moments ---------------------------------------------------------------------------------------------


@pytest.mark.rule(612)
def test_a_disputed_report_goes_with_the_game_when_its_player_is_not_there():
    hall = Hall(TournamentPlan(structure="custom", no_show_minutes=0)).begin(4)
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "ann")
    hall.sit(game.players[1], "bob")
    hall.event.do(hall.act(), CUP, commands.StartClock())
    hall.event.do(hall.act("ann"), CUP, commands.Report(number=1, slip=won(game, 0)))
    hall.event.do(hall.act("bob"), CUP, commands.Dispute(number=1, words="I won"))
    hall.event.do(hall.act(), CUP, commands.NoShow(number=1, table=game.table, missing=[game.players[0]]))
    assert [bye.player for bye in hall.round.drawn.round.byes] == [game.players[1]]
    assert set(hall.round.results) <= {game.table for game in hall.round.drawn.round.games}


def test_a_list_sent_twice_is_answered_twice_although_lists_are_locked_since():
    hall = Hall()
    hall.enter(4)
    hall.sit("p1", "ann")
    first = hall.event.do(
        hall.act("ann", "key"), CUP, commands.SubmitList(player="p1", army=None, text="3 Rebel Troopers")
    )
    hall.event.do(hall.act(), CUP, commands.Announce())
    again = hall.event.do(
        hall.act("ann", "key"), CUP, commands.SubmitList(player="p1", army=None, text="3 Rebel Troopers")
    )
    assert first.versions == again.versions and again.repeated
    with refused("tournament.list_frozen"):
        hall.event.do(
            hall.act("ann", "other"),
            CUP,
            commands.SubmitList(player="p1", army=None, text="4 Rebel Troopers"),
        )


def test_letters_that_are_none_are_refused_with_a_sentence():
    hall = Hall()
    with refused("log.bad_text"):
        hall.event.do(hall.act(key="key"), CUP, commands.Enter(names=["Zo\ud800"]))


def test_a_judge_does_not_read_their_own_history():
    hall = Hall().begin(4)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.sit("p1", "jo")
    hall.event.do(hall.act(), CUP, commands.Penalise(player="p1", kind="warning", words="late"))
    assert hall.event.history("jo", CUP, "p1") == ((), ())
    assert [entry.words for entry in hall.event.history(ORGANISER, CUP, "p1")[0]] == ["late"]


# The same rules at a whole event -------------------------------------------------------------------------


@pytest.mark.rule(586, 587, 588)
def test_swiss_semifinal_and_final_have_their_minutes_on_the_events_own_clock():
    lengths = []
    hall = Hall(TournamentPlan(structure="custom", rounds=1, cut=4)).begin(8)
    for _ in range(3):
        if next_stage(hall.now) == "elimination" and not hall.now.cut:
            hall.event.do(hall.act(), CUP, commands.MakeCut())
        current = hall.pair()
        hall.event.do(hall.act(), CUP, commands.StartClock())
        lengths.append((current.stage, hall.round.timing.clock.minutes))
        for game in current.drawn.round.games:
            hall.enter_result(game)
        hall.event.do(hall.act(), CUP, commands.CloseRound())
    assert lengths == [("swiss", 150), ("elimination", 150), ("elimination", 210)]


@pytest.mark.rule(588)
def test_a_final_keeps_its_extra_hour_where_the_event_has_its_own_minutes():
    hall = Hall(TournamentPlan(structure="custom", minutes=120)).begin(2)
    hall.pair()
    hall.event.do(hall.act(), CUP, commands.StartClock())
    assert hall.round.timing.clock.minutes == 180


@pytest.mark.rule(594)
def test_no_way_leads_a_disqualified_player_back():
    hall = Hall(TournamentPlan(structure="custom", rounds=3)).begin(6)
    hall.sit("p3", "ann")
    hall.play()
    out = hall.event.do(
        hall.act(), CUP, commands.Penalise(player="p3", kind="disqualification", words="cheated")
    )
    [name] = [person.name for key, person in hall.event.roster.people(CUP).items() if key == "p3"]
    with refused("tournament.entered_already"):
        hall.event.do(hall.act("ann"), CUP, commands.EnterMe(name="Someone else"))
    with refused("tournament.name_twice"):
        hall.event.do(hall.act(), CUP, commands.Enter(names=[name.upper()]))
    with refused("tournament.not_entered"):
        hall.event.do(hall.act(), CUP, commands.CheckIn(players=["p3"]))
    with refused("tournament.not_waiting"):
        hall.event.do(hall.act(), CUP, commands.Admit(players=["p3"]))
    with refused("tournament.disqualified"):
        hall.event.do(hall.act(), CUP, commands.Pardon(penalty=1, words="never mind"))
    with refused("tournament.undo_blocked"):
        hall.event.do(hall.act(), CUP, commands.Undo(batch=out.batch))
    hall.play()
    hall.play()
    hall.event.do(hall.act(), CUP, commands.End())
    assert "p3" not in hall.now.ranking and len(hall.now.ranking) == 5


@pytest.mark.rule(604)
def test_rounds_of_the_bracket_count_for_corrections_and_the_cut_stands_once_it_is_played():
    hall = Hall(TournamentPlan(structure="custom", rounds=1, cut=8)).begin(16)
    first = hall.play()
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    seeds = hall.now.cut
    hall.play()
    hall.play()
    game = first.drawn.round.games[0]
    hall.event.do(hall.act(), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 1)))
    assert hall.now.cut == seeds
    lines = {line.player: line.points for line in hall.watching.standings("", CUP)}
    assert (lines[game.players[0]], lines[game.players[1]]) == (0, 1)
    hall.pair()
    with refused("tournament.stands_as_is"):
        hall.event.do(hall.act(), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 0)))


@pytest.mark.rule(593, 598)
def test_a_return_in_the_round_one_left_costs_no_second_loss():
    hall = Hall(TournamentPlan(structure="custom", rounds=4)).begin(6)
    game = hall.pair().drawn.round.games[0]
    leaver = game.players[0]
    hall.event.do(hall.act(), CUP, commands.StartClock())
    hall.event.do(hall.act(), CUP, commands.Drop(player=leaver))
    hall.event.do(hall.act(), CUP, commands.Rejoin(player=leaver))
    for other in hall.round.drawn.round.games[1:]:
        hall.enter_result(other)
    hall.event.do(hall.act(), CUP, commands.CloseRound())
    line = next(standing for standing in hall.watching.standings("", CUP) if standing.player == leaver)
    assert (line.losses, line.missed, line.rounds) == (1, 0, 1)
    assert hall.pair().game_of(leaver) is not None


def test_the_public_log_does_not_tell_whose_account_left_a_game():
    hall = Hall().begin(4)
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "account-of-ann")
    hall.event.do(hall.act("account-of-ann"), CUP, commands.Drop(player=game.players[0]))
    for person in ("", "stranger"):
        assert "account-of-ann" not in str(hall.watching.log(person, CUP))
    assert "account-of-ann" in str(hall.watching.log(ORGANISER, CUP))


def test_nobody_new_overtakes_those_who_wait():
    hall = Hall(TournamentPlan(capacity=4))
    hall.enter(6, present=False)
    hall.event.do(hall.act(), CUP, commands.Plan(name="Autumn Cup", plan=TournamentPlan(capacity=6)))
    [late] = hall.enter(1, present=False)
    assert hall.now.entries[late].status == "waiting"
    hall.event.do(hall.act(), CUP, commands.Admit(players=["p5", "p6"]))
    hall.event.do(hall.act(), CUP, commands.Plan(name="Autumn Cup", plan=TournamentPlan(capacity=9)))
    hall.event.do(hall.act(), CUP, commands.Admit(players=[late]))
    [more] = hall.enter(1, present=False)
    assert hall.now.entries[more].status == "entered"
