"""The clock of a round, derived from what was recorded: start, pauses, extensions, time called.

Nothing ticks here: every question is asked with the time it is, so a restart loses nothing. Tournament
Regulations, "Tournament Round Times" (rules 586 to 589) and "End of Round" (616, 617); Recon, "Swiss Round
Times" (466 to 471); the publisher's current event rules for the 15 minutes of overtime.
"""

from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from muster.rules.tournament.games import Stage
from muster.rules.violations import Refused, Source, require

_broken = Source("tournament regulations: tournament round times").problem
MOST_MINUTES: Final = 600
LONGEST_EXTENSION: Final = 120

Timekeeping: TypeAlias = Literal["regulations", "current", "recon"]
Phase: TypeAlias = Literal["command", "activation", "end"]
State: TypeAlias = Literal["waiting", "running", "paused", "time", "overtime", "over"]


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """How long rounds are in minutes. With `dice`, five red defence dice lengthen them, in secret."""

    swiss: int
    elimination: int
    final: int
    dice: bool = False
    overtime: int = 0
    ends_in_command: bool = True


TIMES: Final[dict[Timekeeping, Times]] = {
    "regulations": Times(swiss=150, elimination=150, final=210),
    "current": Times(swiss=150, elimination=150, final=150, dice=True, overtime=15, ends_in_command=False),
    "recon": Times(swiss=90, elimination=90, final=90, dice=True, ends_in_command=False),
}
"""Rules 468 and 586 to 588. The current rules give 15 minutes to finish the game round, Recon none (470)."""


def round_minutes(kind: Timekeeping, stage: Stage, *, final: bool = False) -> int:
    """The length of a round before dice: the final has its own (rules 586 to 588, 468)."""
    times = TIMES[kind]
    return times.final if final else times.elimination if stage == "elimination" else times.swiss


class Pause(msgspec.Struct, frozen=True):
    """The clock stood still; without `ended` it still does."""

    began: datetime
    ended: datetime | None = None


class Extension(msgspec.Struct, frozen=True):
    """More minutes, for one table or, with table 0, for all."""

    minutes: int
    table: int = 0


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """What was recorded of a round's clock. All times are moments with a time zone."""

    minutes: int
    started: datetime | None = None
    pauses: tuple[Pause, ...] = ()
    extensions: tuple[Extension, ...] = ()
    called: datetime | None = None
    overtime: int = 0

    @property
    def is_paused(self) -> bool:
        """Whether it stands still now."""
        return bool(self.pauses) and self.pauses[-1].ended is None

    def length(self, table: int = 0) -> timedelta:
        """Minutes of the round, with the extensions for all and for this table."""
        more = sum(extension.minutes for extension in self.extensions if extension.table in (0, table))
        return timedelta(minutes=self.minutes + more)

    def running_time(self, now: datetime) -> timedelta:
        """How long the clock has run: since the start, without the pauses."""
        if self.started is None or now <= self.started:
            return timedelta()
        stood = (_overlap(pause, self.started, now) for pause in self.pauses)
        return now - self.started - sum(stood, timedelta())

    def remaining(self, now: datetime, table: int = 0) -> timedelta:
        """What is left for everybody or, with a table, for it; never less than nothing.

        Time called ends the round for all but the tables that were given more: they play their extension.
        """
        return max(self._end(table) - self.running_time(now), timedelta())

    def overtime_remaining(self, now: datetime, table: int = 0) -> timedelta:
        """What is left of the minutes to finish the game round in; nothing before time is up."""
        if self.started is None or self.remaining(now, table):
            return timedelta()
        left = self._end(table) + timedelta(minutes=self.overtime) - self.running_time(now)
        return max(left, timedelta())

    def _end(self, table: int) -> timedelta:
        """When time is up, counted on this clock: when it was called, or else at the full length."""
        if self.called is None:
            return self.length(table)
        return self.running_time(self.called) + self.length(table) - self.length()

    def ends(self, now: datetime, table: int = 0) -> datetime | None:
        """The moment time will be up if nothing else happens; none while it waits or stands still."""
        if self.started is None or self.is_paused:
            return None
        return now + (self._end(table) - self.running_time(now))

    def state(self, now: datetime, table: int = 0) -> State:
        """Waiting, running, paused, time (finish as the rules say), overtime, or over (hard stop)."""
        if self.started is None:
            return "waiting"
        if self.remaining(now, table):
            return "paused" if self.is_paused else "running"
        if not self.overtime:
            return "time"
        return "overtime" if self.overtime_remaining(now, table) else "over"


