"""What cards were on earlier days: as a list builder's public card file showed them, day by day.

The file tells what a card was on the days when it was changed. Between two of them a change may have taken
effect on any day, and before a card's first day nothing is known.
"""

from bisect import bisect_left
from collections.abc import Iterator
from datetime import date, timedelta

from msgspec import UNSET, UnsetType

from muster.rules.cards.types import Priced
from muster.rules.cards.values import Fact
from muster.rules.cards.vocabulary import Faction, Kind, Rank, Slot, UnitType

# The file lagged behind a published change by five weeks at most, where it caught up with it at all.
LAG = timedelta(weeks=6)
DAY = timedelta(days=1)


class Was(Fact, frozen=True, kw_only=True):
    """What a card had before the day on which the file first shows something else; fields that did not
    change then are left out."""

    seen: date
    points: int | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
    slots: tuple[Slot, ...] | UnsetType = UNSET
    unit_type: UnitType | UnsetType = UNSET
    slot: Slot | UnsetType = UNSET
    limit: int | UnsetType | None = UNSET
    army_keywords: tuple[str, ...] | UnsetType = UNSET
    pips: int | UnsetType = UNSET
    name: str | UnsetType = UNSET
    title: str | UnsetType | None = UNSET


class CardHistory(Fact, frozen=True, kw_only=True):
    """The earlier states of one card, oldest first; `first` is the first day that shows it."""

    first: date | None = None
    was: tuple[Was, ...] = ()


class Gone(Fact, frozen=True, kw_only=True):
    """A card that the file no longer shows since `seen`; its points are the last ones.

    `names` are what else lists call it. The file has the `id` as the key of the record.
    """

    name: str
    kind: Kind
    seen: date
    title: str | None = None
    points: int | None = None
    rank: Rank | None = None
    slot: Slot | None = None
    faction: Faction | None = None
    names: tuple[str, ...] = ()
    id: str = ""

    @property
    def full_name(self) -> str:
        """Name and title as a player writes them on a list."""
        return f"{self.name}, {self.title}" if self.title else self.name


class Sighting(Fact, frozen=True, kw_only=True):
    """The file showed these points from the first to the last of its days between the two."""

    first: date
    last: date
    points: int

    @property
    def passing(self) -> bool:
        """Whether a single day shows it, which may be a slip."""
        return self.first == self.last


class History(Fact, frozen=True, kw_only=True):
    """The file of earlier states: the days on which it was changed, the cards, and those that are gone:
    `withdrawn`, or `reused` where another card has their id now."""

    source: str
    meaning: str
    days: tuple[date, ...]
    cards: dict[str, CardHistory]
    withdrawn: dict[str, Gone]
    reused: dict[str, Gone]

    def of(self, card_id: str) -> CardHistory:
        """The earlier states of a card: none where it is as it was on the first of the days."""
        return self.cards.get(card_id, UNCHANGED)

    def first_day(self, card_id: str) -> date:
        """The first day that shows the card."""
        return self.of(card_id).first or self.days[0]

    def eve(self, seen: date) -> date:
        """The last of the file's days before one."""
        return self.days[max(bisect_left(self.days, seen) - 1, 0)]

    def sightings(self, card: Priced) -> tuple[Sighting, ...]:
        """Every price that the file showed, oldest first. A card shown with 0 points before it had any was
        not priced yet: that is no price."""
        if card.points is None:
            return ()
        shown = [*self._sightings_of(card, card.points)]
        while len(shown) > 1 and shown[0].points == 0:
            del shown[0]
        return tuple(shown)

    def _sightings_of(self, card: Priced, today: int) -> Iterator[Sighting]:
        changes = [(was.seen, was.points) for was in self.of(card.id).was if was.points is not UNSET]
        start = self.first_day(card.id)
        for seen, points in changes:
            yield Sighting(first=start, last=self.eve(seen), points=points)
            start = seen
        yield Sighting(first=start, last=date.max, points=today)


UNCHANGED = CardHistory()
