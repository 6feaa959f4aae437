"""Who defeated a unit: told with the defeat, or asked once for every card that has to know it."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from muster.rules.game.hooks import Choice, Moment, effect, in_force, purpose
from muster.rules.game.kernel import Outcome
from muster.rules.game.scoring.points import may_choose, units_of
from muster.rules.game.table import Side, Table, Unit
from muster.rules.log import Event

Worth: TypeAlias = Callable[[Table, Side, Unit, Unit], tuple[Event, ...]]
WORTH: Final[dict[str, Worth]] = {}
"""What it is worth to a side's card that a unit of that side defeated an enemy."""


def worth(card: str) -> Callable[[Worth], Worth]:
    """Say what a card makes of the attacker and the unit that fell."""

    def register(function: Worth) -> Worth:
        WORTH[card] = function

        @effect("defeated", card)
        def _defeated(table: Table, moment: Moment) -> Outcome:
            """Known, or asked by the first card that has to know."""
            fell = table.units[moment.unit]
            if table.side_of(fell.seat) == moment.side or moment.card:
                return Outcome()
            if attacker := table.units.get(moment.by):
                own = table.side_of(attacker.seat) == moment.side
                return Outcome(function(table, moment.side, attacker, fell) if own else ())
            return _asks(table, moment) if card == next(_wanting(table, moment.side)) else Outcome()

        return function

    return register


def _wanting(table: Table, side: Side) -> Iterator[str]:
    """The cards of a side that have to know the attacker, in their order."""
    return (card for card, moment in in_force(table) if card in WORTH and moment.side == side)


def _asks(table: Table, moment: Moment) -> Outcome:
    seat, what = table.seat_of(moment.side), f"defeated-by:{moment.unit}"
    return Outcome(then=may_choose(table, seat, what, units_of(table, moment.side)))


@purpose("defeated-by")
def _by_these(choice: Choice) -> Outcome:
    """The attacker was named; nobody where it was no attack."""
    table, side = choice.table, choice.side
    fell = table.units[choice.step.marker]
    cards = tuple(_wanting(table, side))
    events = (WORTH[card](table, side, table.units[by], fell) for by in choice.units for card in cards)
    return Outcome(tuple(event for found in events for event in found))
