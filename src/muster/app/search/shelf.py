"""What everybody may find: core rules, keywords, the numbered rules, rulings, cards, Special Operations."""

from collections.abc import Iterator
from functools import cache

from muster.app.search.entries import Entry
from muster.app.search.index import Index
from muster.app.search.words import meant, mode_words
from muster.rules import core_rules, reference
from muster.rules.cards import Card, catalogue
from muster.rules.cards.types import BattleCard, CommandCard, Unit, Upgrade
from muster.rules.cards.vocabulary import spoken
from muster.rules.game.special_operations.squads import finding
from muster.rules.game.special_operations.squads.cards import DEFAULT, EDITIONS, EditionId
from muster.rules.game.special_operations.squads.squads import book

VALUES = ("1", "2", "3", "4", "5", "X")  # people look for Pierce 2 as it stands on a card


@cache
def shelf() -> Index:
    """The index of all of it, made once in a process."""
    entries = (*_core_rules(), *_keywords(), *_rules(), *_rulings(), *_cards(), *_squads())
    return Index(entries, meant(), mode_words())


def _core_rules() -> Iterator[Entry]:
    document = core_rules.document()
    for one in core_rules.core_rules():
        place = f", page {one.page}" if one.page else ""
        yield Entry(
            kind="core",
            id=one.id,
            title=one.title,
            note=one.section,
            text=one.text,
            badge=one.badge,
            source=f"{document.name}, {document.edition}{place}",
            heading=one.section,
            words=one.words,
        )


def _keywords() -> Iterator[Entry]:
    called = core_rules.search_words()
    for one in catalogue().data.keywords:
        yield Entry(
            kind="keyword",
            id=one.id,
            title=one.name,
            note=f"{one.type} keyword" if one.type != "other" else "term",
            text=one.meaning,
            badge=one.source,
            source=one.source,
            names=(*one.former_names, *(f"{one.name} {value}" for value in VALUES if one.takes_value)),
            words=called.keywords.get(one.id, ()),
        )


def _rules() -> Iterator[Entry]:
    called = core_rules.search_words()
    for one in reference.rules():
        document = reference.document(one.document)
        yield Entry(
            kind="rule",
            id=str(one.number),
            title=f"Rule {one.number}",
            note=one.section,
            text=one.text,
            badge=document.badge,
            source=f"{document.name}, {one.section}",
            heading=one.section,
            names=(str(one.number),),
            words=called.rules.get(one.number, ()),
            mode=one.document,
        )


def _rulings() -> Iterator[Entry]:
    called = core_rules.search_words()
    for one in reference.rulings():
        documents = [reference.document(id) for id in one.documents]
        names = ", ".join(document.name for document in documents)
        yield Entry(
            kind="ruling",
            id=one.id,
            title=f"Ruling {one.id}",
            note=one.question,
            text=one.ruling,
            badge=documents[0].badge if len(documents) == 1 else names,
            source=f"Muster’s ruling {one.id} on {names}" if names else f"Muster’s ruling {one.id}",
            heading=one.question,
            names=(one.id,),
            words=called.rulings.get(one.id, ()),
            mode=one.documents[0] if len(one.documents) == 1 else "",
        )


def _cards() -> Iterator[Entry]:
    cards = catalogue()
    edition = f"card data, {cards.edition.isoformat()}"
    for one in cards.data.everything:
        names = (one.name, *one.former_names, one.display_name or "", one.tts_name or "")
        yield Entry(
            kind="card",
            id=one.slug,
            title=one.full_name,
            note=_note(one),
            badge=edition,
            source=edition,
            names=tuple(filter(None, names)),
            does=effect.plain if (effect := cards.effect(one)) else "",
        )


def _note(card: Card) -> str:
    """`Empire commander, 170 points`"""
    what = spoken(card.kind).lower()
    if isinstance(card, Unit):
        what = f"{spoken(card.faction)} {spoken(card.rank).lower()}"
    elif isinstance(card, Upgrade):
        what = f"{spoken(card.slot).lower()} upgrade"
    elif isinstance(card, CommandCard):
        what = f"command card, {card.pips} pip{'s' if card.pips != 1 else ''}"
    elif isinstance(card, BattleCard):
        what = f"{card.category} card"
    points = getattr(card, "points", None)
    return what if points is None else f"{what}, {points} points"


def _squads() -> Iterator[Entry]:
    """The cards of the usual edition, and of another one those that only it has."""
    seen: set[tuple[str, str]] = set()
    for edition in (DEFAULT, *(one for one in EDITIONS if one != DEFAULT)):
        for key, one in finding.entries(edition).items():
            if key not in seen:
                seen.add(key)
                yield _squad(edition, one)


def _squad(edition: EditionId, one: finding.Entry) -> Entry:
    squads = "" if one.kind == "squad" else f" of {', '.join(team.name for team in one.squads[:2])}"
    return Entry(
        kind="squad",
        id=f"{edition}/{one.kind}/{one.card.id}",
        title=one.card.name,
        note=f"{one.kind}{squads}",
        badge=f"Special Operations, {book(edition).edition.name}",
        source=one.card.source,
    )
