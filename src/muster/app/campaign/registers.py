"""Registers: what their owners see and do.

To others a Register does not exist, except for members of its campaign, who may read it, and the
arbitrator, who may correct it.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import reduce

import msgspec

from muster.app import undo as undoing
from muster.app.acting import Act, C, Command, Done, Handlers
from muster.app.campaign import commands
from muster.app.campaign.copying import copy_history
from muster.app.campaign.logs import REGISTERS, At, CampaignLogs
from muster.app.stream_roles import StreamRoles
from muster.app.streams import Loaded, StaleVersion, about_to_write
from muster.rules.campaign.battle.steps.aid import decide_starting_aid
from muster.rules.campaign.register import correcting, editing
from muster.rules.campaign.register.copying import decide_copy
from muster.rules.campaign.register.events import RegisterOpened
from muster.rules.campaign.register.register import REGISTER, Register, evolve, problem
from muster.rules.log import Event, Recorded, act_to_undo, acts_to_redo, undone_acts
from muster.rules.violations import Refused, Violation, refuse_unless

MOST_REGISTERS = 100


class Change(msgspec.Struct, frozen=True):
    """The effect of an act: the Register before and after."""

    before: Register
    after: Register


class Registers:
    """The Registers in one event store, with permission checks."""

    def __init__(self, logs: CampaignLogs, stream_roles: StreamRoles) -> None:
        self.logs = logs
        self.stream_roles = stream_roles

    # Looking ---------------------------------------------------------------------------------------------

    def streams(self, actor: str) -> list[str]:
        """The streams of the actor's Registers, newest first."""
        return self.stream_roles.streams(actor, "owner", REGISTERS) if actor else []

    def mine(self, actor: str) -> list[tuple[str, Register]]:
        """The actor's Registers with their streams, newest first."""
        return [(stream, self.logs.register(stream).state) for stream in self.streams(actor)]

    def owns(self, actor: str, register: str) -> bool:
        """Whether it is the actor's."""
        return bool(actor) and bool(register) and self.stream_roles.role(actor, register) == "owner"

    def own(self, actor: str, register: str) -> Loaded[Register]:
        """The actor's own Register; other people's are reported as unknown."""
        loaded = self.logs.register(register)
        known = loaded.state.status != "unknown"
        refuse_unless(known and self.owns(actor, register), problem("register.unknown"))
        return loaded

    def readable(self, actor: str, register: str) -> Loaded[Register]:
        """A Register, for its owner and for the members of the campaign it plays in."""
        if self.owns(actor, register):
            return self.own(actor, register)
        loaded = self.logs.register(register)
        club = loaded.state.campaign
        member = bool(club) and actor in self.logs.campaign(club).state.members
        refuse_unless(member, problem("register.unknown"))
        return loaded

    def log(self, actor: str, register: str) -> Sequence[Recorded]:
        """Everything that counts in the history of one's own Register."""
        self.own(actor, register)
        return self.logs.effective(register)

    def undoable(self, actor: str, register: str) -> str | None:
        """The actor's latest act, if it wrote to this Register alone and is not its beginning. An act
        shared with a battle is undone in the battle."""
        self.own(actor, register)
        log = self.logs.store.read(register)
        batch = act_to_undo(log, actor)
        if (
            batch is None
            or self.logs.effective(register)[-1].batch != batch
            or not self.alone([batch], register)
        ):
            return None
        opened = any(entry.batch == batch and isinstance(entry.event, RegisterOpened) for entry in log)
        return None if opened else batch

    def redoable(self, actor: str, register: str) -> str:
        """The act that a redo would bring back; empty if there is none, or if a battle shares it."""
        in_battle = self.own(actor, register).state.open_battle
        ready = acts_to_redo(self.logs.store.read(register), actor)
        return ready[0] if ready and not in_battle and self.alone(ready, register) else ""

    def alone(self, batches: Iterable[str], register: str) -> bool:
        """Whether these acts wrote to this Register only."""
        return all(self.logs.store.streams_of(batch) == [register] for batch in batches)

    def may_correct(self, actor: str, register: str) -> None:
        """Whether the actor is the arbitrator of the Register's campaign, or its owner if it is in none."""
        club = self.readable(actor, register).state.campaign
        refuse_unless(not club or self.logs.is_arbitrator(actor, club), problem("campaign.arbitrator_only"))

    def preview_correction(self, actor: str, register: str, command: commands.Correct) -> Change:
        """What a correction would change."""
        self.may_correct(actor, register)
        before = self.logs.register(register).state
        return Change(before, reduce(evolve, _correction_events(self.logs, before, command), before))

    def preview_points(self, actor: str, register: str, day: date) -> Change:
        """What everything would cost on another day."""
        before = self.own(actor, register).state
        return Change(before, evolve(before, editing.decide_points_date(before, day, self.logs.cards)))

    # Acting ----------------------------------------------------------------------------------------------

    def do(self, act: Act, register: str, command: Command) -> Done:
        """Do what is asked of a Register, or refuse with every reason. The same key acts once."""
        done = None if isinstance(command, BEGINNINGS) else self.logs.earlier_answer(act, (register, command))
        try:
            return done or HANDLERS.handle(AtRegister(self, register), act, command)
        except StaleVersion:
            if not isinstance(command, NAMED):
                raise
            with self.logs.store.alone():  # usually because the same form was sent twice
                return HANDLERS.handle(AtRegister(self, register), act, command)

    def can(self, act: Act, register: str, command: Command) -> tuple[Violation, ...]:
        """What stands in the way of a command. Nothing is written."""
        return HANDLERS.can(AtRegister(self, register), act, command)

    def keep(self, actor: str, register: str) -> None:
        """Tie the Register to the actor. This comes after its first entry, so a lost connection leaves
        no tie to a missing Register, and sending the form again completes what is missing."""
        about_to_write()
        self.stream_roles.grant(actor, register, "owner")

    def refuse_too_many(self, actor: str, register: str) -> None:
        """Refuse more Registers than one person may keep."""
        held = self.streams(actor)
        full = len(held) >= MOST_REGISTERS and register not in held
        if full:
            raise Refused(problem("register.too_many", max=MOST_REGISTERS))


