"""A dice table: several people roll in one tray and everybody sees the same faces.

While the table is open only the commitment of a roll is shown; closing it opens the seeds, and anybody can
compute every face again. Undoing a roll keeps its seed: rolling the same step again shows the same faces.
"""

from typing import Final

import msgspec

from muster.rules.dice.evidence import verify
from muster.rules.dice.faces import Roll, check_roll
from muster.rules.log import Decider, Event, event
from muster.rules.violations import Source, Violation, refuse_if, refuse_unless

MOST_ROLLS: Final = 500
MOST_LETTERS: Final = 60
SERVER: Final = frozenset({"server"})
SOURCE: Final = "dice table"
problem = Source(SOURCE).problem


@event("table.opened")
class TableOpened(Event, frozen=True):
    """Somebody laid out a tray."""

    name: str
    by: str


@event("table.rolled")
class DiceRolled(Event, frozen=True):
    """Dice fell: by the app with its commitment, or somebody's own dice typed in."""

    number: int
    step: str
    roll: Roll
    by: str
    note: str = ""

    def step_key(self) -> str:
        return self.step


@event("table.seed_sealed")
class SeedSealed(Event, frozen=True):
    """The seed behind a roll, kept on the server until the table closes."""

    number: int
    step: str
    seed: str

    def seen_by(self) -> frozenset[str]:
        return SERVER

    def step_key(self) -> str:
        return self.step


@event("table.closed")
class TableClosed(Event, frozen=True):
    """No more rolls; every seed is open from now on."""

    seeds: dict[int, str]


class TableRoll(msgspec.Struct, frozen=True):
    """A roll in its place at the table."""

    number: int
    roll: Roll
    by: str
    note: str


class Table(msgspec.Struct, frozen=True):
    """The tray as it stands. `seeds` is the server's until the table is closed."""

    name: str = ""
    by: str = ""
    rolls: tuple[TableRoll, ...] = ()
    seeds: dict[int, str] = {}
    closed: bool = False

    @property
    def next_number(self) -> int:
        """The number the next roll gets; taking back an older roll leaves its number empty."""
        return self.rolls[-1].number + 1 if self.rolls else 1

    def next_step(self, by: str) -> str:
        """Somebody's next roll, counted for them alone: after an undo it is the same step with the same seed,
        even when others have rolled in between."""
        return f"roll:{by}:{sum(row.by == by for row in self.rolls) + 1}"


def evolve(table: Table, event: Event) -> Table:
    """The state after one more event."""
    match event:
        case TableOpened():
            return Table(name=event.name, by=event.by)
        case DiceRolled():
            row = TableRoll(event.number, event.roll, event.by, event.note)
            return msgspec.structs.replace(table, rolls=(*table.rolls, row))
        case SeedSealed():
            return msgspec.structs.replace(table, seeds={**table.seeds, event.number: event.seed})
        case TableClosed():
            return msgspec.structs.replace(table, closed=True)
        case _:
            return table


TABLE: Final = Decider(name="table", schema=1, state=Table, initial=Table, evolve=evolve)


def clean_table_text(text: str) -> str:
    """A table's name or a roll's note: trimmed, printable, short."""
    clean = " ".join(text.split())
    too_long = problem("table.too_long", have=len(clean), max=MOST_LETTERS)
    refuse_unless(len(clean) <= MOST_LETTERS, too_long)
    return clean


def decide_roll(table: Table, roll: Roll, by: str, note: str, seed: str | None) -> tuple[Event, ...]:
    """A roll is added while the table is open and has room; impossible faces are refused."""
    full = problem("table.full", max=MOST_ROLLS) if len(table.rolls) >= MOST_ROLLS else None
    refuse_if(*not_open(table), *check_roll(roll), full)
    rolled = DiceRolled(table.next_number, table.next_step(by), roll, by, clean_table_text(note))
    return (rolled,) if seed is None else (rolled, SeedSealed(rolled.number, rolled.step, seed))


def decide_close(table: Table) -> TableClosed:
    """A table closes once."""
    refuse_if(*not_open(table))
    return TableClosed(table.seeds)


def is_proven(row: TableRoll, seeds: dict[int, str]) -> bool:
    """Whether an opened seed gives exactly these faces and this commitment."""
    return row.number in seeds and verify(row.roll, seeds[row.number])


def not_open(table: Table) -> tuple[Violation, ...]:
    """Why nothing can happen at the table any more, or yet."""
    if not table.by:
        return (problem("table.unknown"),)
    return (problem("table.closed"),) if table.closed else ()
