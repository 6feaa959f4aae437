"""What the command cards of the Empire do beside their orders: one small function each. What they
give for the round is data (`gains`, `weapon`)."""

from typing import Final

from muster.rules.cards.vocabulary import RANKS
from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import PoolsMade
from muster.rules.game.measuring import NO_PLACE, Door, Within
from muster.rules.game.special_operations.actions import recover
from muster.rules.game.special_operations.deciding import ask, may_pick
from muster.rules.game.special_operations.distances import AT_OBJECTIVES, inches
from muster.rules.game.special_operations.effects.helping import (
    attacks,
    command,
    each_gains,
    every_one,
    is_own,
    lets_pick,
    seat_of,
)
from muster.rules.game.special_operations.events import OrderTurned
from muster.rules.game.special_operations.panic import hurt, suffer
from muster.rules.game.special_operations.units import squad
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Table, other

NOTHING = Outcome()


@lets_pick("ordered", "for-the-empire", each_gains("aim"), AT_OBJECTIVES, most=every_one)
def _for_the_empire(table: Table, moment: Moment) -> tuple[str, ...]:
    """Friendly units at 3 inches of an objective gain an Aim: they are told."""
    return squad(table, seat_of(table, moment))


@effect("unit-start", "imperial-training")
def _imperial_training(table: Table, moment: Moment) -> Outcome:
    """A friendly unit may suffer a wound for a free recover."""
    unit = table.units[moment.unit]
    able = is_own(table, moment, unit.id) and unit.suppression
    return Outcome(then=(ask(use_imperial_training, unit.seat, unit=unit.id),)) if able else NOTHING


@choice("imperial-training", door=NO_PLACE, optional=True)
def use_imperial_training(answer: Answered[Nothing]) -> Outcome:
    id = answer.step.unit
    hurts = hurt(answer.table, id, 1)
    return hurts._replace(events=(*recover(answer.table, id), *hurts.events))


def _near_officer(table: Table, step: Choose) -> Within:
    cards = command(table, step.what).units
    officers = tuple(unit.id for unit in table.army(step.seat or "one") if unit.stands and unit.card in cards)
    return Within(step.options, officers, inches(table, step.what))


NEAR_OFFICER: Final = Door("F", "distance", question=_near_officer)


@lets_pick("ordered", "you-have-your-orders", each_gains("surge"), NEAR_OFFICER, most=every_one)
def _you_have_your_orders(table: Table, moment: Moment) -> tuple[str, ...]:
    """Friendly units at 6 inches of the Officer gain a Surge."""
    units, card = squad(table, seat_of(table, moment)), command(table, "you-have-your-orders")
    return units if any(table.units[id].card in card.units for id in units) else ()


@effect("attacked", "special-forces")
def _special_forces(table: Table, moment: Moment) -> Outcome:
    """After a Commander or Special Forces unit attacks who has a faceup order, that token goes back into the
    pool."""
    unit, foe = table.units[moment.unit], table.units[moment.by]
    leads = attacks(table, moment) and unit.rank in ("commander", "special-forces")
    if not leads or foe.order != "faceup" or not foe.here:
        return NOTHING
    pools = {seat: chair.pool for seat, chair in table.chairs.items()}
    pools[foe.seat] = tuple(sorted((*pools[foe.seat], foe.rank), key=RANKS.index))
    passes = {seat: chair.passes for seat, chair in table.chairs.items()}
    return Outcome((OrderTurned(unit=foe.id, order=""), PoolsMade(pools=pools, passes=passes)))


@effect("defeated", "shock-and-awe")
def _shock_and_awe(table: Table, moment: Moment) -> Outcome:
    """When an enemy unit is defeated, others at 6 inches gain a Suppression."""
    seat = seat_of(table, moment)
    beaten = is_own(table, moment, moment.by) and not is_own(table, moment, moment.unit)
    foes = squad(table, other(seat)) if beaten else ()
    fell, by = moment.unit, moment.by
    return Outcome(then=may_pick(use_shock_and_awe, seat, foes, most=len(foes), unit=fell, by=by))


def _near_fallen(table: Table, step: Choose) -> Within:
    return Within(step.options, (step.unit,), inches(table, step.what))


@choice("shock-and-awe", door=Door("F", "distance", question=_near_fallen))
def use_shock_and_awe(answer: Answered[Nothing]) -> Outcome:
    return Outcome(then=suffer(answer.chosen, 1, answer.step.by))