def _overlap(pause: Pause, start: datetime, now: datetime) -> timedelta:
    """How much of the time from start to now a pause took."""
    return max(min(pause.ended or now, now) - max(pause.began, start), timedelta())


# What the organiser does with it ---------------------------------------------------------------------------


def new_clock(minutes: int, *, overtime: int = 0) -> Clock:
    """A clock for a round; the event may set its own minutes."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise Refused(_broken("clock.minutes", minutes=minutes, most=MOST_MINUTES))
    return Clock(minutes=minutes, overtime=overtime)


def pause(clock: Clock, now: datetime) -> Clock:
    """The clock stands still for everybody."""
    _going_on(clock)
    if clock.is_paused:
        raise Refused(_broken("clock.paused"))
    return replace(clock, pauses=(*clock.pauses, Pause(now)))


def resume(clock: Clock, now: datetime) -> Clock:
    """It goes on."""
    _going_on(clock)
    if not clock.is_paused:
        raise Refused(_broken("clock.not_paused"))
    return replace(clock, pauses=(*clock.pauses[:-1], Pause(clock.pauses[-1].began, now)))


def extend(clock: Clock, minutes: int, table: int = 0) -> Clock:
    """More time for one table (a lost component, rule 552; a long judge call) or, with table 0, for all."""
    if not 1 <= minutes <= LONGEST_EXTENSION:
        raise Refused(_broken("clock.extension", minutes=minutes, most=LONGEST_EXTENSION))
    if clock.called is not None and not table:
        raise Refused(_broken("clock.called"))
    return replace(clock, extensions=(*clock.extensions, Extension(minutes, table)))


def call_time(clock: Clock, now: datetime) -> Clock:
    """A leader calls time; a clock that stood still goes on, for overtime runs."""
    _going_on(clock)
    going = resume(clock, now) if clock.is_paused else clock
    return replace(going, called=now)


def take_back_time(clock: Clock, now: datetime, left: int = 0) -> Clock:
    """Time was called by mistake: it runs on as if nothing had been called, or with so many minutes left.

    With minutes the clock is set anew, as if it had begun so long ago: whatever it said before is not
    trusted, neither the start nor the pauses.
    """
    require(clock.started, _broken("clock.not_started"))
    if clock.called is None and clock.remaining(now):
        raise Refused(_broken("clock.not_called"))
    if not 0 <= left * 60 <= clock.length().total_seconds():
        raise Refused(_broken("clock.left"))
    back = time_taken_back(clock, now, left)
    if not back.remaining(now):
        raise Refused(_broken("clock.nothing_left"))
    return back


def time_taken_back(clock: Clock, now: datetime, left: int) -> Clock:
    """The clock after that."""
    if not left:
        return replace(clock, called=None)
    began = now - clock.length() + timedelta(minutes=left)
    return replace(clock, called=None, started=began, pauses=())


def _going_on(clock: Clock) -> None:
    require(clock.started, _broken("clock.not_started"))
    if clock.called is not None:
        raise Refused(_broken("clock.called"))


# What the players do when time is called -------------------------------------------------------------------

Order: TypeAlias = Literal["stop-now", "finish-round", "hard-stop-follows", "end-of-game-effects", "score"]

ORDER_WORDS: Final[dict[Order, str]] = {
    "stop-now": "Stop: the game ends at once.",
    "finish-round": "Finish this game round, through its End Phase; begin no other.",
    "hard-stop-follows": "Overtime runs: what is not done when it ends is not played.",
    "end-of-game-effects": "Resolve what happens at the end of the game: this was its last round.",
    "score": "Count VP and score, and report the result.",
}


def orders_now(phase: Phase, kind: Timekeeping, *, overtime_over: bool = False) -> tuple[Order, ...]:
    """What players do when time is called, in this order, by phase (rules 470, 589, 616, 617).

    The regulations end a game at once in the Command Phase and finish the round otherwise; Recon finishes
    the round in any phase; the current rules do so too, but stop hard when overtime is over. End-of-game
    effects trigger whatever round was the last.
    """
    times = TIMES[kind]
    if overtime_over or (phase == "command" and times.ends_in_command):
        return ("stop-now", "end-of-game-effects", "score")
    overtime: tuple[Order, ...] = ("hard-stop-follows",) if times.overtime else ()
    return ("finish-round", *overtime, "end-of-game-effects", "score")
