"""An event and who runs it: begin, plan, announce, call off, roles, words to all, undo."""

from muster.app import undo as undoing
from muster.app.acting import Act, Done
from muster.app.streams import Appended, Write
from muster.app.tournament import commands
from muster.app.tournament.desk import HANDLERS, SEED_BYTES, Desk
from muster.app.tournament.reading import rests_on
from muster.rules.log import undoable, undone
from muster.rules.tournament.judging import calls
from muster.rules.tournament.running import registration, roles
from muster.rules.tournament.running.plan import clean, problem
from muster.rules.violations import Refused, Violation


@HANDLERS.handles(commands.Begin, who="anyone")
def begin(desk: Desk, act: Act, command: commands.Begin) -> Appended:
    """An event begins under a fresh stream id `tournament:<hex>`."""
    opened = registration.decide_open(command.name, command.plan, act.actor)
    done = desk.before or desk.append(act, command, Write(desk.tournament, 0, (opened,)))
    return desk.indexed(desk.granted(done, act.actor, "owner"))


@HANDLERS.handles(commands.Plan, who="plan")
def plan(desk: Desk, act: Act, command: commands.Plan) -> Appended:
    """Name and plan change before they are announced."""
    return desk.indexed(
        desk.decide_and_append(act, command, registration.decide_plan, command.name, command.plan)
    )


@HANDLERS.handles(commands.Announce, who="plan")
def announce(desk: Desk, act: Act, command: commands.Announce) -> Appended:
    """Rounds and cut are told and locked, for the players who are checked in."""
    lots = desk.places.entropy(SEED_BYTES).hex()
    return desk.indexed(desk.decide_and_append(act, command, registration.decide_announce, lots))


@HANDLERS.handles(commands.CallOff, who="plan")
def call_off(desk: Desk, act: Act, command: commands.CallOff) -> Appended:
    """The event does not take place."""
    why = clean(command.why, "the reason", 500)
    return desk.indexed(desk.decide_and_append(act, command, registration.decide_call_off, why))


@HANDLERS.handles(commands.Tell, who="tell")
def tell(desk: Desk, act: Act, command: commands.Tell) -> Appended:
    """Words go to everybody."""
    return desk.decide_and_append(act, command, calls.decide_words, command.words, act.at)


# Roles -----------------------------------------------------------------------------------------------------


@HANDLERS.handles(commands.HandOver, who="roles")
def hand_over(desk: Desk, act: Act, command: commands.HandOver) -> Appended:
    """Another account is the organiser from now on."""
    desk.an_account(command.person)
    done = desk.decide_and_append(act, command, roles.decide_hand_over, command.person)
    return desk.granted(done, command.person)


@HANDLERS.handles(commands.GiveRole, who="roles")
def give_role(desk: Desk, act: Act, command: commands.GiveRole) -> Appended:
    """An account becomes head judge, judge or scorekeeper."""
    desk.an_account(command.person)
    done = desk.decide_and_append(act, command, roles.decide_role, command.person, command.role)
    return desk.granted(done, command.person)


@HANDLERS.handles(commands.TakeRole, who="self or roles")
def take_role(desk: Desk, act: Act, command: commands.TakeRole) -> Appended:
    """A role is taken back; people lay down their own themselves."""
    return desk.decide_and_append(act, command, roles.decide_role_taken, command.person, command.role)


@HANDLERS.handles(commands.SetDuty, who="self or roles")
def set_duty(desk: Desk, act: Act, command: commands.SetDuty) -> Appended:
    """A judge goes on or off duty; the organiser may say so for others."""
    judge = command.person or act.actor
    return desk.decide_and_append(act, command, roles.decide_duty, judge, command.on)


# Undo ------------------------------------------------------------------------------------------------------


@HANDLERS.handles(commands.Undo, who="self")
def undo(desk: Desk, act: Act, command: commands.Undo) -> Done:
    """An official's own latest act is taken back. A form sent twice finds it gone and does nothing."""
    log, batch = desk.places.log(desk.tournament).entries, command.batch
    official = roles.offices(desk.now, act.actor)
    if any(one.batch == batch and one.actor == act.actor for one in log) and batch in undone(log):
        return None
    if not official or batch != undoable(log, act.actor):
        raise Refused(Violation(code="log.nothing_to_undo", source="log", about=(desk.tournament,)))
    if rests_on(log, batch):
        raise Refused(problem("tournament.undo_blocked"))
    return desk.indexed(undoing.undo(desk.places.store, batch, actor=act.actor, at=act.at, batch=act.batch))
