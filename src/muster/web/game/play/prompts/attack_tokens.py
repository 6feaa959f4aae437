"""Prompts of an attack by the core rules once dice lie: rerolls, the defender's sheet, the end."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec

from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.vocabulary import display_word
from muster.rules.dice.answers import Play
from muster.rules.dice.standard.advice import Advice
from muster.rules.game.attacks.declining import give_up_pierce, give_up_results, remove_hits
from muster.rules.game.attacks.defending import (
    best_defence,
    best_split,
    defended_mean,
    guards_offered,
    lenders_offered,
    most_blocks,
    most_dodges,
    most_shields,
    split_mean,
    split_pierce,
    with_lender,
)
from muster.rules.game.attacks.rolling import (
    AIM,
    advice_for,
    aim_lender,
    best_number,
    is_worth_a_token,
    raise_dice,
    reroll_most,
    tokens_left,
    told_mean,
)
from muster.rules.game.attacks.volley import Volley, volley_in
from muster.rules.game.steps.attacks import DefendAttack, EndAttack, RerollAttack
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Table, View
from muster.web.dice.odds import decimal
from muster.web.environment import plural
from muster.web.game.play import words
from muster.web.game.play.attacks.forms import GUARDIAN
from muster.web.game.play.prompts.attack_account import sum_sheet, volley_bout
from muster.web.game.play.prompts.prompt import (
    Option,
    Prompt,
    Row,
    draws,
    reroll_button,
    roll_button,
    typed_faces,
)
from muster.web.game.wording import wordings

ICON: Final = "act-attack"
DONE: Final = {
    give_up_pierce.name: ("Keep all Pierce", "Give up 1 Pierce"),
    remove_hits.name: ("Remove none", "Remove {}"),
    give_up_results.name: ("Keep the dice", "1 sure wound"),
}
"""What a player may do, in words: not done, done."""
NOT_EXACT: Final[dict[Play, str]] = {
    "best": "",
    "near": " Near best: at most 0.05 wounds below it.",
    "policy": " Weighed for this token alone: too many dice to look further ahead.",
}
"""What is said of advice that is not proved best."""


@draws(RerollAttack)
def reroll(seen: View, step: RerollAttack) -> Prompt:
    """The dice as they lie, the best reroll chosen already, and what it gains."""
    volley, table = volley_in(step), seen.table
    advice = advice_for(volley)
    tokens = tokens_left(volley)
    order = sorted(tokens, key=lambda token: token != advice.best.use)
    lender = aim_lender(table, volley)
    payers = [(token, payer) for token in order for payer in (("", lender) if token == AIM else ("",))
              if payer or not lender or token != AIM or table.units[volley.attacker].has(AIM)]  # fmt: skip
    options = tuple(
        Option(f"{token} 1 ? {payer}".strip(), _token_of(table, token, payer),
               _up_to(reroll_most(volley, token)), button="Reroll", dice=reroll_most(volley, token))
        for token, payer in dict.fromkeys(payers)
    )  # fmt: skip
    most = max(option.dice for option in options)
    worth = is_worth_a_token(advice)
    dice = tuple((die.value, face) for die, face in zip(volley.dice, volley.faces, strict=True))
    bout = volley_bout(table, volley, "dice")._replace(
        dice=dice,
        again=advice.best.places if worth else (),
        reroll=most,
        keep=not worth,
        sum=sum_sheet(seen),
    )
    return Prompt(
        step.id, "dice", "spend", f"Reroll {_up_to(most)}", reroll_button(len(bout.again)), _advised(advice),
        ICON, options=options, bout=bout, dice=volley.dice, other=Option("say none", "Keep all", on=True),
    )  # fmt: skip


def _token_of(table: Table, token: str, lender: str) -> str:
    whose = f" of {words.unit_name(table, lender)}" if lender else ""
    return f"1 {words.TOKENS[token]}{whose}"


def _advised(advice: Advice) -> str:
    """What the best reroll comes to, what keeping all dice does, and how sure that is."""
    best, keep = decimal(advice.best.mean), decimal(advice.keep.mean)
    if advice.best.use == "keep":
        return f"{keep} wounds on average. Nothing is better than to keep all.{NOT_EXACT[advice.play]}"
    if not is_worth_a_token(advice):
        gain = decimal(advice.gain)
        return f"{keep} wounds on average. The best reroll gains {gain}: keep.{NOT_EXACT[advice.play]}"
    return f"{best} wounds on average, {keep} if you keep all.{NOT_EXACT[advice.play]}"


def _up_to(dice: int) -> str:
    return f"up to {dice} dice" if dice > 1 else "1 die"


@draws(DefendAttack)
def defend(seen: View, step: DefendAttack) -> Prompt:
    """All that the defender may spend, the best chosen already."""
    volley, table = volley_in(step), seen.table
    every = (_dodges(table, volley), _shields(volley), *_guardians(table, volley), _surges(table, volley))
    sheet = tuple(row for row in every if row)
    alone = sheet[0] if len(sheet) == 1 else None
    title = alone.title if alone else f"{words.unit_name(table, volley.target)} defends"
    return Prompt(
        step.id, "defend", "defend", title, alone.options[0].button if alone else "Defend", "", ICON,
        rows=sheet, bout=volley_bout(table, volley, "defend"),
    )  # fmt: skip


def _dodges(table: Table, volley: Volley) -> Row | None:
    most = most_dodges(volley)
    lenders = {name: more.dodges for name, more in lenders_offered(table, volley).items() if more.dodges}
    if not most and not lenders:
        return None
    best = best_defence(volley).dodges or 0
    numbers = (best, *(number for number in range(most, -1, -1) if number != best))
    options = tuple(
        Option(str(number), plural(number, "Dodge") if number else "None",
               f"{decimal(defended_mean(volley, number))} wounds on average",
               button=f"Spend {plural(number, 'Dodge')}" if number else "Spend none")
        for number in numbers
    )  # fmt: skip
    for lender, more in lenders.items():
        options += tuple(_lent_dodges(table, volley, lender, most + more))
    return Row("dodges", "Spend a Dodge?" if most == 1 else "Spend Dodges?", "", options)


def _lent_dodges(table: Table, volley: Volley, lender: str, most: int) -> Iterator[Option]:
    """Dodges of an ally first, then the unit's own; near enough is for the table to say."""
    lent = with_lender(table, volley, lender)
    for number in range(most, 0, -1):
        yield Option(
            f"{number} {lender}", f"{plural(number, 'Dodge')}, {_lender_name(table, lender)} lends",
            f"{decimal(defended_mean(lent, number))} wounds on average",
            button=f"Spend {plural(number, 'Dodge')}",
        )  # fmt: skip


