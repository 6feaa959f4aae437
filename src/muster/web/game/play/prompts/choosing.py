"""Choices and dice in words: of a card, or of Special Operations, whose cards speak for themselves."""

from muster.rules.game.attacks.declaring import OURS
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import View
from muster.web.game.play.prompts import attack_tokens, cards, special_operations
from muster.web.game.play.prompts.prompt import Prompt, draws


@draws(Choose)
def _choose(seen: View, step: Choose) -> Prompt:
    if step.what.startswith(OURS):
        return attack_tokens.choose(seen, step)
    operation = seen.table.mode == "special-operations"
    return special_operations.choose(seen, step) if operation else cards.choose(seen, step)


@draws(Roll)
def _roll(seen: View, step: Roll) -> Prompt:
    if step.what.startswith(OURS):
        return attack_tokens.roll(seen, step)
    operation = seen.table.mode == "special-operations"
    return special_operations.roll(seen, step) if operation else cards.roll(seen, step)
