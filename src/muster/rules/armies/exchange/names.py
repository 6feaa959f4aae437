"""Cards by the names that lists give them, and which of several is meant.

Lists drop titles, use display names, old names and names of their own. All cards a name may mean are
candidates; what else the list says (faction, rank, points, the unit) narrows them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeVar

from msgspec import UNSET

from muster.rules.cards.catalogue import Catalogue, spellings_of
from muster.rules.cards.naming import plain
from muster.rules.cards.types import (
    BattleCard,
    BattleForce,
    Card,
    CommandCard,
    Counterpart,
    Unit,
    Upgrade,
    Withdrawn,
)
from muster.rules.cards.vocabulary import Kind

T = TypeVar("T")
SUGGESTED = 3


class NameBook:
    """Every spelling of every card, by kind of card."""

    def __init__(self, catalogue: Catalogue) -> None:
        data = catalogue.data
        self.catalogue = catalogue
        self.units = spelled(data.units)
        self.upgrades = spelled(data.upgrades)
        self.counterparts = spelled(data.counterparts)
        self.commands = spelled(data.commands)
        self.battle_cards = spelled(data.battle_cards)
        self.forces = spelled(data.battle_forces)
        self.shelves: dict[Kind, Mapping[str, tuple[Card, ...]]] = {
            "unit": self.units,
            "upgrade": self.upgrades,
            "counterpart": self.counterparts,
            "command": self.commands,
            "battle": self.battle_cards,
            "battle-force": self.forces,
        }
        self.gone = data.history.withdrawn
        for former, card in former_names(catalogue):
            shelf = self.shelves[card.kind]
            if former not in shelf and isinstance(shelf, dict):
                shelf[former] = (card,)
        self.withdrawn: dict[str, Withdrawn] = {}
        for gone in data.withdrawn:
            self.withdrawn[plain(gone.name)] = gone
            self.withdrawn[plain(f"{gone.name} {gone.title or ''}")] = gone

    def near(self, name: str, kinds: Iterable[Kind]) -> tuple[Card, ...]:
        """The cards with the names nearest to this one, nearest first."""
        wanted = plain(name)[:80]
        cards: dict[str, Card] = {}
        known = {spelling: kind for kind in kinds for spelling in self.shelves[kind]}
        for spelling in get_close_matches(wanted, known, n=SUGGESTED):
            cards.update({card.id: card for card in self.shelves[known[spelling]][spelling]})
        return tuple(cards.values())[: SUGGESTED + 1]


CardT = TypeVar("CardT", bound=Unit | Upgrade | Counterpart | CommandCard | BattleCard | BattleForce)


def spelled(cards: Iterable[CardT]) -> dict[str, tuple[CardT, ...]]:
    """The cards by every spelling."""
    found: dict[str, tuple[CardT, ...]] = {}
    for card in cards:
        for spelling in {plain(name) for name in spellings_of(card)}:
            found[spelling] = (*found.get(spelling, ()), card)
    return found


def former_names(catalogue: Catalogue) -> Iterator[tuple[str, Card]]:
    """The names that cards had on earlier days, with and without their titles of then."""
    for card in catalogue.data.cards:
        title = card.title
        for was in reversed(catalogue.earlier(card)):
            title = title if was.title is UNSET else was.title
            if was.name is not UNSET:
                yield plain(was.name), card
                yield plain(f"{was.name} {title or ''}"), card


names_of = lru_cache(maxsize=4)(NameBook)


def narrowed(candidates: tuple[T, ...], *tests: Callable[[T], bool]) -> tuple[T, ...]:
    """The candidates that pass the tests, strongest test first; a test that none passes says nothing."""
    for test in tests:
        if len(candidates) > 1:
            candidates = tuple(filter(test, candidates)) or candidates
    return candidates


def named_with_id(cards: Iterable[Card]) -> str:
    """Cards for a sentence: each with its id, since ids tell versions apart."""
    return "; ".join(f"{card.full_name} ({card.id})" for card in cards)
