"""Who may do what to a Register: its owner, and nobody else. To others it does not exist.

`Tours` decides by the rules alone; `MyTours` asks first whose the Register is. Pages and the API write
Registers through `MyTours` only.
"""

from collections.abc import Sequence
from datetime import date

from muster.app import undo as undoing
from muster.app.acting import Act
from muster.app.campaign.campaigns import Tours
from muster.app.stream_roles import StreamRoles
from muster.app.streams import Appended, Loaded
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register.events import RegisterOpened
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.campaign.register.register import SOURCE, Register
from muster.rules.cards.vocabulary import Faction
from muster.rules.log import Recorded, live, undoable, undone
from muster.rules.violations import Refused, Violation

MOST_REGISTERS = 100
REGISTERS = "register:"


def own_register(tours: Tours, stream_roles: StreamRoles, actor: str, register: str) -> Loaded[Register]:
    """The actor's own Register; another's is as good as not there."""
    if not actor or stream_roles.role(actor, register) != "owner":
        raise _unknown()
    loaded = tours.register(register)
    if loaded.state.status == "unknown":
        raise _unknown()
    return loaded


def undoable_here(tours: Tours, log: Sequence[Recorded], actor: str) -> str | None:
    """The actor's own latest act, where it wrote to this Register alone and is not its beginning.

    An act that a battle shares is undone where the battle stands.
    """
    batch = undoable(log, actor)
    if batch is None or len(tours.store.streams_of(batch)) > 1:
        return None
    if any(entry.batch == batch and isinstance(entry.event, RegisterOpened) for entry in log):
        return None
    return batch if live(log)[-1].batch == batch else None


class MyTours:
    """The use cases of one's own Registers: each act is refused when the actor does not own the Register."""

    def __init__(self, tours: Tours, stream_roles: StreamRoles) -> None:
        self.tours = tours
        self.stream_roles = stream_roles

    # Looking ---------------------------------------------------------------------------------------------

    def registers(self, actor: str) -> list[tuple[str, Register]]:
        """The actor's Registers with their streams, newest first."""
        streams = self.stream_roles.streams(actor, "owner", REGISTERS) if actor else []
        return [(stream, self.tours.register(stream).state) for stream in streams]

    def register(self, actor: str, register: str) -> Loaded[Register]:
        """One of them."""
        return own_register(self.tours, self.stream_roles, actor, register)

    def log(self, actor: str, register: str) -> list[Recorded]:
        """Everything that happened to it and counts."""
        self.register(actor, register)
        return live(self.tours.store.read(register))

    def undoable(self, actor: str, register: str) -> str | None:
        """The act that an undo would take back."""
        self.register(actor, register)
        return undoable_here(self.tours, self.tours.store.read(register), actor)

    # Acting ----------------------------------------------------------------------------------------------

    def open(self, act: Act, register: str, faction: Faction, points_date: date) -> Appended:
        """Begin a Register and own it. The tie comes second: a broken line leaves no tie to nothing, and
        the same form sent again completes what is missing."""
        held = self.stream_roles.streams(act.actor, "owner", REGISTERS)
        if len(held) >= MOST_REGISTERS and register not in held:
            raise Refused(Violation(code="register.too_many", source=SOURCE, params={"max": MOST_REGISTERS}))
        done = self.tours.open_register(act, register, faction, points_date)
        self.stream_roles.grant(act.actor, register, "owner")
        return done

    def recruit(self, act: Act, register: str, wanted: Recruit) -> Appended:
        """Add a unit."""
        return self._mine(act, register).recruit(act, register, wanted)

    def name_unit(self, act: Act, register: str, dossier: str, name: str) -> Appended:
        """Name a unit."""
        return self._mine(act, register).name_unit(act, register, dossier, name)

    def withdraw(self, act: Act, register: str, dossier: str, upgrade: str = "") -> Appended:
        """Take back a unit or an upgrade before the first battle."""
        return self._mine(act, register).withdraw(act, register, dossier, upgrade)

    def request_aid(self, act: Act, register: str, request: AidRequest) -> Appended:
        """An aid request after building."""
        return self._mine(act, register).request_aid(act, register, request)

    def choose_arc(self, act: Act, register: str, arc: str) -> Appended:
        """Choose the story arc."""
        return self._mine(act, register).choose_arc(act, register, arc)

    def name_register(self, act: Act, register: str, name: str) -> Appended:
        """Name the Register."""
        return self._mine(act, register).name_register(act, register, name)

    def found(self, act: Act, register: str) -> Appended:
        """Finish building."""
        return self._mine(act, register).found(act, register)

    def retire(self, act: Act, register: str) -> Appended:
        """Retire the Register."""
        return self._mine(act, register).retire(act, register)

    def undo(self, act: Act, register: str, batch: str) -> Appended | None:
        """Take back one's own latest act. A form sent twice finds it gone already and does nothing."""
        log = self._mine(act, register).store.read(register)
        if any(entry.batch == batch and entry.actor == act.actor for entry in log) and batch in undone(log):
            return None
        if not batch or batch != undoable_here(self.tours, log, act.actor):
            raise Refused(Violation(code="log.nothing_to_undo", source=SOURCE, about=(register,)))
        return undoing.undo(self.tours.store, batch, actor=act.actor, at=act.at, batch=act.batch)

    def _mine(self, act: Act, register: str) -> Tours:
        self.register(act.actor, register)
        return self.tours


def _unknown() -> Refused:
    return Refused(Violation(code="register.unknown", source=SOURCE))
