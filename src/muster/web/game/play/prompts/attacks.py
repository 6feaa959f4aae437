"""Prompts of an attack in Special Operations: one sheet to declare it, then dice and tokens."""

from fractions import Fraction
from typing import Final

from muster.rules.game import answers
from muster.rules.game.kernel import legal
from muster.rules.game.special_operations.attacks.attack import to_roll
from muster.rules.game.special_operations.attacks.spending import SURGE, dice_rerolled
from muster.rules.game.special_operations.odds import foreseen
from muster.rules.game.steps import operations as steps
from muster.rules.game.table import Table, View
from muster.web.dice.odds import decimal, percent
from muster.web.game.play import words
from muster.web.game.play.forms import BEHIND_WEAPONS
from muster.web.game.play.prompts.attack_summary import bout_of, weapon_words
from muster.web.game.play.prompts.defending import defend
from muster.web.game.play.prompts.prompt import (
    Aimed,
    Option,
    Prompt,
    draws,
    reroll_button,
    roll_prompt,
    typed_faces,
)

ICON: Final = "act-attack"


# Declaring -------------------------------------------------------------------------------------------------


@draws(steps.Sheet)
def sheet(seen: View, step: steps.Sheet) -> Prompt:
    """Whom, with what, behind which cover: one sheet."""
    table = seen.table
    strikes = [strike for strike in legal(seen) if isinstance(strike, answers.Strike)]
    targets = dict.fromkeys(strike.target for strike in strikes if strike.target)
    aimed = tuple(_target_of(table, step, target, strikes) for target in targets)
    none = any(not strike.target for strike in strikes)
    title = f"{words.unit_name(table, step.unit)} attacks{' another unit' if step.declared else ''}"
    return Prompt(
        step.id, "sheet", "strike", title, "Attack" if aimed else "No attack",
        "A target in range and sight. Cover is terrain only; Muster adds the rest." if aimed else "",
        ICON, small="choose a target", aimed=aimed,
        other=Option("say none", "Attack nobody else" if step.declared else "No attack", on=True)
        if none and aimed else None,
    )  # fmt: skip


def _target_of(table: Table, step: steps.Sheet, target: str, strikes: list[answers.Strike]) -> Aimed:
    """The ways to attack a unit. Where only some of the weapons may attack the vehicle from every side, each
    way is a weapon with its side, so that nothing is offered that would be refused."""
    own = [strike for strike in strikes if strike.target == target]
    shot, hull = any(strike.cover for strike in own), any(strike.hull for strike in own)
    arcs: dict[tuple[str, ...], tuple[str, ...]] = {strike.weapons: () for strike in own}
    for strike in own:
        arcs[strike.weapons] += (strike.arc,) if strike.arc else ()
    texts = {
        pool: (weapon_words(table, step.unit, pool), _odds_of_pool(table, step, target, pool, shot))
        for pool in arcs
    }
    if len(set(arcs.values())) > 1:
        sides = tuple(
            Option(",".join(pool) + BEHIND_WEAPONS + arc, f"{texts[pool][0]}: its {arc}", texts[pool][1])
            for pool, able in arcs.items()
            for arc in able
        )
        return Aimed(target, sides, shot, hull=hull, sided=True)
    pools = tuple(Option(",".join(pool), *words_of) for pool, words_of in texts.items())
    return Aimed(target, pools, shot, next(iter(arcs.values()), ()), hull=hull)


def _odds_of_pool(table: Table, step: steps.Sheet, target: str, pool: tuple[str, ...], shot: bool) -> str:
    odds = foreseen.odds_before_roll(table, step, answers.Strike(prompt=step.id, target=target, weapons=pool))
    text = f"{decimal(odds.mean)} wounds on average, {percent(odds.defeat or Fraction(0))} defeats it"
    return f"{text}, without cover" if shot else text


# Fighting --------------------------------------------------------------------------------------------------


@draws(steps.Fight)
def fight(seen: View, step: steps.Fight) -> Prompt:
    """The stage of an attack that somebody decides."""
    return STAGES[step.stage](seen, step)


