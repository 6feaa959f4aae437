"""Use cases of the dice table: open, roll, type in, undo, close, view."""

from collections.abc import Callable, Sequence
from datetime import datetime
from os import urandom
from typing import Final, NamedTuple

import msgspec

from muster.app import undo as undoing
from muster.app.acting import Act, Command, Handlers, fingerprint
from muster.app.dice import commands
from muster.app.dice.sources import fresh_roll
from muster.app.streams import Appended, EventStore, StaleVersion, Write
from muster.rules.dice.faces import Roll, typed_roll
from muster.rules.dice.proof import Evidence, evidence_of_roll
from muster.rules.dice.table import (
    SOURCE,
    TABLE,
    DiceRolled,
    SeedSealed,
    Table,
    TableOpened,
    clean_table_text,
    decide_close,
    decide_roll,
    is_proven,
    not_open,
)
from muster.rules.log import Event, Recorded, act_to_undo, kept_events
from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless

TRIES = 8


class RowView(msgspec.Struct, frozen=True):
    """A roll as people see it. `seed` and `proven` are set only once the table is closed."""

    number: int
    roll: Roll
    by: str
    note: str
    at: datetime
    seed: str | None
    proven: bool

    @property
    def evidence(self) -> Evidence:
        """What proves it."""
        return evidence_of_roll(f"roll {self.number}", self.roll, self.seed or "")


class TableView(msgspec.Struct, frozen=True):
    """The table as people see it, newest roll first. `undoable` holds the act that each person may undo."""

    stream: str
    version: int
    name: str
    by: str
    closed: bool
    rows: tuple[RowView, ...]
    undoable: dict[str, str]


class DiceContext(NamedTuple):
    """One dice table and the store that holds its log."""

    store: EventStore
    stream: str

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self.store.load(TABLE, self.stream).state


def permit(context: DiceContext, act: Act, _: Command, who: str) -> None:
    """Whoever has the link may play; only the person who opened the table may close it."""
    if who == "opener" and context.table.by:
        refuse_unless(context.table.by == act.actor, Violation(code="table.not_yours", source=SOURCE))


HANDLERS: Final[Handlers[DiceContext]] = Handlers(permit)


@HANDLERS.handles(commands.OpenTable, who="anyone")
def open_table(context: DiceContext, act: Act, command: commands.OpenTable) -> Appended:
    """Open a table under a fresh stream id."""
    opened = TableOpened(clean_table_text(command.name) or "Dice table", act.actor)
    write = Write(context.stream, 0, (opened,))
    key = act.key_for(fingerprint(command))
    return context.store.append([write], actor=act.actor, at=act.at, batch=act.batch, key=key)


@HANDLERS.handles(commands.RollDice, who="anyone")
def roll_dice(context: DiceContext, act: Act, command: commands.RollDice) -> Appended:
    """Roll dice. A step that was undone gets its old seed back, so nobody can fish for better dice."""

    def decide(table: Table, old_seed: str | None) -> tuple[Event, ...]:
        kept = bytes.fromhex(old_seed) if old_seed else b""
        roll, seed = fresh_roll(command.dice, lambda size: kept or urandom(size))
        return decide_roll(table, roll, act.actor, command.note, seed)

    return _append_to_latest(context, act, command, decide)


@HANDLERS.handles(commands.TypeDice, who="anyone")
def type_dice(context: DiceContext, act: Act, command: commands.TypeDice) -> Appended:
    """Record a roll of somebody's own dice."""
    roll = typed_roll(command.dice, command.faces)
    return _append_to_latest(
        context, act, command, lambda table, _: decide_roll(table, roll, act.actor, command.note, None)
    )


@HANDLERS.handles(commands.UndoRoll, who="anyone")
def undo_roll(context: DiceContext, act: Act, command: commands.UndoRoll) -> Appended:
    """Undo the actor's own latest roll while the table is open."""
    refuse_if(*not_open(context.table))
    if command.batch != undoable_roll(context.store.read(context.stream), act.actor):
        raise Refused(Violation(code="log.nothing_to_undo", source=SOURCE, about=(context.stream,)))
    return undoing.undo(context.store, command.batch, actor=act.actor, at=act.at, batch=act.batch)


@HANDLERS.handles(commands.CloseTable, who="opener")
def close_table(context: DiceContext, act: Act, command: commands.CloseTable) -> Appended:
    """Close the table and reveal every seed."""
    return _append_to_latest(context, act, command, lambda table, _: (decide_close(table),))


def table_view(store: EventStore, stream: str) -> TableView:
    """What everybody at the table may see; seeds only once it is closed."""
    log = store.read(stream)
    table = store.load(TABLE, stream).state
    refuse_unless(table.by, Violation(code="table.unknown", source=SOURCE))
    times = {entry.event.number: entry.at for entry in log if isinstance(entry.event, DiceRolled)}
    seeds = table.seeds if table.closed else {}
    rows = tuple(
        RowView(
            row.number,
            row.roll,
            row.by,
            row.note,
            times[row.number],
            seeds.get(row.number),
            is_proven(row, seeds),
        )
        for row in reversed(table.rolls)
    )
    people = {row.by for row in table.rolls} if not table.closed else ()
    own = {person: batch for person in people if (batch := undoable_roll(log, person))}
    return TableView(stream, log[-1].version, table.name, table.by, table.closed, rows, own)


def undoable_roll(log: Sequence[Recorded], actor: str) -> str | None:
    """The act of the actor's own latest roll, if it is their latest act here."""
    target = act_to_undo(log, actor)
    return next((e.batch for e in log if e.batch == target and isinstance(e.event, DiceRolled)), None)


def _append_to_latest(
    context: DiceContext, act: Act, command: Command, decide: Callable[[Table, str | None], tuple[Event, ...]]
) -> Appended:
    """A roll does not depend on what others have just rolled, so a stale version is retried, not refused."""
    store, key = context.store, act.key_for(fingerprint((context.stream, command)))
    for left in reversed(range(TRIES)):
        if key and (done := store.earlier_answer(act.actor, key)):
            return done
        log, table = store.read(context.stream), context.table
        write = Write(context.stream, len(log), decide(table, _kept_seed(log, table, act.actor)))
        try:
            return store.append([write], actor=act.actor, at=act.at, batch=act.batch, key=key)
        except StaleVersion:
            if not left:
                raise
    raise AssertionError("unreachable")


def _kept_seed(log: Sequence[Recorded], table: Table, actor: str) -> str | None:
    old = kept_events(log, table.next_step(actor), actor)
    return next((event.seed for event in old if isinstance(event, SeedSealed)), None)
