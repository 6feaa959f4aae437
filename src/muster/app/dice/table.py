"""Use cases of the dice table: open, roll, type in, undo, close, look."""

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from muster.app import undo as undoing
from muster.app.acting import Act
from muster.app.dice.sources import fresh_roll
from muster.app.streams import Appended, EventStore, StaleVersion, Write
from muster.rules.dice.faces import Die, Roll
from muster.rules.dice.table import (
    TABLE,
    DiceRolled,
    SeedSealed,
    Table,
    TableOpened,
    TableRoll,
    decide_close,
    decide_roll,
    is_proven,
    named,
)
from muster.rules.log import Event, Recorded, fold, kept, undoable
from muster.rules.violations import Refused, Violation

TRIES = 8


class RowView(msgspec.Struct, frozen=True):
    """A roll as people see it. `seed` and `proven` are there only when the table is closed."""

    number: int
    roll: Roll
    by: str
    note: str
    at: datetime
    seed: str | None
    proven: bool


class TableView(msgspec.Struct, frozen=True):
    """The tray as people see it, newest roll first. `undoable` names each person's act they may take back."""

    stream: str
    version: int
    name: str
    by: str
    closed: bool
    rows: tuple[RowView, ...]
    undoable: dict[str, str]


def open_table(store: EventStore, act: Act, stream: str, name: str) -> Appended:
    """Lay out a tray under a fresh stream id."""
    opened = TableOpened(named(name) or "Dice table", act.actor)
    key = act.asking(f"open:{opened.name}")
    return store.append([Write(stream, 0, (opened,))], actor=act.actor, at=act.at, batch=act.batch, key=key)


def roll_dice(store: EventStore, act: Act, stream: str, dice: Sequence[Die], note: str = "") -> Appended:
    """The app rolls. A step undone before gets its old seed back: no fishing for dice."""
    request = f"roll:{','.join(dice)}:{note}"

    def decide(table: Table, old_seed: str | None) -> tuple[Event, ...]:
        roll, seed = fresh_roll(dice) if old_seed is None else fresh_roll(dice, _again(old_seed))
        return decide_roll(table, roll, act.actor, note, seed)

    return _at_latest(store, act, stream, decide, request)


def type_dice(store: EventStore, act: Act, stream: str, roll: Roll, note: str = "") -> Appended:
    """Somebody's own dice, typed in (see `typed_roll`)."""

    def decide(table: Table, _old_seed: str | None) -> tuple[Event, ...]:
        return decide_roll(table, roll, act.actor, note, None)

    return _at_latest(store, act, stream, decide, f"type:{','.join(roll.dice)}:{','.join(roll.faces)}:{note}")


def undo_roll(store: EventStore, act: Act, stream: str, batch: str) -> Appended:
    """Take back a roll: the actor's own latest, while the table is open."""
    log = store.read(stream)
    if fold(Table(), TABLE.evolve, log).closed:
        raise Refused(Violation(code="table.closed", source="dice table"))
    if batch != undoable_roll(log, act.actor):
        raise Refused(Violation(code="log.nothing_to_undo", source="dice table", about=(stream,)))
    return undoing.undo(store, batch, actor=act.actor, at=act.at, batch=act.batch)


def close_table(store: EventStore, act: Act, stream: str) -> Appended:
    """End the table and open every seed."""
    return _at_latest(store, act, stream, lambda table, _: (decide_close(table, act.actor),), "close")


def look(store: EventStore, stream: str) -> TableView:
    """What everybody at the table may see; seeds only once it is closed."""
    log = store.read(stream)
    table = fold(Table(), TABLE.evolve, log)
    if not table.by:
        raise Refused(Violation(code="table.unknown", source="dice table"))
    times = {entry.event.number: entry.at for entry in log if isinstance(entry.event, DiceRolled)}
    seeds = table.seeds if table.closed else {}
    rows = tuple(_row(row, times[row.number], seeds) for row in reversed(table.rolls))
    people = {row.by for row in table.rolls} if not table.closed else ()
    own = {person: batch for person in people if (batch := undoable_roll(log, person))}
    return TableView(stream, log[-1].version, table.name, table.by, table.closed, rows, own)


def undoable_roll(log: Sequence[Recorded], actor: str) -> str | None:
    """The act of the actor's own latest roll, if it is their latest act here."""
    target = undoable(log, actor)
    return next((e.batch for e in log if e.batch == target and isinstance(e.event, DiceRolled)), None)


def _row(row: TableRoll, at: datetime, seeds: dict[int, str]) -> RowView:
    seed = seeds.get(row.number)
    return RowView(row.number, row.roll, row.by, row.note, at, seed, is_proven(row, seeds))


def _again(seed: str) -> Callable[[int], bytes]:
    return lambda _: bytes.fromhex(seed)


def _at_latest(
    store: EventStore,
    act: Act,
    stream: str,
    decide: Callable[[Table, str | None], tuple[Event, ...]],
    request: str,
) -> Appended:
    """A roll does not depend on what others just rolled: a stale version is read again, not refused."""
    key = act.asking(request)
    for left in reversed(range(TRIES)):
        if key and (done := store.answered(act.actor, key)):
            return done
        log = store.read(stream)
        table = fold(Table(), TABLE.evolve, log)
        write = Write(stream, log[-1].version if log else 0, decide(table, _kept_seed(log, table, act.actor)))
        try:
            return store.append([write], actor=act.actor, at=act.at, batch=act.batch, key=key)
        except StaleVersion:
            if not left:
                raise
    raise AssertionError("unreachable")


def _kept_seed(log: Sequence[Recorded], table: Table, actor: str) -> str | None:
    old = kept(log, table.next_step(actor), actor)
    return next((event.seed for event in old if isinstance(event, SeedSealed)), None)
