"""The quick way: draw each group at random, again while somebody would meet a former opponent.

Why this is uniform over all optimal pairings: by `pairing_plan` an optimal pairing is, for each group, a
choice of who meets players from above, who is paired down, and couples for the rest, and nothing joins two
groups but the links. A group is drawn from all such choices with equal chances and drawn again until no
couple has met, so it is uniform over its own rematch-free choices, whatever happens elsewhere. The groups of
a block together are then uniform over all combinations; a block is drawn again as a whole when a linked
couple has met, which leaves exactly the optimal pairings of the block, with equal chances. Blocks have no
links between them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from muster.rules.tournament.chance import SPAN, Draw
from muster.rules.tournament.pairing.field import Couple, Field, Place
from muster.rules.tournament.pairing.lowest import Link, Need, PairDownPlan


class DrawnGroup(NamedTuple):
    """A group as drawn: who meets players from above, who is paired down, and its own couples."""

    receiving: list[Place]
    floating: list[Place]
    couples: list[Couple]


class Piece(NamedTuple):
    """The couples of a run of groups, and the player whom it pairs down to the group after it."""

    couples: list[Couple]
    floater: Place | None = None


class Spent(Exception):
    """The tries of a block are used up."""


class Tries:
    """How many couples may still be drawn for a block before the exact way is taken."""

    def __init__(self, players: int) -> None:
        self.left = 2_000 + 40 * players

    def spend(self, couples: int) -> None:
        """Count what was drawn."""
        self.left -= couples
        if self.left < 0:
            raise Spent


def fill_slots(pool: list[Place], slots: int, lonely: list[Place], draw: Draw) -> list[Place]:
    """Players for the linked places, taken out of the pool; whoever has met the whole group must be in."""
    filled: list[Place] = []
    if lonely:
        filled = list(lonely)
        alone = set(lonely)
        pool[:] = [place for place in pool if place not in alone]
    while len(filled) < slots:
        filled.append(pool.pop(draw.below(len(pool))))
    return draw.shuffle(filled) if lonely else filled


def draw_couples(field: Field, pool: list[Place], draw: Draw) -> list[Couple] | None:
    """Couples at random: the last of the pool meets one of the others, and so on. None once two have met."""
    names, mets = field.names, field.mets
    couples: list[Couple] = []
    others = len(pool) - 1
    if others < 0:
        return couples
    for word in draw.words:
        if word > SPAN - others and word >= SPAN - SPAN % others:
            continue  # beyond the greatest multiple: see draw.py
        a = pool.pop()
        place = word % others
        b = pool[place]
        if names[b] in mets[a]:
            return None
        pool[place] = pool[-1]
        del pool[-1]
        couples.append((a, b))
        others -= 2
        if others < 0:
            break
    # What only the other one says is asked last: nearly always both say the same.
    for a, b in couples:
        if names[a] in mets[b]:
            return None
    return couples


class BlockDraw:
    """A run of linked groups. Small groups come first: a bad link shows before the large are drawn."""

    def __init__(self, field: Field, plan: PairDownPlan, needs: list[Need], block: tuple[int, int]) -> None:
        self.first, self.last = first, last = block
        self.field, self.plan, self.needs = field, plan, needs
        self.order = sorted(range(first, last + 1), key=lambda group: (plan.sizes[group], group))
        self.links = [link for link in plan.links if first <= link.upper and link.lower <= last]

    def draw(self, draw: Draw, carried: Place | None = None) -> Piece | None:
        """The couples, or None if the tries are used up.

        A piece of a chain may begin with a player `carried` into it and end with one paired down.
        """
        if not self._is_possible(carried):
            return None
        tries = Tries(sum(self.plan.sizes[group] for group in self.order))
        try:
            while True:
                done = self._once(tries, draw)
                if done is not None:
                    piece = self._piece(done, carried)
                    if carried is None or not self.field.have_met(*piece.couples[-1]):
                        return piece
        except Spent:
            return None

    def _is_possible(self, carried: Place | None) -> bool:
        """Whether every link has at least one new couple; a small group can have met all of the next."""
        groups, have_met = self.field.groups, self.field.have_met
        sides = [(groups[link.upper], groups[link.lower]) for link in self.links]
        if carried is not None:
            sides.append(([carried], groups[self.first]))
        return all(any(not have_met(a, b) for a in upper for b in lower) for upper, lower in sides)

    def _once(self, tries: Tries, draw: Draw) -> dict[int, DrawnGroup] | None:
        done: dict[int, DrawnGroup] = {}
        for group in self.order:
            done[group] = self._group(group, tries, draw)
            if any(self.field.have_met(*couple) for couple in self._linked_couples(done, group)):
                return None
        return done

    def _piece(self, done: dict[int, DrawnGroup], carried: Place | None) -> Piece:
        couples = [couple for group in sorted(done) for couple in done[group].couples]
        couples += [_couple(done, link) for link in self.links]
        if carried is not None:
            couples.append((carried, done[self.first].receiving[0]))
        return Piece(couples, done[self.last].floating[0] if done[self.last].floating else None)

    def _group(self, group: int, tries: Tries, draw: Draw) -> DrawnGroup:
        """One group, drawn until nobody in it meets a former opponent."""
        receiving, floating = self.plan.received[group], self.plan.sent[group]
        lonely = self.needs[group].lonely
        while True:
            pool = self.field.groups[group].copy()
            linked = fill_slots(pool, receiving + floating, lonely, draw)
            size = len(pool)
            couples = draw_couples(self.field, pool, draw)
            tries.spend((size - len(pool)) // 2 + 4)
            if couples is not None:
                return DrawnGroup(linked[:receiving], linked[receiving:], couples)

    def _linked_couples(self, done: dict[int, DrawnGroup], group: int) -> Iterator[Couple]:
        """The linked couples that became known with this group."""
        for link in self.links:
            if group in (link.upper, link.lower) and link.upper in done and link.lower in done:
                yield _couple(done, link)


def _couple(done: dict[int, DrawnGroup], link: Link) -> Couple:
    return done[link.upper].floating[link.out], done[link.lower].receiving[link.into]
