"""A maximum matching of groups (who serves whom), exact, by augmenting paths."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, TypeVar

Need = TypeVar("Need", bound=Hashable)
Giver = TypeVar("Giver", bound=Hashable)


class Matching(Generic[Need, Giver]):
    """A matching being made: who holds how many places of which giver, and what is spare."""

    def __init__(self, supply: Mapping[Giver, int], fits: Mapping[Need, Sequence[Giver]]) -> None:
        self.spare = dict(supply)
        self.fits = fits
        self.held: dict[tuple[Need, Giver], int] = {}

    def seat(self, need: Need, wanted: int, seen: set[Giver]) -> int:
        """Seat up to `wanted` more of the need along one augmenting path; returns how many."""
        for giver in self.fits[need]:
            if giver in seen:
                continue
            seen.add(giver)
            if moved := self.take(giver, wanted) or self.free(need, giver, wanted, seen):
                self.held[need, giver] = self.held.get((need, giver), 0) + moved
                return moved
        return 0

    def take(self, giver: Giver, wanted: int) -> int:
        """Take spare places of a giver."""
        moved = min(wanted, self.spare.get(giver, 0))
        if moved:
            self.spare[giver] -= moved
        return moved

    def free(self, need: Need, giver: Giver, wanted: int, seen: set[Giver]) -> int:
        """Move somebody else who holds this giver to another one; returns how many places that frees."""
        for other in self.fits:
            held = self.held.get((other, giver), 0)
            if other == need or not held:
                continue
            if moved := self.seat(other, min(wanted, held), seen):
                self.held[other, giver] -= moved
                return moved
        return 0


def met_demand(
    demand: Mapping[Need, int], supply: Mapping[Giver, int], fits: Mapping[Need, Sequence[Giver]]
) -> dict[Need, int]:
    """How much of each demand can be met at best, if every giver serves as often as it is available.

    Groups are matched rather than single units, so the work does not grow with the counts. Earlier demands
    are served first, but an augmenting path may still move them to make room for later ones. Where no giver
    fits two demands, there is no competition.
    """
    able = [giver for givers in fits.values() for giver in givers]
    if len(set(able)) == len(able):
        return {
            need: min(wanted, sum([supply.get(giver, 0) for giver in fits[need]]))
            for need, wanted in demand.items()
        }
    matching = Matching(supply, fits)
    met = dict.fromkeys(demand, 0)
    for need, wanted in demand.items():
        while met[need] < wanted and (moved := matching.seat(need, wanted - met[need], set())):
            met[need] += moved
    return met
