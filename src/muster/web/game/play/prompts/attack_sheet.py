"""Prompts that declare an attack by the core rules: whom, then one sheet with weapons and facts."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from muster.rules.attack.facts import MELEE, Asked, Facts, facts_from
from muster.rules.attack.sides import Side
from muster.rules.attack.targets import Attackable, attack_at_band, best_attack
from muster.rules.attack.telling import band_in_words, percent
from muster.rules.attack.weapons import Usable, takes_an_aim
from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.wording import keyword_in_words
from muster.rules.dice.faces import ATTACK_DICE, Die
from muster.rules.game.attacks.agreeing import attack_mode
from muster.rules.game.attacks.reminding import reminders
from muster.rules.game.attacks.sheet import RANGE, Enemy, Sheet, attacker_of, bands, enemies, sheet_of
from muster.rules.game.combatants import side_of, weapon_key
from muster.rules.game.steps.attacks import DeclareAttack
from muster.rules.game.table import Table, View
from muster.rules.game.told_facts import facts_about
from muster.web.game.play import words
from muster.web.game.play.prompts.attack_account import answer_in_words, sum_sheet
from muster.web.game.play.prompts.attack_summary import colour
from muster.web.game.play.prompts.prompt import Bout, Denied, Line, Option, Prompt, Row, WeaponStep, draws

ICON: Final = "act-attack"
DENIED: Final = "The other player doesn’t see it so. Look together and tap the answer."
FAR: Final = "Long Shot reaches it for 1 Aim, spent with the roll."
ANSWERS: Final = {
    "melee": "Melee",
    "none": "None",
    "light": "Light",
    "heavy": "Heavy",
    "full": "At full speed",
}


@draws(DeclareAttack)
def declare(seen: View, step: DeclareAttack) -> Prompt:
    """Whom the unit attacks, then the sheet against it."""
    return _sheet(seen, step) if step.target else _targets(seen.table, step)


# Targets ---------------------------------------------------------------------------------------------------


class Weighed(NamedTuple):
    """An enemy with the attack that is weighed against it; `told` is what was told of the pair before."""

    enemy: Enemy
    found: Attackable
    told: dict[str, str]


def _targets(table: Table, step: DeclareAttack) -> Prompt:
    attacker = attacker_of(table, step)
    every = tuple(enemies(table, step))
    able = sorted(_weighed(table, attacker, step, every), key=_order)
    options = tuple(_option(table, weighed) for weighed in able)
    denied = tuple(
        Denied(words.unit_name(table, enemy.unit.id), ICON, enemy.why_not) for enemy in every if enemy.why_not
    )
    name = words.unit_name(table, step.unit)
    lede = "Expected wounds first. Tap a target that is in line of sight." if options else ""
    return Prompt(
        step.id, "targets", "declare", f"{name} attacks", "No attack", lede, ICON, small="choose a target",
        options=options, denied=denied, other=Option("say none", "No attack", on=True), unit=step.unit,
    )  # fmt: skip


def _weighed(
    table: Table, attacker: Side, step: DeclareAttack, every: tuple[Enemy, ...]
) -> Iterator[Weighed]:
    """Targets that were told of at their range, others at the best; a Standby reaches range 2 or 3 alone."""
    for enemy in every:
        if enemy.why_not:
            continue
        told = facts_about(table.facts, step.unit, enemy.unit.id)
        target = side_of(table, enemy.unit)
        facts = facts_from(told)
        found = attack_at_band(attacker, target, facts.band, facts) if RANGE in told else None
        if step.why == "overrun":
            found = attack_at_band(attacker, target, MELEE, Facts(kind="overrun"))
        elif step.why == "standby":
            able = reversed(bands(attacker, target, step.why))
            reached = (attack_at_band(attacker, target, band) for band in able)
            found, told = max(filter(None, reached), key=lambda attack: attack.worth, default=None), {}
        found = found or best_attack(attacker, target)
        if found:
            yield Weighed(enemy, found, told)


def _order(weighed: Weighed) -> tuple[Fraction, Fraction, str]:
    mean, defeat = weighed.found.worth
    return -mean, -defeat, weighed.enemy.unit.id


def _option(table: Table, weighed: Weighed) -> Option:
    odds, told = weighed.found.odds, weighed.told
    worth = f"{float(odds.mean):.1f} wounds, {percent(odds.defeat)} defeats it"
    where = band_in_words(weighed.found.band)
    cover = "" if told.get("cover", "none") == "none" else f", {told['cover']} cover"
    note = f"{worth} · {where}{cover}" if RANGE in told else f"{worth} · best at {where}"
    id = weighed.enemy.unit.id
    return Option(id, words.unit_name(table, id), note, id)


# The sheet -------------------------------------------------------------------------------------------------


def _sheet(seen: View, step: DeclareAttack) -> Prompt:
    table, mode = seen.table, attack_mode(seen.table, step.seat)
    sheet = sheet_of(table, step)
    asking = sheet.key_for()
    rows = tuple(_row(table, one, sheet, one.key in step.denied) for one in sheet.asked)
    weapons = tuple(_weapon(one, sheet) for one in sheet.weapons)
    dice = tuple(zip(ATTACK_DICE, asking.question.attack.pool, strict=True))
    open_facts = [one.question for one in sheet.asked if one.key in step.denied]
    ready = any(count for _, count in dice) and not open_facts
    if mode == "remind":
        return _reminded(seen, step, sheet, rows)
    surges = asking.question.attack.surges if asking.question.attack.surge == "none" else 0
    name = words.unit_name(table, step.unit)
    return Prompt(
        step.id, "aim", "declare", f"{name} attacks", _button(dice, open_facts),
        "", ICON, small="tell what the table shows", rows=rows, weapons=weapons, most=surges,
        options=tuple(Option("", name) for name in asking.not_counted), unit=step.target,
        least=int(ready),
        bout=Bout(
            step.unit, step.target, _counted(asking.counted), sum=sum_sheet(seen, open_now=mode == "sum")
        ),
    )  # fmt: skip


def _reminded(seen: View, step: DeclareAttack, sheet: Sheet, rows: tuple[Row, ...]) -> Prompt:
    """Nothing is rolled here: what works on this attack, in the order of its steps."""
    whose = {True: words.unit_name(seen.table, step.unit), False: words.unit_name(seen.table, step.target)}
    lines = tuple(Line(one.name, one.effect, whose[one.attackers], "done") for one in reminders(sheet))
    name = words.unit_name(seen.table, step.unit)
    return Prompt(
        step.id, "reminded", "leave-attack", f"{name} attacks", "Done", "", ICON, rows=rows, unit=step.target,
        bout=Bout(step.unit, step.target, "Dice are on the table.", lines, sum=sum_sheet(seen)),
    )  # fmt: skip


def _counted(keywords: tuple[str, ...]) -> str:
    return f"Counted: {', '.join(keywords)}" if keywords else ""


def _row(table: Table, asked: Asked, sheet: Sheet, denied: bool) -> Row:
    options = tuple(
        Option(choice, _answer_name(table, choice), on=sheet.told[asked.key] == choice and not denied)
        for choice in asked.choices
    )
    far = asked.key == RANGE and takes_an_aim(sheet.pool, sheet.facts)
    return Row(asked.key, asked.question, DENIED if denied else FAR if far else "", options)


def _answer_name(table: Table, choice: str) -> str:
    told = answer_in_words(table, choice)
    return told if told != choice else ANSWERS.get(choice, choice.capitalize())


def _weapon(one: Usable, sheet: Sheet) -> WeaponStep:
    weapon = one.use.weapon
    number = sum(used.minis for used in sheet.pool if used.use == one.use)
    known = catalogue().keywords
    keywords = [keyword_in_words(use, known) for use in weapon.keywords]
    pool = (weapon.red, weapon.black, weapon.white)
    dice = ", ".join(f"{count} {colour(die.value)}" for die, count in zip(ATTACK_DICE, pool, strict=True)
                     if count)  # fmt: skip
    return WeaponStep(weapon_key(one.use), weapon.name, ", ".join((dice, *keywords)), number, one.most)


def _button(dice: tuple[tuple[Die, int], ...], open_facts: list[str]) -> str:
    """What falls, or what has to be told before."""
    if open_facts:
        return f"Answer: {open_facts[0]}"
    if not any(count for _, count in dice):
        return "Choose a weapon"
    return f"Roll {', '.join(f'{count} {colour(die.value)}' for die, count in dice if count)}"
