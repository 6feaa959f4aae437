"""The rules themselves as values: 665 numbered rules of five documents, and the rulings taken on them.

Texts are our own words. The numbers are stable: violations, tests and pages point to them.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import TypeVar

import msgspec

# One thing, two words in the documents: ours is the second (rulings A3 and A13).
ALIASES = {"post-game": "post-battle", "skirmish": "recon"}

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Tag(StrEnum):
    """What a rule asks of the app; it decides what has to be shown for the rule to have a home."""

    VALIDATE = "validate"
    COMPUTE = "compute"
    PROCEDURE = "procedure"
    RANDOM = "random"
    STATE = "state"
    INFO = "info"
    PHYSICAL = "physical"

    @property
    def is_for_reading(self) -> bool:
        """Information and table guidance: nothing to enforce, but something to show where it matters."""
        return self in (Tag.INFO, Tag.PHYSICAL)


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the five documents; `edition` is its date or version, empty where it has none. `mode` is what is
    played by it."""

    id: str
    name: str
    edition: str
    mode: str

    @property
    def badge(self) -> str:
        """Document, edition and mode, as a label beside a rule."""
        edition = self.edition or "no edition printed"
        return ", ".join(dict.fromkeys((self.name, edition, self.mode)))


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule under its number."""

    number: int
    document: str
    section: str
    tag: Tag
    text: str


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a question the documents leave open.

    A `switch` may be set otherwise by a campaign or an event, with this ruling as the default. A ruling
    that is `superseded_by` another no longer holds where the two differ; `see` names those that add to it.
    """

    id: str
    documents: tuple[str, ...]
    rules: tuple[int, ...]
    question: str
    ruling: str
    switch: bool = False
    superseded_by: str = ""
    see: tuple[str, ...] = ()


class UnknownRule(LookupError):
    """No rule, ruling or document goes by that number or name."""


class _RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    documents: tuple[Document, ...]
    rules: tuple[Rule, ...]


def documents() -> tuple[Document, ...]:
    """The five documents in order, 000 to 004."""
    return _rule_file().documents


def document(id: str) -> Document:
    """The document with this id."""
    return _look_up(_documents_by_id(), id, "document")


def rules(document: str | None = None) -> tuple[Rule, ...]:
    """All rules in order of their numbers, or those of one document."""
    return tuple(r for r in _rule_file().rules if document in (None, r.document))


def rule(number: int) -> Rule:
    """The rule with this number."""
    return _look_up(_rules_by_number(), number, "rule")


def rulings() -> tuple[Ruling, ...]:
    """All rulings, superseded ones too: A (between and within documents), R, T and S (hard questions),
    G (games at the table), K (attacks of the standard game)."""
    return _ruling_file()


def ruling(id: str) -> Ruling:
    """The ruling with this id, such as A21 or R6."""
    return _look_up(_rulings_by_id(), id, "ruling")


def rulings_on(number: int) -> tuple[Ruling, ...]:
    """The rulings that concern a rule."""
    return tuple(r for r in rulings() if number in r.rules)


def shows(*numbers: int) -> tuple[Rule, ...]:
    """The rules to show where a decision is made.

    `muster-lab coverage` finds these calls, and `rule_note(...)` in templates, by their literal numbers, so
    pass the numbers as literals.
    """
    return tuple(rule(number) for number in numbers)


def search(text: str) -> tuple[Rule, ...]:
    """The rules that contain every word of the query in their text, section, tag or number. An empty query
    finds nothing."""
    words = text.casefold().split()
    return tuple(r for r in rules() if words and _has_all(_haystack(r.number), words))


def search_rulings(text: str) -> tuple[Ruling, ...]:
    """The rulings that contain every word of the query in their id, question or answer. An empty query finds
    nothing."""
    words = text.casefold().split()
    found = ((r, f"{r.id} {r.question} {r.ruling}".casefold()) for r in rulings())
    return tuple(r for r, text in found if words and _has_all(text, words))


def _has_all(text: str, words: Iterable[str]) -> bool:
    return all(word in text or ALIASES.get(word, word) in text for word in words)


def _look_up(table: Mapping[_Key, _Value], key: _Key, kind: str) -> _Value:
    if key not in table:
        raise UnknownRule(f"There is no {kind} {key!s:.40}.")
    return table[key]


@cache
def _haystack(number: int) -> str:
    found = rule(number)
    parts = (str(number), found.document, document(found.document).name, found.section, found.tag, found.text)
    return " ".join(parts).casefold()


@cache
def _rule_file() -> _RuleFile:
    return msgspec.json.decode(_read("rules.json"), type=_RuleFile)


@cache
def _ruling_file() -> tuple[Ruling, ...]:
    return msgspec.json.decode(_read("rulings.json"), type=tuple[Ruling, ...])


@cache
def _rules_by_number() -> dict[int, Rule]:
    return {r.number: r for r in rules()}


@cache
def _rulings_by_id() -> dict[str, Ruling]:
    return {r.id: r for r in rulings()}


@cache
def _documents_by_id() -> dict[str, Document]:
    return {d.id: d for d in documents()}


def _read(name: str) -> bytes:
    return resources.files("muster.data").joinpath("rules", name).read_bytes()
