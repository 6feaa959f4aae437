"""Proofs about a pairing: how few rematches there can be, and that nobody is paired down needlessly.

Group by group a count settles nearly everything: the odd one out, those whom their own group cannot serve,
and the nearest group that has room. Where counting is not enough, the groups concerned are paired anew by a
matching whose weights ask for something better than what is there.
"""

from collections.abc import Sequence
from typing import NamedTuple

from muster.rules.tournament.games import Player
from muster.rules.tournament.pairing.checked_pairing import CheckedPairing, Figures

MOST_PLAYERS = 400  # beyond this a matching takes longer than anybody would wait for a warning
WIDEST = 1 << 120  # what the matching can add up exactly


class Better(NamedTuple):
    """A group that could do with less."""

    level: int
    figures: Figures


class Unproven(NamedTuple):
    """The matching would have been too large."""

    players: int


def _best(nodes: int, edges: Sequence[tuple[int, int, int]], *, full: bool) -> set[tuple[int, int]]:
    import rustworkx as rx

    graph = rx.PyGraph()
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from(edges)
    found: set[tuple[int, int]] = rx.max_weight_matching(graph, max_cardinality=full, weight_fn=lambda w: w)
    return found


def most_new_pairs(seen: CheckedPairing, names: Sequence[Player]) -> int:
    """How many pairs of these players, none of whom have met, can play at once."""
    longest, odd = max((len(seen.by_name[name].met) for name in names), default=0), len(names) % 2
    # Everybody is new to at least half of the others, which is enough (Dirac). An odd field is an even one
    # with somebody more, new to all, whose opponent has the bye.
    if 2 * longest + 2 - odd <= len(names):
        return len(names) // 2
    return len(_best(len(names), [(i, j, 1) for i, j in seen.new_pairs(names)], full=True))


def fewest_rematches(seen: CheckedPairing, bye: Player) -> int:
    """The fewest rematches with this bye: those left over by the most new pairs have to meet again."""
    names = [entrant.player for entrant in seen.entrants if entrant.player != bye]
    return len(names) // 2 - most_new_pairs(seen, names)


def fewest_with_any_bye(seen: CheckedPairing) -> int:
    """The fewest rematches that any choice of the bye allows."""
    names = [entrant.player for entrant in seen.entrants]
    return len(names) // 2 - most_new_pairs(seen, names)


def unpaired_count(seen: CheckedPairing, level: int) -> int:
    """How many of a group are left over when it is paired as well as it can be without a rematch."""
    group = seen.groups[level]
    return len(group) - 2 * most_new_pairs(seen, group)


def is_settled(seen: CheckedPairing, level: int) -> bool:
    """Whether counting alone shows that a group has the fewest down and the smallest drop."""
    have = seen.figures[level]
    return have == Figures(have.down, _nearest_drop(seen, level, have.down)) and have.down <= _due(
        seen, level
    )


def _due(seen: CheckedPairing, level: int) -> int:
    size, came = len(seen.groups[level]), len(seen.arrivals[level])
    due = (size - came) % 2
    if seen.figures[level].down > due:
        due = max(due, unpaired_count(seen, level) - came)
    if seen.figures[level].down > due and level == seen.levels[-2]:
        last = seen.levels[-1]
        due = max(due, unpaired_count(seen, last) - sum(upper > level for upper in seen.arrivals[last]))
    return due


def _nearest_drop(seen: CheckedPairing, level: int, down: int) -> int:
    """The drop of so many players when each goes to the nearest group that still has room."""
    drop = 0
    for lower in seen.levels[seen.levels.index(level) + 1 :] if down else ():
        room = len(seen.groups[lower]) - sum(upper > level for upper in seen.arrivals[lower])
        drop += min(room, down) * (level - lower)
        down -= min(room, down)
    return drop


def needless_drop(seen: CheckedPairing) -> Better | Unproven | None:
    """The topmost group with more paired down, or a greater drop, than it needs; None if there is none.

    Groups settled by counting also fix how many players they hand down, though not whom. So a run below them
    is tried with newcomers in their place, who have met nobody: if even they bring nothing better, it is
    proven.
    """
    if seen.rematches:
        return _better_pairing(seen, seen.levels)
    whole: list[int] = []  # since the last cut that nobody crosses
    run: list[int] = []  # since the last group that is proven
    answer: Better | Unproven | None = None
    for level in seen.levels:
        whole.append(level)
        if run or not is_settled(seen, level):
            run.append(level)
            answer = _better_pairing(seen, run)
            if answer is not None:
                continue  # perhaps only with those below: they have to be looked at too
            run = []
        if not _crossing_count(seen, level):
            whole = []
    return answer if not run or run == whole else _better_pairing(seen, whole)


