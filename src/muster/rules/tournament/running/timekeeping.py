"""The clock of a round as events: start, pause, more time, time called; a length that nobody may know."""

from datetime import datetime, timedelta
from typing import Final

from muster.rules.dice.faces import Die, Roll
from muster.rules.log import Event
from muster.rules.tournament.bracket.elimination import is_final
from muster.rules.tournament.clock import clock as clocks
from muster.rules.tournament.clock import events as clock_events
from muster.rules.tournament.clock.clock import TIMES, new_clock, round_minutes
from muster.rules.tournament.clock.recon_time import LENGTH_DICE, rolled_length
from muster.rules.tournament.games import Game
from muster.rules.tournament.running.events import WaitingSet
from muster.rules.tournament.running.plan import MOST_MINUTES, problem, problem_if
from muster.rules.tournament.running.roles import not_over, own_game
from muster.rules.tournament.running.tournament import EventRound, Timing, Tournament
from muster.rules.violations import Refused, Violation, refuse_if, require

DICE: Final = (Die.DEFENCE_RED,) * LENGTH_DICE


def base_minutes(now: Tournament, current: EventRound) -> int:
    """The length before dice (rules 468, 471, 586 to 588): the announced one, or the profile's.

    A final keeps what it has more than the other rounds.
    """
    kind, final = now.plan.timekeeping, is_final(current.drawn.round)
    usual = round_minutes(kind, current.stage, final=final)
    return now.plan.minutes + usual - TIMES[kind].swiss if now.plan.minutes else usual


def open_round(now: Tournament) -> EventRound:
    """The round being played; refused when there is none."""
    refuse_if(not_over(now))
    return require(now.open_round, problem("tournament.no_round"))


def running_clock(now: Tournament) -> tuple[EventRound, Timing]:
    """The round being played and its running clock."""
    current = open_round(now)
    return current, require(current.timing, problem("clock.not_started"))


def length_step(now: Tournament) -> str:
    """The name of the roll for the length of the round being played."""
    return f"length:{now.rounds[-1].number if now.rounds else 0}"


def decide_start(now: Tournament, at: datetime, rolled: tuple[Roll, str] | None = None) -> tuple[Event, ...]:
    """Rules 466, 469 and 589: the round begins. A secret length takes five red dice and their evidence."""
    current = open_round(now)
    if current.timing:
        raise Refused(problem("clock.started"))
    minutes, overtime = base_minutes(now, current), TIMES[now.plan.timekeeping].overtime
    new_clock(minutes)
    if not now.plan.secret_length:
        return (clock_events.ClockStarted(current.number, at, minutes, overtime),)
    if rolled is None:
        raise ValueError("a round of secret length needs its dice")
    roll, evidence = rolled
    length = rolled_length(minutes, roll.faces).reveal()
    started = clock_events.ClockStarted(current.number, at, None, overtime, roll.commitment or "")
    return started, clock_events.LengthSealed(current.number, length, roll, evidence)


def decide_pause(now: Tournament, at: datetime) -> clock_events.ClockPaused:
    """The clock stands still for everybody."""
    current, held = running_clock(now)
    clocks.pause(held.clock, at)
    return clock_events.ClockPaused(current.number, at)


def decide_resume(now: Tournament, at: datetime) -> clock_events.ClockResumed:
    """The clock goes on."""
    current, held = running_clock(now)
    clocks.resume(held.clock, at)
    return clock_events.ClockResumed(current.number, at)


def decide_extend(now: Tournament, minutes: int, by: str, table: int = 0) -> clock_events.ClockExtended:
    """More time for all, or for one table that lost some (rule 552); not for one's own (rule 514)."""
    current, held = running_clock(now)
    clocks.extend(held.clock, minutes, table)
    if table:
        refuse_if(own_game(now, by, game_of_table(current, table)))
    return clock_events.ClockExtended(current.number, minutes, table)


def game_of_table(current: EventRound, table: int) -> Game:
    """The game at this table in this round; refused when there is none."""
    missing = problem("tournament.no_game", (str(table),), "", table=table, round=current.number)
    return require(current.game(table), missing)


def decide_time(now: Tournament, at: datetime) -> clock_events.TimeCalled:
    """Rule 470: time is called, and a secret length is opened with its evidence."""
    current, held = running_clock(now)
    clocks.call_time(held.clock, at)
    if not held.secret:
        return clock_events.TimeCalled(current.number, at)
    return clock_events.TimeCalled(current.number, at, held.clock.minutes, held.roll, held.evidence)


def decide_take_back(now: Tournament, at: datetime, left: int = 0) -> clock_events.TimeTakenBack:
    """Time was called by mistake, or by a clock that was wrong; with `left`, so many minutes are left now."""
    current, held = running_clock(now)
    clocks.take_back_time(held.clock, at, left)
    return clock_events.TimeTakenBack(current.number, at, left)


def is_due(now: Tournament, at: datetime) -> bool:
    """Whether the round's time is up and nobody has called it yet."""
    current = now.open_round
    held = current.timing if current else None
    if held is None or held.clock.called is not None or held.clock.is_paused:
        return False
    return held.clock.remaining(at) <= timedelta()


def too_early(now: Tournament, at: datetime) -> Violation | None:
    """Rule 593: nobody is missing before the reasonable time limit of the round is over."""
    limit = no_show_from(now, open_round(now))
    waits = limit is None or at < limit
    minutes = now.plan.no_show_minutes
    return problem("tournament.wait_for_them", (), 593, minutes=minutes) if waits else None


def time_is_left(current: EventRound, at: datetime, table: int) -> bool:
    """Whether time has not been called, so that a game cannot have ended by it (rule 616). How much is left
    is not told: it may be a secret (rule 467)."""
    held = current.timing
    if held is None or held.clock.started is None:
        return True
    return held.clock.called is None or held.clock.remaining(at, table) > timedelta()


def decide_waiting(now: Tournament, minutes: int) -> WaitingSet:
    """Rule 593: the time limit for those who are missing is the organiser's; the announcement locks rounds
    and cut, not this."""
    refuse_if(
        not_over(now),
        problem_if(
            not 0 <= minutes <= MOST_MINUTES,
            "tournament.bad_setting",
            ("minutes",),
            593,
            what="minutes to wait for a player",
            given=str(minutes)[:20],
        ),
        problem_if(minutes == now.plan.no_show_minutes, "tournament.no_change", (), 593),
    )
    return WaitingSet(minutes)


def no_show_from(now: Tournament, current: EventRound) -> datetime | None:
    """When the time limit of rule 593 is over: so many minutes after the clock was started."""
    if current.timing is None or current.timing.clock.started is None:
        return None
    return current.timing.clock.started + timedelta(minutes=now.plan.no_show_minutes)
