"""A reason: something on file, with its source. Nothing is made up; the shortest comes first."""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

from muster.rules import core_rules, reference
from muster.rules.cards import catalogue
from muster.rules.cards.effects import Effect
from muster.rules.cards.values import KeywordUse
from muster.rules.cards.wording import keyword_in_words
from muster.rules.core_rules import CoreRule
from muster.rules.game.special_operations.squads.cards import Ability, EditionId
from muster.rules.game.special_operations.squads.squads import edition_cards, meaning
from muster.rules.why.grounds import Grounds

ReasonKind: TypeAlias = Literal["effect", "keyword", "ability", "rule", "ruling", "core"]


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """One thing on file: `id` tells where it stands, `differs` how the mode that was asked about differs."""

    kind: ReasonKind
    id: str
    title: str
    text: str
    source: str
    differs: str = ""


def shortest_first(found: Iterable[Reason]) -> tuple[Reason, ...]:
    """Each once, the shortest first."""
    once = {(reason.kind, reason.id): reason for reason in reversed([*found])}
    return tuple(sorted(once.values(), key=lambda reason: (len(reason.text), reason.title)))


def of_effect(effect: Effect, name: str) -> Reason:
    """What a card does."""
    data = catalogue().data.effects
    source = f"Read from pictures of the cards of {data.pictures.isoformat()}, in our own words"
    return Reason(kind="effect", id=effect.slug, title=name, text=effect.plain, source=source)


def of_keyword(use: KeywordUse) -> Reason | None:
    """What a keyword means, as the card prints it."""
    known = catalogue().keywords.get(use.id)
    if known is None:
        return None
    title = keyword_in_words(use, catalogue().keywords)
    source = f"{known.source[:1].upper()}{known.source[1:]}{', our reading' if known.inferred else ''}"
    return Reason(kind="keyword", id=known.id, title=title, text=known.meaning, source=source)


def of_ability(edition: EditionId, ability: Ability) -> Reason:
    """What an ability of Special Operations means on this card."""
    words = meaning(edition, ability)
    source = f"Special Operations, {edition_cards(edition).edition.name}"
    return Reason(kind="ability", id=ability.id, title=words.name, text=words.text, source=source)


def of_rule(number: int) -> Reason:
    """A numbered rule."""
    rule = reference.rule(number)
    document = reference.document(rule.document)
    source = f"{document.badge}, {rule.section}"
    return Reason(kind="rule", id=str(number), title=f"Rule {number}", text=rule.text, source=source)


def of_ruling(id: str) -> Reason:
    """A ruling with the question it answers."""
    ruling = reference.ruling(id)
    return Reason(
        kind="ruling",
        id=id,
        title=f"Ruling {id}: {ruling.question}",
        text=ruling.ruling,
        source="Muster’s reading of what the documents leave open",
    )


def of_core(rule: CoreRule, document: str = "") -> Reason:
    """A core rule; with a document, how that mode differs."""
    differs = rule.modes.get(document, "")
    return Reason(
        kind="core", id=rule.id, title=rule.title, text=rule.text, source=rule.badge, differs=differs
    )


def of_numbers(numbers: Iterable[int]) -> Iterator[Reason]:
    """Numbered rules with the rulings that still hold on them."""
    for number in numbers:
        yield of_rule(number)
        for ruling in reference.rulings_on(number):
            if not ruling.superseded_by:
                yield of_ruling(ruling.id)


def of_grounds(found: Grounds) -> Iterator[Reason]:
    """What is on file by id, but for the core rules."""
    yield from of_numbers(found.rules)
    yield from map(of_ruling, found.rulings)
    yield from filter(None, (of_keyword(KeywordUse(id=id)) for id in found.keywords))


def core_reasons(rules: Iterable[CoreRule], document: str = "") -> tuple[Reason, ...]:
    """Core rules, the shortest first."""
    return shortest_first(of_core(rule, document) for rule in rules)


def core_rules_behind(found: Iterable[Reason]) -> Iterator[CoreRule]:
    """The core rules that keywords and numbered rules rest on or differ from."""
    for reason in found:
        if reason.kind in ("keyword", "ability"):
            yield from core_rules.rules_of_keyword(reason.id)
        if reason.kind == "rule":
            yield from core_rules.core_rules_behind(int(reason.id))