def _rolls(seen: View, step: steps.Fight) -> Prompt:
    attacks, dice = step.stage != "defence", to_roll(seen.table, step)
    who = words.unit_name(seen.table, step.attack.by if attacks else step.attack.on)
    title = f"{who} rerolls" if step.stage == "again" else f"{who} {'attacks' if attacks else 'defends'}"
    return roll_prompt(step.id, title, dice, icon=ICON, bout=bout_of(seen.table, step))


def _reroll(seen: View, step: steps.Fight) -> Prompt:
    table, attack = seen.table, step.attack
    spends = [spend for spend in _spends(seen) if spend.token]
    options = tuple(
        Option(spend_value(spend), _spend_words(table, spend), _reroll_note(table, attack, spend),
               button="Turn a Surge" if spend.token == SURGE else "Reroll",
               dice=dice_rerolled(table, attack, spend.token) if spend.token != SURGE else 0)
        for spend in spends
    )  # fmt: skip
    most = max(
        (dice_rerolled(table, attack, spend.token) for spend in spends if spend.token != SURGE), default=0
    )
    best = next((spend.dice for spend in spends if spend.dice), ())
    dice = tuple((die.value, face.value) for die, face in zip(attack.dice, attack.faces, strict=True))
    bout = bout_of(table, step)._replace(dice=dice, again=best, reroll=most)
    title = f"Reroll {_up_to(most)}" if most else "Spend a Surge?"
    own = table.dice_of(table.units[attack.by].seat) == "own"
    first = next(iter(options), Option("", "", dice=most))
    button = reroll_button(len(best)) if first.dice else first.button
    return Prompt(
        step.id, "dice", "spend", title, button, icon=ICON,
        options=options, bout=bout, faces=typed_faces(attack.dice) if own and most else (),
        dice=attack.dice, other=Option("say none", "Keep all", on=True),
    )  # fmt: skip


def _up_to(dice: int) -> str:
    return f"up to {dice} dice" if dice > 1 else "1 die"


def _reroll_note(table: Table, attack: steps.Attack, spend: answers.Spend) -> str:
    if spend.token == SURGE:
        return "a Surge becomes a Hit"
    again = foreseen.odds_now(table, attack, spend.dice)
    count = dice_rerolled(table, attack, spend.token)
    return f"{_up_to(count)}, then {decimal(again.mean)} wounds on average"


def _save(seen: View, step: steps.Fight) -> Prompt:
    options = tuple(
        Option(spend_value(spend), _spend_words(seen.table, spend),
               "Surges become Blocks" if spend.token else "", button=_spend_button(spend))
        for spend in _spends(seen)
    )  # fmt: skip
    button = options[0].button if options else "Spend none"
    bout = bout_of(seen.table, step)
    return Prompt(step.id, "pick", "spend", "Spend Surges?", button, icon=ICON, options=options, bout=bout)


STAGES: Final = {
    "pool": defend, "roll": _rolls, "again": _rolls, "defence": _rolls, "reroll": _reroll, "dodge": defend,
    "save": _save,
}  # fmt: skip


def _spends(seen: View) -> list[answers.Spend]:
    return [spend for spend in legal(seen) if isinstance(spend, answers.Spend)]


def spend_value(spend: answers.Spend) -> str:
    """What the form sends for tokens spent; a question mark stands for the dice chosen beside it."""
    if not spend.token:
        return "none"
    return f"{spend.token} {spend.number} {'?' if spend.dice else '-'} {spend.lender}".strip()


def _spend_words(table: Table, spend: answers.Spend) -> str:
    if not spend.token:
        return "None"
    lender = f", {words.unit_name(table, spend.lender)}" if spend.lender else ""
    return f"{spend.number} {words.TOKENS[spend.token]}{lender}"


def _spend_button(spend: answers.Spend) -> str:
    return f"Spend {spend.number} {words.TOKENS[spend.token]}" if spend.token else "Spend none"