class AtRegister(At[Register]):
    """A Register as a command finds it."""

    def __init__(self, registers: Registers, stream: str) -> None:
        super().__init__(registers.logs, REGISTER, stream)
        self.registers = registers


def permit(at: AtRegister, act: Act, _: Command, who: str) -> None:
    """Check whose act it is: the owner's, a corrector's, or anyone's."""
    if who == "owner":
        at.registers.own(act.actor, at.stream)
    elif who == "corrector":
        at.registers.may_correct(act.actor, at.stream)


HANDLERS: Handlers[AtRegister] = Handlers(permit)
BEGINNINGS = (commands.OpenRegister, commands.CopyRegister)
NAMED = (commands.Undo, commands.Redo, commands.CopyRegister)
"""They name what they are about, so they are decided again on what is there now."""


@HANDLERS.handles(commands.OpenRegister, who="anyone")
def open_register(at: AtRegister, act: Act, command: commands.OpenRegister) -> Done:
    """Begin a Register under a fresh stream id, owned by the actor."""
    at.registers.refuse_too_many(act.actor, at.stream)
    event = editing.decide_open(command.faction, command.points_date, act.actor)
    done = at.begin(act, command, event)
    at.registers.keep(act.actor, at.stream)
    return done


def decide_withdrawal(at: AtRegister, command: commands.Withdraw) -> Event:
    """Take back a unit or one of its upgrades before the first battle."""
    if command.upgrade:
        return editing.decide_withdraw_upgrade(at.now, command.dossier, command.upgrade)
    return editing.decide_withdraw(at.now, command.dossier)


def decide_recruit(at: AtRegister, command: commands.Recruit) -> Event:
    """Recruit a unit outside a battle."""
    return editing.decide_edit(at.now, command.wanted, at.logs.cards, at.logs.switches(at.now.campaign))


def by_owner(kind: type[C], decide: Callable[[AtRegister, C], Event]) -> None:
    """Register a command of the owner that a single rule decides."""

    @HANDLERS.handles(kind, who="owner")
    def handle(at: AtRegister, act: Act, command: C) -> Done:
        return at.write(act, command, decide(at, command))


