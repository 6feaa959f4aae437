"""Finding cards by words and filters."""

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Literal, TypeAlias

import msgspec

from muster.rules.cards.naming import plain
from muster.rules.cards.types import Card, Unit, Upgrade
from muster.rules.cards.values import KeywordUse
from muster.rules.cards.vocabulary import KINDS, Faction, Kind, Rank, Slot, UnitType, is_a

Match: TypeAlias = Literal["all", "exact", "prefix", "word", "start", "part", "keyword", "near"]
MATCHES: tuple[Match, ...] = ("exact", "prefix", "word", "start", "part", "keyword")
MOST_WORDS = 12
LONGEST_WORD = 40


class Filters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the cards found must be; a filter left out asks for nothing.

    `faction` means usable in an army of that faction: hired mercenaries and cards open to all are included.
    `gives` is a keyword that an upgrade or a command card gives.
    """

    faction: Faction | None = None
    rank: Rank | None = None
    kind: Kind | None = None
    unit_type: UnitType | None = None
    slot: Slot | None = None
    keyword: str | None = None
    gives: str | None = None
    unique: bool | None = None
    release: Literal["released", "unreleased"] | None = None


class Hit(msgspec.Struct, frozen=True):
    """A card found, and how."""

    card: Card
    match: Match


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One card made ready for searching."""

    card: Card
    names: tuple[str, ...]
    words: frozenset[str]
    keyword_ids: frozenset[str]
    given: frozenset[str]
    keyword_names: tuple[str, ...]
    text: str
    """All of it in one: whatever lacks a word asked for here needs no closer look."""


class SearchIndex:
    """Every card with its names and words, in the order the results are shown where nothing else decides."""

    def __init__(self, entries: Iterable[Entry], armies: Callable[[Card], frozenset[Faction]]) -> None:
        self.entries = sorted(entries, key=lambda entry: (entry.names[0], entry.card.slug))
        self.armies = armies
        self.words = sorted({word for entry in self.entries for word in entry.words})

    def search(self, query: str, filters: Filters) -> tuple[Hit, ...]:
        """Best match first, in the order of MATCHES, units before other cards; else the near misses."""
        wanted = plain(query)
        if query.strip() and not wanted:
            return ()
        open_to = [entry for entry in self.entries if self.passes(entry, filters)]
        if not wanted:
            return tuple(Hit(entry.card, "all") for entry in open_to)
        first = wanted.split()[0]
        found = [
            (match, entry)
            for entry in open_to
            if first in entry.text and (match := best_match(entry, wanted))
        ]
        hits = sorted(found, key=lambda pair: (MATCHES.index(pair[0]), KINDS.index(pair[1].card.kind)))
        return tuple(Hit(entry.card, match) for match, entry in hits) or self.near(wanted, open_to)

    def near(self, wanted: str, entries: Iterable[Entry]) -> tuple[Hit, ...]:
        """Cards with a word close to every word asked for."""
        close = [
            get_close_matches(word[:LONGEST_WORD], self.words, n=4, cutoff=0.75)
            for word in wanted.split()[:MOST_WORDS]
        ]
        found = (entry for entry in entries if all(not entry.words.isdisjoint(words) for words in close))
        return tuple(Hit(entry.card, "near") for entry in found)

    def passes(self, entry: Entry, filters: Filters) -> bool:
        """Whether the card meets every filter."""
        card = entry.card
        return (
            (filters.kind is None or card.kind == filters.kind)
            and (filters.release is None or card.release.status == filters.release)
            and (filters.unique is None or (getattr(card, "limit", None) == 1) == filters.unique)
            and (filters.keyword is None or filters.keyword in entry.keyword_ids)
            and (filters.gives is None or filters.gives in entry.given)
            and fits_unit(card, filters)
            and (filters.slot is None or filters.slot in slots_of(card))
            and (filters.faction is None or filters.faction in self.armies(card))
        )


def fits_unit(card: Card, filters: Filters) -> bool:
    """Rank and unit type; only units and counterparts have a type, only units a rank."""
    if filters.rank is not None and getattr(card, "rank", None) != filters.rank:
        return False
    if filters.unit_type is None:
        return True
    own: UnitType | None = None if card.kind == "battle-force" else getattr(card, "unit_type", None)
    return own is not None and is_a(own, filters.unit_type)


def slots_of(card: Card) -> tuple[Slot, ...]:
    """The slot an upgrade takes, or the slots a unit has."""
    if isinstance(card, Upgrade):
        return (card.slot,)
    return card.slots if isinstance(card, Unit) else ()


def best_match(entry: Entry, wanted: str) -> Match | None:
    """How well the card matches, or None.

    A name that begins with whole words comes before whole words anywhere, and those before a mere prefix:
    "vader" finds Darth Vader before "Vader's Might".
    """
    if wanted in entry.names:
        return "exact"
    if any(name.startswith(f"{wanted} ") for name in entry.names):
        return "prefix"
    parts = wanted.split()
    if all(part in entry.words for part in parts):
        return "word"
    if any(name.startswith(wanted) for name in entry.names):
        return "start"
    if all(any(part in name for name in entry.names) for part in parts[:MOST_WORDS]):
        return "part"
    return "keyword" if any(name.startswith(wanted) for name in entry.keyword_names) else None


def entry_for(
    card: Card, names: Iterable[str], keywords: dict[str, str], given: Iterable[KeywordUse]
) -> Entry:
    """The card with all its spellings, the names of its keywords (by id), and those that it gives."""
    spelled = tuple(dict.fromkeys((plain(card.full_name), plain(card.name), *map(plain, names))))
    words = frozenset(word for name in spelled for word in name.split())
    named = tuple(sorted(plain(name) for name in keywords.values()))
    return Entry(
        card=card,
        names=spelled,
        words=words,
        keyword_ids=frozenset(keywords),
        given=frozenset(use.id for use in given),
        keyword_names=named,
        text="\n".join((*spelled, *named)),
    )
