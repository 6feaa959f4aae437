"""Everything of Special Operations that registers itself: loaded with the engine."""

from muster.rules.game.hooks import EFFECTS
from muster.rules.game.special_operations import (
    activation,
    command,
    covert,
    deciding,
    ending,
    evolving,
    setup,
)
from muster.rules.game.special_operations.actions import ACTIONS, STARTS
from muster.rules.game.special_operations.attacks import attack, sheet, standby
from muster.rules.game.special_operations.deciding import MEANT
from muster.rules.game.special_operations.effects import (
    abilities,
    card_actions,
    command_cards,
    loadout_phases,
    loadouts,
    more_command_cards,
)
from muster.rules.game.special_operations.missions import (
    bring_down_the_shields,
    disabled_vehicle,
    shifting_priorities,
    the_codes,
)

__all__ = [
    "abilities", "activation", "attack", "bring_down_the_shields", "card_actions", "command", "command_cards",
    "covert", "deciding", "disabled_vehicle", "ending", "evolving", "loadout_phases",
    "loadouts", "more_command_cards", "setup", "sheet",
    "shifting_priorities", "standby", "the_codes", "with_functions",
]  # fmt: skip


def with_functions() -> set[str]:
    """The ids of abilities, keywords, loadout sides and cards that a function stands for."""
    return {id for _, id in EFFECTS} | ACTIONS.keys() | STARTS.keys() | MEANT.keys()