def _shields(volley: Volley) -> Row | None:
    most = most_shields(volley)
    return _at_most("shields", "Turn shields off?", most, "1 Hit or Critical less each") if most else None


def _guardians(table: Table, volley: Volley) -> Iterator[Row]:
    """A row for each ally, one after the other; none first: only the table shows whether it is near."""
    for id, most in guards_offered(table, volley).items():
        numbers = range(min(most, len(volley.faces)), 0, -1)
        takes = (Option(str(number), f"Takes {plural(number, 'Hit')}", button="Defend") for number in numbers)
        options = (Option("0", "Takes none", button="Defend"), *takes)
        note = "Within range 1 and in line of sight"
        yield Row(f"{GUARDIAN}{id}", f"Guardian: {words.unit_name(table, id)}?", note, options)


def _surges(table: Table, volley: Volley) -> Row | None:
    most = most_blocks(volley)
    lenders = {name: more.blocks for name, more in lenders_offered(table, volley).items() if more.blocks}
    if not most and not lenders:
        return None
    row = _at_most("surges", "Spend Surges?", most, "Only as many as save wounds")
    lent = tuple(
        Option(f"{most + more} {lender}", f"Up to {most + more}, {_lender_name(table, lender)} lends",
               button="Defend")
        for lender, more in lenders.items()
    )  # fmt: skip
    return row._replace(options=(*row.options, *lent))


