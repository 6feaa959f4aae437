"""The index of everything public: core rules, keywords, numbered rules, rulings, cards, Special
Operations."""

from collections.abc import Iterator
from functools import cache

from muster.app.search.entries import Entry
from muster.app.search.index import Index
from muster.app.search.words import mode_words, synonyms
from muster.rules import core_rules, reference
from muster.rules.cards import Card, catalogue
from muster.rules.cards.types import BattleCard, CommandCard, Unit, Upgrade
from muster.rules.cards.vocabulary import display_word
from muster.rules.game.special_operations.squads import finding
from muster.rules.game.special_operations.squads.cards import DEFAULT, EDITIONS, EditionId
from muster.rules.game.special_operations.squads.squads import edition_cards

VALUES = ("1", "2", "3", "4", "5", "X")  # people look for Pierce 2 as it stands on a card


@cache
def public_index() -> Index:
    """The index, built once per process."""
    entries = (*_core_rules(), *_keywords(), *_rules(), *_rulings(), *_cards(), *_squads())
    return Index(entries, synonyms(), mode_words())


def _core_rules() -> Iterator[Entry]:
    document = core_rules.document()
    for rule in core_rules.core_rules():
        place = f", page {rule.page}" if rule.page else ""
        yield Entry(
            kind="core",
            id=rule.id,
            title=rule.title,
            note=rule.section,
            text=rule.text,
            badge=rule.badge,
            source=f"{document.name}, {document.edition}{place}",
            heading=rule.section,
            words=rule.words,
        )


def _keywords() -> Iterator[Entry]:
    called = core_rules.search_words()
    for keyword in catalogue().data.keywords:
        yield Entry(
            kind="keyword",
            id=keyword.id,
            title=keyword.name,
            note=f"{keyword.type} keyword" if keyword.type != "other" else "term",
            text=keyword.meaning,
            badge=keyword.source,
            source=keyword.source,
            names=(
                *keyword.former_names,
                *(f"{keyword.name} {value}" for value in VALUES if keyword.takes_value),
            ),
            words=called.keywords.get(keyword.id, ()),
        )


def _rules() -> Iterator[Entry]:
    called = core_rules.search_words()
    for rule in reference.rules():
        document = reference.document(rule.document)
        yield Entry(
            kind="rule",
            id=str(rule.number),
            title=f"Rule {rule.number}",
            note=rule.section,
            text=rule.text,
            badge=document.badge,
            source=f"{document.name}, {rule.section}",
            heading=rule.section,
            names=(str(rule.number),),
            words=called.rules.get(rule.number, ()),
            mode=rule.document,
        )


def _rulings() -> Iterator[Entry]:
    called = core_rules.search_words()
    for ruling in reference.rulings():
        documents = [reference.document(id) for id in ruling.documents]
        names = ", ".join(document.name for document in documents)
        yield Entry(
            kind="ruling",
            id=ruling.id,
            title=f"Ruling {ruling.id}",
            note=ruling.question,
            text=ruling.ruling,
            badge=documents[0].badge if len(documents) == 1 else names,
            source=f"Muster’s ruling {ruling.id} on {names}" if names else f"Muster’s ruling {ruling.id}",
            heading=ruling.question,
            names=(ruling.id,),
            words=called.rulings.get(ruling.id, ()),
            mode=ruling.documents[0] if len(ruling.documents) == 1 else "",
        )


def _cards() -> Iterator[Entry]:
    cards = catalogue()
    edition = f"card data, {cards.edition.isoformat()}"
    for card in cards.data.everything:
        names = (card.name, *card.former_names, card.display_name or "", card.tts_name or "")
        yield Entry(
            kind="card",
            id=card.slug,
            title=card.full_name,
            note=_note(card),
            badge=edition,
            source=edition,
            names=tuple(filter(None, names)),
            does=effect.plain if (effect := cards.effect(card)) else "",
        )


def _note(card: Card) -> str:
    """`Empire commander, 170 points`"""
    what = display_word(card.kind).lower()
    if isinstance(card, Unit):
        what = f"{display_word(card.faction)} {display_word(card.rank).lower()}"
    elif isinstance(card, Upgrade):
        what = f"{display_word(card.slot).lower()} upgrade"
    elif isinstance(card, CommandCard):
        what = f"command card, {card.pips} pip{'s' if card.pips != 1 else ''}"
    elif isinstance(card, BattleCard):
        what = f"{card.category} card"
    points = getattr(card, "points", None)
    return what if points is None else f"{what}, {points} points"


def _squads() -> Iterator[Entry]:
    """The cards of the default edition, and those that only another edition has."""
    seen: set[tuple[str, str]] = set()
    for edition in (DEFAULT, *(other for other in EDITIONS if other != DEFAULT)):
        for key, card in finding.entries(edition).items():
            if key not in seen:
                seen.add(key)
                yield _squad(edition, card)


def _squad(edition: EditionId, card: finding.Entry) -> Entry:
    squads = "" if card.kind == "squad" else f" of {', '.join(team.name for team in card.squads[:2])}"
    return Entry(
        kind="squad",
        id=f"{edition}/{card.kind}/{card.card.id}",
        title=card.card.name,
        note=f"{card.kind}{squads}",
        badge=f"Special Operations, {edition_cards(edition).edition.name}",
        source=card.card.source,
    )
