"""A pairing as the checker sees it: groups by points, who comes from above, who goes down and how far.

Nothing here or in the other modules of the checker is used by the pairer; the two share the shape of a
pairing only.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from muster.rules.tournament.games import Player
from muster.rules.tournament.pairing.swiss import Entrant, Pairing


class Figures(NamedTuple):
    """What counts for a group: how many members are paired down, and their drop in points together."""

    down: int = 0
    drop: int = 0


class CheckedPairing:
    """A pairing beside the standings it was made from; in round 1 all points count as equal."""

    def __init__(self, entrants: Sequence[Entrant], pairing: Pairing, round: int) -> None:
        self.entrants, self.pairing, self.round = entrants, pairing, round
        self.by_name = {entrant.player: entrant for entrant in entrants}
        self.points = {entrant.player: entrant.points if round > 1 else 0 for entrant in entrants}

    @cached_property
    def levels(self) -> list[int]:
        """The different numbers of points among those paired, most first."""
        return sorted({self.points[name] for pair in self.pairing.pairs for name in pair}, reverse=True)

    @cached_property
    def groups(self) -> dict[int, list[Player]]:
        """Those paired, by points."""
        groups = defaultdict(list)
        for entrant in self.entrants:
            if entrant.player != self.pairing.bye:
                groups[self.points[entrant.player]].append(entrant.player)
        return groups

    @cached_property
    def crossings(self) -> list[tuple[int, int]]:
        """The points of both players of each pair of unequal players, the greater first."""
        found = []
        for pair in self.pairing.pairs:
            points, opposing = (self.points[name] for name in pair)
            if points != opposing:
                found.append((max(points, opposing), min(points, opposing)))
        return found

    @cached_property
    def figures(self) -> dict[int, Figures]:
        """Per group the number paired down and their drop."""
        down, drop = Counter[int](), Counter[int]()
        for upper, lower in self.crossings:
            down[upper] += 1
            drop[upper] += upper - lower
        return {level: Figures(down[level], drop[level]) for level in self.levels}

    @cached_property
    def arrivals(self) -> dict[int, list[int]]:
        """Per group, from which points its members' opponents from above come."""
        found = defaultdict(list)
        for upper, lower in self.crossings:
            found[lower].append(upper)
        return found

    def have_met(self, player: Player, other: Player) -> bool:
        """Whether the two have met in this stage."""
        return other in self.by_name[player].met or player in self.by_name[other].met

    @cached_property
    def rematches(self) -> list[tuple[Player, Player]]:
        """The pairs that have met before."""
        return [pair for pair in self.pairing.pairs if self.have_met(*pair)]

    @cached_property
    def same_club(self) -> list[tuple[Player, Player]]:
        """The pairs of one club; only round 1 keeps clubs apart."""
        clubs = {entrant.player: entrant.club for entrant in self.entrants if self.round == 1}
        return [
            pair for pair in self.pairing.pairs if clubs.get(pair[0]) and len({*map(clubs.get, pair)}) == 1
        ]

    @property
    def fewest_of_one_club(self) -> int:
        """Those of the largest club for whom the others are too few, two to a pair."""
        paired = [entrant for entrant in self.entrants if entrant.player != self.pairing.bye]
        largest = max(Counter(entrant.club for entrant in paired if entrant.club).values(), default=0)
        return max(0, largest - len(paired) // 2)

    def new_pairs(self, names: Sequence[Player]) -> list[tuple[int, int]]:
        """All pairs of these who have not met, by their numbers in the list."""
        numbered = combinations(range(len(names)), 2)
        return [(i, j) for i, j in numbered if not self.have_met(names[i], names[j])]

    def opponent(self, player: Player) -> Player:
        """Whom this player meets; empty for the bye."""
        for first, second in self.pairing.pairs:
            if player in (first, second):
                return second if first == player else first
        return ""

    def bye_order(self) -> list[Player]:
        """Who is due the bye first: fewest byes, then lowest in the standings (rule 599, ruling T10)."""
        lowest_first = self.entrants[::-1]
        return [e.player for e in sorted(lowest_first, key=lambda e: e.byes)]
