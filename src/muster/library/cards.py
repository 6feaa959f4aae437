"""Every card of the game: found by name, by what is printed on it, with its points on any day."""

from datetime import date

from muster.rules.cards.catalogue import Catalogue, catalogue, unknown_card
from muster.rules.cards.pricing import Price
from muster.rules.cards.types import Card

__all__ = ["Card", "Catalogue", "Price", "catalogue", "edition", "every", "find", "named", "points"]


def every() -> tuple[Card, ...]:
    """All cards there are today."""
    return catalogue().data.everything


def find(words: str) -> tuple[Card, ...]:
    """The cards that these words find, the best first; typing errors are forgiven."""
    return tuple(hit.card for hit in catalogue().search(words))


def named(name: str, title: str | None = None) -> Card:
    """The one card of this name; refused where there is none, or several and no title."""
    found = catalogue().by_name(name, title)
    if len(found) != 1:
        raise unknown_card(name, [card.full_name for card in found or find(name)[:5]])
    return found[0]


def points(card: Card, day: date | None = None) -> Price:
    """What a card costs, or cost on a day."""
    return catalogue().points_on(card, day)


def edition() -> date:
    """The day of the newest change of the cards."""
    return catalogue().edition
