"""Swiss pairing (rules 592 and 595 to 599, rulings A80, T10 and T11): who meets whom in the next round.

Round 1 is random. Later, from the most tournament points down, players meet others with the same points; as
few members of a group as possible are paired down, with as small a drop as possible, the groups counting from
the top. No two players meet again in a stage while any pairing avoids it. The whole draw follows from its
seed.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from muster.rules.tournament.chance import Draw
from muster.rules.tournament.games import Player
from muster.rules.tournament.pairing.chain import Chain
from muster.rules.tournament.pairing.drawing import BlockDraw
from muster.rules.tournament.pairing.exact import (
    Block,
    bye_with_fewest_rematches,
    completed,
    fewest_rematches,
)
from muster.rules.tournament.pairing.field import Couple, Field, Place, grouped
from muster.rules.tournament.pairing.lowest import PairDownPlan, need
from muster.rules.violations import Refused, Violation

Path: TypeAlias = Literal["random", "certified", "exact", "rematch"]


class Entrant(msgspec.Struct, frozen=True):
    """Somebody to be paired. Entrants stand in standing order, best first.

    `met` are the opponents of this stage, `byes` how many byes this player has had.
    """

    player: Player
    points: int
    met: frozenset[Player] = frozenset()
    byes: int = 0


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """Who meets whom, the better placed first, ordered by the better placed; and what should be announced.

    `path` tells how it was found: `random` (round 1) and `certified` are uniform over all optimal pairings,
    `exact` is an optimal one drawn from the seed, `rematch` has the fewest rematches as none can be avoided.
    """

    pairs: tuple[tuple[Player, Player], ...]
    bye: Player = ""
    path: Path
    notes: tuple[Violation, ...] = ()


class _Found(NamedTuple):
    couples: list[Couple]
    path: Path


def pair(
    entrants: Sequence[Entrant],
    round: int,
    seed: str,
    *,
    bye_moves: bool = True,
    fixed: Sequence[tuple[Player, Player]] = (),
) -> Pairing:
    """Pair a Swiss round from a seed.

    `fixed` are pairs made by hand; one whose second name is empty is the bye. `bye_moves` says what happens
    when the bye of the regulations would force a rematch (ruling T11): the bye goes to the next one up, or it
    stays.
    """
    names = [entrant.player for entrant in entrants]
    by_hand = _by_hand(names, fixed)
    taken = {place for couple in by_hand for place in couple}
    places = (
        [place for place in range(len(names)) if place not in taken] if taken else list(range(len(names)))
    )
    draw = Draw(seed, f"muster swiss pairing, round {round}")
    work = _Work(entrants, names, places, draw, is_first=round == 1)
    bye, regulation, found = work.paired(bye_moves)
    given = next((names[a] for a, b in by_hand if b < 0), "" if bye is None else names[bye])
    couples = [couple for couple in by_hand if couple[1] >= 0] + found.couples
    notes = [] if bye == regulation else [_bye_moved(names, bye, regulation)]
    if round > 1:
        notes += [_paired_down(entrants[a], entrants[b]) for a, b in _unequal(entrants, couples)]
    if found.path == "rematch" or fixed:
        notes += [_rematch(names[a], names[b]) for a, b in _again(entrants, couples)]
    return Pairing(pairs=_in_order(names, couples), bye=given, path=found.path, notes=tuple(notes))


class _Work:
    """One round being paired: who is still to be paired, and the draw."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        names: list[Player],
        places: list[Place],
        draw: Draw,
        *,
        is_first: bool,
    ) -> None:
        self.entrants, self.names, self.places = entrants, names, places
        self.mets = [entrant.met for entrant in entrants]
        self.draw, self.is_first = draw, is_first

    def paired(self, bye_moves: bool) -> tuple[Place | None, Place | None, _Found]:
        """The bye, whose bye it would be by the regulations, and the couples."""
        if len(self.places) % 2 == 0:
            return None, None, self._without(None) or self._with_rematches(None)
        candidates = self._bye_candidates()
        bye = candidates[0]
        found = self._without(bye)
        if found is None and bye_moves:
            bye = bye_with_fewest_rematches(self._field(None), candidates)
            found = self._without(bye) if bye != candidates[0] else None
        return bye, candidates[0], found or self._with_rematches(bye)

    def _bye_candidates(self) -> list[Place]:
        """In round 1 at random (rule 598); later the lowest without one, or with the fewest (599, T10)."""
        order = self.draw.shuffled(self.places) if self.is_first else self.places[::-1]
        return sorted(order, key=lambda place: self.entrants[place].byes)

    def _field(self, bye: Place | None) -> Field:
        places = self.places if bye is None else [place for place in self.places if place != bye]
        if self.is_first:
            groups, points = ([places], [0]) if places else ([], [])
        else:
            groups, points = grouped([entrant.points for entrant in self.entrants], places)
        return Field(self.names, self.mets, groups, points)

    def _without(self, bye: Place | None) -> _Found | None:
        """Pair all but the bye without a rematch, if that can be done."""
        field = self._field(bye)
        most_met = max(map(len, self.mets), default=0)
        needs = [need(field, group, most_met) for group in field.groups]
        plan = PairDownPlan([len(group) for group in field.groups], [each.lacking for each in needs])
        blocks: list[Block] = []
        path: Path = "random" if self.is_first else "certified"
        for first, last in plan.blocks():
            works = last < plan.broken_from
            piece = BlockDraw(field, plan, needs, (first, last)).drawn(self.draw) if works else None
            couples = piece.couples if piece else None
            if couples is None:
                path = "exact"
                couples = Chain(field, plan, needs, (first, last)).paired(self.draw)
            blocks.append((first, last, couples))
        found = completed(field, blocks, self.draw)
        return None if found is None else _Found(found, path)

    def _with_rematches(self, bye: Place | None) -> _Found:
        return _Found(fewest_rematches(self._field(bye), self.draw), "rematch")


