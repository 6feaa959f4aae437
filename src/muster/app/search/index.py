"""Full-text search: exact names first, then names that start with the query, then whatever covers most of
it.

An index is built once from its entries. A query touches only entries that have some of its words.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import chain, takewhile
from math import log, sqrt
from typing import Literal, TypeAlias

import msgspec
from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from muster.app.search.entries import KINDS, Entry, prepare_entry
from muster.app.search.words import stem, words_in
from muster.rules.cards.naming import plain

Match: TypeAlias = Literal["exact", "prefix", "word", "start", "heading", "text", "some"]
MATCHES: tuple[Match, ...] = ("exact", "prefix", "word", "start", "heading", "text", "some")
IN_FULL: tuple[Match, ...] = ("exact", "prefix")
BY_TEXT = MATCHES.index("heading")  # those before it are answers by name
MOST_FOUND = 400
SHORTEST_TYPO = 4  # three letters are too few to tell a typo from another word
SHORTEST_PART = 3  # of a word that is two
BRIEF = 2  # with so few words the user may still be typing, so each may be a prefix
SYNONYM, BEGINNING, TYPO = 0.7, 0.5, 0.8
COMMON = 250  # a word in more entries than this only adds to entries that rarer words found
WEIGHED = 30  # how many of the best are ranked in detail
OF_MODE = 1.6
MEANT = 0.5  # of a word, where the query has only one that means it
CALLED, SPOKEN = 0.25, 0.25  # for each word of a phrase whose words the query has, or that it has literally
SENTENCE = 4  # from so many words on, at least half of them filler, a query is a question and not a name
LEAST, KEPT = 0.35, 3  # of the best answer's score; so many are kept all the same
Scores: TypeAlias = Mapping[int, float]


class Found(msgspec.Struct, frozen=True):
    """An entry, how it matches, whether a typo was forgiven, and how much of the query it covers."""

    entry: Entry
    match: Match
    near: bool = False
    score: float = 0.0

    @property
    def rank(self) -> tuple[bool, int, float, int]:
        """Exact before fuzzy, names before texts, more of the query before less, one's own before public
        entries."""
        match = min(MATCHES.index(self.match), BY_TEXT)
        return self.near, match, -self.score if match == BY_TEXT else 0.0, KINDS.index(self.entry.kind)


class _Word(msgspec.Struct, frozen=True):
    """How a word of the query was understood: its spelling here, stems with their weights, and stems of
    words that begin with it."""

    spelled: str
    known: bool
    stems: Mapping[str, float]
    begun: Collection[str] = ()


class Index:
    """Entries by the stems of their words. `meant` gives synonyms as stems, `modes` the modes that words
    stand for."""

    def __init__(
        self,
        entries: Iterable[Entry],
        meant: Mapping[str, tuple[str, ...]] | None = None,
        modes: Mapping[str, str] | None = None,
    ) -> None:
        self.entries = tuple(entries)
        self._modes = modes or {}
        self._ready = tuple(map(prepare_entry, self.entries))
        self._meant = meant or {}
        places: dict[str, dict[int, float]] = {}
        self._in_names: dict[str, list[int]] = {}
        for place, ready in enumerate(self._ready):
            for root, weight in ready.weights.items():
                places.setdefault(root, {})[place] = weight
            for word in ready.named:
                self._in_names.setdefault(word, []).append(place)
        self._rarity = {word: log(1 + len(self.entries) / len(found)) for word, found in places.items()}
        self._scored: dict[str, Scores] = {
            word: {place: weight * self._rarity[word] for place, weight in found.items()}
            for word, found in places.items()
        }
        self._phrases = self._file_phrases()
        self.words = sorted(frozenset().union(*(ready.all for ready in self._ready)))
        self._spellings = [*self.words, *self._meant]

    def _file_phrases(self) -> dict[str, list[tuple[frozenset[str], str, int]]]:
        """What players call each entry, by the rarest stem of the phrase: a query looks at few of them."""
        filed: dict[str, list[tuple[frozenset[str], str, int]]] = {}
        for place, ready in enumerate(self._ready):
            for stems, spoken in ready.phrases:
                rarest = max(stems, key=lambda root: self._rarity.get(root, 0.0))
                filed.setdefault(rarest, []).append((stems, spoken, place))
        return filed

    def find(self, query: str) -> list[Found]:
        """The matches, best first: by name where names contain all words, else by how much of the query
        an entry covers."""
        asked = words_in(query)
        if not asked:
            return []
        read = [self._read(word, len(asked) <= BRIEF) for word in asked]
        near = not all(word.known for word in read)
        scores = [self._score(word) for word in read]
        everything = set(scores[0]).intersection(*scores[1:])
        wanted = [word.spelled for word in read]
        literal = plain(query)
        named = self._found_by_name((literal, " ".join(wanted)), wanted, near)
        others = self._weigh_others(scores, read, {place for place, _ in named}, f" {literal} ")
        by_text = [
            self._found_by_text(place, score, wanted, place in everything, near) for place, score in others
        ]
        return [*(hit for _, hit in named), *by_text][:MOST_FOUND]

    def _read(self, word: str, brief: bool) -> _Word:
        """Understand a word literally, through synonyms, as a prefix, as the nearest word there is, or as two
        words written as one."""
        root = stem(word)
        counts = {other: SYNONYM for other in self._meant.get(root, ()) if other in self._scored}
        if root in self._scored:
            counts[root] = 1.0
        begun = frozenset(map(stem, self._words_from(word))).difference(counts) if brief or not counts else ()
        if counts or begun:
            return _Word(word, True, counts, begun)
        close = self._close_words(word) or self._split_word(word)
        meant = (other for near in close for other in (stem(near), *self._meant.get(stem(near), ())))
        return _Word(
            close[0] if close else word, False, {word: TYPO for word in meant if word in self._scored}
        )

    def _words_from(self, word: str) -> Iterator[str]:
        start = bisect_left(self.words, word)
        return takewhile(lambda other: other.startswith(word), self.words[start : start + MOST_FOUND])

    def _close_words(self, word: str) -> list[str]:
        """The nearest words, one typo away, or two in a long word."""
        if len(word) < SHORTEST_TYPO:
            return []
        slips = 1 if len(word) < 6 else 2
        close = extract(word, self._spellings, scorer=OSA.distance, score_cutoff=slips, limit=6)
        return [other for other, away, _ in close if away == close[0][1]]

    def _split_word(self, word: str) -> list[str]:
        """The two words that were written as one, as in squadleader: none where no pair is known."""
        pairs = ((word[:end], word[end:]) for end in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1))
        return next((list(pair) for pair in pairs if all(stem(part) in self._rarity for part in pair)), [])

    def _score(self, word: _Word) -> Scores:
        """Score every entry with this word: more for a rare word, and for one in its name."""
        if len(word.stems) == 1 and not word.begun and 1.0 in word.stems.values():
            return self._scored[next(iter(word.stems))]
        scores: dict[int, float] = dict.fromkeys(
            chain.from_iterable(self._scored[longer] for longer in word.begun), BEGINNING
        )
        for root, counts in word.stems.items():
            for place, worth in self._scored[root].items():
                if (value := worth * counts) > scores.get(place, 0.0):
                    scores[place] = value
        return scores

    def _found_by_name(
        self, whole: Sequence[str], wanted: Sequence[str], near: bool
    ) -> list[tuple[int, Found]]:
        """The entries whose names contain all the words, or words that start with them, best first. Of a
        question only what it names in full."""
        sets = [
            {place for word in self._words_from(wanted_word) for place in self._in_names.get(word, ())}
            for wanted_word in wanted
        ]
        places = set.intersection(*sets)
        named = [
            (place, Found(self.entries[place], self._match_kind(place, whole, wanted), near))
            for place in places
        ]
        if len(whole[0].split()) >= max(SENTENCE, 2 * len(wanted)):
            named = [pair for pair in named if pair[1].match in IN_FULL]
        named.sort(key=lambda pair: (pair[1].rank, not self._has_in_text(pair[0], wanted), pair[0]))
        return named

    def _match_kind(self, place: int, whole: Sequence[str], wanted: Sequence[str]) -> Match:
        words = self._ready[place]
        if any(phrase in words.names for phrase in whole):
            return "exact"
        if any(name.startswith(f"{phrase} ") for phrase in whole for name in words.names):
            return "prefix"
        return "word" if words.named.issuperset(wanted) else "start"

    def _has_in_text(self, place: int, wanted: Sequence[str]) -> bool:
        """Whether the text itself contains the words, not just its heading."""
        in_text = self._ready[place].in_text
        return all(any(word.startswith(start) for word in in_text) for start in wanted)

    def _weigh_others(
        self, scores: Sequence[Scores], read: Sequence[_Word], named: set[int], literal: str
    ) -> list[tuple[int, float]]:
        """The other entries by how much of the query they cover, without those that cover little."""
        counted = [(place, score) for place, score in _sum_scores(scores).items() if place not in named]
        best = nlargest(WEIGHED, counted, key=lambda pair: pair[1])
        rarity = [max((self._rarity[root] for root in word.stems), default=1.0) for word in read]
        pairs = list(zip(scores, rarity, strict=True))
        asked = frozenset(stem(word.spelled) for word in read)
        modes = {self._modes[word] for word in asked if word in self._modes}
        called = self._phrase_scores(asked, literal)
        whole = sum(rarity)
        weighed = [
            (
                place,
                score
                * sqrt(sum([rare for found, rare in pairs if place in found]) / whole)
                * called.get(place, 1.0)
                * self._worth(place, modes),
            )
            for place, score in best
        ]
        weighed.sort(key=lambda pair: (-pair[1], pair[0]))
        if len(scores) > 1:
            least = LEAST * weighed[0][1] if weighed else 0.0
            return [pair for rank, pair in enumerate(weighed) if rank < KEPT or pair[1] >= least]
        rest = sorted(counted, key=lambda pair: (-pair[1], pair[0]))
        kept = {place for place, _ in weighed}
        return [*weighed, *(pair for pair in rest if pair[0] not in kept)]

    def _phrase_scores(self, asked: frozenset[str], literal: str) -> Scores:
        """By entry a factor for what players call it: higher the more words of such a phrase the query has,
        itself or by a synonym, and higher still where it has them side by side."""
        called: dict[int, float] = {}
        spoken: dict[int, int] = {}
        understood = asked.union(*(self._meant.get(root, ()) for root in asked))
        for root in understood:
            for stems, call, place in self._phrases.get(root, ()):
                if stems <= asked:
                    called[place] = max(called.get(place, 0), len(stems))
                    if call in literal:
                        spoken[place] = max(spoken.get(place, 0), call.count(" ") - 1)
                elif len(stems) > 1 and stems <= understood:
                    own = len(stems & asked)
                    called[place] = max(called.get(place, 0), own + MEANT * (len(stems) - own))
        return {
            place: 1 + CALLED * words + SPOKEN * _together(spoken.get(place, 0)) + (words == len(asked))
            for place, words in called.items()
        }

    def _worth(self, place: int, modes: Collection[str]) -> float:
        """A factor that is higher for entries of the mode that the query names."""
        return OF_MODE if self.entries[place].mode in modes else 1.0

    def _found_by_text(
        self, place: int, score: float, wanted: Sequence[str], whole: bool, near: bool
    ) -> Found:
        headed = whole and self._ready[place].headed.issuperset(wanted)
        return Found(self.entries[place], "heading" if headed else "text" if whole else "some", near, score)


def _together(words: int) -> int:
    """A single word is not side by side with anything."""
    return words if words > 1 else 0


def _sum_scores(scores: Sequence[Scores]) -> Scores:
    """The sum of each entry's scores; a common word only adds to entries that rarer words found."""
    total: dict[int, float] = {}
    for found in sorted(scores, key=len):
        if len(found) > COMMON and total:
            for place in total:
                total[place] += found.get(place, 0.0)
        else:
            for place, score in found.items():
                total[place] = total.get(place, 0.0) + score
    return total
