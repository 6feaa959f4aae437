"""An attack from its dice to its wounds: what has fallen and been told says what is asked or rolled next.

Attack dice and rerolls, what improves them, cover, the defender's tokens, defence dice (core rulebook, pages
31 to 35). The arithmetic is that of the odds (`rules/dice/standard`): what is foretold is what is done.
"""

from collections.abc import Callable
from typing import Final

from muster.rules.game.attacks.declining import fatigue_step, makashi_step, sniper_step
from muster.rules.game.attacks.defending import cover_step, defender_step, guardian_step
from muster.rules.game.attacks.ending import resolved
from muster.rules.game.attacks.rolling import (
    attack_step,
    jarkai_step,
    lethal_step,
    marksman_step,
    reroll_step,
)
from muster.rules.game.attacks.saving import defence_step, luck_step
from muster.rules.game.attacks.volley import Volley, fighters_stand, volley_in
from muster.rules.game.kernel import Chance, Outcome, step_rule
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.attacks import ResolveAttack
from muster.rules.game.table import Game, Table

STEPS: Final[tuple[Callable[[Table, Volley], AnyStep | None], ...]] = (
    makashi_step, attack_step, reroll_step, jarkai_step, marksman_step, fatigue_step, sniper_step, cover_step,
    defender_step, lethal_step, guardian_step, defence_step, luck_step,
)  # fmt: skip
"""What comes one after the other, each where there is anything to decide or to roll."""


@step_rule(ResolveAttack)
def _resolves(game: Game, step: ResolveAttack, _seat: None, _said: None, _chance: Chance) -> Outcome:
    """The next thing that somebody decides or rolls; without any the attack is resolved. It ends where a
    fighter left the table meanwhile."""
    volley = volley_in(step)
    if not fighters_stand(game.table, volley):
        return Outcome()
    for next_step in STEPS:
        if found := next_step(game.table, volley):
            return Outcome(then=(found,))
    return resolved(game, volley)
