"""Cards in the order of a figure: kinds apart, ties by name, cards without the figure last."""

from collections.abc import Callable, Iterable
from datetime import date
from fractions import Fraction
from typing import Final

from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Card
from muster.rules.cards.vocabulary import KINDS
from muster.rules.comparing.figures import FIGURES, Figure

REVERSED: Final = "-"
SORTS: Final = tuple(word for name in FIGURES for word in (name, f"{REVERSED}{name}"))
"""Every order that can be asked for; with a minus the other way round."""


def figure_of(sort: str) -> Figure:
    """The figure that an order goes by."""
    return FIGURES[sort.removeprefix(REVERSED)]


def sort_cards(cards: Iterable[Card], sort: str, price: Callable[[Card], int | None]) -> tuple[Card, ...]:
    """The cards by a figure of SORTS with what each costs, units before other kinds."""
    figure = figure_of(sort)
    sign = -1 if figure.most_first is not sort.startswith(REVERSED) else 1

    def place(card: Card) -> tuple[bool, int, Fraction, str]:
        value = figure.measure(card, price(card))
        return value is None, KINDS.index(card.kind), sign * (value or Fraction(0)), card.full_name

    return tuple(sorted(cards, key=place))


def price_on(catalogue: Catalogue, day: date | None = None) -> Callable[[Card], int | None]:
    """What cards cost on a day; without one, today."""
    return lambda card: catalogue.points_on(card, day).points
