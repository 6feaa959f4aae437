"""The clock of a round: always derived, never ticking."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.tournament.clock.clock import (
    ORDER_WORDS,
    TIMES,
    Clock,
    call_time,
    extend,
    new_clock,
    orders_now,
    pause,
    resume,
    round_minutes,
)
from muster.rules.violations import Refused

NOON = datetime(2026, 6, 20, 12, 0, tzinfo=UTC)


def at(minutes):
    return NOON + timedelta(minutes=minutes)


def left(minutes):
    return timedelta(minutes=minutes)


def running(minutes=150, **options):
    return msgspec.structs.replace(new_clock(minutes, **options), started=NOON)


def refusal(call, *args, **options):
    with pytest.raises(Refused) as refused:
        call(*args, **options)
    return [violation.code for violation in refused.value.violations]


@pytest.mark.rule(586)
def test_a_swiss_round_has_150_minutes():
    assert round_minutes("regulations", "swiss") == 150


@pytest.mark.rule(587, 588)
def test_elimination_rounds_have_150_minutes_and_the_final_210():
    assert round_minutes("regulations", "elimination") == 150
    assert round_minutes("regulations", "elimination", final=True) == 210


@pytest.mark.rule(468)
def test_a_recon_round_has_90_minutes_before_dice():
    assert round_minutes("recon", "swiss") == 90
    assert TIMES["recon"].dice
    assert not TIMES["recon"].overtime


def test_the_current_rules_have_150_minutes_before_dice_and_15_after():
    assert round_minutes("current", "elimination", final=True) == 150
    assert (TIMES["current"].dice, TIMES["current"].overtime) == (True, 15)


def test_a_clock_that_was_not_started_waits():
    clock = new_clock(150)
    assert clock.state(NOON) == "waiting"
    assert clock.remaining(at(500)) == left(150)
    assert clock.ends(NOON) is None


@pytest.mark.rule(589)
def test_the_clock_runs_down_from_its_start():
    clock = running()
    assert (clock.remaining(NOON), clock.remaining(at(1)), clock.remaining(at(149.5))) == (
        left(150),
        left(149),
        left(0.5),
    )
    assert [clock.state(at(minute)) for minute in (0, 149, 150, 400)] == [
        "running",
        "running",
        "time",
        "time",
    ]
    assert clock.remaining(at(151)) == left(0)
    assert clock.ends(at(20)) == at(150)


def test_a_question_about_the_past_finds_no_time_gone():
    assert running().remaining(at(-10)) == left(150)


def test_a_pause_stops_it_and_the_rest_is_kept():
    clock = pause(running(), at(30))
    assert clock.state(at(100)) == "paused"
    assert clock.remaining(at(100)) == left(120)
    assert clock.ends(at(100)) is None
    clock = resume(clock, at(100))
    assert clock.remaining(at(110)) == left(110)
    assert clock.ends(at(110)) == at(220)


@pytest.mark.rule(552)
def test_one_table_may_have_more_time():
    clock = extend(running(), 10, table=7)
    assert clock.remaining(at(145), 7) == left(15)
    assert clock.remaining(at(145), 8) == left(5)
    assert [clock.state(at(155), table) for table in (7, 8)] == ["running", "time"]


def test_all_tables_may_have_more_time():
    clock = extend(extend(running(), 10), 5, table=2)
    assert (clock.remaining(at(150)), clock.remaining(at(150), 2)) == (left(10), left(15))


def test_time_called_is_time_for_all_but_tables_with_an_extension():
    clock = call_time(extend(running(), 10, table=7), at(140))
    assert clock.state(at(140)) == "time"
    assert clock.remaining(at(140), 7) == left(10)
    assert clock.remaining(at(150), 7) == left(0)
    late = extend(clock, 4, table=3)
    assert late.remaining(at(141), 3) == left(3)


def test_overtime_runs_from_the_call_and_stops_hard():
    clock = call_time(running(overtime=15), at(152))
    assert [clock.state(at(minute)) for minute in (152, 166, 167)] == ["overtime", "overtime", "over"]
    assert clock.overtime_remaining(at(160)) == left(7)
    assert running(overtime=15).overtime_remaining(at(10)) == left(0)


def test_time_called_while_it_stands_still_lets_overtime_run():
    clock = call_time(pause(running(overtime=15), at(100)), at(120))
    assert clock.overtime_remaining(at(125)) == left(10)


def test_what_a_clock_refuses():
    clock = running()
    over = call_time(clock, at(1))
    assert refusal(pause, new_clock(10), NOON) == ["clock.not_started"]
    assert refusal(resume, clock, at(1)) == ["clock.not_paused"]
    assert refusal(pause, pause(clock, at(1)), at(2)) == ["clock.paused"]
    assert refusal(call_time, over, at(2)) == ["clock.called"]
    assert refusal(extend, over, 5) == ["clock.called"]


@pytest.mark.parametrize("minutes", [-5, 0, 601, 10**40])
def test_absurd_minutes_are_refused(minutes):
    assert refusal(new_clock, minutes) == ["clock.minutes"]
    assert refusal(extend, running(), minutes) == ["clock.extension"]


MOMENTS = st.lists(st.integers(0, 400), max_size=12).map(sorted)


@given(MOMENTS, st.lists(st.integers(1, 120), max_size=4), st.integers(0, 500))
def test_pauses_never_cost_playing_time(moments, extensions, asked):
    """What ran and what is left is always the whole length, however often it stood still."""
    clock = running()
    for minutes in extensions:
        clock = extend(clock, minutes)
    for turn, moment in enumerate(moments):
        clock = (resume if turn % 2 else pause)(clock, at(moment))
    ran = sum(1 for minute in range(asked) if not sum(moment <= minute for moment in moments) % 2)
    assert clock.running_time(at(asked)) == left(ran)
    assert clock.remaining(at(asked)) == left(max(0, 150 + sum(extensions) - ran))


def test_a_clock_read_back_goes_on_where_it_was():
    clock = extend(resume(pause(running(), at(5)), at(9)), 3, table=2)
    again = msgspec.json.decode(msgspec.json.encode(clock), type=Clock)
    assert again.remaining(at(60), 2) == clock.remaining(at(60), 2) == left(97)


# Time is called -------------------------------------------------------------------------------------------


@pytest.mark.rule(616)
def test_in_the_command_phase_the_game_ends_at_once():
    assert orders_now("command", "regulations")[0] == "stop-now"


@pytest.mark.rule(589, 616)
@pytest.mark.parametrize("phase", ["activation", "end"])
def test_in_the_other_phases_the_game_round_is_finished(phase):
    assert orders_now(phase, "regulations")[0] == "finish-round"


@pytest.mark.rule(617)
@pytest.mark.parametrize("kind", ["regulations", "current", "recon"])
@pytest.mark.parametrize("phase", ["command", "activation", "end"])
def test_end_of_game_effects_come_last_before_the_score(kind, phase):
    assert orders_now(phase, kind)[-2:] == ("end-of-game-effects", "score")


@pytest.mark.rule(470)
@pytest.mark.parametrize("phase", ["command", "activation", "end"])
def test_recon_finishes_the_round_in_any_phase(phase):
    assert orders_now(phase, "recon") == ("finish-round", "end-of-game-effects", "score")


def test_the_current_rules_finish_the_round_until_overtime_is_over():
    assert orders_now("command", "current")[:2] == ("finish-round", "hard-stop-follows")
    assert orders_now("activation", "current", overtime_over=True)[0] == "stop-now"


def test_every_order_has_its_words():
    given_out = {
        order
        for kind in TIMES
        for phase in ("command", "activation", "end")
        for over in (False, True)
        for order in orders_now(phase, kind, overtime_over=over)
    }
    assert given_out == set(ORDER_WORDS)
