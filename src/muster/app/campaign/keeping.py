"""Looking after one's own Register: bring back what was undone, move its points date, copy it."""

from datetime import date
from itertools import groupby
from typing import Final, NamedTuple

from muster.app import undo as undoing
from muster.app.acting import Act
from muster.app.campaign.register_access import MOST_REGISTERS, REGISTERS, MyTours
from muster.app.streams import Appended, Write
from muster.rules.campaign.register import editing
from muster.rules.campaign.register.copying import copied_events, decide_copy
from muster.rules.campaign.register.events import RegisterNamed
from muster.rules.campaign.register.register import SOURCE, Register, evolve
from muster.rules.log import live, redoable
from muster.rules.violations import Refused, Violation

COPIER: Final = "copy"
"""Who wrote the copied acts: nobody's own, so that nobody takes them back one by one."""

LONGEST_NAME: Final = 60


class Repriced(NamedTuple):
    """A card whose points another day changes, and on whose dossier it is."""

    unit: str
    card: str
    before: int
    after: int


class Moved(NamedTuple):
    """A Register before and after another points date."""

    before: Register
    after: Register
    changes: list[Repriced]


class Keeping:
    """The use cases over one's own Registers."""

    def __init__(self, my: MyTours) -> None:
        self.my = my
        self.tours = my.tours

    def redoable(self, actor: str, register: str) -> str:
        """The latest act that a redo brings back; empty where there is none, or a battle shares it."""
        now = self.my.register(actor, register).state
        store = self.tours.store
        ready = redoable(store.read(register), actor)
        shared = any(store.streams_of(batch) != [register] for batch in ready)
        return "" if not ready or shared or now.open_battle else ready[0]

    def redo(self, act: Act, register: str, batch: str) -> Appended | None:
        """Bring back what the latest undo took. A form sent twice finds it there and does nothing."""
        ready = self.redoable(act.actor, register)
        if not batch or batch != ready:
            if any(entry.batch == batch for entry in live(self.tours.store.read(register))):
                return None
            raise Refused(Violation(code="log.nothing_to_redo", source=SOURCE, about=(register,)))
        return undoing.redo(self.tours.store, register, actor=act.actor, at=act.at, batch=act.batch)

    def preview_points(self, actor: str, register: str, day: date) -> Moved:
        """What would cost how much on another day."""
        before = self.my.register(actor, register).state
        after = evolve(before, editing.decide_points_date(before, day, self.tours.cards))
        return Moved(before, after, _repriced(before, after))

    def move_points_date(self, act: Act, register: str, day: date) -> Appended:
        """Count with the points of another day (R25)."""
        self.my.register(act.actor, register)
        return self.tours.move_points_date(act, register, day)

    def copy(self, act: Act, register: str, to: str) -> None:
        """Copy the Register with its history, each act on its own day.

        The tie comes last: a copy that broke off is nobody's, and the same form sent again completes it.
        """
        source = self.my.register(act.actor, register).state
        event = decide_copy(source, register)
        self._refuse_too_many(act.actor, to)
        known = self.tours.store.version(to)
        version = self._copy_acts(act, register, to, known)
        name = RegisterNamed(f"Copy of {source.name}"[:LONGEST_NAME])
        if version >= known:
            last = Write(to, version, (event, name) if source.name else (event,))
            self.tours.store.append([last], actor=COPIER, at=act.at, batch=f"{act.batch}-last")
        self.my.stream_roles.grant(act.actor, to, "owner")

    def _copy_acts(self, act: Act, register: str, to: str, known: int) -> int:
        """Every act that counts, and where the copy stands after them."""
        version = 0
        entries = live(self.tours.store.read(register))
        for number, (_, group) in enumerate(groupby(entries, key=lambda entry: entry.batch)):
            together = list(group)
            events = copied_events(together)
            if events and version >= known:
                batch = f"{act.batch}-{number}"
                write = Write(to, version, events)
                self.tours.store.append([write], actor=COPIER, at=together[0].at, batch=batch)
            version += len(events)
        return version

    def _refuse_too_many(self, actor: str, to: str) -> None:
        held = self.my.stream_roles.streams(actor, "owner", REGISTERS)
        if len(held) >= MOST_REGISTERS and to not in held:
            raise Refused(Violation(code="register.too_many", source=SOURCE, params={"max": MOST_REGISTERS}))


def _repriced(before: Register, after: Register) -> list[Repriced]:
    found = []
    for old, new in zip(before.dossiers, after.dossiers, strict=True):
        pairs = [(old.unit_name, old.points, new.points)]
        pairs += [
            (one.name, one.points, two.points) for one, two in zip(old.upgrades, new.upgrades, strict=True)
        ]
        found += [Repriced(old.called, card, was, now) for card, was, now in pairs if was != now]
    return found
