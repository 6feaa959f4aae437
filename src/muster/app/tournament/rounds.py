"""From round to round: pair, publish, the clock, close, the cut, the end."""

from collections.abc import Sequence

from msgspec.structs import replace

from muster.app.acting import Act
from muster.app.dice.sources import fresh_roll
from muster.app.streams import Appended
from muster.app.tournament import commands
from muster.app.tournament.desk import HANDLERS, Desk
from muster.rules.dice.faces import Roll
from muster.rules.log import Event, kept
from muster.rules.tournament.clock import timekeeping
from muster.rules.tournament.clock.events import CLOCK, LengthSealed
from muster.rules.tournament.running import rounds
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.violations import Refused


@HANDLERS.handles(commands.Draft, who="pair")
def draft(desk: Desk, act: Act, command: commands.Draft) -> Appended:
    """The next round is paired, or paired again: a draft with a fresh seed that only the desk sees."""
    return desk.decide_and_append(
        act, command, lambda now: rounds.decide_draft(now, desk.fresh_seed(rounds.step_of(now)))
    )


@HANDLERS.handles(commands.Swap, who="pair")
def swap(desk: Desk, act: Act, command: commands.Swap) -> Appended:
    """Two players of the draft change places."""
    return desk.decide_and_append(act, command, rounds.decide_swap, command.one, command.other)


@HANDLERS.handles(commands.Seat, who="pair")
def seat(desk: Desk, act: Act, command: commands.Seat) -> Appended:
    """A game of the draft moves to another table."""
    return desk.decide_and_append(act, command, rounds.decide_seat, command.table, command.to)


@HANDLERS.handles(commands.Discard, who="pair")
def discard(desk: Desk, act: Act, command: commands.Discard) -> Appended:
    """The draft is thrown away."""
    return desk.decide_and_append(act, command, rounds.decide_discard)


@HANDLERS.handles(commands.Publish, who="pair")
def publish(desk: Desk, act: Act, command: commands.Publish) -> Appended:
    """Everybody sees the draft that was looked at."""
    return desk.indexed(desk.decide_and_append(act, command, rounds.decide_publish, command.draft))


@HANDLERS.handles(commands.Recall, who="pair")
def recall(desk: Desk, act: Act, command: commands.Recall) -> Appended:
    """A published round of which no game has begun is taken back, to pair it again."""
    return desk.decide_and_append(act, command, rounds.decide_recall)


@HANDLERS.handles(commands.CloseRound, who="pair")
def close_round(desk: Desk, act: Act, command: commands.CloseRound) -> Appended:
    """Every game has ended: the standings follow."""
    return desk.decide_and_append(act, command, rounds.decide_close)


@HANDLERS.handles(commands.MakeCut, who="pair")
def make_cut(desk: Desk, act: Act, command: commands.MakeCut) -> Appended:
    """The best go on to the bracket."""
    return desk.decide_and_append(act, command, rounds.decide_cut)


@HANDLERS.handles(commands.End, who="pair")
def end(desk: Desk, act: Act, command: commands.End) -> Appended:
    """The event is over."""
    return desk.indexed(desk.decide_and_append(act, command, rounds.decide_end))


# The clock -------------------------------------------------------------------------------------------------


@HANDLERS.handles(commands.StartClock, who="clock")
def start_clock(desk: Desk, act: Act, command: commands.StartClock) -> Appended:
    """The round begins; a secret length is rolled now and sealed."""

    def decide(now: Tournament) -> Sequence[Event]:
        rolled = _length(desk, now) if now.plan.secret_length else None
        return timekeeping.decide_start(now, act.at, rolled)

    return desk.decide_and_append(act, command, decide)


def _length(desk: Desk, now: Tournament) -> tuple[Roll, str]:
    """Five red defence dice; a start that was undone keeps its faces."""
    held = kept(desk.places.log(desk.tournament).entries, timekeeping.length_step(now))
    old = next((one for one in held if isinstance(one, LengthSealed)), None)
    return (old.roll, old.evidence) if old else fresh_roll(timekeeping.DICE, desk.places.entropy)


@HANDLERS.handles(commands.PauseClock, who="clock")
def pause_clock(desk: Desk, act: Act, command: commands.PauseClock) -> Appended:
    """The clock stands still."""
    return desk.decide_and_append(act, command, timekeeping.decide_pause, act.at)


@HANDLERS.handles(commands.ResumeClock, who="clock")
def resume_clock(desk: Desk, act: Act, command: commands.ResumeClock) -> Appended:
    """The clock goes on."""
    return desk.decide_and_append(act, command, timekeeping.decide_resume, act.at)


@HANDLERS.handles(commands.Extend, who="clock")
def extend(desk: Desk, act: Act, command: commands.Extend) -> Appended:
    """More time for all, or for one table."""
    return desk.decide_and_append(act, command, timekeeping.decide_extend, command.minutes, command.table)


@HANDLERS.handles(commands.CallTime, who="clock")
def call_time(desk: Desk, act: Act, command: commands.CallTime) -> Appended:
    """Time is over; a secret length is opened."""
    return desk.decide_and_append(act, command, timekeeping.decide_time, act.at)


@HANDLERS.handles(commands.Tick, who="anyone")
def tick(desk: Desk, act: Act, command: commands.Tick) -> Appended:
    """Whoever looks when time is up may be the one who finds out. They have not acted: the clock has, so
    what they may undo stays what it was."""

    def decide(now: Tournament) -> Event:
        if not timekeeping.is_due(now, act.at):
            raise Refused(problem("clock.called"))
        return timekeeping.decide_time(now, act.at)

    return desk.decide_and_append(replace(act, actor=CLOCK), command, decide)
