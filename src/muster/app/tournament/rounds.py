"""From round to round: pairings, publishing, the clock, results, closing, the cut, the end."""

from msgspec.structs import replace

from muster.app.acting import Act
from muster.app.streams import Appended
from muster.app.tournament import commands
from muster.app.tournament.context import HANDLERS, TournamentContext
from muster.rules.log import Event
from muster.rules.tournament.clock.events import CLOCK
from muster.rules.tournament.running import corrections, reporting, rounds, timekeeping
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.violations import Refused

HANDLERS.decides(commands.Draft, "pair", rounds.decide_draft)
HANDLERS.decides(commands.Swap, "pair", rounds.decide_swap)
HANDLERS.decides(commands.Seat, "pair", rounds.decide_seat)
HANDLERS.decides(commands.Discard, "pair", rounds.decide_discard)
HANDLERS.decides(commands.Publish, "pair", rounds.decide_publish, listed=True)
HANDLERS.decides(commands.Recall, "pair", rounds.decide_recall)
HANDLERS.decides(commands.CloseRound, "pair", rounds.decide_close)
HANDLERS.decides(commands.MakeCut, "pair", rounds.decide_cut)
HANDLERS.decides(commands.End, "pair", rounds.decide_end, listed=True)

HANDLERS.decides(commands.StartClock, "clock", timekeeping.decide_start)
HANDLERS.decides(commands.PauseClock, "clock", timekeeping.decide_pause)
HANDLERS.decides(commands.ResumeClock, "clock", timekeeping.decide_resume)
HANDLERS.decides(commands.Extend, "clock", timekeeping.decide_extend)
HANDLERS.decides(commands.CallTime, "clock", timekeeping.decide_time)
HANDLERS.decides(commands.SetWaiting, "plan", timekeeping.decide_waiting)

HANDLERS.decides(commands.Report, "player", reporting.decide_report)
HANDLERS.decides(commands.Confirm, "player", reporting.decide_confirm)
HANDLERS.decides(commands.Dispute, "player", reporting.decide_dispute)
HANDLERS.decides(commands.EnterResult, "results", reporting.decide_result)
HANDLERS.decides(commands.NoShow, "results", reporting.decide_no_show)
HANDLERS.decides(commands.ConcedeMissing, "results", reporting.decide_concession)
HANDLERS.decides(commands.Correct, "correct", corrections.decide_correction)


@HANDLERS.handles(commands.TakeBackTime, who="plan")
def take_back_time(context: TournamentContext, act: Act, command: commands.TakeBackTime) -> Appended:
    """Time was called too early: the organiser lets the clock run on."""
    return context.decide_and_append(act, command, timekeeping.decide_take_back, act.at, command.left)


@HANDLERS.handles(commands.Tick, who="anyone")
def tick(context: TournamentContext, act: Act, command: commands.Tick) -> Appended:
    """Call time when it is up, in the request of whoever happens to look. They have not acted, the clock
    has, so what they may undo does not change."""

    def decide(now: Tournament) -> Event:
        if not timekeeping.is_due(now, act.at):
            raise Refused(problem("clock.called"))
        return timekeeping.decide_time(now, act.at)

    return context.decide_and_append(replace(act, actor=CLOCK), command, decide)
