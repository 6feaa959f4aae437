"""`muster-lab bench pairing`: pair Swiss rounds of 32 to 10,000 players, compared with other programs."""

import json
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from itertools import count
from typing import NamedTuple

import click

from muster.rules.tournament.chance import Draw
from muster.rules.tournament.pairing.swiss import Entrant, pair
from muster_lab.bench.timing import time_calls

SIZES = (32, 128, 1024, 10_000)
ROUNDS = (1, 3, 5, 8)
# Beyond these sizes a single pairing takes minutes, or more memory than there is for all couples.
LARGEST = {"swisspair": 10_000, "rustworkx": 1024, "networkx": 128}


class Swiss(NamedTuple):
    """A running event: points, opponents met, and byes."""

    points: list[int]
    met: list[set[str]]
    byes: list[int]

    def entrants(self) -> list[Entrant]:
        """All players in the order of their points."""
        order = sorted(range(len(self.points)), key=self.points.__getitem__, reverse=True)
        return [Entrant(f"p{n}", self.points[n], frozenset(self.met[n]), self.byes[n]) for n in order]

    def play(self, number: int, chance: Draw) -> None:
        """Pair a round and decide every game at random."""
        made = pair(self.entrants(), number, f"bench {number}")
        for couple in made.pairs:
            first, other = (int(name[1:]) for name in couple)
            self.met[first].add(couple[1])
            self.met[other].add(couple[0])
            self.points[(first, other)[chance.below(2)]] += 1
        if made.bye:
            self.points[int(made.bye[1:])] += 1
            self.byes[int(made.bye[1:])] += 1


def states(players: int, rounds: Sequence[int]) -> dict[int, list[Entrant]]:
    """The same event before each of these rounds."""
    swiss = Swiss([0] * players, [set() for _ in range(players)], [0] * players)
    chance = Draw("bench", "winners")
    found = {}
    for number in range(1, max(rounds) + 1):
        if number in rounds:
            found[number] = swiss.entrants()
        swiss.play(number, chance)
    return found


def dead_ends() -> dict[str, list[Entrant]]:
    """Events of 1,024 players for which the simple draw finds no pairing."""
    sizes = (8, 56, 168, 280, 280, 168, 56, 8)
    points = [len(sizes) - level for level, size in enumerate(sizes) for _ in range(size)]
    top, bottom, large = range(8), range(1016, 1024), range(232, 512)
    return {
        "the top group has met itself": _entrants_who_met(points, _all_of(top)),
        "the bottom group has met itself": _entrants_who_met(points, _all_of(bottom)),
        "one has met a whole group of 280": _entrants_who_met(points, [(300, n) for n in large if n != 300]),
        "two of the top have met 63 others": _entrants_who_met(
            points, [(a, b) for a in (0, 1) for b in range(64) if a < b]
        ),
        "two of the bottom have met 63 others": _entrants_who_met(
            points, [(a, b) for b in (1022, 1023) for a in range(960, 1024) if a < b]
        ),
    }


def _all_of(places: Sequence[int]) -> list[tuple[int, int]]:
    return [(first, other) for first in places for other in places if first < other]


def _entrants_who_met(points: list[int], couples: list[tuple[int, int]]) -> list[Entrant]:
    met: list[set[str]] = [set() for _ in points]
    for first, other in couples:
        met[first].add(f"p{other}")
        met[other].add(f"p{first}")
    return [Entrant(f"p{n}", worth, frozenset(met[n])) for n, worth in enumerate(points)]


def by_swisspair(entrants: list[Entrant]) -> Callable[[], object]:
    """The swisspair package, with its input prepared."""
    import swisspair

    players = [
        swisspair.Player(e.player, e.points, rank, not e.byes, set(e.met))
        for rank, e in enumerate(entrants, start=1)
    ]
    return lambda: swisspair.create_matches(players)


def _couples(entrants: list[Entrant]) -> list[tuple[int, int, int]]:
    """All couples of an even field that have not met, weighted by how close their points are."""
    field = entrants[: len(entrants) // 2 * 2]
    most = (field[0].points - field[-1].points) ** 2 + 1
    return [
        (i, j, most - (entrant.points - field[j].points) ** 2)
        for i, entrant in enumerate(field)
        for j in range(i)
        if field[j].player not in entrant.met
    ]


def by_rustworkx(entrants: list[Entrant]) -> Callable[[], object]:
    """One maximum-weight matching over all couples with rustworkx, the graph already built."""
    import rustworkx

    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(entrants)))
    graph.add_edges_from(_couples(entrants))
    return lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def by_networkx(entrants: list[Entrant]) -> Callable[[], object]:
    """The same with networkx."""
    import networkx

    graph = networkx.Graph()
    graph.add_weighted_edges_from(_couples(entrants))
    return lambda: networkx.max_weight_matching(graph, maxcardinality=True)


