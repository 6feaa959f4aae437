"""Matchings on general graphs, by rustworkx. Weights are whole numbers below 2**122, added exactly."""

from collections.abc import Sequence

from muster.rules.tournament.pairing.field import Couple, Field, Place

MOST_BITS = 122


def best_couples(nodes: int, edges: Sequence[tuple[int, int, int]], *, everybody: bool) -> list[Couple]:
    """The couples of the greatest total weight; `everybody`: among those that match the most nodes."""
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=everybody, weight_fn=int)
    return sorted((min(couple), max(couple)) for couple in found)


def most_paired(nodes: int, couples: Sequence[Couple]) -> int:
    """How many of these couples can play at the same time."""
    return len(best_couples(nodes, [(a, b, 1) for a, b in couples], everybody=True))


def most_covered(field: Field, heavy: list[Place], group: list[Place]) -> int:
    """How many of the `heavy` players can find an opponent in their group at the same time."""
    node = {place: number for number, place in enumerate(group)}
    chosen = set(heavy)
    edges = [
        (node[a], node[b], 1 + (b in chosen))
        for a in heavy
        for b in group
        if (b not in chosen or a < b) and not field.have_met(a, b)
    ]
    weight = {(min(a, b), max(a, b)): w for a, b, w in edges}
    return sum(weight[couple] for couple in best_couples(len(group), edges, everybody=False))
