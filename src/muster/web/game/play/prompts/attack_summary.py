"""The account of an attack in Special Operations: who, whom, with what, line by line, and its exact odds."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from muster.rules.cards.vocabulary import display_word
from muster.rules.dice.faces import Die
from muster.rules.dice.odds import Odds
from muster.rules.game.special_operations.attacks.as_odds import COVERS, cover, number
from muster.rules.game.special_operations.attacks.defending import count_blocks
from muster.rules.game.special_operations.odds import foreseen
from muster.rules.game.special_operations.squads.cards import Weapon
from muster.rules.game.special_operations.squads.squads import meaning
from muster.rules.game.special_operations.squads.wording import dice as dice_words
from muster.rules.game.special_operations.units import edition, is_vehicle, weapons
from muster.rules.game.steps import operations as steps
from muster.rules.game.table import Table
from muster.web.dice.odds import decimal, percent
from muster.web.environment import plural
from muster.web.game.play.prompts.prompt import Bar, Bout, Line, OddsLine, face_words
from muster.web.game.play.prompts.special_operations import card_name, reach_now

MOST_BARS: Final = 5
WIDE: Final = 16.8
HIGH: Final = 24
ORDER: Final = ("pool", "roll", "reroll", "again", "dodge", "defence", "save")


def bout_now(table: Table) -> Bout | None:
    """The attack that is on its way, for those who are not asked anything in it."""
    step = table.todo[-1] if table.todo else None
    return bout_of(table, step) if isinstance(step, steps.Fight) and step.stage in ORDER else None


def bout_of(table: Table, step: steps.Fight) -> Bout:
    """The attack on its way."""
    attack = step.attack
    return Bout(
        attack.by, attack.on, weapon_words(table, attack.by, attack.weapons), tuple(_lines(table, step)),
        _odds(table, step),
    )  # fmt: skip


def _lines(table: Table, step: steps.Fight) -> Iterator[Line]:
    """Cover, roll, dodge, defence dice: what is done, what is on, what is to come."""
    attack, at = step.attack, ORDER.index(step.stage)
    if not attack.melee and not is_vehicle(table.units[attack.on]):
        yield Line("Cover", "", COVERS[cover(table, attack)].capitalize(), "done")
    rolled = face_words(attack.faces) if attack.faces else ""
    keyword = number(table, attack, "critical")
    turned = f"Critical {keyword} turns Surges" if keyword else ""
    yield Line("Roll", turned if rolled else _pool(attack.dice), rolled, _state(at, 0, 3))
    dodges = f"{attack.parried} spent" if attack.parried else ""
    struck = f"{plural(attack.criticals, 'Critical')}, {plural(attack.hits, 'Hit')}"
    left = struck if at > ORDER.index("again") else ""
    yield Line("Dodge", dodges, left, _state(at, 4, 4))
    saves = face_words(attack.saves) if attack.saves else ""
    blocks = f"{count_blocks(table, attack)} count" if attack.saves else ""
    yield Line("Defence dice", saves, blocks, _state(at, 5, 6))


def _state(at: int, first: int, last: int) -> str:
    return "done" if at > last else "now" if at >= first else "todo"


def _pool(dice: tuple[Die, ...]) -> str:
    counts = {die: dice.count(die) for die in dict.fromkeys(dice)}
    return ", ".join(f"{count} {colour(die.value)}" for die, count in counts.items())


def _odds(table: Table, step: steps.Fight) -> OddsLine | None:
    """What comes of the attack from here, if nothing else is spent."""
    attack = step.attack
    if step.stage in ("pool", "save") or not (attack.faces or attack.struck):
        return None
    odds = (
        foreseen.odds_of_defence(table, attack)
        if step.stage == "defence"
        else foreseen.odds_now(table, attack, attack.again)
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


# Words --------------------------------------------------------------------------------------------------


def weapon_words(table: Table, unit: str, pool: tuple[str, ...]) -> str:
    """The weapons of a pool in words."""
    known = weapons(table, table.units[unit])
    return " and ".join(_weapon(table, name, known[name], unit) for name in pool if name in known)


def _weapon(table: Table, name: str, weapon: Weapon, unit: str) -> str:
    """`12″: 2 red, 1 black, Critical 2`; a card's weapon by the card's name."""
    keywords = (meaning(edition(table), keyword).name for keyword in weapon.keywords)
    own = name == "melee" or name.startswith("ranged-")
    text = ", ".join((dice_words(weapon), *keywords))
    far = reach_now(table, table.units[unit], weapon)
    return f"{far}: {text}" if own else f"{card_name(table, name)}, {far}: {text}"


def colour(token: str) -> str:
    """`attack-red` is red."""
    return display_word(token.rpartition("-")[2]).lower()