def _in_order(names: list[Player], couples: list[Couple]) -> tuple[tuple[Player, Player], ...]:
    """The couples in the order of the standings, the better placed first."""
    against = [-1] * len(names)
    for a, b in couples:
        against[a], against[b] = b, a
    return tuple([(names[place], names[other]) for place, other in enumerate(against) if other > place])


def _unequal(entrants: Sequence[Entrant], couples: list[Couple]) -> list[Couple]:
    points = [entrant.points for entrant in entrants]
    return sorted((min(a, b), max(a, b)) for a, b in couples if points[a] != points[b])


def _again(entrants: Sequence[Entrant], couples: list[Couple]) -> list[Couple]:
    players = [entrant.player for entrant in entrants]
    return sorted(
        (min(a, b), max(a, b))
        for a, b in couples
        if players[b] in entrants[a].met or players[a] in entrants[b].met
    )


def _by_hand(names: list[Player], fixed: Sequence[tuple[Player, Player]]) -> list[Couple]:
    """The pairs made by hand as places, -1 for nobody; refused if they cannot be meant."""
    if len(set(names)) < len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        raise Refused(_problem("pairing.player_twice", twice))
    if not fixed:
        return []
    named = [name for pair in fixed for name in pair if name]
    known = {name: place for place, name in enumerate(names)}
    problems = [_problem("pairing.unknown_player", name) for name in named if name not in known]
    problems += [_problem("pairing.fixed_twice", name) for name, count in Counter(named).items() if count > 1]
    byes = [first for first, second in fixed if not second]
    if len(byes) > len(names) % 2:
        problems.append(_problem("pairing.fixed_bye", byes[-1]))
    if problems or not all(first for first, _ in fixed):
        raise Refused(*problems or [_problem("pairing.unknown_player", "")])
    return [(known[first], known[second] if second else -1) for first, second in fixed]


def _problem(code: str, player: Player) -> Violation:
    return Violation(code=code, source="rule 592", about=(player,), params={"player": _short(player)})


def _short(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:60]}…"


def _bye_moved(names: list[Player], bye: Place | None, regulation: Place | None) -> Violation:
    given, due = names[bye or 0], names[regulation or 0]
    return Violation(
        code="pairing.bye_moved",
        source="ruling T11",
        about=(given, due),
        params={"player": given, "due": due},
    )


def _paired_down(upper: Entrant, lower: Entrant) -> Violation:
    if upper.points < lower.points:
        upper, lower = lower, upper
    return Violation(
        code="pairing.paired_down",
        source="rule 597",
        about=(upper.player, lower.player),
        params={
            "player": upper.player,
            "opponent": lower.player,
            "points": upper.points,
            "lower": lower.points,
        },
    )


def _rematch(player: Player, opponent: Player) -> Violation:
    return Violation(
        code="pairing.rematch",
        source="rule 592",
        about=(player, opponent),
        params={"player": player, "opponent": opponent},
    )
