"""Commanders and orders: who was nominated, who takes orders, an order taken out of the pool."""

from muster.rules.campaign.battle.at_the_table import check_order
from muster.rules.game.hooks import NEED_NOMINEE
from muster.rules.game.log.events import OrdersGiven, PoolsMade
from muster.rules.game.table import Seat, Table, Unit
from muster.rules.log import Event


def commanders(table: Table, seat: Seat) -> tuple[Unit, ...]:
    """The Commanders of a seat."""
    return tuple(unit for unit in table.army(seat) if unit.is_commander)


def led(table: Table, seat: Seat) -> bool:
    """Whether a seat may play command cards and give their orders; in Special Operations nobody has to lead
    (G6)."""
    return table.mode == "special-operations" or any(unit.is_leader for unit in table.army(seat))


def on_the_table(table: Table) -> bool:
    """Whether command cards are played on the table: so chosen, or a side that leads brought no hand to the
    app."""
    bare = (
        not chair.hand and not chair.discarded and led(table, seat) for seat, chair in table.chairs.items()
    )
    return table.cards == "table" or any(bare)


def needs_nominee(table: Table, seat: Seat) -> bool:
    """Whether it matters which Commander is nominated: to what one of them carries, or to Red's advantage."""
    carried = {name for unit in commanders(table, seat) for name in unit.effects}
    if table.side_of(seat) == "red":
        carried.add(table.mission.objective)
    return bool(carried & NEED_NOMINEE)


def nominee(table: Table, seat: Seat) -> Unit | None:
    """The Commander nominated this round, where it matters."""
    chosen = (one for one in commanders(table, seat) if table.mark(f"nominated.r{table.round}.{one.id}"))
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
    """An order given after the pools were made: the unit's token is taken out of its pool."""
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
