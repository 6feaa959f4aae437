"""The exact way: the best pairing of a run of groups as one matching with lexicographic weights.

Each group has two figures, the number of its members paired down and their total drop; they count from the
top group down. As weights each figure is a digit of a large number, with a base that no sum of the lower
digits can reach. The lowest digit is drawn at random for every couple, so that any optimal pairing can come
out and, but for a chance below one in a hundred thousand, only one is best: the answer then does not hang on
how a library walks through a graph.
"""

from itertools import islice
from typing import NamedTuple, TypeAlias

from muster.rules.tournament.chance import SPAN, Draw
from muster.rules.tournament.pairing.field import Couple, Field, Place
from muster.rules.tournament.pairing.matching import MOST_BITS, best_couples

FIRST_SLACK = 4

Figures: TypeAlias = list[tuple[int, int]]  # members paired down and their total drop, per group


class Unit(NamedTuple):
    """What one member paired down and one point of drop weigh in a group."""

    member: int
    point: int


class Carried(NamedTuple):
    """A player paired down from above into the first group of a window."""

    place: Place
    points: int


class Window:
    """The groups from `first` to `last`, to be paired among themselves.

    Where groups follow below, a player may also be left over, as if somebody new with the points of the next
    group were waiting there. Only if no best solution leaves anybody over is the window closed: then nothing
    below could help it, and all that is best for the whole field is best here.
    """

    def __init__(
        self,
        field: Field,
        first: int,
        last: int,
        *,
        carried: Carried | None = None,
        rematches: bool = False,
    ) -> None:
        self.field, self.carried, self.rematches = field, carried, rematches
        self.points = field.points[first : last + 1]
        self.groups = field.groups[first : last + 1]
        if carried is not None:
            self.points, self.groups = [carried.points, *self.points], [[carried.place], *self.groups]
        self.places = [place for group in self.groups for place in group]
        self.level = [level for level, group in enumerate(self.groups) for _ in group]
        self.is_last = last == len(field.groups) - 1
        self.floor = self.points[-1] if self.is_last else field.points[last + 1]
        self.couples = self._couples()

    def _couples(self) -> list[tuple[int, int, bool]]:
        """The better placed node, the other, and whether they have met."""
        names = [self.field.names[place] for place in self.places]
        mets = [self.field.mets[place] for place in self.places]
        anyway = self.rematches
        return [
            (upper, lower, met)
            for lower, (name, met_by) in enumerate(zip(names, mets, strict=True))
            for upper in range(lower)
            if not (met := name in mets[upper] or names[upper] in met_by) or anyway
        ]

    def solve(self, draw: Draw) -> tuple[list[Couple], list[Place], Figures]:
        """A best pairing, who is left over for the groups below, and the figures of every group."""
        noise = list(islice(draw.words, len(self.couples)))
        found = self._solve_in_stages(noise)
        over = set(range(len(self.places))).difference(*found)
        couples = [(self.places[a], self.places[b]) for a, b in found]
        return couples, [self.places[node] for node in sorted(over)], self._figures(found)

    def best(self, draw: Draw) -> list[Couple] | None:
        """A best pairing of everybody in the window; None if there is none, or if groups below could help."""
        couples, over, _ = self.solve(draw)
        return None if over else couples

    def _solve_in_stages(self, noise: list[int]) -> list[Couple]:
        """Solve for as many groups as the weights can hold; then hold those figures fast and go further down.

        In a later stage the figures already known get narrow digits. If the answer has them all the same, it
        is best among all pairings that have them, so nothing was lost; if not, the digits are widened.
        """
        known: Figures = []
        kept: list[Couple] = []
        slack = FIRST_SLACK
        while True:
            units = self._units(known, slack)
            if known and len(units) <= len(known):
                return kept  # no room for another group: only with points in the thousands
            found = self._solve_at_once(units, noise)
            figures = self._figures(found)
            if figures[: len(known)] != known:
                slack *= 4
            elif len(units) in (0, len(self.groups)):
                return found
            else:
                known, kept, slack = figures[: len(units)], found, FIRST_SLACK

    def _units(self, known: Figures, slack: int) -> list[Unit]:
        """Weights for the topmost groups, as many as fit."""
        for reach in range(len(self.groups), 0, -1):
            units = self._units_down_to(reach, known, slack)
            if self._fit(units):
                return units
        return []

    def _units_down_to(self, reach: int, known: Figures, slack: int) -> list[Unit]:
        base = self._noise_room * (2 * len(self.places) + 2)
        units: list[Unit] = []
        for level in reversed(range(reach)):
            members, drop = self._span(level, known, slack)
            units.append(Unit(member=base * drop, point=base))
            base *= members * drop
        return units[::-1]

    def _fit(self, units: list[Unit]) -> bool:
        """Whether the weight of any couple stays below what a matching can hold."""
        dearest = max(
            unit.member + (points - self.floor) * unit.point
            for unit, points in zip(units, self.points, strict=False)
        )
        return dearest * (len(self.places) + 4 if self.rematches else 4) < 1 << MOST_BITS

    def _span(self, level: int, known: Figures, slack: int) -> tuple[int, int]:
        """How many values the two figures of a group can have."""
        size, deepest = len(self.groups[level]), self.points[level] - self.floor
        if level < len(known):
            return min(size, slack) + 1, min(size * deepest, slack) + 1
        return (size + 1, size * deepest + 1) if deepest else (1, 1)

    @property
    def _noise_room(self) -> int:
        return SPAN * (len(self.places) // 2 + 1)

    def _solve_at_once(self, units: list[Unit], noise: list[int]) -> list[Couple]:
        """The couples, as nodes, of least cost; where groups follow, being left over costs a drop to them."""
        prices = [
            [self._price(upper, lower, units) for lower in self.points] for upper in range(len(self.points))
        ]
        level = self.level
        costs = [
            prices[level[a]][level[b]] + chance for (a, b, _), chance in zip(self.couples, noise, strict=True)
        ]
        if self.rematches:
            again = 1 + max(costs, default=0) * (len(self.places) // 2)
            costs = [cost + again * met for cost, (_, _, met) in zip(costs, self.couples, strict=True)]
        if self.is_last:
            over = [max(costs, default=0) + 1] * len(self.places)
        else:
            # Being left over is a little cheaper than its drop, so that it shows wherever it is as good.
            over = [self._price(at, self.floor, units) - self._noise_room for at in level]
        edges = [
            (a, b, over[a] + over[b] - cost) for (a, b, _), cost in zip(self.couples, costs, strict=True)
        ]
        return best_couples(len(self.places), edges, everybody=self.is_last)

    def _price(self, level: int, points: int, units: list[Unit]) -> int:
        """What it costs a member of a group to meet somebody with these points."""
        if self.points[level] <= points or level >= len(units):
            return 0
        return units[level].member + (self.points[level] - points) * units[level].point

    def _figures(self, found: list[Couple]) -> Figures:
        """Members paired down and total drop of every group, whoever is left over included."""
        figures = [[0, 0] for _ in self.groups]
        over = set(range(len(self.places)))
        for a, b in found:
            upper, lower = self.level[a], self.level[b]
            over -= {a, b}
            if upper != lower:
                figures[upper][0] += 1
                figures[upper][1] += self.points[upper] - self.points[lower]
        for node in over:
            figures[self.level[node]][0] += 1
            figures[self.level[node]][1] += self.points[self.level[node]] - self.floor
        return [(members, drop) for members, drop in figures]


Block: TypeAlias = tuple[int, int, list[Couple] | None]  # first and last group, and its couples once known


def pair_blocks(field: Field, blocks: list[Block], draw: Draw) -> list[Couple] | None:
    """Pair the blocks that have no couples yet; None if no pairing without a rematch exists.

    From the top: a block that groups below could help takes the next block in. When the last one cannot be
    paired, it takes in the block above, and so on up.
    """
    closed: list[Block] = []
    waiting = list(reversed(blocks))
    while waiting:
        first, last, couples = waiting.pop()
        while couples is None:
            couples = Window(field, first, last).best(draw)
            if couples is None and waiting:
                last = waiting.pop()[1]
            elif couples is None and closed:
                first = closed.pop()[0]
            elif couples is None:
                return None
        closed.append((first, last, couples))
    return [couple for _, _, couples in closed for couple in couples or ()]


def fewest_rematches(field: Field, draw: Draw) -> list[Couple]:
    """For a field that cannot be paired without a rematch: as few as possible, then the best of those."""
    return Window(field, 0, len(field.groups) - 1, rematches=True).best(draw) or []


def bye_with_fewest_rematches(field: Field, candidates: list[Place]) -> Place:
    """Who takes the bye so that the others meet fewest former opponents; among those the first candidate."""
    nobody = len(candidates)
    edges = [(node, nobody, nobody * nobody - node) for node in range(nobody)]
    for i, a in enumerate(candidates):
        for j in range(i):
            rematch = field.have_met(a, candidates[j])
            edges.append((j, i, nobody * nobody - rematch * nobody))
    found = best_couples(nobody + 1, edges, everybody=True)
    return next(candidates[a] for a, b in found if b == nobody)
