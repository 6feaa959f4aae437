"""Who leads, who may do what, and when a leader may play."""

import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.running.roles import judges_for, offices
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused, won


def led(plan: TournamentPlan | None = None) -> Hall:
    hall = Hall(plan)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="hedda", role="head-judge"))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="sam", role="scorekeeper"))
    return hall


@pytest.mark.rule(503, 510)
def test_everybody_has_the_role_they_were_given():
    hall = led()
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jim", role="judge"))
    hall.sit(hall.enter(1)[0], "ann")
    now = hall.now
    assert offices(now, ORGANISER) == ("organiser",)
    assert offices(now, "hedda") == ("head-judge", "judge")
    assert offices(now, "jo") == offices(now, "jim") == ("judge",)
    assert offices(now, "sam") == ("scorekeeper",)
    assert offices(now, "ann") == offices(now, "a stranger") == ()
    assert hall.watching.look("ann", CUP).view.audience == "player"
    assert hall.watching.look("a stranger", CUP).view.audience == "public"


@pytest.mark.rule(510)
def test_an_event_needs_no_judge_at_all():
    assert Hall().begin().now.judges == {}


@pytest.mark.rule(505)
def test_there_is_one_organiser_who_may_hand_over():
    hall = Hall()
    hall.event.do(hall.act(), CUP, commands.HandOver(person="otto"))
    assert hall.now.organiser == "otto"
    with refused("tournament.not_yours"):
        hall.event.do(hall.act(ORGANISER), CUP, commands.Announce())
    with refused("tournament.role_already"):
        hall.event.do(hall.act("otto"), CUP, commands.HandOver(person="otto"))
    with refused("tournament.nobody"):
        hall.event.do(hall.act("otto"), CUP, commands.HandOver(person=""))


@pytest.mark.rule(506)
def test_without_a_head_judge_the_organiser_has_the_duties():
    hall = Hall().begin()
    hall.event.do(hall.act(), CUP, commands.Rule(card="Force Push", words="Once in each activation."))
    assert hall.now.acting_head_judge == ORGANISER
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="hedda", role="head-judge"))
    with refused("tournament.not_yours"):
        hall.event.do(hall.act(), CUP, commands.Rule(card="Duck", words="Not behind smoke."))
    hall.event.do(hall.act("hedda"), CUP, commands.Rule(card="Duck", words="Not behind smoke."))


@pytest.mark.rule(507)
def test_there_is_at_most_one_head_judge():
    hall = led()
    with refused("tournament.head_judge_there"):
        hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="head-judge"))
    hall.event.do(hall.act(), CUP, commands.TakeRole(person="hedda", role="head-judge"))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="head-judge"))
    assert hall.now.acting_head_judge == "jo"


@pytest.mark.rule(509)
def test_a_judge_off_duty_is_a_spectator():
    hall = led().begin()
    current = hall.pair()
    hall.event.do(hall.act("jo"), CUP, commands.SetDuty(on=False))
    assert hall.watching.look("jo", CUP).view.audience == "public"
    with refused("tournament.off_duty"):
        hall.enter_result(current.drawn.round.games[0], by="jo")
    hall.event.do(hall.act("jo"), CUP, commands.SetDuty(on=True))
    hall.enter_result(current.drawn.round.games[0], by="jo")


@pytest.mark.rule(506, 509)
def test_while_the_head_judge_is_off_duty_the_organiser_acts():
    hall = led().begin()
    hall.event.do(hall.act("hedda"), CUP, commands.SetDuty(on=False))
    hall.event.do(hall.act(), CUP, commands.Rule(card="Duck", words="Not behind smoke."))
    assert hall.now.rulings[0].by == ORGANISER


@pytest.mark.rule(515)
def test_in_competitive_events_leaders_do_not_play():
    hall = led(TournamentPlan(tier="competitive"))
    first, second = hall.enter(2)
    for leader in (ORGANISER, "hedda", "jo"):
        with refused("tournament.leader_plays"):
            hall.sit(first, leader)
        with refused("tournament.leader_plays"):
            hall.event.do(hall.act(leader), CUP, commands.EnterMe(name="A leader"))
    hall.sit(second, "ann")
    with refused("tournament.leader_plays"):
        hall.event.do(hall.act(), CUP, commands.GiveRole(person="ann", role="judge"))


