"""What a card costs on a date."""

from datetime import date
from itertools import pairwise

import msgspec

from muster.rules.cards.types import Card, Priced
from muster.rules.cards.values import PointChange


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """Points on a date. None is unpriced; `certain` is False where the recorded changes do not join up."""

    points: int | None
    certain: bool = True


FREE_OF_POINTS = Price(points=None)


def points_on(card: Card, day: date | None = None) -> Price:
    """The points of the card on the date; without a date, today's.

    Before the first recorded change its `before` counts. Between two changes both neighbours must agree on
    the value; where they do not, the last record is given and marked uncertain.
    """
    if not isinstance(card, Priced):
        return FREE_OF_POINTS
    if day is None or card.points is None or not card.points_history:
        return Price(points=card.points)
    return between(card.points, card.points_history, day)


def between(today: int, history: tuple[PointChange, ...], day: date) -> Price:
    """The value after the last change on or before the day."""
    past = [change for change in history if change.date <= day]
    if not past:
        return Price(points=history[0].before)
    following = history[len(past)].before if len(past) < len(history) else today
    if past[-1].after == following:
        return Price(points=following)
    return Price(points=past[-1].after, certain=False)


def breaks(card: Priced) -> tuple[str, ...]:
    """Where the recorded changes of a card do not join: out of order, not meeting, or not reaching today."""
    history = card.points_history
    found = []
    for earlier, later in pairwise(history):
        if earlier.date >= later.date:
            found.append(f"{earlier.date} is followed by {later.date}")
        if earlier.after != later.before:
            found.append(f"{earlier.after} after {earlier.date}, but {later.before} before {later.date}")
    if history and history[-1].after != card.points:
        found.append(f"{history[-1].after} after {history[-1].date}, but {card.points} today")
    return tuple(found)
