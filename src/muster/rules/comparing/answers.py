"""Comparisons as plain values: the JSON of terminal and API."""

from collections.abc import Iterable
from datetime import date

from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.facts import card_briefs
from muster.rules.cards.values import KeywordUse, Weapon
from muster.rules.cards.wording import keyword_in_words, range_in_words
from muster.rules.comparing.cards import CardComparison
from muster.rules.comparing.lines import Cell, Part
from muster.rules.comparing.lists import CardsSplit, ListComparison, UnitChange


def cards_answer(found: CardComparison, catalogue: Catalogue, day: date | None = None) -> dict[str, object]:
    """Two cards: lines, keywords of both and of one, weapons and effects."""
    (a, b), keywords = card_briefs((found.a, found.b)), found.keywords
    return {
        "a": a | {"kind": found.a.kind, "effect": found.effects[0] or None},
        "b": b | {"kind": found.b.kind, "effect": found.effects[1] or None},
        "as_of": (day or catalogue.edition).isoformat(),
        "lines": lines(found.parts),
        "keywords": {
            "both": uses(keywords.both, catalogue),
            "only_a": uses(keywords.only_a, catalogue),
            "only_b": uses(keywords.only_b, catalogue),
        },
        "weapons": {"a": weapons(found.weapons[0], catalogue), "b": weapons(found.weapons[1], catalogue)},
    }


def lists_answer(
    found: ListComparison, names: tuple[str, str], catalogue: Catalogue, hands: bool = True
) -> dict[str, object]:
    """Two lists: lines and what changed; nothing of hands and decks where one of them is hidden."""
    return {
        "a": names[0],
        "b": names[1],
        "lines": lines(found.parts),
        "removed": changes(found.removed, catalogue),
        "added": changes(found.added, catalogue),
        "changed": changes(found.changed, catalogue),
        "same": found.same,
        "command_hand": cards(found.hand, catalogue) if hands else None,
        "battle_deck": cards(found.deck, catalogue) if hands else None,
    }


def lines(parts: Iterable[Part]) -> list[dict[str, object]]:
    """Every line with the part it belongs to."""
    return [
        {"part": part.name, "name": line.name, "a": cell(line.a), "b": cell(line.b), "differs": line.differs}
        for part in parts
        for line in part.lines
    ]


def cell(value: Cell) -> dict[str, str] | None:
    """What one side has: words, a note, and the exact fraction behind a rounded number."""
    if not value.text:
        return None
    exact = {} if value.exact is None else {"exact": str(value.exact)}
    return {"text": value.text, **({"note": value.note} if value.note else {}), **exact}


def uses(found: Iterable[KeywordUse], catalogue: Catalogue) -> list[dict[str, object]]:
    """Keywords by id and as printed."""
    return [{"id": use.id, "text": keyword_in_words(use, catalogue.keywords)} for use in found]


def weapons(found: Iterable[Weapon], catalogue: Catalogue) -> list[dict[str, object]]:
    """Weapons with range, dice and keywords."""
    return [
        {
            "name": weapon.name,
            "range": range_in_words(weapon.range),
            "dice": {"red": weapon.red, "black": weapon.black, "white": weapon.white},
            "keywords": uses(weapon.keywords, catalogue),
        }
        for weapon in found
    ]


def changes(found: Iterable[UnitChange], catalogue: Catalogue) -> list[dict[str, object]]:
    """Units that went, came or changed; points are those of one of them."""
    return [
        {
            "unit": names_of([change.unit], catalogue)[0],
            "number": change.number,
            "points_before": change.before,
            "points_after": change.after,
            "lost": names_of(change.lost, catalogue),
            "gained": names_of(change.gained, catalogue),
        }
        for change in found
    ]


def cards(found: CardsSplit, catalogue: Catalogue) -> dict[str, object]:
    """Cards of both lists and of one."""
    return {name: names_of(ids, catalogue) for name, ids in zip(found._fields, found, strict=True)}


def names_of(ids: Iterable[str], catalogue: Catalogue) -> list[dict[str, str]]:
    """Cards by id and name; what no card has is named as it was written."""
    return [{"id": card, "name": catalogue.name_of(card)} for card in ids]
