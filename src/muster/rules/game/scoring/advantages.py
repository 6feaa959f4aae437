"""The Recon advantages (003, rules 484 to 486)."""

from typing import Final

from muster.rules.game.hooks import Moment, effect, full_first_round
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import PoolsMade
from muster.rules.game.scoring.points import choose, gives_token
from muster.rules.game.steps import Confirm
from muster.rules.game.table import Table

INTEL: Final = "advanced-intel"


@effect("activations", INTEL)
def _advanced_intel(table: Table, _: Moment) -> Outcome:
    """First Activation Phase: one more token in the Pass Pool (rule 484). Both sides may have the card: each
    of the two events then holds both tokens."""
    if table.round != 1:
        return Outcome()
    gains = {seat: table.mission.advantage(table.side_of(seat)) == INTEL for seat in table.chairs}
    pools = {seat: chair.pool for seat, chair in table.chairs.items()}
    passes = {seat: chair.passes + gains[seat] for seat, chair in table.chairs.items()}
    return Outcome((PoolsMade(pools=pools, passes=passes),))


@effect("activations", "cunning-deployment", when=full_first_round)
def _cunning_deployment(table: Table, moment: Moment) -> Outcome:
    """First Activation Phase: three own units gain a Dodge each (rule 485)."""
    return Outcome(then=(choose(table, moment.side, give_dodges, 3),))


give_dodges = gives_token("cunning-deployment", "dodge", "cunning-deployment")
"""Each gains one Dodge (rule 485)."""


@effect("setup", "fortified-position")
def _fortified(table: Table, moment: Moment) -> Outcome:
    """Up to three barricades, none within range 1 of another (rule 486)."""
    seat = table.seat_of(moment.side)
    return Outcome(
        then=(Confirm(id=f"setup.fortified.{moment.side}", about="fortified-position", seat=seat),)
    )
