"""Victory points with their reason, and choices of units, as the cards of a mission ask for them."""

from collections.abc import Iterable
from typing import Final

from muster.rules.game.log.events import Scored
from muster.rules.game.steps import ChooseUnits, Confirm, Gain
from muster.rules.game.table import Marker, Score, Seat, Side, Table, Unit

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


def may_choose(
    table: Table, seat: Seat, what: str, units: Iterable[str], most: int = 1
) -> tuple[ChooseUnits, ...]:
    """A choice of up to so many of these units, where there are any; `what` is the purpose, and after a colon
    what it is about, which tells several such choices apart."""
    units = tuple(units)
    name = f"r{table.round}.{what}.{table.side_of(seat)}"
    what, _, of = what.partition(":")
    step = ChooseUnits(id=name, seat=seat, purpose=what, units=units, most=min(most, len(units)), marker=of)
    return (step,) if units else ()


def suppress(table: Table, units: Iterable[str], number: int, why: str) -> tuple[Gain, ...]:
    """These units gain Suppression by a card."""
    units = tuple(units)
    step = Gain(
        id=f"r{table.round}.{why}.{'-'.join(units)}.suppression",
        units=units,
        what="suppression",
        number=number,
        why=why,
    )
    return (step,) if units and number > 0 else ()


def on_table(table: Table, seat: Seat | None = None) -> tuple[Unit, ...]:
    """The units that stand on the table, of one seat or of both."""
    return tuple(
        unit
        for unit in table.units.values()
        if unit.here and unit.deployed and (seat is None or unit.seat == seat)
    )


def lying(table: Table, name: str) -> tuple[Marker, ...]:
    """The tokens of a name that are still in play."""
    return tuple(marker for marker in table.lying() if marker.name == name)


def this_round(table: Table, name: str) -> str:
    """The name of a mark that counts for this round only."""
    return f"{name}.r{table.round}"


def if_full(table: Table, steps: Iterable[ChooseUnits]) -> tuple[ChooseUnits, ...]:
    """Choices of units are asked for only where units are kept."""
    return tuple(steps) if table.level == "full" else ()


def on_the_map(card: str) -> Confirm:
    """The tokens of a card are placed."""
    return Confirm(id=f"setup.{card}", about=card)
