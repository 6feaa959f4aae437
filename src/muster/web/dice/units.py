"""The odds page from cards: this unit, with these upgrades, attacks that one."""

from collections import Counter
from difflib import get_close_matches
from functools import cache
from typing import Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from django.http import QueryDict

from muster.rules.armies.lineup import ArmyLine
from muster.rules.attack.from_cards import (
    UnitAttack,
    WeaponChoice,
    changes_attack,
    line_of,
    unit_attack,
    weapon_choices,
)
from muster.rules.cards import catalogue
from muster.rules.cards.search import Filters
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.vocabulary import display_word
from muster.rules.cards.wording import dice_in_words, range_in_words
from muster.rules.dice.faces import shortened
from muster.rules.violations import Refused, Violation
from muster.web.environment import url
from muster.web.forms import limit_values, whole_number

MOST_UPGRADES: Final = 12
SAME_NAME = 0.85  # a letter or two of a unit's name may be wrong
NEAR: Final = 3


class SlotRow(NamedTuple):
    """One slot of the unit: its name, and the upgrades that change an attack, with the chosen one marked."""

    name: str
    cards: tuple[tuple[str, str, bool], ...]


class WeaponRow(NamedTuple):
    """A weapon of the unit, and how many miniatures use it."""

    name: str
    facts: str
    most: int
    used: int


class Armed(msgspec.Struct, frozen=True):
    """One attacking unit: its name, its slots and weapons, what it does to the target."""

    unit: str = ""
    slots: tuple[SlotRow, ...] = ()
    weapons: tuple[WeaponRow, ...] = ()
    attack: UnitAttack | None = None
    fields: tuple[tuple[str, str], ...] = ()