@pytest.mark.rule(513)
def test_in_casual_events_a_leader_plays_only_beside_another_leader():
    hall = Hall()
    [mine] = hall.enter(1)
    with refused("tournament.lone_leader"):
        hall.sit(mine, ORGANISER)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.sit(mine, ORGANISER)
    with refused("tournament.lone_leader"):
        hall.event.do(hall.act(), CUP, commands.TakeRole(person="jo", role="judge"))
    with refused("tournament.lone_leader"):
        hall.event.do(hall.act("jo"), CUP, commands.SetDuty(on=False))
    hall.enter(3)
    hall.event.do(hall.act(), CUP, commands.Announce())
    assert hall.now.announced.leaders == (ORGANISER, "jo")


def seated_leaders(*leaders: str) -> Hall:
    hall = led()
    keys = hall.enter(4)
    for key, leader in zip(keys, leaders, strict=False):
        hall.sit(key, leader)
    hall.event.do(hall.act(), CUP, commands.Announce())
    return hall


@pytest.mark.rule(514)
def test_another_leader_rules_on_a_leaders_own_game():
    hall = seated_leaders("jo")
    current = hall.pair()
    own = current.game_of("p1")
    with refused("tournament.own_game"):
        hall.enter_result(own, by="jo")
    other = next(game for game in current.drawn.round.games if game.table != own.table)
    hall.enter_result(other, by="jo")
    hall.enter_result(own, by="hedda")
    with refused("tournament.own_game"):
        hall.event.do(hall.act("jo"), CUP, commands.Correct(number=1, table=own.table, slip=won(own, 1)))


@pytest.mark.rule(514)
def test_two_leaders_who_meet_have_the_head_judge():
    hall = seated_leaders("jo", ORGANISER)
    hall.event.do(hall.act(), CUP, commands.Draft())
    drawn = hall.now.draft.drawn.round
    partner = next(game.opponent("p1") for game in drawn.games if "p1" in game.players)
    if partner != "p2":
        hall.event.do(hall.act(), CUP, commands.Swap(one=partner, other="p2"))
    hall.event.do(hall.act(), CUP, commands.Publish(draft=1))
    game = hall.round.game_of("p1")
    assert set(game.players) == {"p1", "p2"}
    for leader in ("jo", ORGANISER):
        with refused("tournament.own_game"):
            hall.enter_result(game, by=leader)
    assert judges_for(hall.now, game.players) == ("hedda",)
    hall.enter_result(game, by="hedda")


def test_a_scorekeeper_enters_results_and_nothing_else():
    hall = led().begin()
    current = hall.pair()
    hall.enter_result(current.drawn.round.games[0], by="sam")
    assert hall.round.results[current.drawn.round.games[0].table].by == "sam"
    with refused("tournament.not_yours"):
        hall.event.do(hall.act("sam"), CUP, commands.Draft())
    with refused("tournament.not_yours"):
        hall.event.do(hall.act("sam"), CUP, commands.Penalise(player="p1", kind="warning", words="late"))


# Judges --------------------------------------------------------------------------------------------------


def calling() -> Hall:
    hall = led().begin()
    hall.sit("p1", "ann")
    hall.pair()
    hall.event.do(hall.act("ann"), CUP, commands.CallJudge(words="Is that heavy cover?"))
    return hall


@pytest.mark.rule(511, 518)
def test_a_call_is_raised_claimed_and_closed():
    hall = calling()
    call = hall.now.calls[1]
    assert (call.player, call.table) == ("p1", hall.round.game_of("p1").table)
    with refused("tournament.called_already"):
        hall.event.do(hall.act("ann"), CUP, commands.CallJudge())
    hall.event.do(hall.act("jo"), CUP, commands.ClaimCall(call=1))
    with refused("tournament.call_claimed"):
        hall.event.do(hall.act("hedda"), CUP, commands.ClaimCall(call=1))
    hall.event.do(hall.act("jo"), CUP, commands.CloseCall(call=1, words="Heavy"))
    assert hall.now.calls[1].closed == "jo"
    with refused("tournament.call_closed"):
        hall.event.do(hall.act("jo"), CUP, commands.CloseCall(call=1))


