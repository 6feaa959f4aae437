"""What the pairer works on: players as places in the standings, and groups of equal points, best first."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from muster.rules.tournament.games import Player

Place: TypeAlias = int
Couple: TypeAlias = tuple[Place, Place]


class Field:
    """Everybody who is to be paired. `groups` hold places in standing order, `points` what each group has."""

    __slots__ = ("groups", "mets", "names", "points")

    def __init__(
        self,
        names: list[Player],
        mets: list[frozenset[Player]],
        groups: list[list[Place]],
        points: list[int],
    ) -> None:
        self.names, self.mets, self.groups, self.points = names, mets, groups, points

    def have_met(self, a: Place, b: Place) -> bool:
        """Whether these two have played each other in this stage; one of the two saying so is enough."""
        return self.names[b] in self.mets[a] or self.names[a] in self.mets[b]

    def not_met(self, places: Sequence[Place]) -> list[Couple]:
        """All couples that have not met, as indices into `places`."""
        return [(i, j) for i, a in enumerate(places) for j in range(i) if not self.have_met(a, places[j])]

    def most_met(self, places: Iterable[Place]) -> int:
        """The longest list of former opponents among these players."""
        mets = self.mets
        return max((len(mets[place]) for place in places), default=0)


def groups_by_points(points: Sequence[int], places: Iterable[Place]) -> tuple[list[list[Place]], list[int]]:
    """The places in groups of equal points, and those points, from the most to the fewest."""
    groups: dict[int, list[Place]] = {}
    for place in places:
        worth = points[place]
        if worth in groups:
            groups[worth].append(place)
        else:
            groups[worth] = [place]
    order = sorted(groups, reverse=True)
    return [groups[worth] for worth in order], order
