"""Finding by words: exact names first, then names that begin so, then texts; typos are forgiven.

An index is made once of its entries. A question looks at the entries that have its words, never at all.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Literal, TypeAlias

import msgspec
from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from muster.rules.cards.naming import plain
from muster.rules.reference import ALIASES

Kind: TypeAlias = Literal[
    "army", "register", "campaign", "game", "event", "keyword", "rule", "ruling", "card", "squad", "page"
]
KINDS: tuple[Kind, ...] = (
    "army", "register", "campaign", "game", "event", "keyword", "rule", "ruling", "card", "squad", "page"
)  # fmt: skip
Match: TypeAlias = Literal["exact", "prefix", "word", "start", "heading", "text", "some"]
MATCHES: tuple[Match, ...] = ("exact", "prefix", "word", "start", "heading", "text", "some")
LONGEST = 100
MOST_WORDS = 8
MOST_FOUND = 400
SHORTEST_TYPO = 4  # three letters are too few to tell a typo from another word
SPARED = frozenset({"a", "an", "and", "in", "is", "of", "on", "or", "the", "to"})


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be found. `note` says what it is, `badge` which document, edition and mode it is of,
    `source` where it is written; `heading` is what stands over it, `names` are other spellings."""

    kind: Kind
    id: str
    title: str
    note: str = ""
    text: str = ""
    badge: str = ""
    source: str = ""
    heading: str = ""
    names: tuple[str, ...] = ()


class Found(msgspec.Struct, frozen=True):
    """An entry, how it answers, and whether a typo was forgiven for it."""

    entry: Entry
    match: Match
    near: bool = False

    @property
    def rank(self) -> tuple[bool, int, int]:
        """Exact before near, names before texts, one's own before what is everybody's."""
        return self.near, MATCHES.index(self.match), KINDS.index(self.entry.kind)


class _Words(msgspec.Struct, frozen=True):
    """An entry made ready: its names whole, and the words of names, heading, text and all."""

    names: tuple[str, ...]
    named: frozenset[str]
    headed: frozenset[str]
    in_text: frozenset[str]
    all: frozenset[str]


class Index:
    """Entries by their words."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)
        self._ready = tuple(map(_words_of, self.entries))
        self._places: dict[str, list[int]] = {}
        for place, words in enumerate(self._ready):
            for word in words.all:
                self._places.setdefault(word, []).append(place)
        self.words = sorted(self._places)

    def find(self, query: str) -> list[Found]:
        """What answers, best first. Where no entry has all the words, those with most of them."""
        asked = words_in(query)
        if not asked:
            return []
        known = [self._beginning(word) for word in asked]
        near = not all(known)
        read = [found or self._close(word) for word, found in zip(asked, known, strict=True)]
        sets = [{place for word in words for place in self._places[word]} for words in read]
        places = set.intersection(*sets)
        wanted = asked if not near else _respelled(asked, known, read)
        if places:
            return self._ranked(places, wanted, near)
        most = self._most(sets)
        return [Found(self.entries[place], "some", near) for place in most]

    def _beginning(self, word: str) -> list[str]:
        """The words of the index that begin so, or with our own word for it."""
        return [*self._from(word), *(self._from(ALIASES[word]) if word in ALIASES else ())]

    def _from(self, word: str) -> Iterator[str]:
        start = bisect_left(self.words, word)
        return takewhile(lambda other: other.startswith(word), self.words[start : start + MOST_FOUND])

    def _close(self, word: str) -> list[str]:
        """The nearest words, one slip away, or two in a long word."""
        if len(word) < SHORTEST_TYPO:
            return []
        slips = 1 if len(word) < 6 else 2
        close = extract(word, self.words, scorer=OSA.distance, score_cutoff=slips, limit=6)
        return [other for other, away, _ in close if away == close[0][1]]

    def _ranked(self, places: Iterable[int], wanted: Sequence[str], near: bool) -> list[Found]:
        whole = " ".join(wanted)
        found = [
            (place, Found(self.entries[place], self._how(place, whole, wanted), near)) for place in places
        ]
        found.sort(key=lambda pair: (*pair[1].rank, not self._says(pair[0], wanted), pair[0]))
        return [one for _, one in found[:MOST_FOUND]]

    def _says(self, place: int, wanted: Sequence[str]) -> bool:
        """Whether the text itself has the words, not only what stands over it."""
        in_text = self._ready[place].in_text
        return all(any(word.startswith(one) for word in in_text) for one in wanted)

    def _how(self, place: int, whole: str, wanted: Sequence[str]) -> Match:
        words = self._ready[place]
        if whole in words.names:
            return "exact"
        if any(name.startswith(f"{whole} ") for name in words.names):
            return "prefix"
        if words.named.issuperset(wanted):
            return "word"
        if all(any(word.startswith(one) for word in words.named) for one in wanted):
            return "start"
        return "heading" if words.headed.issuperset(wanted) else "text"

    def _most(self, sets: Sequence[set[int]]) -> list[int]:
        """Entries that have at least half of several words, those with more of them first."""
        if len(sets) == 1:
            return []
        counted: dict[int, int] = {}
        for place in (place for found in sets for place in found):
            counted[place] = counted.get(place, 0) + 1
        enough = [place for place, count in counted.items() if count > 1 and 2 * count >= len(sets)]
        return sorted(enough, key=lambda place: (-counted[place], place))[:MOST_FOUND]


def words_in(query: str) -> list[str]:
    """The words to look for; those that say nothing are left out where others remain."""
    words = list(dict.fromkeys(plain(query[:LONGEST]).split()))[:MOST_WORDS]
    return [word for word in words if word not in SPARED] or words


def _respelled(asked: Sequence[str], known: Sequence[list[str]], read: Sequence[list[str]]) -> list[str]:
    """What was asked for, each typo as the first of the words it was read as."""
    pairs = zip(asked, known, read, strict=True)
    return [word if found or not close else close[0] for word, found, close in pairs]


def _words_of(entry: Entry) -> _Words:
    names = tuple(dict.fromkeys(plain(name) for name in (entry.title, *entry.names) if name))
    named = frozenset(word for name in names for word in name.split())
    headed = named | frozenset(plain(entry.heading).split())
    # `plain` reads the beginning of a long text only: a text is read in parts.
    in_text = frozenset(word for part in _parts(entry.text) for word in plain(part).split())
    return _Words(names, named, headed, in_text, headed | in_text | frozenset(plain(entry.note).split()))


def _parts(text: str, length: int = 20) -> Iterator[str]:
    words = text.split()
    return (" ".join(words[start : start + length]) for start in range(0, len(words), length))
