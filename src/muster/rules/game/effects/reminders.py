"""What the table has to remember of the unit that acts: effects that the dice on the table carry out."""

from collections.abc import Callable
from typing import Final, NamedTuple

from muster.rules.campaign.battle.wipe_them_out import shelter
from muster.rules.game.effects.commendations import TAPPED, usable
from muster.rules.game.effects.setbacks import hits_lost
from muster.rules.game.scoring.points import this_round
from muster.rules.game.table import Table, Unit

MOST_HITS: Final = 40
"""More Hits than any attack shows."""


class Reminder(NamedTuple):
    """An effect to be minded for a unit, with its number."""

    unit: str
    effect: str
    number: int = 0


def reminders(table: Table, unit: Unit) -> tuple[Reminder, ...]:
    """What a unit's attack or defence has to mind: Hits lost to Battle-Fatigue (rule 202), dice of an
    Embittered Paragon, Relentless of The Best of Us, cover beside a position (rule 61), uses still to be
    had (rule 249)."""
    found = ((name, number(table, unit)) for name, number in NUMBERS.items())
    uses = ((name, int(usable(table, unit, name))) for name in TAPPED)
    return tuple(Reminder(unit.id, name, count) for name, count in (*found, *uses) if count)


def _fatigued(_table: Table, unit: Unit) -> int:
    return hits_lost(unit, MOST_HITS)


def _embittered(_table: Table, unit: Unit) -> int:
    return unit.suppression if "embittered" in unit.effects else 0


def _relentless(table: Table, unit: Unit) -> int:
    return table.mark(this_round(table, f"relentless.{unit.id}"))


def _sheltered(table: Table, unit: Unit) -> int:
    return shelter(bool(table.mark(f"sheltered.{unit.id}"))).cover


NUMBERS: Final[dict[str, Callable[[Table, Unit], int]]] = {
    "battle-fatigue": _fatigued,
    "embittered": _embittered,
    "relentless": _relentless,
    "sheltered": _sheltered,
}
