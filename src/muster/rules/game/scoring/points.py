"""Victory points with their reason, and choices of units, as the cards of a mission ask for them."""

from collections.abc import Iterable
from typing import Final

from muster.rules.game.events import Scored
from muster.rules.game.steps import ChooseUnits, Confirm
from muster.rules.game.table import Score, Side, Table

FIRST_SCORING: Final = 2
"""Objectives score from round 2."""


def scored(table: Table, side: Side, points: int, why: str, about: Iterable[str] = ()) -> Scored:
    """Victory points of this round; `why` is the card and the reason: `bunker-assault.destroyed`."""
    card, reason = why.split(".")
    score = Score(side=side, points=points, card=card, reason=reason, round=table.round, about=tuple(about))
    return Scored(score=score)


def units_of(table: Table, side: Side) -> tuple[str, ...]:
    """The ids of a side's units that still take part."""
    return tuple(unit.id for unit in table.army(table.seat_of(side)))


def choose(
    table: Table, side: Side, what: str, number: int, units: tuple[str, ...] | None = None
) -> ChooseUnits:
    """A choice of exactly so many units, or of all where there are fewer."""
    units = units_of(table, side) if units is None else units
    count = min(number, len(units))
    return ChooseUnits(
        id=f"r{table.round}.{what}.{side}",
        seat=table.seat_of(side),
        purpose=what,
        units=units,
        least=count,
        most=count,
    )


def if_full(table: Table, steps: Iterable[ChooseUnits]) -> tuple[ChooseUnits, ...]:
    """Choices of units are asked for only where units are kept."""
    return tuple(steps) if table.level == "full" else ()


def on_the_map(card: str) -> Confirm:
    """The tokens of a card are placed."""
    return Confirm(id=f"setup.{card}", about=card)
