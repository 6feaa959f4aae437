"""How many players each group must pair down at the least, and to where: the bound that certifies a draw.

A group of n players, `arrivals` of whom meet somebody from above, pairs down at least the odd one, and at
least those whom no choice of opponents inside the group could serve (`lacking`, less the arrivals that can
serve them). The smallest drop is reached by filling the nearest groups. From the top group down this gives
one bound after the other; a pairing that keeps them all is optimal, and every optimal pairing has exactly
these links.
"""

from typing import NamedTuple

from muster.rules.tournament.pairing.field import Field, Place
from muster.rules.tournament.pairing.matching import most_covered, most_paired


class Link(NamedTuple):
    """One player of the group `upper` (its floater number `out`) meets number `into` of the group `lower`."""

    upper: int
    out: int
    lower: int
    into: int


class PairDownPlan:
    """The links between groups, how many players each group sends and receives, and where it cannot work."""

    def __init__(self, sizes: list[int], lacking: list[int]) -> None:
        self.sizes, self.lacking = sizes, lacking
        self.sent = [0] * len(sizes)
        self.received = [0] * len(sizes)
        self.links: list[Link] = []
        self.broken_from = len(sizes)
        for group in range(len(sizes)):
            self._send(group, self._due(group))

    def _due(self, group: int) -> int:
        """What this group must pair down, given who comes from above."""
        free = self.sizes[group] - self.received[group]
        due = max(free % 2, self.lacking[group] - self.received[group])
        if group == len(self.sizes) - 2:  # nobody else can help the last group
            due = max(due, self.lacking[-1] - self.received[-1])
        return due

    def _send(self, group: int, due: int) -> None:
        if due > self.sizes[group] - self.received[group]:
            self.broken_from = min(self.broken_from, group)
            return
        lower = group + 1
        while due and lower < len(self.sizes):
            while due and self.received[lower] < self.sizes[lower]:
                self.links.append(Link(group, self.sent[group], lower, self.received[lower]))
                self.sent[group] += 1
                self.received[lower] += 1
                due -= 1
            lower += 1
        if due:
            self.broken_from = min(self.broken_from, group)

    def blocks(self) -> list[tuple[int, int]]:
        """Runs of groups, first and last, that no link leaves: each can be drawn on its own."""
        reach = list(range(len(self.sizes)))
        for link in self.links:
            reach[link.upper] = max(reach[link.upper], link.lower)
        if self.broken_from < len(reach):
            reach[self.broken_from] = len(reach) - 1
        runs: list[tuple[int, int]] = []
        first = last = 0
        for group, end in enumerate(reach):
            last = max(last, end)
            if group == last:
                runs.append((first, last))
                first = last = group + 1
        return runs

    def pieces(self, block: tuple[int, int]) -> list[tuple[int, int]]:
        """A block in pieces that only one link to the very next group joins: the links of a chain."""
        first, last = block
        found: list[tuple[int, int]] = []
        for group in range(first, min(last, self.broken_from)):
            across = [link.lower for link in self.links if link.upper <= group < link.lower]
            if across == [group + 1] and self.sent[group] == 1:
                found.append((first, group))
                first = group + 1
        return [*found, (first, last)]


class Need(NamedTuple):
    """How many of a group cannot all be paired inside it, and who has met everybody else in it."""

    lacking: int
    lonely: list[Place]


def need(field: Field, group: list[Place], most_met: int) -> Need:
    """What a group cannot do for its own members.

    With at most m former opponents each, a group of 2m + 3 or more always pairs all but an odd one: everybody
    may meet at least half of the others (Dirac).
    """
    size = len(group)
    if size >= 2 * most_met + 3 or size >= 2 * field.most_met(group) + 3:
        return Need(size % 2, [])
    members = {field.names[place] for place in group}
    met = {place: len(field.mets[place] & members) for place in group}
    lonely = [place for place in group if met[place] == size - 1]
    heavy = [place for place in group if size < 2 * met[place] + 3]
    light_met = max((met[place] for place in group if size >= 2 * met[place] + 3), default=0)
    if size - 2 * len(heavy) >= 2 * light_met + 3:
        return Need(_left_by_few(field, group, heavy), lonely)
    return Need(size - 2 * most_paired(size, field.not_met(group)), lonely)


def _left_by_few(field: Field, group: list[Place], heavy: list[Place]) -> int:
    """The same for a few players with many former opponents: the others find each other in any case."""
    left = len(heavy) - most_covered(field, heavy, group)
    return left + (len(group) - left) % 2
