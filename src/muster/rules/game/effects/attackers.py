"""Who defeated a unit: told with the defeat, or asked once for every card that has to know it."""

from collections.abc import Callable, Iterator

from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import CARDS, Card, Moment, Worth, card, in_force
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.scoring.points import may_choose, units_of
from muster.rules.game.table import Side, Table


def worth(name: str) -> Callable[[Worth], Worth]:
    """Say what a card makes of the attacker and the unit that fell."""
    known = card(name)

    def register(function: Worth) -> Worth:
        known.worth = function

        @known.at("defeated")
        def _defeated(table: Table, moment: Moment) -> Outcome:
            """Known, or asked by the first card that has to know."""
            fell = table.units[moment.unit]
            if table.side_of(fell.seat) == moment.side or moment.card:
                return Outcome()
            if attacker := table.units.get(moment.by):
                own = table.side_of(attacker.seat) == moment.side
                return Outcome(function(table, moment.side, attacker, fell) if own else ())
            return _ask_attacker(table, moment) if known is next(_wanting(table, moment.side)) else Outcome()

        return function

    return register


def _wanting(table: Table, side: Side) -> Iterator[Card]:
    """The cards of a side that have to know the attacker, in their order."""
    return (CARDS[name] for name, whose, _ in in_force(table) if CARDS[name].worth and whose == side)


def _ask_attacker(table: Table, moment: Moment) -> Outcome:
    seat, own = table.seat_of(moment.side), units_of(table, moment.side)
    return Outcome(then=may_choose(seat, name_attacker, own, about=moment.unit))


@choice("defeated-by", told=True, door=NO_PLACE)
def name_attacker(answer: Answered[Nothing]) -> Outcome:
    """The attacker was named; nobody where it was no attack."""
    table, side = answer.table, answer.side
    fell = table.units[answer.step.unit]
    worths = [found.worth for found in _wanting(table, side) if found.worth]
    events = (worth(table, side, table.units[by], fell) for by in answer.chosen for worth in worths)
    return Outcome.of(event for found in events for event in found)
