"""The Command Phase of Special Operations: orders to any eligible unit, no Commander nominated (rules 289,
300); Comms Disruption (rule 382)."""

from collections.abc import Iterator
from itertools import combinations, islice

from muster.rules.game.answers import AnyInput, Units
from muster.rules.game.engine.continuations import Answered, Nothing, Rolled, choice, dice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Chance, Outcome, problem, step_rule
from muster.rules.game.log.events import OrdersGiven
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.scoring.commanding import order_from_pool
from muster.rules.game.special_operations.deciding import may_pick, means
from muster.rules.game.special_operations.squads.cards import Order
from muster.rules.game.special_operations.squads.squads import STANDING_ORDERS, command_card
from muster.rules.game.special_operations.units import ability, edition, in_force, in_play, is_spared
from muster.rules.game.steps import AnyStep, BeginActivations, Effects, FillPools
from muster.rules.game.steps.choices import MOST_LISTED, Among, Draw
from muster.rules.game.steps.operations import OrderUnits
from muster.rules.game.table import SEATS, Game, Seat, Table, Unit, View, other
from muster.rules.violations import Violation


def pips(table: Table, card: str) -> int:
    """The pips of a command card."""
    return command_card(edition(table), card).pips


@means(STANDING_ORDERS)
def returns(card: str) -> bool:
    """Standing Orders goes back to the hand."""
    return card == STANDING_ORDERS


def orders(table: Table) -> tuple[AnyStep, ...]:
    """The priority player's orders first, then pools, then the draw of Comms Disruption."""
    place, first = f"r{table.round}", table.priority or table.seat_of("blue")
    given = (OrderUnits(id=f"{place}.orders.{seat}", seat=seat) for seat in (first, other(first)))
    pools = FillPools(id=f"{place}.pools"), Effects(hook="pools")
    return (
        *given, Effects(hook="ordered"), *pools,
        BeginActivations(id=f"{place}.activations"),
    )  # fmt: skip


# Who may be ordered ----------------------------------------------------------------------------------------


@means("last-stand")
def eligible(table: Table, seat: Seat) -> tuple[Unit, ...]:
    """Units on the table or in the Ambush Network without an order; no covert ones, never the vehicle (rules
    300, 366; G5, G15)."""
    units = (table.units[id] for id in in_play(table, seat))
    return tuple(
        unit for unit in units if not unit.order and not unit.waits and not ability(table, unit, "last-stand")
    )


def fits(order: Order, unit: Unit) -> bool:
    """Whether an order of a card may go to a unit."""
    rank = order.rank is None or unit.rank == order.rank
    kind = order.type is None or unit.is_type(order.type)
    return rank and kind and (not order.units or unit.card in order.units)


def orders_reached(units: tuple[Unit, ...], given: tuple[Order, ...]) -> int:
    """How many of these units the orders reach at once."""
    taken: dict[int, Unit] = {}

    def place(unit: Unit, tried: set[int]) -> bool:
        for number, order in enumerate(given):
            if number not in tried and fits(order, unit):
                tried.add(number)
                if number not in taken or place(taken[number], tried):
                    taken[number] = unit
                    return True
        return False

    return sum(place(unit, set()) for unit in units)


def alternatives(table: Table, seat: Seat) -> tuple[tuple[Order, ...], ...]:
    """The orders of the card played, one for each unit it may reach."""
    played, able = table.chairs[seat].played, eligible(table, seat)
    if not played:
        return ()
    known = command_card(edition(table), played).orders
    return tuple(
        tuple(order for order in row for _ in range(len(able) if order.count is None else order.count))
        for row in known
    )


def is_disrupted(table: Table, seat: Seat) -> bool:
    """Whether Comms Disruption takes an order of this side (rule 382; G43)."""
    return in_force(table, "comms-disruption") and not has_improved_comms(table, seat)


@means("improved-comms")
def has_improved_comms(table: Table, seat: Seat) -> bool:
    """A loadout spares the side both the lost order and the draw (G43)."""
    return is_spared(table, seat, "improved-comms")


def allowed_orders(table: Table, seat: Seat) -> tuple[tuple[tuple[Order, ...], int], ...]:
    """The alternatives of the card with the number of orders each gives: all it can, one fewer under Comms
    Disruption, never below none (G20)."""
    able, fewer = eligible(table, seat), is_disrupted(table, seat)
    rows = ((row, max(0, orders_reached(able, row) - fewer)) for row in alternatives(table, seat))
    return tuple((row, number) for row, number in rows if number)


def _giver(table: Table, step: OrderUnits) -> tuple[Seat, ...]:
    return (step.seat,) if allowed_orders(table, step.seat) else ()


def _choices(table: Table, seat: Seat) -> Iterator[tuple[str, ...]]:
    able = eligible(table, seat)
    for row, number in allowed_orders(table, seat):
        for units in combinations(able, number):
            if orders_reached(units, row) == number:
                yield tuple(unit.id for unit in units)


def _options(seen: View, step: OrderUnits) -> Iterator[AnyInput]:
    for units in islice(dict.fromkeys(_choices(seen.table, step.seat)), MOST_LISTED):
        yield Units(prompt=step.id, units=units)


def _wrong(seen: View, step: OrderUnits, answer: Units) -> Iterator[Violation]:
    table = seen.table
    able = {unit.id: unit for unit in eligible(table, step.seat)}
    wrong = list(Among(tuple(able), 0, len(able)).check(answer.units))
    yield from wrong
    chosen = tuple(able[id] for id in answer.units if id in able)
    rows = allowed_orders(table, step.seat)
    if not wrong and not any(len(chosen) == number == orders_reached(chosen, row) for row, number in rows):
        yield problem("game.not_these_orders", answer.units, rule=300)


def _sample(seen: View, step: OrderUnits, draw: Draw) -> Units:
    every = tuple(dict.fromkeys(_choices(seen.table, step.seat)))
    return Units(prompt=step.id, units=every[draw(len(every))])


@step_rule(OrderUnits, who=_giver, options=_options, wrong=_wrong, auto_if_single=True, sample=_sample)
def _give_orders(
    _game: Game, step: OrderUnits, _seat: Seat | None, answer: Units | None, _chance: Chance
) -> Outcome:
    """The units have a faceup order."""
    units = answer.units if answer else ()
    return Outcome((OrdersGiven(seat=step.seat, units=units),) if units else ())


# Comms Disruption ------------------------------------------------------------------------------------------


@effect("pools", "comms-disruption")
def disruption(table: Table, _moment: Moment) -> Outcome:
    """After the pools are made each side draws a token of its own and gives it to a unit (rule 382)."""
    draws = (
        draw_disrupted.draw(seat, table.chairs[seat].pool, 1)
        for seat in SEATS
        if is_disrupted(table, seat) and table.chairs[seat].pool
    )
    return Outcome.of(then=draws)


@dice("comms-disruption")
def draw_disrupted(drawn: Rolled[Nothing]) -> Outcome:
    """It goes to a unit of that rank."""
    table, seat = drawn.table, drawn.step.seat
    able = [unit.id for unit in eligible(table, seat) if unit.rank in drawn.ranks]
    return Outcome(then=may_pick(give_disrupted_order, seat, able, least=1))


@choice("disrupted-order", door=NO_PLACE)
def give_disrupted_order(answer: Answered[Nothing]) -> Outcome:
    return Outcome(order_from_pool(answer.table, answer.first) if answer.first else ())
