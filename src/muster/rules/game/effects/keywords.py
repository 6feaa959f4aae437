"""Campaign keywords in play: Insecure, Faulty Equipment, Hunted (rules 276 to 279).

Disgraced and Disillusioned are asked where Courage is lent and orders are given; Reinforcements, Infiltrate
and the like are shown with the unit.
"""

from typing import Final

from muster.rules.campaign.battle.at_the_table import FAULTY_TOKENS, faulty_equipment, insecure
from muster.rules.game.hooks import (
    NEED_NOMINEE,
    Cast,
    Choice,
    Draw,
    Moment,
    drawn,
    effect,
    purpose,
    rolled,
)
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import OrdersGiven, UnitChanged
from muster.rules.game.scoring.commanding import may_be_ordered, nominee
from muster.rules.game.steps import ChooseUnits, DrawRanks
from muster.rules.game.table import Table, other

FAULTY: Final = "faulty-equipment"
NEED_NOMINEE.add("insecure")


# Insecure --------------------------------------------------------------------------------------------------


@rolled("insecure")
def _insecure(cast: Cast) -> Outcome:
    """It ordered itself: on a Block the order goes to another unit, if there is one (rule 279)."""
    table, units = cast.table, cast.step.about
    chief = nominee(table, cast.step.seat)
    others = tuple(id for id in may_be_ordered(table, cast.step.seat) if id not in units)
    if chief is None or insecure(cast.roll.faces[0], bool(others)) == "itself":
        return Outcome((OrdersGiven(seat=cast.step.seat, units=units),))
    kept = tuple(id for id in units if id != chief.id)
    given = (OrdersGiven(seat=cast.step.seat, units=kept),) if kept else ()
    name = f"{cast.step.id}.other"
    step = ChooseUnits(id=name, seat=cast.step.seat, purpose="insecure", units=others, least=1)
    return Outcome(given, (step,))


@purpose("insecure")
def _another(choice: Choice) -> Outcome:
    """That unit has the order (rule 279)."""
    return Outcome((OrdersGiven(seat=choice.seat, units=choice.units),))


# Faulty Equipment ------------------------------------------------------------------------------------------


@effect("round", "faulty-equipment")
def _faulty(table: Table, moment: Moment) -> Outcome:
    """Start of the first Command Phase: two of the army's order tokens are drawn (rule 277)."""
    if table.round != 1 or table.level == "score":
        return Outcome()
    seat = table.units[moment.carrier].seat
    ranks = tuple(unit.rank for unit in table.army(seat))
    name = f"r1.faulty.{moment.carrier}"
    return Outcome(
        then=(DrawRanks(id=name, seat=seat, purpose="faulty-equipment", ranks=ranks, number=FAULTY_TOKENS),)
    )


@drawn("faulty-equipment")
def _faulty_ranks(draw: Draw) -> Outcome:
    """For each token a unit of that rank is marked (rule 277)."""
    army = {unit.id: unit.rank for unit in draw.table.army(draw.step.seat)}
    able = faulty_equipment(draw.ranks, army)
    steps = (
        ChooseUnits(
            id=f"{draw.step.id}.{number}",
            seat=draw.step.seat,
            purpose="faulty-equipment",
            units=units,
            least=1,
        )
        for number, units in enumerate(able, start=1)
        if units
    )
    return Outcome(then=tuple(steps))


@purpose("faulty-equipment")
def _marked_faulty(choice: Choice) -> Outcome:
    """It takes orders from command cards only (rule 278)."""
    return Outcome(tuple(UnitChanged(unit=unit, what=FAULTY, by=1, why=FAULTY) for unit in choice.units))


# Hunted ----------------------------------------------------------------------------------------------------


@effect("setup", "hunted")
def _hunted(table: Table, moment: Moment) -> Outcome:
    """With enemy units that have Bounty it gains a Bounty token during setup."""
    seat = other(table.units[moment.carrier].seat)
    sought = any("bounty" in unit.keywords for unit in table.army(seat))
    change = UnitChanged(unit=moment.carrier, what="bounty", by=1, why="hunted")
    return Outcome((change,) if sought and table.level == "full" else ())
