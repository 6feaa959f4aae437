"""Campaign keywords in play: Faulty Equipment, Hunted (rules 277, 278).

Insecure, Disgraced and Disillusioned are asked where Courage is lent and orders are given; Reinforcements,
Infiltrate and the like are shown with the unit.
"""

from typing import Final

from muster.rules.campaign.battle.at_the_table import FAULTY_TOKENS, faulty_equipment
from muster.rules.game.engine.continuations import Nothing, Rolled, dice
from muster.rules.game.hooks import Moment, effect, full_first_round
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.scoring.points import gives_token
from muster.rules.game.steps.choices import Among
from muster.rules.game.table import Table, other

FAULTY: Final = "faulty-equipment"


# Faulty Equipment ------------------------------------------------------------------------------------------


@effect("round", "faulty-equipment", when=full_first_round)
def _faulty(table: Table, moment: Moment) -> Outcome:
    """Start of the first Command Phase: two of the army's order tokens are drawn (rule 277)."""
    seat = table.units[moment.carrier].seat
    ranks = tuple(unit.rank for unit in table.army(seat))
    return Outcome(then=(draw_faulty.draw(seat, ranks, FAULTY_TOKENS),))


@dice("faulty-equipment")
def draw_faulty(drawn: Rolled[Nothing]) -> Outcome:
    """For each token a unit of that rank is marked (rule 277)."""
    seat = drawn.step.seat
    able = faulty_equipment(drawn.ranks, {unit.id: unit.rank for unit in drawn.table.army(seat)})
    steps = (
        mark_faulty.ask(seat, Among(tuple(units))) for number, units in enumerate(able, start=1) if units
    )
    return Outcome.of(then=steps)


mark_faulty = gives_token("faulty-equipment", FAULTY, FAULTY)
"""It takes orders from command cards only (rule 278)."""


# Hunted ----------------------------------------------------------------------------------------------------


@effect("setup", "hunted")
def _hunted(table: Table, moment: Moment) -> Outcome:
    """With enemy units that have Bounty it gains a Bounty token during setup."""
    seat = other(table.units[moment.carrier].seat)
    sought = any("bounty" in unit.keywords for unit in table.army(seat))
    change = UnitChanged(unit=moment.carrier, what="bounty", by=1, why="hunted")
    return Outcome((change,) if sought and table.level == "full" else ())
