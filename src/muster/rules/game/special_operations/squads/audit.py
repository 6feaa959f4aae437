"""The squads checked against the numbered rules that list them, and the cards against each other."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from muster.rules.cards.audit import LONGEST_SENTENCE, SENTENCE_END, problem
from muster.rules.cards.vocabulary import display_word
from muster.rules.game.special_operations.squads.cards import (
    EDITIONS,
    Ability,
    EditionId,
    EffectCard,
    Squad,
    UnitCard,
    Weapon,
)
from muster.rules.game.special_operations.squads.squads import Book, edition_cards, fits, hand_of
from muster.rules.reference import rule
from muster.rules.violations import Violation

LISTED: Final = re.compile(r"(?:[:,] )(?:(\d+) )?([^,:]+?) \(([^)]+)\)")
"""A unit in the text of a rule: copies, name, rank."""
WORD: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
FILLERS: Final = {"with"}
FARTHEST: Final = 18


def audit_squads(editions: Sequence[EditionId] = EDITIONS) -> tuple[Violation, ...]:
    """Every defect of the squads, edition by edition."""
    return tuple(violation for id in editions for violation in audit_book(edition_cards(id)))


def audit_book(cards: Book) -> Iterator[Violation]:
    """Every defect of one edition."""
    for squad in cards.squads.values():
        missing = tuple(_missing(cards, squad))
        yield from missing
        if not missing:
            yield from _unit_list(cards, squad)
            yield from _card_lists(cards, squad)
            yield from _orders(cards, squad)
    yield from _unexplained(cards)
    yield from _ranges(cards)
    yield from _sentences(cards)


def _missing(cards: Book, squad: Squad) -> Iterator[Violation]:
    """Units, loadouts and command cards that a squad names and nobody has written."""
    sides = [side for loadout in squad.loadouts for side in (loadout.a, loadout.b)]
    swaps = [cards.loadouts[id].swap for id in sides if id in cards.loadouts]
    units = [row.unit for row in squad.units] + [
        unit for swap in swaps if swap for unit in (swap.out, swap.into)
    ]
    named = (
        ("units", units, cards.units),
        ("loadouts", sides, cards.loadouts),
        ("cards", squad.cards, cards.commands),
    )
    for field, wanted, known in named:
        for id in wanted:
            if id not in known:
                yield problem("dangling", squad.id, field=field, wanted=id)


def _unit_list(cards: Book, squad: Squad) -> Iterator[Violation]:
    """Copies, names and ranks are those of the rule that lists them (rules 386 to 403)."""
    if not squad.rules:
        return
    number = squad.rules[0]
    listed = [(int(copies or 1), name, rank) for copies, name, rank in LISTED.findall(rule(number).text)]
    found = [(row.copies, cards.units[row.unit]) for row in squad.units]
    rows_found = [f"{copies} {card.name} ({display_word(card.rank)})" for copies, card in found]
    for place in range(max(len(listed), len(found))):
        wanted = listed[place] if place < len(listed) else None
        if wanted is None or place >= len(found) or not _is_listed(wanted, *found[place]):
            expected = f"{wanted[0]} {wanted[1]} ({wanted[2]})" if wanted else "nothing"
            there = rows_found[place] if place < len(found) else "nothing"
            yield problem("squad-list", squad.id, rule=number, expected=expected, found=there)


def _is_listed(wanted: tuple[int, str, str], copies: int, card: UnitCard) -> bool:
    number, name, rank = wanted
    return (number, rank) == (copies, display_word(card.rank)) and _words(name) - FILLERS <= _words(card.name)


def _words(name: str) -> set[str]:
    words = set(WORD.findall(name.casefold()))
    return words | {part for word in words for part in word.split("-")}


def _card_lists(cards: Book, squad: Squad) -> Iterator[Violation]:
    """Command cards are those of the rules that name them (rules 384 to 402)."""
    hand = hand_of(cards, squad)
    own, faction = hand[3:5], hand[:3]
    for number, group in zip(squad.rules[1:], (own, faction), strict=False):
        for name in (card.name for card in group if card.name not in rule(number).text):
            expected = rule(number).text
            yield problem("squad-list", squad.id, rule=number, expected=expected, found=name)


def _orders(cards: Book, squad: Squad) -> Iterator[Violation]:
    """Every command card of a squad can give its orders to units that the squad has."""
    army = [cards.units[row.unit] for row in squad.units for _ in range(row.copies)]
    for card in hand_of(cards, squad):
        alternatives = (
            all(any(fits(order, unit) for unit in army) for order in orders) for orders in card.orders
        )
        if card.orders and not any(alternatives):
            yield problem("impossible-need", squad.id, card.id)


def _unexplained(cards: Book) -> Iterator[Violation]:
    """Every ability and keyword has its words."""
    for owner, ability in _abilities(cards):
        if ability.id not in cards.meanings:
            yield problem("keyword", owner, keyword=ability.id, field="abilities")


def _abilities(cards: Book) -> Iterator[tuple[str, Ability]]:
    for unit in cards.units.values():
        yield from ((unit.id, ability) for ability in unit.abilities)
    for card in _effects(cards):
        yield from ((card.id, ability) for ability in card.gains)
    for owner, weapon in _weapons(cards):
        yield from ((owner, keyword) for keyword in weapon.keywords)


def _effects(cards: Book) -> tuple[EffectCard, ...]:
    return (*cards.loadouts.values(), *cards.commands.values())


def _weapons(cards: Book) -> Iterator[tuple[str, Weapon]]:
    for unit in cards.units.values():
        yield from ((unit.id, weapon) for weapon in unit.weapons)
    yield from ((card.id, card.weapon) for card in _effects(cards) if card.weapon)


def _ranges(cards: Book) -> Iterator[Violation]:
    """Ranged weapons reach from 1 to 18 inches, or without limit; each weapon has dice."""
    for unit in cards.units.values():
        for weapon in unit.ranged:
            if weapon.inches is not None and not 0 < weapon.inches <= FARTHEST:
                yield problem("range", unit.id, weapon="ranged", range=str(weapon.inches))
    for owner, weapon in _weapons(cards):
        if not any(weapon.pool):
            yield problem("range", owner, weapon="without dice", range=str(weapon.inches))


def _sentences(cards: Book) -> Iterator[Violation]:
    """No text is long enough to be copied from a card."""
    texts = [(meaning.id, meaning.text) for meaning in cards.meanings.values()]
    texts += [(card.id, card.text) for card in _effects(cards)]
    for id, text in texts:
        longest = max(map(len, SENTENCE_END.split(text)))
        if longest > LONGEST_SENTENCE:
            yield problem("sentence", id, field="text", length=longest)
