"""An event and who runs it: begin, plan, announce, call off, roles, announcements, undo."""

from muster.app import undo as undoing
from muster.app.acting import Act, Done
from muster.app.streams import Appended, Write
from muster.app.tournament import commands
from muster.app.tournament.context import HANDLERS, TournamentContext
from muster.app.tournament.reading import latest_of, rests_on
from muster.rules.log import undone_acts
from muster.rules.tournament.judging import calls, lists
from muster.rules.tournament.running import registration, roles
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused, Violation

HANDLERS.decides(commands.Plan, "plan", lists.decide_plan, listed=True)
HANDLERS.decides(commands.Announce, "plan", registration.decide_announce, listed=True)
HANDLERS.decides(commands.CallOff, "plan", registration.decide_call_off, listed=True)
HANDLERS.decides(commands.Tell, "tell", calls.decide_words)
HANDLERS.decides(commands.HandOver, "roles", roles.decide_hand_over, admits="person")
HANDLERS.decides(commands.GiveRole, "roles", roles.decide_role, admits="person")
HANDLERS.decides(commands.SetDuty, "self or roles", roles.decide_duty)
HANDLERS.decides(commands.TakeRole, "self or roles", roles.decide_role_taken)


@HANDLERS.handles(commands.Begin, who="anyone")
def begin_tournament(context: TournamentContext, act: Act, command: commands.Begin) -> Appended:
    """Begin an event under a fresh stream id `tournament:<hex>`."""
    opened = registration.decide_open(command.name, command.plan, act.actor)
    done = context.before or context.append(act, command, Write(context.tournament, 0, (opened,)))
    return context.update_index(context.grant_to(done, act.actor, "owner"))


@HANDLERS.handles(commands.Undo, who="self")
def undo_act(context: TournamentContext, act: Act, command: commands.Undo) -> Done:
    """Undo an official's own latest act. A form that is sent twice finds it undone and does nothing."""
    found, batch = context.places.log(context.tournament), command.batch
    log = found.entries
    official = roles.offices(context.now, act.actor)
    if any(entry.batch == batch and entry.actor == act.actor for entry in log) and batch in undone_acts(log):
        return None
    if not official or batch != latest_of(found.effective, act.actor):
        raise Refused(Violation(code="log.nothing_to_undo", source="log", about=(context.tournament,)))
    if rests_on(found.effective, batch):
        raise Refused(problem("tournament.undo_blocked"))
    return context.update_index(
        undoing.undo(context.places.store, batch, actor=act.actor, at=act.at, batch=act.batch)
    )