OTHERS = {"swisspair": by_swisspair, "rustworkx": by_rustworkx, "networkx": by_networkx}


def ours(entrants: list[Entrant], number: int, runs: int) -> float:
    """Our own median, with a different seed in every run."""
    seeds = count()
    return time_calls(lambda: pair(entrants, number, f"run {next(seeds)}"), runs)[0]


class BenchLine(NamedTuple):
    """One state: our time, the others' times, and how many times longer the fastest of them took."""

    players: int
    round: int
    path: str
    muster: float
    others: dict[str, float]

    @property
    def ratio(self) -> float | None:
        """How many times faster than the fastest of the others."""
        return min(self.others.values()) / self.muster if self.others else None


def measure(entrants: list[Entrant], number: int, others: Sequence[str]) -> BenchLine:
    """Time our pairing and the others on one state."""
    times = {}
    for name in others:
        if len(entrants) <= LARGEST[name]:
            times[name] = time_calls(OTHERS[name](entrants), 5 if len(entrants) < 1000 else 3)[0]
    runs = 25 if len(entrants) <= 1024 else 5
    path = pair(entrants, number, "run 0").path
    return BenchLine(len(entrants), number, path, ours(entrants, number, runs), times)


def table_line(line: BenchLine, others: Sequence[str]) -> str:
    """A line of the table."""
    cells = [f"{line.others[name]:>12.2f}" if name in line.others else f"{'–':>12}" for name in others]
    ratio = f"{line.ratio:>9.0f}×" if line.ratio else f"{'–':>10}"
    return f"{line.players:>8}{line.round:>7}  {line.path:<10}{line.muster:>11.3f}{''.join(cells)}{ratio}"


@click.command()
@click.option(
    "--players", type=click.IntRange(2, 200_000), multiple=True, help="Only these numbers of players."
)
@click.option("--alone", is_flag=True, help="Without the other programs.")
@click.option("--json", "as_json", is_flag=True, help="Print milliseconds as JSON.")
def command(players: tuple[int, ...], alone: bool, as_json: bool) -> None:
    """Median times of pairing a round, and how many times longer the fastest other program takes."""
    there = [] if alone else [name for name in OTHERS if find_spec(name)]
    lines = []
    if not as_json:
        _say_who_is_there(there, alone)
    for size in players or SIZES:
        for number, entrants in states(size, ROUNDS).items():
            lines.append(measure(entrants, number, there))
            if not as_json:
                click.echo(table_line(lines[-1], there))
    ends = {
        name: (pair(entrants, 8, "run 0").path, ours(entrants, 8, 5))
        for name, entrants in dead_ends().items()
    }
    if as_json:
        click.echo(_as_json(lines, ends))
        return
    click.echo("\nDead ends, 1,024 players:")
    for name, (path, time) in ends.items():
        click.echo(f"  {name:<40}{path:<10}{time:>10.3f} ms")


def _say_who_is_there(there: Sequence[str], alone: bool) -> None:
    missing = [name for name in OTHERS if name not in there]
    if missing and not alone:
        click.echo(f"Not installed, so not measured: {', '.join(missing)} (they come with the test extra).")
    for name in there:
        click.echo(f"{name} is left out beyond {LARGEST[name]:,} players: too slow, or too large for memory.")
    heads = "".join(f"{name:>12}" for name in there)
    click.echo(f"{'players':>8}{'round':>7}  {'path':<10}{'muster ms':>11}{heads}{'ratio':>10}")


def _as_json(lines: list[BenchLine], ends: Mapping[str, tuple[str, float]]) -> str:
    rounds = [{**line._asdict(), "ratio": line.ratio} for line in lines]
    dead = [{"what": name, "path": path, "muster": time} for name, (path, time) in ends.items()]
    return json.dumps({"unit": "ms", "rounds": rounds, "dead_ends": dead}, indent=1)
