"""Choices and dice in words: of a card, or of Special Operations, whose cards speak for themselves."""

from muster.rules.game.special_operations.odds.foreseeing import foreseen
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import View
from muster.web.game.play.prompts import cards, special_operations
from muster.web.game.play.prompts.foretelling import odds_words
from muster.web.game.play.prompts.prompt import Prompt, draws, roll_prompt
from muster.web.game.wording import wordings


@draws(Choose)
def _choose(seen: View, step: Choose) -> Prompt:
    operation = seen.table.mode == "special-operations"
    return special_operations.choose(seen, step) if operation else cards.choose(seen, step)


@draws(Roll)
def _roll(seen: View, step: Roll) -> Prompt:
    table, known = seen.table, wordings().roll[step.what]
    if table.mode != "special-operations":
        words = cards.fill_wording(table, step, known)
        odds = cards.roll_odds(step, known)
        return roll_prompt(step.id, words.title, step.dice, words.lede, odds=odds, rules=words.rules)
    words, panic, ahead = (
        special_operations.fill_wording(table, step, known),
        step.what == "panic",
        foreseen(seen),
    )
    return roll_prompt(
        step.id, words.title, step.dice, words.lede, icon="state-panic" if panic else "nav-now",
        odds=odds_words(ahead[0]) if ahead else cards.roll_odds(step, known), rules=words.rules, stop=panic,
        unit=step.unit,
    )  # fmt: skip
