"""The odds page from cards: this unit, with these upgrades, attacks that one."""

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from django.http import QueryDict

from muster.rules.attack.facts import Asked, asked_of
from muster.rules.attack.from_cards import (
    AtTheTable,
    UnitAttack,
    WeaponChoice,
    changes_attack,
    choices_at,
    line_of,
    plain_band,
    unit_attack,
    weapon_choices,
)
from muster.rules.attack.helping import guardian_for
from muster.rules.attack.sides import Side, Tokens
from muster.rules.attack.weapons import Used
from muster.rules.cards import catalogue
from muster.rules.cards.search import Filters
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.vocabulary import display_word
from muster.rules.cards.wording import dice_in_words, range_in_words
from muster.rules.dice.faces import shorten_typed
from muster.rules.dice.questions import Guardian
from muster.rules.violations import Refused, Violation
from muster.web.dice.situation import Chip, Situation, band_word, chips_of, more_tokens, read_situation
from muster.web.environment import url
from muster.web.forms import limit_values, whole_number

MOST_UPGRADES: Final = 12
MOST_WEAPONS: Final = 40
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


class Companion(NamedTuple):
    """The counterpart that may join a unit, and whether it does."""

    name: str = ""
    joins: bool = False


class Armed(msgspec.Struct, frozen=True):
    """One attacking unit: its name, its slots, counterpart and weapons, what it does to the target.
    `weapons_of` tells for which unit, upgrades and range the numbers of weapons are."""

    unit: str = ""
    slots: tuple[SlotRow, ...] = ()
    companion: Companion = Companion()
    weapons: tuple[WeaponRow, ...] = ()
    weapons_of: str = ""
    attack: UnitAttack | None = None
    asked: tuple[Asked, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()


class Units(msgspec.Struct, frozen=True):
    """What was chosen, and what can be chosen next: up to two attackers beside each other, and the unit that
    both attack with its upgrades, in one situation. `fields` keep the choice in a form and in a link."""

    first: Armed = Armed()
    second: Armed = Armed()
    target: str = ""
    target_slots: tuple[SlotRow, ...] = ()
    target_companion: Companion = Companion()
    guardian: str = ""
    cannot_guard: bool = False
    chips: tuple[Chip, ...] = ()
    tokens: tuple[tuple[str, str, int], ...] = ()
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def attacks(self) -> tuple[UnitAttack, ...]:
        """The attacks that can be asked about."""
        return tuple(armed.attack for armed in (self.first, self.second) if armed.attack)

    @property
    def names(self) -> tuple[str, ...]:
        """Who makes these attacks."""
        return tuple(armed.unit for armed in (self.first, self.second) if armed.attack)

    @property
    def not_counted(self) -> tuple[str, ...]:
        """What the players have to think of themselves in any of these attacks."""
        return tuple(dict.fromkeys(name for attack in self.attacks for name in attack.not_counted))

    @property
    def out_of_range(self) -> tuple[str, ...]:
        """The attackers that have no weapon for this range."""
        chosen = (armed for armed in (self.first, self.second) if armed.unit and self.target)
        return tuple(armed.unit for armed in chosen if not armed.attack)

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

    @property
    def query_of_first(self) -> str:
        """The same without the second attacker."""
        fields = [(name, value) for name, value in self.fields if not name.startswith(SECOND)]
        return f"&{urlencode(fields)}" if fields else ""


SECOND: Final = "second-"
"""What the fields of the second attacker begin with."""
TARGET: Final = "target-"
COUNTERPART: Final = "counterpart"
GUARDIAN: Final = "guardian"


def chosen_units(query: QueryDict) -> Units:
    """The units that the address names, by id or as somebody typed them, and the situation they are in."""
    situation = read_situation(query)
    card, target = _read_card(query, "target", TARGET, situation.tokens_of(attackers=False))
    helper, beside = _read_card(query, GUARDIAN, f"{GUARDIAN}-", Tokens())
    guards = guardian_for(beside, target) if beside and target else None
    defender = Defender(target, (guards,) if guards else ()) if target else None
    first = _read_attacker(query, "", defender, situation)
    second = _read_attacker(query, SECOND, defender, situation)
    attacks = [armed.attack for armed in (first, second) if armed.attack]
    asked = tuple({each.key: each for armed in (first, second) for each in armed.asked}.values())
    band = (
        situation.band if situation.band is not None else max((each.band for each in attacks), default=None)
    )
    return Units(
        first=first,
        second=second,
        target=card.name,
        target_slots=card.slots,
        target_companion=card.companion,
        guardian=helper.name,
        cannot_guard=bool(helper.name and target and not guards),
        chips=chips_of(situation, asked, band) if attacks or (target and first.unit) else (),
        tokens=more_tokens(situation),
        fields=_all_fields((first, second), (card, helper), situation.fields(asked) if target else ()),
    )


Fields = tuple[tuple[str, str], ...]
"""Names and values of a form's fields."""


def _all_fields(attackers: tuple[Armed, Armed], others: "tuple[Card, Card]", situation: Fields) -> Fields:
    """The whole choice as fields; a target alone is no choice yet."""
    mine = tuple(field for armed in attackers for field in armed.fields)
    theirs = tuple(field for card in others for field in card.fields)
    return (*mine, *theirs, *situation) if mine else ()


class Defender(NamedTuple):
    """The unit that is attacked, and who guards it."""

    side: Side
    guardians: tuple[Guardian, ...]


class Card(NamedTuple):
    """A unit as it was chosen: its name, what can be chosen for it, and the fields that keep it."""

    name: str = ""
    slots: tuple[SlotRow, ...] = ()
    companion: Companion = Companion()
    fields: tuple[tuple[str, str], ...] = ()


def _read_card(query: QueryDict, field: str, prefix: str, tokens: Tokens) -> tuple[Card, Side | None]:
    """The unit in a field with its upgrades and counterpart, as a card to show and as a side of an attack."""
    unit = _unit(query.get(field, ""))
    if unit is None:
        return Card(), None
    upgrades = _upgrades(unit, query.getlist(f"{prefix}up"))
    joins = bool(unit.counterpart) and (
        unit.counterpart_required or bool(query.get(f"{prefix}{COUNTERPART}"))
    )
    line = line_of(unit, upgrades, catalogue(), with_counterpart=joins)
    fields = [(field, unit.id), *((f"{prefix}up", card.id) for card in upgrades)]
    fields += [(f"{prefix}{COUNTERPART}", "1")] if joins and not unit.counterpart_required else []
    offers_one = unit.counterpart and not unit.counterpart_required
    name = catalogue().counterparts[unit.counterpart].full_name if offers_one and unit.counterpart else ""
    card = Card(unit_names()[unit.id], _slots(unit, upgrades), Companion(name, joins), tuple(fields))
    return card, Side(line=line, catalogue=catalogue(), tokens=tokens)


def _read_attacker(query: QueryDict, prefix: str, defender: Defender | None, situation: Situation) -> Armed:
    """One of the attackers, with its upgrades and weapons."""
    target = defender.side if defender else None
    card, attacker = _read_card(query, f"{prefix}unit", prefix, situation.tokens_of(attackers=True))
    if attacker is None:
        return Armed()
    band = plain_band(attacker.line) if situation.band is None else situation.band
    kit = "~".join(value for _, value in card.fields)
    told_counts = _read_counts(query, prefix, f"{kit}~{band_word(band)}")
    at_any_range = situation.band is None and bool(told_counts)
    choices = weapon_choices(attacker.line)
    if target and not at_any_range:
        choices = choices_at(attacker, target, band)
    counts = [min(told_counts.get(place, each.default), each.most) for place, each in enumerate(choices)]
    pool = tuple(Used(each.use, count) for each, count in zip(choices, counts, strict=True) if count)
    attack = None
    if defender and pool:
        table = AtTheTable(situation.answers_to, None if at_any_range else band, defender.guardians)
        attack = unit_attack(attacker, defender.side, pool, table)
    return Armed(
        unit=card.name,
        slots=card.slots,
        companion=card.companion,
        weapons=tuple(_row(choice, count) for choice, count in zip(choices, counts, strict=True)),
        weapons_of=f"{kit}~{band_word(attack.band if attack else band)}",
        attack=attack,
        asked=attack.asked if attack else _asked_at_any_range(attacker, target) if target else (),
        fields=(*card.fields, *_count_fields(prefix, choices, counts)),
    )


def _asked_at_any_range(attacker: Side, target: Side) -> tuple[Asked, ...]:
    """What would be asked with all weapons: out of range, what was told before must not be lost."""
    weapons = tuple(choice.use.weapon for choice in weapon_choices(attacker.line))
    return asked_of(attacker, target, weapons, "ranged")


def _read_counts(query: QueryDict, prefix: str, weapons_of: str) -> dict[int, int]:
    """How many miniatures use each weapon, by its place, if that was told for these weapons at this range."""
    if query.get(f"{prefix}weapons-of", weapons_of) != weapons_of:
        return {}
    numbers = {place: whole_number(query.get(f"{prefix}weapon-{place}", "")) for place in range(MOST_WEAPONS)}
    return {place: number for place, number in numbers.items() if number is not None}


def _count_fields(
    prefix: str, choices: tuple[WeaponChoice, ...], counts: list[int]
) -> Iterator[tuple[str, str]]:
    """The numbers of miniatures that are not the usual ones."""
    for place, count in enumerate(counts):
        if count != choices[place].default:
            yield f"{prefix}weapon-{place}", str(count)


def _upgrades(unit: Unit, wanted: list[str]) -> list[Upgrade]:
    """Those of the wanted upgrades that the unit may carry."""
    known = {card.id: card for cards in catalogue().upgrades_for(unit).values() for card in cards}
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
        for hit in catalogue().search(shorten_typed(typed, 80), Filters(kind="unit"))
        if hit.match != "keyword"
    ]
    if len(hits) == 1 or (hits and hits[0].match == "exact"):
        return catalogue().unit(hits[0].card.id)
    if closest := get_close_matches(typed[:80].casefold(), by_name, n=1, cutoff=SAME_NAME):
        return catalogue().unit(by_name[closest[0]])
    near = "; ".join(unit_names()[hit.card.id] for hit in hits[:NEAR]) or "none"
    params = {"given": shorten_typed(typed), "near": near}
    raise Refused(Violation(code="odds.unknown_unit", source="odds: form", params=params))


def _slots(unit: Unit, upgrades: list[Upgrade]) -> tuple[SlotRow, ...]:
    """A row for each slot on the unit's bar with the upgrades that change an attack, and the one that was
    chosen even if it changes none; a card that was chosen once is marked once."""
    left, rows = list(upgrades), []
    fitting = catalogue().upgrades_for(unit)
    for slot in unit.slots:
        cards = fitting.get(slot, ())
        mine = next((card for card in cards if card in left), None)
        if mine is not None:
            left.remove(mine)
        offered = [card for card in cards if card is mine or changes_attack(card)]
        if offered:
            rows.append(
                SlotRow(
                    display_word(slot), tuple((card.id, card.full_name, card is mine) for card in offered)
                )
            )
    return tuple(rows)


def _row(choice: WeaponChoice, count: int) -> WeaponRow:
    weapon = choice.use.weapon
    facts = f"{range_in_words(weapon.range)}, {dice_in_words(weapon)}"
    return WeaponRow(weapon.name, facts, choice.most, count)
