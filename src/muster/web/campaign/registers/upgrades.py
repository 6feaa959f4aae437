"""What a unit must bring when it joins, as its own choice on the page; and what a form says it brings."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec
from django.http import QueryDict

from muster.rules.campaign.club.switches import Switches
from muster.rules.campaign.register.compulsory import needs, wanted_words
from muster.rules.campaign.register.recruiting import MOST_UPGRADES, choices_for, price
from muster.rules.campaign.register.register import Register
from muster.rules.cards import catalogue
from muster.rules.cards.types import Unit
from muster.rules.cards.vocabulary import spoken

MUST = "must-"


class UpgradeChoice(NamedTuple):
    """An upgrade to choose."""

    id: str
    name: str
    points: int
    slot: str


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
    for number, need in enumerate(needs(unit, switches)):
        open_to = tuple(
            UpgradeChoice(one.id, one.full_name, price(one, register, cards), one.slot)
            for one in choices_for(need, unit, register, cards)
        )
        full = not need.slot or unit.slots.count(need.slot) <= need.count
        keyword, wanted = spoken(need.keyword), wanted_words(need, cards)
        if open_to:
            found.append(Must(f"{MUST}{number}", keyword, wanted, need.count, open_to, full))
    return found


def asked_elsewhere(musts: Collection[Must]) -> set[str]:
    """The cards that stand among the compulsory choices and need no second place on the page."""
    return {card.id for must in musts if must.full for card in must.cards}


def chosen_upgrades(form: QueryDict) -> tuple[str, ...]:
    """What a form says the unit brings: its compulsory choices, then the others; no card twice from both."""
    named = [value for name in sorted(form) if name.startswith(MUST) and (value := form.get(name, ""))]
    others = [one for one in form.getlist("upgrade") if one not in named]
    return tuple(one[:60] for one in (*named, *others)[: MOST_UPGRADES + 1])
