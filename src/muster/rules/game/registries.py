"""The registries of games, which modules fill as they are imported, and what fills each of them. A test scans
the code of rules and pages to make sure that there are no others."""

from typing import Final

REGISTRIES: Final = {
    "rules.game.kernel.RULES": "how each kind of step is settled: `step_rule` in the phases",
    "rules.game.kernel.CHANGES": "changes of one's own rows: `phases/changing`, `other_orders` and the like",
    "rules.game.engine.continuations.CHOICES": "what follows a choice: `choice`, beside the card that asks",
    "rules.game.engine.continuations.DICE": "what follows dice and draws: `dice`, beside the card that rolls",
    "rules.game.hooks.CARDS": "what cards do: `card` and `effect` in `effects`, `scoring`, the operations",
    "rules.game.hooks.UNIT_ACTIONS": "what a unit may do beside its core actions: `unit_action`",
    "rules.game.modes.MODES": "what a mode says for itself: `phases/core`, `special_operations/mode`",
    "rules.game.special_operations.actions.ACTIONS": "the actions of Special Operations",
    "rules.game.log.evolve.CHANGES": "how an event changes a game: `on`, in `evolve` and the operations",
    "web.game.play.prompts.prompt.MAKERS": "how a step is put to a player: `draws` in `play/prompts`",
}
