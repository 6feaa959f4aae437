"""Entries that can be found, and how they are prepared for searching: whole names, and words with their
weights."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from muster.app.search.words import phrase, stem
from muster.rules.cards.naming import plain

Kind: TypeAlias = Literal[
    "army", "register", "campaign", "game", "event",
    "core", "keyword", "rule", "ruling", "card", "squad", "page",
]  # fmt: skip
KINDS: tuple[Kind, ...] = (
    "army", "register", "campaign", "game", "event",
    "core", "keyword", "rule", "ruling", "card", "squad", "page",
)  # fmt: skip
WORTH: Mapping[Kind, float] = {
    "core": 1.2, "card": 0.7, "squad": 0.6, "page": 0.8
}  # fmt: skip
IN_NAME, IN_WORDS, IN_HEADING, IN_TEXT, IN_NOTE = 2.5, 2.5, 1.8, 1.2, 0.6


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be found. `note` says what it is; `badge` gives its document, edition and mode;
    `source` is where it is written. `heading` is the heading it stands under, `names` are other
    spellings, `words` what players call it, and `mode` the document of the mode it applies to. `does` is
    shown but not searched."""

    kind: Kind
    id: str
    title: str
    note: str = ""
    text: str = ""
    badge: str = ""
    source: str = ""
    heading: str = ""
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    does: str = ""
    mode: str = ""


class PreparedEntry(msgspec.Struct, frozen=True):
    """A prepared entry: its whole names; the words of names, heading and text; all its words; the weight
    of each stem; and the short phrases players use for it, each as stems and as it is spoken."""

    names: tuple[str, ...]
    named: frozenset[str]
    headed: frozenset[str]
    in_text: frozenset[str]
    all: frozenset[str]
    weights: Mapping[str, float]
    phrases: tuple[tuple[frozenset[str], str], ...]


def prepare_entry(entry: Entry) -> PreparedEntry:
    """Weigh the words of an entry by where they occur."""
    names = tuple(dict.fromkeys(filter(None, map(plain, (entry.title, *entry.names)))))
    named = _words(names)
    headed = _words((plain(entry.heading), plain(entry.badge)))
    # `plain` only handles the beginning of a long text, so texts are processed in parts.
    in_text = _words(map(plain, _parts(entry.text)))
    calls = tuple(map(plain, entry.words))
    called = _words(calls)
    beside = _words((plain(entry.note),))
    weights: dict[str, float] = {}
    for words, weight in (
        (named, IN_NAME), (called, IN_WORDS), (headed, IN_HEADING), (in_text, IN_TEXT), (beside, IN_NOTE)
    ):  # fmt: skip
        for root in set(map(stem, words)):
            weights[root] = weights.get(root, 0.0) + weight * WORTH.get(entry.kind, 1.0)
    every = named | headed | in_text | called | beside
    spoken = dict.fromkeys((*names, *calls, *filter(None, (plain(entry.heading),))))
    phrases = tuple((stems, f" {call} ") for call in spoken if (stems := phrase(call)))
    return PreparedEntry(names, named, named | headed, in_text, every, weights, phrases)


def _words(texts: "Iterator[str] | tuple[str, ...]") -> frozenset[str]:
    return frozenset(word for text in texts for word in text.split())


def _parts(text: str, length: int = 20) -> Iterator[str]:
    words = text.split()
    return (" ".join(words[start : start + length]) for start in range(0, len(words), length))
