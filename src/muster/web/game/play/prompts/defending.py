"""The defender's sheet of an attack in Special Operations: a row for each thing it may tell, one button."""

from collections.abc import Iterator
from typing import Final

from muster.rules.dice.faces import Die
from muster.rules.game.special_operations.attacks.defending import HOLD, Rows, rows
from muster.rules.game.special_operations.attacks.spending import may_reroll
from muster.rules.game.special_operations.odds import foreseen
from muster.rules.game.steps import operations as steps
from muster.rules.game.table import Table, View
from muster.web.dice.odds import decimal
from muster.web.environment import plural
from muster.web.game.play import words
from muster.web.game.play.prompts.attack_summary import bout_of, colour
from muster.web.game.play.prompts.prompt import Option, Prompt, Row
from muster.web.game.play.prompts.special_operations import card_text
from muster.web.game.wording import wordings

ICON: Final = "act-attack"
NO_OR_YES: Final = (Option("no", "No", button="Yes"), Option("yes", "Yes"))
BLIND: Final = "Only as many as cancel something."
BEFORE: Final = f"{BLIND} Told now, the attacker knows it before rerolling."
RULES: Final = (309,)


def defend(seen: View, step: steps.Fight) -> Prompt:
    """All that is asked at once; what is chosen already is the best by the odds, or no. A single yes or no
    has its two buttons."""
    table, asked = seen.table, rows(seen.table, step) or Rows()
    sheet = tuple(_sheet(table, step, asked))
    alone = sheet[0] if len(sheet) == 1 else None
    title = alone.title if alone else f"{words.unit_name(table, step.attack.on)} defends"
    button, lede = (alone.options[0].button, alone.note) if alone else ("Defend", "")
    asks = alone is not None and alone.options == NO_OR_YES
    return Prompt(
        step.id, "ask" if asks else "defend", "defend", title, button, lede, ICON, rows=sheet,
        bout=bout_of(table, step), rules=RULES if asked.dice else (),
    )  # fmt: skip


def _sheet(table: Table, step: steps.Fight, asked: Rows) -> Iterator[Row]:
    attack = step.attack
    if asked.dice:
        lede = f"{words.unit_name(table, attack.by)} is Suppressed: it loses a die of your choice."
        yield Row("die", "Take a die", lede, _dice(table, attack, asked.dice))
    if asked.hold:
        yield _yes_no_row(table, attack, "hold", HOLD)
    if asked.backup:
        yield _yes_no_row(table, attack, "backup", "backup")
    if asked.rolled and asked.dodges:
        title = "Spend a Dodge?" if asked.dodges == 1 else "Spend Dodges?"
        yield Row("dodges", title, "", tuple(_dodges(table, attack, asked)))
    elif asked.dodges:
        waits = may_reroll(table, attack)
        yield Row("dodges", "Spend Dodges?", BEFORE if waits else BLIND, _later(asked.dodges, waits))
    if asked.surges:
        yield Row("surges", "Spend Surges?", "Only as many as save wounds.", _later(asked.surges))


def _yes_no_row(table: Table, attack: steps.Attack, field: str, what: str) -> Row:
    names = {"unit": words.unit_name(table, attack.on), "by": words.unit_name(table, attack.by)}
    text = wordings().choose[what].about(**names)
    return Row(field, text.title, text.lede or card_text(table, what, attack.on), NO_OR_YES)


def _dice(table: Table, attack: steps.Attack, dice: tuple[Die, ...]) -> tuple[Option, ...]:
    """The die that hurts the attack most first, no die last."""
    means = {die: foreseen.odds_without_die(table, attack, die).mean for die in (*dice, None)}
    return tuple(
        Option(die.value if die else "none", f"1 {colour(die.value)} die" if die else "No die",
               f"{decimal(means[die])} wounds on average", button="Take it" if die else "Take none")
        for die in (*sorted(dice, key=lambda die: means[die]), None)
    )  # fmt: skip


def _dodges(table: Table, attack: steps.Attack, asked: Rows) -> Iterator[Option]:
    for payer in asked.payers:
        for number in range(asked.dodges, 0, -1):
            lender = f", {words.unit_name(table, payer)}" if len(asked.payers) > 1 else ""
            after = foreseen.odds_now(table, attack, dodge=number)
            yield Option(
                f"{number} {payer}", f"{plural(number, 'Dodge')}{lender}",
                f"{decimal(after.mean)} wounds on average", button=f"Spend {plural(number, 'Dodge')}",
            )  # fmt: skip
    without = foreseen.odds_now(table, attack, dodge=0)
    yield Option("0", "None", f"{decimal(without.mean)} wounds on average", button="Spend none")


def _later(most: int, waits: bool = False) -> tuple[Option, ...]:
    """What is best first: told at once it saves a question, unless it would help the attacker."""
    some = Option(str(most), f"Up to {most}" if most > 1 else "1")
    later = Option("later", "After the roll")
    return (*((later, some) if waits else (some, later)), Option("0", "None"))