@pytest.mark.rule(511)
def test_players_who_agree_among_themselves_take_the_call_back():
    hall = calling()
    hall.event.do(hall.act("ann"), CUP, commands.CloseCall(call=1))
    assert hall.now.calls[1].closed == "p1"


@pytest.mark.rule(512)
def test_the_head_judge_reviews_a_ruling_and_that_is_final():
    hall = calling()
    with refused("tournament.call_open"):
        hall.event.do(hall.act("ann"), CUP, commands.AskReview(call=1))
    hall.event.do(hall.act("jo"), CUP, commands.CloseCall(call=1, words="Light"))
    hall.event.do(hall.act("ann"), CUP, commands.AskReview(call=1))
    with refused("tournament.head_judge_only"):
        hall.event.do(hall.act("jo"), CUP, commands.ClaimCall(call=1))
    hall.event.do(hall.act("hedda"), CUP, commands.ClaimCall(call=1))
    hall.event.do(hall.act("hedda"), CUP, commands.CloseCall(call=1, words="Heavy after all"))
    with refused("tournament.head_judge_spoke"):
        hall.event.do(hall.act("ann"), CUP, commands.AskReview(call=1))


@pytest.mark.rule(518)
def test_a_card_reads_the_same_throughout_the_event_and_all_may_read_it():
    hall = led().begin()
    hall.event.do(hall.act("hedda"), CUP, commands.Rule(card="Force Push", words="Once in each activation."))
    with refused("tournament.ruled_already"):
        hall.event.do(hall.act("hedda"), CUP, commands.Rule(card="force push", words="As often as you like."))
    with refused("tournament.not_yours"):
        hall.event.do(hall.act("jo"), CUP, commands.Rule(card="Duck", words="No."))
    assert hall.watching.look("", CUP).view.rulings[0].words == "Once in each activation."
    assert [ruling.card for ruling in hall.event.rulings(CUP, "push ONCE")] == ["Force Push"]
    assert hall.event.rulings(CUP, "push never") == ()


@pytest.mark.rule(508, 521)
def test_only_organiser_and_head_judge_remove_a_player():
    hall = led().begin()
    with refused("tournament.head_judge_only"):
        hall.event.do(
            hall.act("jo"),
            CUP,
            commands.Penalise(player="p2", kind="disqualification", words="Broke a ruler on purpose"),
        )
    hall.event.do(
        hall.act("hedda"),
        CUP,
        commands.Penalise(player="p2", kind="disqualification", words="Broke a ruler on purpose"),
    )
    assert hall.now.entries["p2"].status == "disqualified"
    assert hall.now.penalties[0].by == "hedda"


@pytest.mark.rule(521)
def test_penalties_are_for_judges_and_three_warnings_are_noted():
    hall = led(TournamentPlan(profile="current", structure="current", points=1000)).begin()
    for reason in ("late", "late again", "late once more"):
        hall.event.do(hall.act("jo"), CUP, commands.Penalise(player="p2", kind="warning", words=reason))
    log, notes = hall.event.history("jo", CUP, "p2")
    assert [entry.words for entry in log] == ["late", "late again", "late once more"]
    assert [violation.code for violation in notes] == ["tournament.three_warnings"]
    for person in ("ann", "sam", ""):
        assert hall.watching.look(person, CUP).view.penalties == ()
        with refused("tournament.not_yours"):
            hall.event.history(person, CUP, "p2")
    hall.event.do(hall.act("hedda"), CUP, commands.Pardon(penalty=3, words="It was the train"))
    assert hall.event.history("jo", CUP, "p2")[1] == ()


def test_component_matters_are_written_down():
    from datetime import date

    hall = led().begin()
    with refused("tournament.proxy_date"):
        hall.event.do(
            hall.act("jo"),
            CUP,
            commands.NoteComponent(matter="proxy", what="A torn upgrade card", player="p1"),
        )
    hall.event.do(
        hall.act("jo"),
        CUP,
        commands.NoteComponent(matter="proxy", what="A torn upgrade card", player="p1", on=date(2026, 9, 5)),
    )
    note = hall.now.components[0]
    assert (note.by, note.on, note.player) == ("jo", date(2026, 9, 5), "p1")
    assert hall.watching.look("", CUP).view.components == ()
