"""Prompts of an attack in Special Operations: one sheet to declare it, then dice, account and odds."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from muster.rules.cards.vocabulary import spoken
from muster.rules.dice.faces import Die, Face
from muster.rules.dice.odds import Odds
from muster.rules.game import answers
from muster.rules.game import operation_steps as steps
from muster.rules.game.kernel import legal
from muster.rules.game.special_operations.attacks.attack import COVERS, blocked, cover, number, to_roll
from muster.rules.game.special_operations.attacks.spending import SURGE, rerolled
from muster.rules.game.special_operations.odds import foreseen
from muster.rules.game.special_operations.squads.cards import Weapon
from muster.rules.game.special_operations.squads.squads import meaning
from muster.rules.game.special_operations.squads.wording import dice as dice_words
from muster.rules.game.special_operations.units import edition, is_vehicle, weapons
from muster.rules.game.table import Table, View
from muster.web.dice.odds import decimal, percent
from muster.web.game.play import words
from muster.web.game.play.prompts.prompt import (
    Aimed,
    Bar,
    Bout,
    Line,
    OddsLine,
    Option,
    Prompt,
    draws,
    roll_button,
    typed_faces,
)
from muster.web.game.play.prompts.special_operations import card_name, reach_now

MOST_BARS: Final = 5
WIDE: Final = 16.8
HIGH: Final = 24
ORDER: Final = ("pool", "roll", "reroll", "again", "dodge", "defence", "save")
ICON: Final = "act-attack"


# Declaring -------------------------------------------------------------------------------------------------


@draws(steps.Sheet)
def sheet(seen: View, step: steps.Sheet) -> Prompt:
    """Whom, with what, behind which cover: one sheet."""
    table = seen.table
    strikes = [one for one in legal(seen) if isinstance(one, answers.Strike)]
    targets = dict.fromkeys(one.target for one in strikes if one.target)
    aimed = tuple(_aimed(table, step, target, strikes) for target in targets)
    none = any(not one.target for one in strikes)
    title = f"{words.unit_name(table, step.unit)} attacks{' another unit' if step.declared else ''}"
    return Prompt(
        step.id, "sheet", "strike", title, "Attack" if aimed else "No attack",
        "A target in range and sight. Cover is terrain only; Muster adds the rest." if aimed else "",
        ICON, small="choose a target", aimed=aimed,
        other=Option("say none", "Attack nobody else" if step.declared else "No attack", on=True)
        if none and aimed else None,
    )  # fmt: skip


def _aimed(table: Table, step: steps.Sheet, target: str, strikes: list[answers.Strike]) -> Aimed:
    own = [one for one in strikes if one.target == target]
    pools, shot = dict.fromkeys(one.weapons for one in own), any(one.cover for one in own)
    options = tuple(
        Option(",".join(pool), _weapons(table, step.unit, pool), _foretold(table, step, target, pool, shot))
        for pool in pools
    )
    return Aimed(target, options, shot, is_vehicle(table.units[target]), hull=any(one.hull for one in own))


def _foretold(table: Table, step: steps.Sheet, target: str, pool: tuple[str, ...], shot: bool) -> str:
    odds = foreseen.before(table, step, answers.Strike(prompt=step.id, target=target, weapons=pool))
    told = f"{decimal(odds.mean)} wounds on average, {percent(odds.defeat or Fraction(0))} defeats it"
    return f"{told}, without cover" if shot else told


def _weapons(table: Table, unit: str, pool: tuple[str, ...]) -> str:
    known = weapons(table, table.units[unit])
    return " and ".join(_weapon(table, name, known[name], unit) for name in pool if name in known)


def _weapon(table: Table, name: str, weapon: Weapon, unit: str) -> str:
    """`12″: 2 red, 1 black, Critical 2`; a card's weapon by the card's name."""
    keywords = (meaning(edition(table), one).name for one in weapon.keywords)
    own = name == "melee" or name.startswith("ranged-")
    said = ", ".join((dice_words(weapon), *keywords))
    far = reach_now(table, table.units[unit], weapon)
    return f"{far}: {said}" if own else f"{card_name(table, name)}, {far}: {said}"


# Fighting --------------------------------------------------------------------------------------------------


@draws(steps.Fight)
def fight(seen: View, step: steps.Fight) -> Prompt:
    """The stage of an attack that somebody decides."""
    return STAGES[step.stage](seen, step)


def _die(seen: View, step: steps.Fight) -> Prompt:
    """The defender takes a die from a Suppressed attacker."""
    options = tuple(
        Option(spend_value(one), f"1 {_colour(one.token)} die" if one.token else "No die")
        for one in _spends(seen)
    )
    lede = f"{words.unit_name(seen.table, step.attack.by)} is Suppressed: it loses a die of your choice."
    return Prompt(
        step.id, "pick", "spend", "Take a die", "Take it", lede, ICON, options=options,
        bout=_bout(seen.table, step), rules=(309,),
    )  # fmt: skip


def _colour(token: str) -> str:
    return spoken(token.rpartition("-")[2]).lower()


def _rolls(seen: View, step: steps.Fight) -> Prompt:
    attacks, dice = step.stage != "defence", to_roll(seen.table, step)
    who = words.unit_name(seen.table, step.attack.by if attacks else step.attack.on)
    title = f"{who} rerolls" if step.stage == "again" else f"{who} {'attacks' if attacks else 'defends'}"
    return Prompt(
        step.id, "roll", "dice", title, roll_button(dice),
        icon=ICON, dice=dice, faces=typed_faces(dice), bout=_bout(seen.table, step),
    )  # fmt: skip


def _reroll(seen: View, step: steps.Fight) -> Prompt:
    table, attack = seen.table, step.attack
    spends = [one for one in _spends(seen) if one.token]
    options = tuple(
        Option(spend_value(one), _spent(table, one), _reroll_note(table, attack, one),
               button="Turn a Surge" if one.token == SURGE else "Reroll")
        for one in spends
    )  # fmt: skip
    most = max((rerolled(table, attack, one.token) for one in spends if one.token != SURGE), default=0)
    best = next((one.dice for one in spends if one.dice), ())
    dice = tuple((die.value, face.value) for die, face in zip(attack.dice, attack.faces, strict=True))
    bout = _bout(table, step)._replace(dice=dice, again=best, reroll=most)
    title = f"Reroll {_up_to(most)}" if most else "Spend a Surge?"
    return Prompt(
        step.id, "dice", "spend", title, options[0].button if options else "Reroll", icon=ICON,
        options=options, bout=bout, faces=typed_faces(attack.dice) if table.dice == "own" and most else (),
        dice=attack.dice, other=Option("say none", "Keep all", on=True),
    )  # fmt: skip


def _up_to(dice: int) -> str:
    return f"up to {dice} dice" if dice > 1 else "1 die"


def _reroll_note(table: Table, attack: steps.Attack, spend: answers.Spend) -> str:
    if spend.token == SURGE:
        return "a Surge becomes a Hit"
    again = foreseen.now(table, attack, spend.dice)
    count = rerolled(table, attack, spend.token)
    return f"{_up_to(count)}, then {decimal(again.mean)} wounds on average"


def _dodge(seen: View, step: steps.Fight) -> Prompt:
    options = tuple(
        Option(spend_value(one), _spent(seen.table, one), _after_dodge(seen.table, step, one),
               button=_spent_button(one))
        for one in _spends(seen)
    )  # fmt: skip
    return _spending(seen, step, "Spend a Dodge?", options)


def _after_dodge(table: Table, step: steps.Fight, spend: answers.Spend) -> str:
    after = foreseen.now(table, step.attack, dodge=spend.number if spend.token else 0)
    return f"then {decimal(after.mean)} wounds on average"


def _save(seen: View, step: steps.Fight) -> Prompt:
    options = tuple(
        Option(spend_value(one), _spent(seen.table, one), "Surges become Blocks" if one.token else "",
               button=_spent_button(one))
        for one in _spends(seen)
    )  # fmt: skip
    return _spending(seen, step, "Spend Surges?", options)


def _spending(seen: View, step: steps.Fight, title: str, options: tuple[Option, ...]) -> Prompt:
    button = options[0].button if options else "Spend none"
    return Prompt(
        step.id, "pick", "spend", title, button, icon=ICON, options=options, bout=_bout(seen.table, step),
    )  # fmt: skip


STAGES: Final = {
    "pool": _die, "roll": _rolls, "again": _rolls, "defence": _rolls, "reroll": _reroll, "dodge": _dodge,
    "save": _save,
}  # fmt: skip


def _spends(seen: View) -> list[answers.Spend]:
    return [one for one in legal(seen) if isinstance(one, answers.Spend)]


def spend_value(spend: answers.Spend) -> str:
    """What the form sends for tokens spent; a question mark stands for the dice chosen beside it."""
    if not spend.token:
        return "none"
    return f"{spend.token} {spend.number} {'?' if spend.dice else '-'} {spend.lender}".strip()


def _spent(table: Table, spend: answers.Spend) -> str:
    if not spend.token:
        return "None"
    lender = f", {words.unit_name(table, spend.lender)}" if spend.lender else ""
    return f"{spend.number} {words.TOKENS[spend.token]}{lender}"


def _spent_button(spend: answers.Spend) -> str:
    return f"Spend {spend.number} {words.TOKENS[spend.token]}" if spend.token else "Spend none"


def bout_now(table: Table) -> Bout | None:
    """The attack that is on its way, for those who are not asked anything in it."""
    step = table.todo[-1] if table.todo else None
    return _bout(table, step) if isinstance(step, steps.Fight) and step.stage in STAGES else None


# The account -----------------------------------------------------------------------------------------------


def _bout(table: Table, step: steps.Fight) -> Bout:
    attack = step.attack
    return Bout(
        attack.by, attack.on, _weapons(table, attack.by, attack.weapons), tuple(_lines(table, step)),
        _odds(table, step),
    )  # fmt: skip


def _lines(table: Table, step: steps.Fight) -> Iterator[Line]:
    """Cover, roll, dodge, defence dice: what is done, what is on, what is to come."""
    attack, at = step.attack, ORDER.index(step.stage)
    if not attack.melee and not is_vehicle(table.units[attack.on]):
        yield Line("Cover", "", COVERS[cover(table, attack)].capitalize(), "done")
    rolled = _faces(attack.faces) if attack.faces else ""
    keyword = number(table, attack, "critical")
    turned = f"Critical {keyword} turns Surges" if keyword else ""
    yield Line("Roll", turned if rolled else _pool(attack.dice), rolled, _state(at, 0, 3))
    dodges = f"{attack.parried} spent" if attack.parried else ""
    left = f"{attack.criticals} Criticals, {attack.hits} Hits" if at > ORDER.index("again") else ""
    yield Line("Dodge", dodges, left, _state(at, 4, 4))
    saves = f"{_faces(attack.saves)}" if attack.saves else ""
    blocks = f"{blocked(table, attack)} count" if attack.saves else ""
    yield Line("Defence dice", saves, blocks, _state(at, 5, 6))


def _state(at: int, first: int, last: int) -> str:
    return "done" if at > last else "now" if at >= first else "todo"


def _pool(dice: tuple[Die, ...]) -> str:
    counts = {die: dice.count(die) for die in dict.fromkeys(dice)}
    return ", ".join(f"{count} {_colour(die.value)}" for die, count in counts.items())


def _faces(faces: tuple[Face, ...]) -> str:
    counts = {face: faces.count(face) for face in dict.fromkeys(faces)}
    return ", ".join(f"{count} {spoken(face)}{'s' if count > 1 else ''}" for face, count in counts.items())


def _odds(table: Table, step: steps.Fight) -> OddsLine | None:
    """What comes of the attack from here, if nothing else is spent."""
    attack = step.attack
    if step.stage in ("pool", "save") or not (attack.faces or attack.struck):
        return None
    odds = (
        foreseen.defended(table, attack)
        if step.stage == "defence"
        else foreseen.now(table, attack, attack.again)
    )
    return odds_line(odds)


def odds_line(odds: Odds) -> OddsLine:
    """The odds with their bars; those that defeat are hot."""
    shown = list(odds.distribution[: MOST_BARS - 1])
    shown.append(odds.at_least(MOST_BARS - 1))
    shown = shown[: max(2, len(odds.weights))]
    top = max(shown) or Fraction(1)
    last = len(shown) == MOST_BARS and len(odds.weights) > MOST_BARS
    bars = tuple(
        _bar(n, float(chance / top), bool(odds.to_defeat and n >= odds.to_defeat),
             f"{n}+" if last and n == MOST_BARS - 1 else str(n))
        for n, chance in enumerate(shown)
    )  # fmt: skip
    defeats = f"{percent(odds.defeat)} defeats it" if odds.defeat is not None else ""
    return OddsLine(decimal(odds.mean), "wounds on average", defeats, bars)


def _bar(number: int, share: float, hot: bool, label: str) -> Bar:
    high = round(HIGH * share, 1)
    return Bar(label, round(1.5 + WIDE * number, 1), round(HIGH - high, 1), high, hot)