def _lender_name(table: Table, lender: str) -> str:
    return words.unit_name(table, lender.partition(":")[0])


def _at_most(field: str, title: str, most: int, note: str) -> Row:
    options = tuple(
        Option(str(number), f"Up to {number}" if number else "None", button="Defend")
        for number in range(most, -1, -1)
    )
    return Row(field, title, note, options)


def choose(seen: View, step: Choose) -> Prompt:
    """How many tokens are spent on what, which miniatures fall, or what follows."""
    if "question" in step.known:
        return _number(seen, step, msgspec.convert(step.known, Volley))
    keyword = display_word(str(step.known.get("keyword", "")))
    said = wordings().choose[step.what].about(unit=words.unit_name(seen.table, step.unit), keyword=keyword)
    if isinstance(step.choice, YesNo):
        return Prompt(step.id, "ask", "picked", said.title, said.button, said.lede, ICON)
    options = tuple(Option(one, _thing(seen.table, one)) for one in step.options)
    other = None if step.least else Option("say none", "None", on=True)
    return Prompt(
        step.id, "pick", "picked", said.title, said.button, said.lede, ICON, options=options, other=other,
        least=step.least, most=1,
    )  # fmt: skip


def _number(seen: View, step: Choose, volley: Volley) -> Prompt:
    """So many tokens, the best number first."""
    said = wordings().choose[step.what].about(unit=words.unit_name(seen.table, step.unit))
    splits = step.what == split_pierce.name
    preset = str(best_split(volley) if splits else best_number(volley, step.what))
    every = (chosen[0] for chosen in step.choice.every())
    options = tuple(
        Option(
            number,
            _so_many(int(number), step.what),
            f"{decimal(_mean(volley, step, int(number)))} wounds on average",
        )
        for number in (preset, *(number for number in every if number != preset))
    )
    return Prompt(
        step.id, "pick", "picked", said.title, said.button, said.lede, ICON, options=options, least=1, most=1,
        bout=volley_bout(seen.table, volley, "dice"),
    )  # fmt: skip


def _so_many(number: int, what: str) -> str:
    if what in DONE:
        none, words = DONE[what]
        return words.format(plural(number, "Hit")) if number else none
    if not number:
        return "None"
    if what == split_pierce.name:
        return f"Pierce {number}"
    return plural(number, "Dodge" if what == raise_dice.name else "Aim")


def _mean(volley: Volley, step: Choose, number: int) -> Fraction:
    return (
        split_mean(volley, number) if step.what == split_pierce.name else told_mean(volley, step.what, number)
    )


def _thing(table: Table, id: str) -> str:
    """A unit, a token or a card that brings miniatures, by name."""
    if id in table.units:
        return words.unit_name(table, id)
    return words.TOKENS[id] if id in words.TOKENS else card_called(id)


def card_called(id: str) -> str:
    """A card that brings miniatures, by its name."""
    cards = catalogue()
    for known in (cards.units, cards.upgrades, cards.counterparts):
        if id in known:
            return known[id].name
    return id


def roll(seen: View, step: Roll) -> Prompt:
    """One's own dice of an attack."""
    said = wordings().roll[step.what].about(unit=words.unit_name(seen.table, step.unit))
    return Prompt(
        step.id, "roll", "dice", said.title, roll_button(step.dice), said.lede, ICON, dice=step.dice,
        faces=typed_faces(step.dice), tokens=("pool",),
        bout=volley_bout(seen.table, msgspec.convert(step.known, Volley), "dice"),
    )  # fmt: skip


@draws(EndAttack)
def end(seen: View, step: EndAttack) -> Prompt:
    """What came of it."""
    volley = volley_in(step)
    name = words.unit_name(seen.table, volley.target)
    return Prompt(
        step.id, "confirm", "done", f"{plural(volley.wounds, 'wound')} on {name}", "Done", "", ICON,
        bout=volley_bout(seen.table, volley, "end"),
    )  # fmt: skip
