"""What a unit must bring when it joins, as its own choice on the page; and what a form says it brings."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec
from django.http import QueryDict

from muster.rules.campaign.register.compulsory import compulsory_choices, wanted_words
from muster.rules.campaign.register.recruiting import MOST_UPGRADES, choices_for, price
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.switches import Switches
from muster.rules.cards import catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.values import Weapon
from muster.rules.cards.vocabulary import display_word
from muster.web.cards import words

MUST = "must-"


class UpgradeChoice(NamedTuple):
    """An upgrade to choose, with its effect in a line."""

    id: str
    name: str
    points: int
    slot: str
    effect: str


class Must(msgspec.Struct, frozen=True):
    """A compulsory choice: its name in the form, which keyword asks for what, how many, which cards."""

    field: str
    keyword: str
    wanted: str
    count: int
    cards: tuple[UpgradeChoice, ...]
    full: bool

    @property
    def sole(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self.cards) == self.count


def musts_of(register: Register, unit: Unit, switches: Switches) -> list[Must]:
    """Every compulsory choice of a unit. `full`: the slot has no room for more of the kind."""
    cards, found = catalogue(), []
    for number, need in enumerate(compulsory_choices(unit, switches)):
        open_to = tuple(
            UpgradeChoice(
                upgrade.id,
                upgrade.full_name,
                price(upgrade, register, cards),
                upgrade.slot,
                effect_line(upgrade),
            )
            for upgrade in choices_for(need, unit, register, cards)
        )
        full = not need.slot or unit.slots.count(need.slot) <= need.count
        keyword, wanted = display_word(need.keyword), wanted_words(need, cards)
        if open_to:
            found.append(Must(f"{MUST}{number}", keyword, wanted, need.count, open_to, full))
    return found


def compulsory_cards(musts: Collection[Must]) -> set[str]:
    """The cards that stand among the compulsory choices and need no second place on the page."""
    return {card.id for must in musts if must.full for card in must.cards}


def chosen_upgrades(form: QueryDict) -> tuple[str, ...]:
    """What a form says the unit brings: its compulsory choices, then the others; no card twice from both."""
    named = [value for name in sorted(form) if name.startswith(MUST) and (value := form.get(name, ""))]
    others = [upgrade for upgrade in form.getlist("upgrade") if upgrade not in named]
    return tuple(upgrade[:60] for upgrade in (*named, *others)[: MOST_UPGRADES + 1])


# What an upgrade does ---------------------------------------------------------------------------------------

USES = {"exhaust": "exhausted when used", "expend": "used once a game"}


def effect_line(upgrade: Upgrade) -> str:
    """What our facts say of an upgrade, in one line: weapons, keywords, slots it adds, how often it is used.
    Empty for a card whose effect is its text alone."""
    in_weapons = {use.id for weapon in upgrade.weapons for use in weapon.keywords}
    parts = [
        *(describe_weapon(weapon) for weapon in upgrade.weapons),
        *(words.keyword_label(use) for use in upgrade.keywords if use.id not in in_weapons),
        *(f"one more {display_word(slot)} slot" for slot in upgrade.adds_slots),
        USES.get(upgrade.use, ""),
    ]
    return words.sentence("; ".join(part for part in parts if part))


def describe_weapon(weapon: Weapon) -> str:
    """A weapon: its range, its dice, its keywords."""
    pools = (("red", weapon.red), ("black", weapon.black), ("white", weapon.white))
    dice = " and ".join(f"{count} {colour}" for colour, count in pools if count)
    keywords = [words.keyword_label(use) for use in weapon.keywords]
    return ", ".join([words.reach(weapon.range), *([f"{dice} dice"] if dice else []), *keywords])
