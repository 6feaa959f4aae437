"""What a card costs on a date: recorded changes first, then what a list builder's card file showed.

A recorded change has its exact date and wins: the file followed it a little later, or ran ahead of it. Where
the file went on showing other points for longer, the two contradict each other, and nothing is certain.
"""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

import msgspec

from muster.rules.cards.history import DAY, LAG, Sighting
from muster.rules.cards.types import Card, Priced
from muster.rules.cards.values import PointChange


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """Points on a date. None is unpriced; `certain` is False where what is recorded leaves two answers, or
    none."""

    points: int | None
    certain: bool = True


FREE_OF_POINTS = Price(points=None)


class Seen(msgspec.Struct, frozen=True, gc=False):
    """What the card file showed of one card, and the days of official updates, when a change may have taken
    effect before the file showed it."""

    sightings: tuple[Sighting, ...] = ()
    updates: tuple[date, ...] = ()


UNSEEN = Seen()


def points_on(card: Card, day: date | None = None, seen: Seen = UNSEEN) -> Price:
    """The points of the card on the date; without a date, today's."""
    if not isinstance(card, Priced):
        return FREE_OF_POINTS
    if day is None or card.points is None:
        return Price(points=card.points)
    return Moment(card.points, card.points_history, seen, day).price()


class Moment:
    """One card on one day: the recorded changes and the sightings before and after it."""

    def __init__(self, today: int, changes: Sequence[PointChange], seen: Seen, day: date) -> None:
        past = sum(change.date <= day for change in changes)
        begun = sum(sighting.first <= day for sighting in seen.sightings)
        self.today, self.day, self.updates = today, day, seen.updates
        self.changed = changes[past - 1] if past else None
        self.coming = changes[past] if past < len(changes) else None
        self.shown = seen.sightings[begun - 1] if begun else None
        self.next = seen.sightings[begun] if begun < len(seen.sightings) else None

    def price(self) -> Price:
        """The points on the day, and whether they are certain."""
        if self.shown is None:
            return self.before_any_sighting()
        if self.changed and self.changed.date > self.shown.first and self.changed.after != self.shown.points:
            return self.behind(self.changed, self.shown)
        if self.coming and self.ahead(self.coming, self.shown):
            return Price(points=self.coming.before)
        sure = not self.shown.passing and not self.may_have_changed(self.shown)
        return Price(points=self.shown.points, certain=sure)

    def before_any_sighting(self) -> Price:
        """The price where only recorded changes are known: both neighbours must agree.

        Before a first change its `before` counts, unless other points were seen. Before a first sighting
        alone nothing is certain.
        """
        coming = self.coming if self.coming and self.joins(self.coming) else None
        following = coming.before if coming else self.next.points if self.next else self.today
        if self.changed is None:
            return Price(points=following, certain=coming is not None)
        return Price(points=self.changed.after, certain=self.changed.after == following)

    def joins(self, coming: PointChange) -> bool:
        """Whether no sighting before a recorded change contradicts what it says was before."""
        first = self.next
        if first is None or coming.date <= first.first or self.ahead(coming, first):
            return True
        return coming.before == first.points

    def behind(self, changed: PointChange, shown: Sighting) -> Price:
        """After a recorded change the file still shows something else: it either catches up soon, or
        contradicts."""
        if self.next is None or self.next.first - changed.date > LAG:
            return Price(points=shown.points, certain=False)
        coming = self.coming
        joins = coming is not None and coming.before == changed.after and coming.date <= self.next.first
        return Price(points=changed.after, certain=joins or self.next.points == changed.after)

    def ahead(self, coming: PointChange, shown: Sighting) -> bool:
        """Whether the file shows a recorded change a little before its day."""
        early = shown.first < coming.date and coming.date - shown.first <= LAG
        return early and shown.points == coming.after != coming.before

    def may_have_changed(self, shown: Sighting) -> bool:
        """Whether the next points seen may hold already: after the last day that shows the old ones, or
        since an official update that the file followed late."""
        if self.next is None:
            return False
        if self.coming and self.coming.before == shown.points and self.coming.date <= self.next.first + LAG:
            return False
        since = self.changed.date if self.changed else shown.first
        late = (day for day in self.updates if since < day <= self.day and self.next.first - day <= LAG)
        return self.day > shown.last or any(late)


def price_steps(card: Priced, edition: date, seen: Seen = UNSEEN) -> tuple[tuple[date, Price], ...]:
    """What the card cost from which day on, oldest first. The first entry has always held, the last holds
    today."""
    if card.points is None:
        return ()
    turns = {date.min, *seen.updates, *(change.date for change in card.points_history)}
    for sighting in seen.sightings:
        turns |= {sighting.first, sighting.last + DAY if sighting.last < date.max else edition}
    days = sorted(day for day in turns if day < edition)
    moments = [(day, Moment(card.points, card.points_history, seen, day).price()) for day in days]
    moments.append((edition, Price(points=card.points)))
    return (moments[0], *(now for before, now in pairwise(moments) if before[1] != now[1]))


def history_breaks(card: Priced) -> tuple[str, ...]:
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