def _crossing_count(seen: CheckedPairing, level: int) -> int:
    """How many from this group or above meet somebody below it."""
    return sum(upper >= level > lower for upper, lower in seen.crossings)


def _better_pairing(seen: CheckedPairing, run: list[int]) -> Better | Unproven | None:
    """Pair these groups anew. Where groups follow, players may also go there, as if they found somebody.

    Going below counts as better than staying wherever it is as good, since it could help those below.
    """
    trial = _Trial(seen, run)
    if len(trial.names) > MOST_PLAYERS or not trial.fits:
        return Unproven(len(trial.names))
    found, left = trial.pair()
    for level in trial.run:
        if found[level] != trial.have(level):
            return Better(level, found[level])
    crossing = _crossing_count(seen, run[-1])
    return None if left == crossing <= 1 else Better(run[-1], found[run[-1]])


class _Trial:
    """Some groups in one matching, with a price on every drop that groups further down cannot outweigh."""

    def __init__(self, seen: CheckedPairing, run: list[int]) -> None:
        self.seen = seen
        own = [name for level in run for name in seen.groups[level]]
        self.newcomers = self._from_above(run)
        self.names = self.newcomers + own
        self.worth = [seen.points[name] for name in self.names]
        self.run = sorted(set(self.worth), reverse=True)
        at = seen.levels.index(run[-1])
        self.below = seen.levels[at + 1] if at + 1 < len(seen.levels) else None
        self.prices, self.total = self._prices()
        self.fits = self.total * 4 * (len(self.names) + 1) < WIDEST

    def _from_above(self, run: list[int]) -> list[Player]:
        """Those from further up who meet somebody of this run, best first."""
        points = self.seen.points
        pairs = [sorted(pair, key=points.__getitem__) for pair in self.seen.pairing.pairs]
        found = [upper for lower, upper in pairs if points[upper] > run[0] >= points[lower] >= run[-1]]
        return sorted(found, key=lambda name: -points[name])

    def have(self, level: int) -> Figures:
        """The figures of a group as it was paired; of groups further up only those who come down here."""
        if level in self.seen.groups and self.worth.count(level) == len(self.seen.groups[level]):
            return self.seen.figures[level]
        own = [name for name in self.newcomers if self.seen.points[name] == level]
        drops = [level - self.seen.points[self.seen.opponent(name)] for name in own]
        return Figures(len(drops), sum(drops))

    def _prices(self) -> tuple[dict[int, tuple[int, int]], int]:
        """What a player down and a point of drop cost in each group, from the lowest; and all together."""
        prices, price = {}, len(self.names) + 1
        for level in reversed(self.run):
            size = self.worth.count(level)
            deepest = level - (self.run[-1] if self.below is None else self.below)
            player = price * (size * deepest + 1)
            prices[level] = (player, price)
            price = player * (size + 1)
        return prices, price

    def _price(self, upper: int, lower: int) -> int:
        if upper == lower:
            return 0
        player, point = self.prices[upper]
        return player + point * (upper - lower)

    def _edges(self) -> list[tuple[int, int, int]]:
        """Each couple with what it saves: against the dearest, or against both going below."""
        names, worth, met = self.names, self.worth, self.seen.have_met
        edges = []
        for i in range(len(names)):
            for j in range(i):
                again = j >= len(self.newcomers) and met(names[j], names[i])
                if again and not self.seen.rematches:
                    continue
                price = self._price(worth[j], worth[i]) + again * self.total
                edges.append((i, j, self._alone(i) + self._alone(j) - price))
        return edges

    def _alone(self, number: int) -> int:
        if self.below is None:
            return self.total
        return self._price(self.worth[number], self.below) - 1

    def pair(self) -> tuple[dict[int, Figures], int]:
        """The best figures of each group, and how many went below for them."""
        found = _best(len(self.names), self._edges(), full=self.below is None)
        drops = [sorted((self.worth[i], self.worth[j]), reverse=True) for i, j in found]
        alone = set(range(len(self.names))) - {number for couple in found for number in couple}
        drops += [[self.worth[number], self.below or 0] for number in alone]
        figures = {}
        for level in self.run:
            own = [upper - lower for upper, lower in drops if upper == level != lower]
            figures[level] = Figures(len(own), sum(own))
        return figures, len(alone)
