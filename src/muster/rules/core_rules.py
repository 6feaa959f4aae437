"""The core rules as values: every entry of the core rulebook in our own words, with its page.

An entry is told apart by its id, which is also its address. It names the words players use for it, the
entries and keywords beside it, and how each other mode differs, with the numbers of that mode's rules.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import groupby

import msgspec

from muster.rules import reference
from muster.rules.reference import Document, UnknownRule

MODES = ("003", "001", "000")
"""Recon, Special Operations and Tours of Duty: what is played by the core rules with rules of its own."""
NAMED = re.compile(r"\brules? (\d+(?:–\d+)?(?:, \d+(?:–\d+)?)*)")


class CoreDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulebook and the edition that the entries follow; `source` says whose it is."""

    name: str
    edition: str
    source: str


class CoreRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry. `words` are what players call it, `see` and `keywords` what stands beside it by id, `modes`
    what is different in another mode, by the id of its document. What the book leaves unsaid has no page."""

    id: str
    title: str
    section: str
    text: str
    words: tuple[str, ...]
    page: int | None = None
    see: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    modes: dict[str, str] = {}

    def __hash__(self) -> int:
        """Entries differ by their id; a page that shows one is kept by what it shows."""
        return hash(self.id)

    @property
    def badge(self) -> str:
        """`Core, 1 May 2026, page 23`"""
        place = f", page {self.page}" if self.page else ""
        return f"Core, {document().edition}{place}"

    @property
    def differences(self) -> tuple[tuple[Document, str], ...]:
        """How other modes differ, with the document of each."""
        return tuple((reference.document(mode), text) for mode, text in self.modes.items())

    @property
    def same_in(self) -> tuple[Document, ...]:
        """The modes of which nothing on file says that they differ here."""
        return tuple(reference.document(mode) for mode in MODES if mode not in self.modes)


class SearchWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that help to search the rules.

    The first are words to ignore in a query. `forms` are irregular forms by the word they are of. `modes` are
    words that name a mode, with its document; `meanings` maps what players say to the game's own words.
    `keywords`, `rules` and `rulings` hold nicknames by id or number; a core rule holds its own.
    """

    say_nothing: frozenset[str]
    forms: dict[str, tuple[str, ...]]
    modes: dict[str, str]
    meanings: dict[str, tuple[str, ...]]
    keywords: dict[str, tuple[str, ...]]
    rules: dict[int, tuple[str, ...]]
    rulings: dict[str, tuple[str, ...]]


class _CoreFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    document: CoreDocument
    rules: tuple[CoreRule, ...]


def document() -> CoreDocument:
    """The core rulebook."""
    return _core_file().document


def core_rules() -> tuple[CoreRule, ...]:
    """Every entry, in the order of the subjects."""
    return _core_file().rules


def core_rule(id: str) -> CoreRule:
    """The entry with this id, such as `panic`."""
    if id not in _by_id():
        raise UnknownRule(f"There is no core rule {id:.40}.")
    return _by_id()[id]


def subjects() -> tuple[tuple[str, tuple[CoreRule, ...]], ...]:
    """The subjects in order, each with its entries."""
    return tuple((name, tuple(found)) for name, found in groupby(core_rules(), lambda rule: rule.section))


def rules_of_keyword(keyword: str) -> tuple[CoreRule, ...]:
    """The entries that a keyword rests on."""
    return _by_keyword().get(keyword, ())


def core_rules_behind(*numbers: int) -> tuple[CoreRule, ...]:
    """The entries from which these numbered rules differ: what holds where the mode says nothing."""
    found = (rule for number in numbers for rule in _by_number().get(number, ()))
    return tuple({rule.id: rule for rule in found}.values())


def numbers_in(text: str) -> Iterator[int]:
    """The numbers of the rules a sentence names: `rules 312–314, 318` are four."""
    for named in NAMED.findall(text):
        for part in named.split(", "):
            first, _, last = part.partition("–")
            yield from range(int(first), int(last or first) + 1)


@cache
def search_words() -> SearchWords:
    """How the words of a question are read."""
    return msgspec.json.decode(_read("search_words.json"), type=SearchWords)


@cache
def _core_file() -> _CoreFile:
    return msgspec.json.decode(_read("core.json"), type=_CoreFile)


def _read(name: str) -> bytes:
    return resources.files("muster.data").joinpath("rules", name).read_bytes()


@cache
def _by_id() -> dict[str, CoreRule]:
    return {rule.id: rule for rule in core_rules()}


@cache
def _by_number() -> dict[int, list[CoreRule]]:
    found: dict[int, list[CoreRule]] = {}
    for rule in core_rules():
        for number in dict.fromkeys(number for text in rule.modes.values() for number in numbers_in(text)):
            found.setdefault(number, []).append(rule)
    return found


@cache
def _by_keyword() -> dict[str, tuple[CoreRule, ...]]:
    keywords = {keyword for rule in core_rules() for keyword in rule.keywords}
    return {keyword: tuple(rule for rule in core_rules() if keyword in rule.keywords) for keyword in keywords}
