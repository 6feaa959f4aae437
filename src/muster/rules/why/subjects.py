"""Whom a question is about: a card of the catalogue or of Special Operations, with all that is on file."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from muster.rules import reference
from muster.rules.cards import Card, catalogue
from muster.rules.cards.catalogue import unknown_card
from muster.rules.cards.types import Unit
from muster.rules.cards.values import KeywordUse
from muster.rules.cards.vocabulary import TYPE_LINES, UnitType
from muster.rules.core_rules import CoreRule
from muster.rules.game.special_operations.squads import finding
from muster.rules.game.special_operations.squads.cards import (
    EDITIONS,
    Ability,
    EditionId,
    EffectCard,
    UnitCard,
)
from muster.rules.game.special_operations.squads.squads import edition_cards, wording
from muster.rules.why import grounds
from muster.rules.why.grounds import Side
from muster.rules.why.reasons import (
    Reason,
    core_rules_behind,
    of_ability,
    of_effect,
    of_grounds,
    of_keyword,
    of_numbers,
    shortest_first,
)

OPERATIONS: Final = "001"
"""The document of Special Operations."""
NAMED_TYPES: Final[dict[UnitType, str]] = {
    "vehicle": "vehicle",
    "droid-trooper": "droid",
    "clone-trooper": "clone",
    "creature-trooper": "creature",
    "emplacement-trooper": "emplacement",
}
"""Types that keywords single out, by the word they say for it."""


class About(NamedTuple):
    """A card: its name, its address, what is printed on it, what else names it, the core rules of what it is;
    `document` is the mode it is for, where it is for one."""

    name: str
    address: str
    printed: tuple[Reason, ...]
    named: tuple[Reason, ...]
    core: tuple[CoreRule, ...]
    type: UnitType | None = None
    document: str = ""

    @property
    def beneath(self) -> tuple[CoreRule, ...]:
        """The core rules of what it is and of what is printed on it."""
        return (*self.core, *core_rules_behind(self.printed))

    def in_attack(self, side: Side) -> tuple[Reason, ...]:
        """What is printed on it and counts on that side of an attack, with the rules on file for it."""
        counting = [reason for reason in self.printed if grounds.counts_for(reason.id, side)]
        return shortest_first((*counting, *_rules_of(counting)))

    def meets(self, other: "About", side: Side) -> tuple[Reason, ...]:
        """What of it names something printed on the other, or what the other is."""
        named = {_name_without_value(reason.title) for reason in other.printed} - {""}
        kinds = TYPE_LINES[other.type] if other.type else ()
        words = {NAMED_TYPES[kind] for kind in kinds if kind in NAMED_TYPES}
        return tuple(
            reason
            for reason in self.in_attack(side)
            if any(_says(reason.text, name) for name in named - {_name_without_value(reason.title)})
            or any(_says(reason.text.lower(), word) for word in words)
        )

    def named_by(self, found: Iterable[Reason], side: Side) -> tuple[Reason, ...]:
        """What is printed on it, counts on that side and is named by one of these."""
        texts = [reason.text for reason in found]
        return tuple(
            reason
            for reason in self.printed
            if grounds.counts_for(reason.id, side)
            and any(_says(text, _name_without_value(reason.title)) for text in texts)
        )


def card_about(wanted: str) -> About:
    """The card that is meant: by id, by slug, by its address in Special Operations, else by name."""
    cards = catalogue()
    card = cards.cards.get(wanted) or cards.slugs.get(wanted)
    if card is None and (of_squads := _squad_card(wanted)):
        return of_squads
    if card is None:
        hits = cards.search(wanted[:80]) if wanted.strip() else ()
        if not hits:
            raise unknown_card(wanted, (), cards.gone.departure_of(wanted))
        card = hits[0].card
    return _of_card(card)


def _of_card(card: Card) -> About:
    effect = catalogue().effect(card)
    uses = dict.fromkeys((*card.keywords, *_weapon_uses(card)))
    keywords = tuple(filter(None, map(of_keyword, uses)))
    core = grounds.beneath_card(card)
    return About(
        name=card.full_name,
        address=card.slug,
        printed=(*((of_effect(effect, card.full_name),) if effect else ()), *keywords),
        named=(*of_grounds(grounds.of_card(card.slug)), *_rules_of(keywords)),
        core=(*core, *(grounds.beneath_effect(effect) if effect else ())),
        type=card.unit_type if isinstance(card, Unit) else None,
    )


def _weapon_uses(card: Card) -> Iterator[KeywordUse]:
    effect = catalogue().effect(card)
    for weapon in (*getattr(card, "weapons", ()), *(effect.weapons if effect else ())):
        yield from weapon.keywords


def _rules_of(found: Iterable[Reason]) -> Iterator[Reason]:
    """Rules and rulings on file for these keywords; those of Special Operations are for its own cards."""
    for reason in found:
        on_file = grounds.of_keyword(reason.id) if reason.kind == "keyword" else grounds.NOTHING
        numbers = tuple(n for n in on_file.rules if reference.rule(n).document != OPERATIONS)
        yield from of_grounds(msgspec.structs.replace(on_file, rules=numbers))


def _squad_card(address: str) -> About | None:
    """A card of Special Operations by its address: `playtest/unit/b1-sergeant`."""
    edition, _, rest = address.partition("/")
    kind, _, id = rest.partition("/")
    known = next((word for word in EDITIONS if word == edition), None)
    found = finding.entry(known, kind, id) if known else None
    return _of_squad(known, found) if known and found else None


def _of_squad(edition: EditionId, found: finding.Entry) -> About:
    card = found.card
    unit, known = card if isinstance(card, UnitCard) else None, edition_cards(edition).meanings
    abilities = tuple(of_ability(edition, ability) for ability in _abilities(unit)) if unit else ()
    return About(
        name=card.name,
        address=f"{edition}/{found.kind}/{card.id}",
        printed=(*_effect_reason(card), *abilities),
        named=tuple(of_numbers(n for ability in _abilities(unit) for n in known[ability.id].rules))
        if unit
        else (),
        core=grounds.beneath_type(unit.type) if unit else (),
        type=unit.type if unit else None,
        document=OPERATIONS,
    )


def _effect_reason(card: finding.AnyCard) -> tuple[Reason, ...]:
    if not isinstance(card, EffectCard):
        return ()
    source = card.source or "Special Operations"
    return (Reason(kind="effect", id=card.id, title=card.name, text=wording(card), source=source),)


def _abilities(card: UnitCard) -> tuple[Ability, ...]:
    keywords = (keyword for weapon in card.weapons for keyword in weapon.keywords)
    return tuple(dict.fromkeys((*card.abilities, *keywords)))


def _name_without_value(title: str) -> str:
    """The name of a keyword without its value: `Pierce 2` is Pierce."""
    return re.sub(r"(: .+| \d+)$", "", title)


def _says(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?:s)?(?!\w)", text) is not None
