"""Prompts of Special Operations: what is decided, done, fought and rolled, each option in plain words."""

from collections.abc import Iterable
from typing import Any, Final

from muster.rules.cards.vocabulary import spoken
from muster.rules.game import answers
from muster.rules.game.kernel import legal
from muster.rules.game.special_operations import steps
from muster.rules.game.special_operations.setup import COLOUR
from muster.rules.game.special_operations.squads import book
from muster.rules.game.special_operations.units import edition
from muster.rules.game.table import Table, View
from muster.web.game.play import words
from muster.web.game.play.prompts.cards import thing
from muster.web.game.play.prompts.prompt import (
    Option,
    Prompt,
    draws,
    roll_button,
    typed_faces,
    unit_options,
)

HIDDEN: Final = "Your opponent sees them when both have chosen."


def card_name(table: Table, id: str) -> str:
    """A loadout, a command card, an ability or a mission's matter by its name."""
    cards = book(edition(table))
    for known in (cards.loadouts, cards.commands):
        if id in known:
            return known[id].name
    return cards.meanings[id].name.partition(" {")[0] if id in cards.meanings else spoken(id)


def _about(table: Table, *ids: str) -> str:
    return ", ".join(thing(table, one) for one in ids if one)


def _named(table: Table, option: str) -> str:
    """`calm one.3`, `one.3 aim`: words and units mixed."""
    return " ".join(thing(table, word) if word in table.units else spoken(word) for word in option.split())


@draws(steps.Decide)
def _decide(seen: View, step: steps.Decide) -> Prompt:
    table = seen.table
    options = tuple(Option(one, _named(table, one)) for one in step.options)
    return Prompt(
        step.id, "pick" if step.least == step.most == 1 else "units", "picked", card_name(table, step.what),
        "Choose", _about(table, step.unit, step.by), options=options, least=step.least, most=step.most,
        other=None if step.least else Option("say none", "None", on=True),
    )  # fmt: skip


@draws(steps.Throw)
def _throw(seen: View, step: steps.Throw) -> Prompt:
    title, dice = card_name(seen.table, step.what), step.dice
    return Prompt(
        step.id, "roll", "dice", title, roll_button(dice), _about(seen.table, step.unit), dice=dice,
        faces=typed_faces(dice),
    )  # fmt: skip


@draws(steps.ColourDice)
def _colour(_seen: View, step: steps.ColourDice) -> Prompt:
    lede = "More Criticals is Red, then Surges, then Hits."
    return Prompt(
        step.id, "roll", "dice", "Who is Red?", roll_button(COLOUR), lede, dice=COLOUR,
        faces=typed_faces(COLOUR), rules=(290, 291, 292, 293, 294),
    )  # fmt: skip


@draws(steps.PickLoadouts)
def _loadouts(seen: View, step: steps.PickLoadouts) -> Prompt:
    sides = [one.options for one in legal(seen) if isinstance(one, answers.Picked)]
    options = tuple(Option(one, card_name(seen.table, one)) for one in dict.fromkeys(_flat(sides)))
    return Prompt(
        step.id, "units", "picked", "Choose your loadouts", "Choose these", "One side of each card.",
        options=options, least=3, most=3, secret=HIDDEN,
        rules=(302, 303),
    )  # fmt: skip


def _flat(rows: Iterable[Iterable[str]]) -> Iterable[str]:
    return (one for row in rows for one in row)


def _units(seen: View, id: str, title: str, button: str, **more: Any) -> Prompt:
    able = dict.fromkeys(_flat(one.units for one in legal(seen) if isinstance(one, answers.Units)))
    kind = "pick" if more.get("most") == 1 else "units"
    return Prompt(id, kind, "units", title, button, options=unit_options(seen.table, able), **more)


@draws(steps.DeployUnit)
def _deploy(seen: View, step: steps.DeployUnit) -> Prompt:
    return _units(seen, step.id, "Deploy a unit", "It stands", least=1, most=1)


@draws(steps.DealCodes)
def _deal(seen: View, step: steps.DealCodes) -> Prompt:
    number = len(step.holders) or 3
    return _units(seen, step.id, "Give out the tokens", "Give them", least=number, most=number)


@draws(steps.OrderUnits)
def _orders(seen: View, step: steps.OrderUnits) -> Prompt:
    sizes = [len(one.units) for one in legal(seen) if isinstance(one, answers.Units)]
    least, most = min(sizes, default=0), max(sizes, default=0)
    return _units(seen, step.id, "Give your orders", "Give these orders", least=least, most=most)


@draws(steps.Acting)
def _acting(seen: View, step: steps.Acting) -> Prompt:
    table = seen.table
    takes = [one for one in legal(seen) if isinstance(one, answers.Take)]
    options = tuple(
        Option(f"{one.action} {one.on}".strip(), _action(table, one), unit=one.on * (one.on in table.units))
        for one in takes
    )
    lede = f"{step.left} actions left." if not step.only else ""
    return Prompt(step.id, "pick", "take", words.unit_name(table, step.unit), "Do it", lede, options=options)


def _action(table: Table, take: answers.Take) -> str:
    if not take.action:
        return "Nothing more"
    on = f": {_about(table, take.on)}" if take.on else ""
    return f"{card_name(table, take.action)}{on}"


@draws(steps.Sheet)
def _sheet(seen: View, step: steps.Sheet) -> Prompt:
    strikes = [one for one in legal(seen) if isinstance(one, answers.Strike)]
    options = tuple(Option(strike_value(one), _strike(seen.table, one), unit=one.target) for one in strikes)
    title = f"{words.unit_name(seen.table, step.unit)} attacks"
    return Prompt(step.id, "pick", "strike", title, "Attack", options=options)


def strike_value(strike: answers.Strike) -> str:
    """What the form sends for an attack."""
    return " ".join((strike.target, ",".join(strike.weapons), str(strike.cover), strike.arc)).strip()


def _strike(table: Table, strike: answers.Strike) -> str:
    if not strike.target:
        return "No attack"
    cover = ("no cover", "light cover", "heavy cover")[strike.cover]
    return f"{words.unit_name(table, strike.target)}, {', '.join(map(spoken, strike.weapons))}, {cover}"


@draws(steps.Fight)
def _fight(seen: View, step: steps.Fight) -> Prompt:
    if step.stage in ("roll", "defence"):
        dice = step.attack.dice
        return Prompt(step.id, "roll", "dice", "Roll the dice", "Roll", dice=dice, faces=typed_faces(dice))
    spends = [one for one in legal(seen) if isinstance(one, answers.Spend)]
    options = tuple(Option(spend_value(one), _spend(seen.table, one), unit=one.lender) for one in spends)
    titles = {"pool": "Take a die", "reroll": "Reroll dice?", "dodge": "Dodge?", "save": "Spend Surges?"}
    lede = _about(seen.table, step.attack.by, step.attack.on)
    return Prompt(step.id, "pick", "spend", titles[step.stage], "Choose", lede, options=options)


def spend_value(spend: answers.Spend) -> str:
    """What the form sends for tokens spent."""
    if not spend.token:
        return "none"
    return " ".join(
        (spend.token, str(spend.number), ",".join(map(str, spend.dice)) or "-", spend.lender)
    ).strip()


def _spend(table: Table, spend: answers.Spend) -> str:
    if not spend.token:
        return "None"
    lender = f" of {words.unit_name(table, spend.lender)}" if spend.lender else ""
    return f"{spend.number} {spoken(spend.token)}{lender}"