by_owner(commands.Recruit, decide_recruit)
by_owner(commands.Withdraw, decide_withdrawal)
by_owner(
    commands.NameUnit, lambda at, command: editing.decide_unit_name(at.now, command.dossier, command.name)
)
by_owner(commands.NameRegister, lambda at, command: editing.decide_name(at.now, command.name))
by_owner(commands.Found, lambda at, _: editing.decide_found(at.now))
by_owner(commands.Retire, lambda at, _: editing.decide_retire(at.now))
by_owner(
    commands.MovePointsDate,
    lambda at, command: editing.decide_points_date(at.now, command.day, at.logs.cards),
)


@HANDLERS.handles(commands.RequestAid, who="owner")
def request_aid(at: AtRegister, act: Act, command: commands.RequestAid) -> Done:
    """An aid request after building the starting Register."""
    return at.write(
        act, command, *decide_starting_aid(at.now, command.request, at.logs.cards, at.logs.library)
    )


@HANDLERS.handles(commands.ChooseArc, who="owner")
def choose_arc(at: AtRegister, act: Act, command: commands.ChooseArc) -> Done:
    """Choose the story arc while building."""
    at.logs.refuse_anothers_arc(command.arc, act.actor)
    return at.write(act, command, editing.decide_arc(at.now, command.arc, at.logs.library))


@HANDLERS.handles(commands.Correct, who="corrector")
def correct_register(at: AtRegister, act: Act, command: commands.Correct) -> Done:
    """Correct a Register, visibly for everybody."""
    return at.write(act, command, *_correction_events(at.logs, at.now, command))


def _correction_events(logs: CampaignLogs, now: Register, command: commands.Correct) -> Sequence[Event]:
    """The events of a correction, which is about a battle of this Register or about none in particular."""
    known = {"", now.open_battle, *(past.battle for past in now.battles)}
    refuse_unless(command.battle in known, problem("register.no_such_battle"))
    request = (command.fixes, command.reason, command.battle)
    return correcting.decide_correction(now, *request, logs.library, logs.cards)


@HANDLERS.handles(commands.Undo, who="owner")
def undo_act(at: AtRegister, act: Act, command: commands.Undo) -> Done:
    """Undo one's own latest act. A form that is sent twice finds it undone and does nothing."""
    batch, log = command.batch[:100], at.logs.store.read(at.stream)
    if any((entry.batch, entry.actor) == (batch, act.actor) for entry in log) and batch in undone_acts(log):
        return None
    if not batch or batch != at.registers.undoable(act.actor, at.stream):
        battle = at.now.open_battle if at.registers.alone([batch], at.stream) else ""
        in_battle = problem("register.in_battle", (battle,), 128)
        raise Refused(in_battle if battle else problem("log.nothing_to_undo", (at.stream,)))
    return undoing.undo(at.logs.store, batch, actor=act.actor, at=act.at, batch=act.batch)


@HANDLERS.handles(commands.Redo, who="owner")
def redo_act(at: AtRegister, act: Act, command: commands.Redo) -> Done:
    """Redo what the latest undo took back. A form that is sent twice finds it there and does nothing."""
    batch = command.batch[:100]
    if batch and batch == at.registers.redoable(act.actor, at.stream):
        return undoing.redo(at.logs.store, at.stream, actor=act.actor, at=act.at, batch=act.batch)
    here = any(entry.batch == batch for entry in at.logs.effective(at.stream))
    refuse_unless(here, problem("log.nothing_to_redo", (at.stream,)))
    return None


@HANDLERS.handles(commands.CopyRegister, who="owner")
def copy_register(at: AtRegister, act: Act, command: commands.CopyRegister) -> Done:
    """Copy the Register with its history; sending the form again completes an interrupted copy."""
    event = decide_copy(at.now, at.stream)
    at.registers.refuse_too_many(act.actor, command.to)
    copy_history(at.logs.store, act, at.stream, command.to, event)
    at.registers.keep(act.actor, command.to)
    return None
