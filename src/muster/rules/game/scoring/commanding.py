"""Commanders and orders: who was nominated, who takes orders, an order taken out of the pool."""

from muster.rules.campaign.battle.at_the_table import check_order, insecure
from muster.rules.game.engine.continuations import Answered, Nothing, Payload, Rolled, choice, dice
from muster.rules.game.hooks import CARDS, card
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import OrdersGiven, PoolsMade
from muster.rules.game.marks import NOMINATED
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.modes import mode_of
from muster.rules.game.steps.choices import Among
from muster.rules.game.table import Seat, Table, Unit
from muster.rules.log import Event

card("insecure", nominee=True)


def commanders(table: Table, seat: Seat) -> tuple[Unit, ...]:
    """The Commanders of a seat."""
    return tuple(unit for unit in table.army(seat) if unit.is_commander)


def has_leader(table: Table, seat: Seat) -> bool:
    """Whether a seat may play command cards and give their orders; in Special Operations nobody has to lead
    (G6)."""
    return mode_of(table).fought or any(unit.is_leader for unit in table.army(seat))


def on_the_table(table: Table) -> bool:
    """Whether command cards are played on the table: so chosen, or a side that leads brought no hand to the
    app."""
    bare = (
        not chair.hand and not chair.discarded and has_leader(table, seat)
        for seat, chair in table.chairs.items()
    )
    return table.cards == "table" or any(bare)


def needs_nominee(table: Table, seat: Seat) -> bool:
    """Whether it matters which Commander is nominated: to what one of them carries, or to Red's advantage."""
    carried = {name for unit in commanders(table, seat) for name in unit.effects}
    if table.side_of(seat) == "red":
        carried.add(table.mission.objective)
    return any(CARDS[name].needs_nominee for name in carried if name in CARDS)


def nominee(table: Table, seat: Seat) -> Unit | None:
    """The Commander nominated this round, where it matters."""
    chosen = (unit for unit in commanders(table, seat) if NOMINATED.count(table, unit.id))
    return next(chosen, None)


def may_be_ordered(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units that have no order yet: one order for each unit and round (G11). A Disillusioned Paragon
    takes none."""
    army = table.army(seat)
    return tuple(unit.id for unit in army if not unit.order and "disillusioned" not in unit.effects)


def may_be_ordered_aside(table: Table, seat: Seat) -> tuple[str, ...]:
    """Who may be ordered otherwise than by the command card: not a unit with Faulty Equipment (rule 278)."""
    return tuple(
        id
        for id in may_be_ordered(table, seat)
        if not check_order(table.units[id].has("faulty-equipment"), from_command_card=False)
    )


def order_from_pool(table: Table, id: str) -> tuple[Event, ...]:
    """An order given after the pools were made: the unit's token is taken out of its pool. One that was
    ordered meanwhile has its order (G11)."""
    if table.units[id].order:
        return ()
    return OrdersGiven(seat=table.units[id].seat, units=(id,)), out_of_pool(table, id)


def out_of_pool(table: Table, id: str) -> PoolsMade:
    """The pools without the token of a unit that has an order now."""
    unit = table.units[id]
    pools = {seat: list(chair.pool) for seat, chair in table.chairs.items()}
    if unit.rank in pools[unit.seat]:
        pools[unit.seat].remove(unit.rank)
    return PoolsMade(
        pools={seat: tuple(pool) for seat, pool in pools.items()},
        passes={seat: chair.passes for seat, chair in table.chairs.items()},
    )


# Insecure --------------------------------------------------------------------------------------------------


class Ordered(Payload, frozen=True):
    """The units that the command card orders."""

    units: tuple[str, ...]


@dice("insecure", Ordered)
def roll_insecure(rolled: Rolled[Ordered]) -> Outcome:
    """It ordered itself: on a Block the order goes to another unit, if there is one (rule 279)."""
    table, units, seat = rolled.table, rolled.known.units, rolled.step.seat
    chief = nominee(table, seat)
    others = tuple(id for id in may_be_ordered(table, seat) if id not in units)
    if chief is None or insecure(rolled.roll.faces[0], bool(others)) == "itself":
        return Outcome((OrdersGiven(seat=seat, units=units),))
    kept = tuple(id for id in units if id != chief.id)
    given = (OrdersGiven(seat=seat, units=kept),) if kept else ()
    return Outcome(given, (order_another.ask(seat, Among(others)),))


@choice("insecure", told=True, door=NO_PLACE)
def order_another(answer: Answered[Nothing]) -> Outcome:
    """That unit has the order (rule 279)."""
    return Outcome((OrdersGiven(seat=answer.seat, units=answer.chosen),))
