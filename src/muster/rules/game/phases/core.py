"""The modes that are played by the core rules: Recon, standard games, Turning Points."""

from typing import Final

from muster.rules.game.hooks import names_with_effect
from muster.rules.game.marks import TOLD
from muster.rules.game.modes import Mode, add_mode
from muster.rules.game.phases.activation import activation
from muster.rules.game.phases.building import first_card
from muster.rules.game.phases.command import core_orders, core_returns, pips_of
from muster.rules.game.phases.ending import result_of_round
from muster.rules.game.phases.places import scored_tokens
from muster.rules.game.phases.setup import CHOOSE_EDGE, DRAW_MISSION, core_setup, draw_mission, named_mission
from muster.rules.game.steps import ColourPools, ColourRoll, Hook
from muster.rules.game.table import Table, Unit


def _campaign_effects(table: Table, hook: Hook | None) -> list[tuple[Unit, tuple[str, ...]]]:
    """What units carry from their campaign, each once."""
    carriers = [unit for unit in table.units.values() if unit.effects and not unit.gone]
    return [(unit, tuple(dict.fromkeys(names_with_effect(hook, unit.effects)))) for unit in carriers]


RECON: Final = Mode(
    switches=("G27",),
    square=True,
    fought=False,
    squad=None,
    setup=core_setup(ColourRoll(id="setup.colour"), CHOOSE_EDGE, DRAW_MISSION),
    mission=draw_mission,
    pips=lambda _table, card: pips_of(card),
    goes_back=core_returns,
    orders=core_orders,
    conditions=None,
    carried=_campaign_effects,
    activation=activation,
    near=scored_tokens,
    matters=lambda _table, _unit: True,
    forgets=(TOLD,),
    decided=result_of_round,
    certain=lambda _table: None,
    follows=lambda _table, _events: (),
)
STANDARD: Final = RECON._replace(
    square=False,
    setup=core_setup(ColourPools(id="setup.colour"), DRAW_MISSION, CHOOSE_EDGE),
    mission=first_card,
)
TURNING_POINT: Final = RECON._replace(
    switches=("G24",), square=False, setup=core_setup(CHOOSE_EDGE, DRAW_MISSION), mission=named_mission
)
add_mode("recon", RECON)
add_mode("standard", STANDARD)
add_mode("turning-point", TURNING_POINT)
