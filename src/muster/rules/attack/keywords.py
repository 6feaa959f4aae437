"""The classed table: what each keyword and each card does in an attack, and who has to say so.

*auto* is counted, *asked* needs an answer that only the table has, *reminded* is named and left to the
players, *none* has nothing to do with attacks. What is not in the table fails the audit.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from muster.rules.cards.audit import problem
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.values import Fact
from muster.rules.violations import Violation

Treatment = Literal["auto", "asked", "reminded", "none"]
Whose = Literal["attacker", "defender", "either", "other friend"]


class KeywordClass(Fact, frozen=True, kw_only=True):
    """A keyword in an attack: what it touches, in which step, on which side; where it is asked, how."""

    id: str
    name: str
    touches: Literal["arithmetic", "legality", "after", "none"]
    step: str = ""
    side: Whose | None = None
    treatment: Treatment
    question: str = ""
    effect: str = ""
    unsure: str = ""


class CardClass(Fact, frozen=True, kw_only=True):
    """A card that works on attacks. `changes` are numbers of an attack or a defence that it changes, in an
    attack of this `kind`, or while its weapon is in the pool. With `says_more` part of it is left to the
    players."""

    id: str
    slug: str
    treatment: Literal["auto", "asked", "reminded"]
    question: str = ""
    side: Whose | None = None
    kind: Literal["", "ranged", "melee"] = ""
    with_weapon: bool = False
    changes: dict[str, int | str | bool] = msgspec.field(default_factory=dict)
    says_more: bool = False


class ClassFile(Fact, frozen=True, kw_only=True):
    """The file of classes."""

    source: str
    keywords: tuple[KeywordClass, ...]
    cards: tuple[CardClass, ...]


@cache
def class_file() -> ClassFile:
    """The table as it stands in the data."""
    text = files("muster.data").joinpath("rules", "attack_keywords.json").read_bytes()
    return msgspec.json.decode(text, type=ClassFile)


@cache
def keyword_classes() -> dict[str, KeywordClass]:
    """Every keyword by id; those of Tours of Duty begin with `tod:`."""
    return {row.id: row for row in class_file().keywords}


@cache
def card_classes() -> dict[str, CardClass]:
    """Every card that works on attacks, by id."""
    return {row.id: row for row in class_file().cards}


def audit_classes(catalogue: Catalogue, counted: frozenset[str], table: ClassFile) -> tuple[Violation, ...]:
    """Keywords and cards without a class, and classes that lack what they need. `counted` are the keywords
    that the engine has a rule for."""
    return (*_keywords(catalogue, counted, table), *_cards(catalogue, table))


def _keywords(catalogue: Catalogue, counted: frozenset[str], table: ClassFile) -> Iterator[Violation]:
    classed = {row.id: row for row in table.keywords}
    for keyword in catalogue.keywords:
        if keyword not in classed:
            yield problem("dangling", keyword, field="keyword", wanted="a class in attack_keywords.json")
    for row in table.keywords:
        if row.treatment == "asked" and not row.question:
            yield problem("dangling", row.id, field="treatment", wanted="a question")
        if row.treatment == "reminded" and not row.effect:
            yield problem("dangling", row.id, field="treatment", wanted="what it does")
        if row.touches == "arithmetic" and row.treatment != "none" and row.id not in counted:
            yield problem("dangling", row.id, field="touches", wanted="a rule that counts it")


def _cards(catalogue: Catalogue, table: ClassFile) -> Iterator[Violation]:
    classed = {row.id: row for row in table.cards}
    for effect in catalogue.data.effects.effects:
        if effect.attack and effect.id not in classed:
            yield problem("dangling", effect.slug, field="attack", wanted="a class in attack_keywords.json")
    for row in table.cards:
        known = catalogue.effects.get(row.id)
        if known is None or known.slug != row.slug:
            yield problem("dangling", row.slug, field="card", wanted=f"card {row.id}")
        if row.treatment == "asked" and not row.question:
            yield problem("dangling", row.slug, field="treatment", wanted="a question")
        if row.treatment == "auto" and not (row.changes or _gives(row.id, catalogue)):
            wanted = "a keyword, weapon, miniature or number that it gives"
            yield problem("dangling", row.slug, field="treatment", wanted=wanted)


def _gives(card: str, catalogue: Catalogue) -> bool:
    """Whether a card gives a keyword, a weapon, a miniature or a number: what can be counted without
    asking."""
    effect, upgrade = catalogue.effects.get(card), catalogue.upgrades.get(card)
    described = effect and (effect.gives or effect.miniatures or effect.stats or effect.weapons)
    printed = upgrade and (upgrade.weapons or any(use.granted for use in upgrade.keywords))
    return bool(described or printed)
