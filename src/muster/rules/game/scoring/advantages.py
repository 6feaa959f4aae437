"""The Recon advantages (003, rules 484 to 486)."""

from muster.rules.game.hooks import Choice, Moment, effect, purpose
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import PoolsMade, UnitChanged
from muster.rules.game.scoring.points import choose
from muster.rules.game.steps import Confirm
from muster.rules.game.table import Table


@effect("activations", "advanced-intel")
def _advanced_intel(table: Table, moment: Moment) -> Outcome:
    """First Activation Phase: one more token in the Pass Pool (rule 484). Of its own seat alone: the other
    may have the same card."""
    if table.round != 1:
        return Outcome()
    seat = table.seat_of(moment.side)
    chair = table.chairs[seat]
    return Outcome((PoolsMade(pools={seat: chair.pool}, passes={seat: chair.passes + 1}),))


@effect("activations", "cunning-deployment")
def _cunning_deployment(table: Table, moment: Moment) -> Outcome:
    """First Activation Phase: three own units gain a Dodge each (rule 485)."""
    if table.round != 1 or table.level == "score":
        return Outcome()
    return Outcome(then=(choose(table, moment.side, "cunning-deployment", 3),))


@purpose("cunning-deployment")
def _dodges(choice: Choice) -> Outcome:
    """Each gains one Dodge (rule 485)."""
    return Outcome(
        tuple(UnitChanged(unit=unit, what="dodge", by=1, why="cunning-deployment") for unit in choice.units)
    )


@effect("setup", "fortified-position")
def _fortified(table: Table, moment: Moment) -> Outcome:
    """Up to three barricades, none within range 1 of another (rule 486)."""
    seat = table.seat_of(moment.side)
    return Outcome(
        then=(Confirm(id=f"setup.fortified.{moment.side}", about="fortified-position", seat=seat),)
    )