class Units(msgspec.Struct, frozen=True):
    """What was chosen, and what can be chosen next: up to two attackers beside each other, and the unit that
    both attack with its upgrades. `fields` keep the choice in a form and in a link."""

    first: Armed = Armed()
    second: Armed = Armed()
    target: str = ""
    target_slots: tuple[SlotRow, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def attacks(self) -> tuple[UnitAttack, ...]:
        """The attacks that can be asked about."""
        return tuple(armed.attack for armed in (self.first, self.second) if armed.attack)

    @property
    def why(self) -> str:
        """What is on file about this unit attacking that one; nothing before both are chosen."""
        chosen = dict(self.fields)
        pair = {"card": chosen.get("unit", ""), "target": chosen.get("target", "")}
        return f"{url('why')}?{urlencode(pair)}" if all(pair.values()) else ""

    @property
    def query(self) -> str:
        """The choice as the end of an address."""
        return f"&{urlencode(self.fields)}" if self.fields else ""


SECOND: Final = "second-"
"""What the fields of the second attacker begin with."""
TARGET_UP: Final = "target-up"


def chosen(query: QueryDict) -> Units:
    """The units that the address names, by id or as somebody typed them."""
    target = _unit(query.get("target", ""))
    offered = _offered(target) if target else {}
    upgrades = _upgrades(offered, query.getlist(TARGET_UP))
    line = line_of(target, upgrades, catalogue()) if target else None
    first, second = _armed(query, "", line), _armed(query, SECOND, line)
    of_target: list[tuple[str, str]] = [("target", target.id)] if target else []
    of_target += [(TARGET_UP, card.id) for card in upgrades]
    return Units(
        first=first,
        second=second,
        target=unit_names()[target.id] if target else "",
        target_slots=_slots(target, offered, [card.id for card in upgrades]) if target else (),
        fields=(*first.fields, *second.fields, *(of_target if first.unit or second.unit else ())),
    )


def _armed(query: QueryDict, prefix: str, target: ArmyLine | None) -> Armed:
    """One of the attackers, with its upgrades and weapons."""
    unit = _unit(query.get(f"{prefix}unit", ""))
    if unit is None:
        return Armed()
    offered = _offered(unit)
    upgrades = _upgrades(offered, query.getlist(f"{prefix}up"))
    line = line_of(unit, upgrades, catalogue())
    choices = weapon_choices(line)
    counts = [_count(query, f"{prefix}weapon-{place}", choice) for place, choice in enumerate(choices)]
    pool = [(choice.use, count) for choice, count in zip(choices, counts, strict=True)]
    told = [
        (f"{prefix}weapon-{n}", str(count)) for n, count in enumerate(counts) if count != choices[n].default
    ]
    return Armed(
        unit=unit_names()[unit.id],
        slots=_slots(unit, offered, [card.id for card in upgrades]),
        weapons=tuple(_row(choice, count) for choice, count in zip(choices, counts, strict=True)),
        attack=unit_attack(line, pool, target, catalogue()) if target and any(counts) else None,
        fields=((f"{prefix}unit", unit.id), *((f"{prefix}up", card.id) for card in upgrades), *told),
    )


def _upgrades(offered: dict[str, tuple[Upgrade, ...]], wanted: list[str]) -> list[Upgrade]:
    """Those of the wanted upgrades that are offered."""
    known = {card.id: card for cards in offered.values() for card in cards}
    return [known[card] for card in limit_values(wanted, MOST_UPGRADES) if card in known]


@cache
def unit_names() -> dict[str, str]:
    """The name of every unit by id; units of one name are told apart by their faction."""
    units = catalogue().data.units
    often = Counter(unit.full_name for unit in units)
    return {
        unit.id: f"{unit.full_name} ({display_word(unit.faction)})"
        if often[unit.full_name] > 1
        else unit.full_name
        for unit in units
    }


def _unit(text: str) -> Unit | None:
    """The unit somebody means; refused with the closest names where there is none."""
    typed = text.strip()
    if not typed:
        return None
    by_name = {name.casefold(): card for card, name in unit_names().items()}
    card = typed if typed in unit_names() else by_name.get(typed.casefold())
    if card is not None:
        return catalogue().unit(card)
    hits = [
        hit
        for hit in catalogue().search(shortened(typed, 80), Filters(kind="unit"))
        if hit.match != "keyword"
    ]
    if len(hits) == 1 or (hits and hits[0].match == "exact"):
        return catalogue().unit(hits[0].card.id)
    if closest := get_close_matches(typed[:80].casefold(), by_name, n=1, cutoff=SAME_NAME):
        return catalogue().unit(by_name[closest[0]])
    near = "; ".join(unit_names()[hit.card.id] for hit in hits[:NEAR]) or "none"
    params = {"given": shortened(typed), "near": near}
    raise Refused(Violation(code="odds.unknown_unit", source="odds: form", params=params))


def _offered(unit: Unit) -> dict[str, tuple[Upgrade, ...]]:
    """The upgrades that change an attack, by slot."""
    fitting = catalogue().upgrades_for(unit)
    changing = {slot: tuple(filter(changes_attack, cards)) for slot, cards in fitting.items()}
    return {slot: cards for slot, cards in changing.items() if cards}


def _slots(unit: Unit, offered: dict[str, tuple[Upgrade, ...]], upgrades: list[str]) -> tuple[SlotRow, ...]:
    """A row for each slot on the unit's bar; a card that was chosen once is marked once."""
    left, rows = list(upgrades), []
    for slot in (slot for slot in unit.slots if slot in offered):
        mine = next((card.id for card in offered[slot] if card.id in left), None)
        if mine is not None:
            left.remove(mine)
        rows.append(
            SlotRow(display_word(slot), tuple((c.id, c.full_name, c.id == mine) for c in offered[slot]))
        )
    return tuple(rows)


def _count(query: QueryDict, field: str, choice: WeaponChoice) -> int:
    count = whole_number(query.get(field, ""))
    return choice.default if count is None else min(count, choice.most)


def _row(choice: WeaponChoice, count: int) -> WeaponRow:
    weapon = choice.use.weapon
    facts = f"{range_in_words(weapon.range)}, {dice_in_words(weapon)}"
    return WeaponRow(weapon.name, facts, choice.most, count)
