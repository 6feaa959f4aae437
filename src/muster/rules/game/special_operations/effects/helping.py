"""What many effects have in common: whose they are, who got an order, tokens for those that were picked."""

from collections.abc import Callable, Iterable

from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked
from muster.rules.game.special_operations.deciding import Decision, asks, decides
from muster.rules.game.special_operations.panic import give
from muster.rules.game.special_operations.squads.cards import CommandCard, LoadoutSide
from muster.rules.game.special_operations.squads.squads import command_card, loadout_side
from muster.rules.game.special_operations.units import ability, edition, measured, squad, stands
from muster.rules.game.table import Seat, Table
from muster.rules.log import Event


def seat_of(table: Table, moment: Moment) -> Seat:
    """Whose card it is."""
    return table.seat_of(moment.side)


def own(table: Table, moment: Moment, id: str) -> bool:
    """Whether a unit is of the side whose card it is."""
    return id in table.units and table.side_of(table.units[id].seat) == moment.side


def attacks(table: Table, moment: Moment) -> bool:
    """Whether a unit of the card's side attacks."""
    return own(table, moment, moment.unit)


def loadout(table: Table, id: str) -> LoadoutSide:
    """A side of a loadout card."""
    return loadout_side(edition(table), id)


def command(table: Table, id: str) -> CommandCard:
    """A command card."""
    return command_card(edition(table), id)


def number(table: Table, moment: Moment, id: str) -> int:
    """The value of the carrier's ability."""
    found = ability(table, table.units[moment.carrier], id)
    return found.value if found else 0


def ordered(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units of a seat with a faceup order."""
    return tuple(unit.id for unit in table.army(seat) if unit.order == "faceup")


def bout(what: str, by: int = 1) -> Outcome:
    """Something more in this attack."""
    return Outcome((Marked(name=f"bout.{what}", by=by),) if by else ())


def as_measured(choice: Decision, by: str, keyword: str, more: int) -> Outcome:
    """So much more of a keyword in this attack, and in the next ones until somebody moves."""
    kept = Marked(name=measured(choice.step.what, choice.step.unit, by), by=1 + more)
    return Outcome((kept, *bout(keyword, more).events))


def looked_at(table: Table, card: str, unit: str, by: str) -> int:
    """What was told of where a unit stands, one higher; 0 where nobody has looked since it moved."""
    return table.mark(measured(card, unit, by))


def known(table: Table, card: str, unit: str, by: str, keyword: str) -> Outcome:
    """The keyword by what was told already, when an attack is declared."""
    return bout(keyword, max(0, looked_at(table, card, unit, by) - 1))


def objectives(table: Table) -> str:
    """How many objectives lie on the table: with one more or less it is looked at again."""
    return str(sum(1 for _ in table.lying()))


def all_give(table: Table, units: Iterable[str], token: str, by: int = 1, why: str = "") -> Outcome:
    """These units gain tokens."""
    return Outcome(tuple(event for one in units for event in give(table, one, token, by, why)))


def picked(id: str, do: Callable[[Table, str], Iterable[Event]]) -> None:
    """Say what becomes of each unit picked for a card."""

    def settle(choice: Decision) -> Outcome:
        return Outcome(tuple(event for one in choice.picked for event in do(choice.table, one)))

    decides(id)(settle)


def shaken(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units of a seat on the table with Suppression."""
    return tuple(one for one in squad(table, seat) if table.units[one].suppression)


def near_objective(table: Table, moment: Moment, id: str, unit: str) -> Outcome:
    """Somebody looks whether a unit is at 3 inches of an objective; in the Network it is at none (G36)."""
    if not stands(table.units[unit]) or not any(True for _ in table.lying()):
        return Outcome()
    seat = table.units[unit].seat
    return Outcome(then=(asks(id, seat, moment.place, unit=unit),))


def to_ordered(card: str, do: Callable[[Table, str], Iterable[Event]]) -> None:
    """Something for each unit given an order."""

    @effect("ordered", card)
    def settle(table: Table, moment: Moment) -> Outcome:
        units = ordered(table, seat_of(table, moment))
        return Outcome(tuple(event for one in units for event in do(table, one)))
