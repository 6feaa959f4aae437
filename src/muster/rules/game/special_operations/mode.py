"""Special Operations as a mode: what it says otherwise than the core rules."""

from typing import Final

from muster.rules.game.modes import Mode, add_mode
from muster.rules.game.special_operations import command, winning
from muster.rules.game.special_operations.activation import activation
from muster.rules.game.special_operations.effects.loadouts import aids
from muster.rules.game.special_operations.marks import ACTED, CONDITION
from muster.rules.game.special_operations.setup import draw_mission, setup_steps
from muster.rules.game.special_operations.squads.forces import squad_force
from muster.rules.game.special_operations.units import carried

SPECIAL_OPERATIONS: Final = Mode(
    switches=("S1", "G4", "G7", "G10", "G23", "G29"),
    square=True,
    fought=True,
    squad=squad_force,
    setup=setup_steps,
    mission=draw_mission,
    pips=command.pips,
    goes_back=command.returns,
    orders=command.orders,
    conditions=lambda table: (row for (row,), _ in CONDITION.found(table)),
    carried=carried,
    activation=activation,
    near=winning.near,
    matters=winning.matters,
    forgets=(ACTED,),
    decided=winning.mission_result,
    certain=winning.certain,
    follows=aids,
)
add_mode("special-operations", SPECIAL_OPERATIONS)
