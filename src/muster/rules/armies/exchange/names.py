"""Cards by the names that lists give them, and which of several is meant.

Lists drop titles, use display names, old names and names of their own. All cards a name may mean are
candidates; what else the list says (faction, rank, points, the unit) narrows them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
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
)
from muster.rules.cards.vocabulary import Kind

T = TypeVar("T")
CardT = TypeVar("CardT", bound=Unit | Upgrade | Counterpart | CommandCard | BattleCard | BattleForce)
SUGGESTED = 3


class NameBook:
    """Every spelling of every card, by kind of card."""

    def __init__(self, catalogue: Catalogue) -> None:
        data = catalogue.data
        self.catalogue = catalogue
        self.units = cards_by_spelling(data.units, catalogue)
        self.upgrades = cards_by_spelling(data.upgrades, catalogue)
        self.counterparts = cards_by_spelling(data.counterparts, catalogue)
        self.commands = cards_by_spelling(data.commands, catalogue)
        self.battle_cards = cards_by_spelling(data.battle_cards, catalogue)
        self.forces = cards_by_spelling(data.battle_forces, catalogue)
        self.shelves: dict[Kind, Mapping[str, tuple[Card, ...]]] = {
            "unit": self.units,
            "upgrade": self.upgrades,
            "counterpart": self.counterparts,
            "command": self.commands,
            "battle": self.battle_cards,
            "battle-force": self.forces,
        }
        self.gone = catalogue.gone

    def departure_of(self, name: str, kind: Kind) -> date | None:
        """When the card left the game that a name means, where current cards only used to have that name."""
        heard = plain(name)
        if any(heard in map(plain, spellings_of(card)) for card in self.shelves[kind].get(heard, ())):
            return None
        replaced, gone = self.gone.replaced.get(heard), self.gone.find(name, kind)
        return replaced.since if replaced else gone.seen if gone else None

    def heirs(self, name: str, kind: Kind, cards: tuple[CardT, ...]) -> tuple[Card, ...]:
        """The cards that may stand in for one that left: those that had its name, and those named after
        it."""
        named = (each for spelling, each in self.shelves[kind].items() if spelling.startswith(plain(name)))
        return tuple(
            {card.id: card for card in (*cards, *(card for each in named for card in each))}.values()
        )

    def near(self, name: str, kinds: Iterable[Kind]) -> tuple[Card, ...]:
        """The cards with the names nearest to this one, nearest first."""
        wanted = plain(name)[:80]
        cards: dict[str, Card] = {}
        known = {spelling: kind for kind in kinds for spelling in self.shelves[kind]}
        for spelling in get_close_matches(wanted, known, n=SUGGESTED):
            cards.update({card.id: card for card in self.shelves[known[spelling]][spelling]})
        return tuple(cards.values())[: SUGGESTED + 1]


def cards_by_spelling(cards: Iterable[CardT], catalogue: Catalogue) -> dict[str, tuple[CardT, ...]]:
    """The cards by every spelling, and by names that they once had and no other card has."""
    found: dict[str, tuple[CardT, ...]] = {}
    former: dict[str, tuple[CardT, ...]] = {}
    for card in cards:
        for spelling in {plain(name) for name in spellings_of(card)}:
            found[spelling] = (*found.get(spelling, ()), card)
        for name in dict.fromkeys(former_names(card, catalogue)):
            former[name] = (*former.get(name, ()), card)
    return former | found


def former_names(card: Card, catalogue: Catalogue) -> Iterator[str]:
    """The names that a card had on earlier days, with and without its title of then."""
    title = card.title
    for was in reversed(catalogue.earlier(card)):
        title = title if was.title is UNSET else was.title
        if was.name is not UNSET:
            yield plain(was.name)
            yield plain(f"{was.name} {title or ''}")


names_of = lru_cache(maxsize=4)(NameBook)


def narrow_down(candidates: tuple[T, ...], *tests: Callable[[T], bool]) -> tuple[T, ...]:
    """The candidates that pass the tests, strongest test first. A test that no candidate passes is
    ignored."""
    for test in tests:
        if len(candidates) > 1:
            candidates = tuple(filter(test, candidates)) or candidates
    return candidates


def names_with_ids(cards: Iterable[Card]) -> str:
    """Cards for a sentence: each with its id, since ids tell versions apart."""
    return "; ".join(f"{card.full_name} ({card.id})" for card in cards)
