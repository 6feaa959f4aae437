"""Swiss pairing (rules 592 and 595 to 599, rulings A80, T10 and T11): who meets whom in the next round.

Round 1 is random; where an event wishes it, nobody meets their own club in it. Later, from the most
tournament points down, players meet others with the same points; as few members of a group as possible are
paired down, with as small a drop as possible, the groups counting from the top. No two players meet again in
a stage while any pairing avoids it. The whole draw follows from its seed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from muster.rules.tournament.chance import Draw
from muster.rules.tournament.games import Bye, Game, Player, Round
from muster.rules.tournament.pairing.chain import Chain
from muster.rules.tournament.pairing.clubs import keep_clubs_apart
from muster.rules.tournament.pairing.drawing import BlockDraw
from muster.rules.tournament.pairing.exact import (
    Block,
    bye_with_fewest_rematches,
    fewest_rematches,
    pair_blocks,
)
from muster.rules.tournament.pairing.field import Couple, Field, Place, groups_by_points
from muster.rules.tournament.pairing.lowest import PairDownPlan, need
from muster.rules.violations import Refused, Violation

NO_CLUBS: Final[Mapping[Player, str]] = MappingProxyType({})
Path: TypeAlias = Literal["random", "certified", "exact", "rematch"]


class Entrant(msgspec.Struct, frozen=True):
    """Somebody to be paired. Entrants stand in standing order, best first.

    `met` are the opponents of this stage, `byes` how many byes this player has had, `club` is where they play
    otherwise, where the event keeps clubs apart in round 1.
    """

    player: Player
    points: int
    met: frozenset[Player] = frozenset()
    byes: int = 0
    club: str = ""


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """Who meets whom, the better placed first, ordered by the better placed; and what should be announced.

    `path` tells how it was found: `random` (round 1) and `certified` are uniform over all optimal pairings,
    but with clubs kept apart any can come out and chances may differ; `exact` is an optimal one drawn from
    the seed, `rematch` has the fewest rematches as none can be avoided.
    """

    pairs: tuple[tuple[Player, Player], ...]
    bye: Player = ""
    path: Path
    notes: tuple[Violation, ...] = ()

    def as_round(self, number: int, missed: tuple[Player, ...] = ()) -> Round:
        """The round to be played, tables in order."""
        games = tuple(Game(table=table, players=players) for table, players in enumerate(self.pairs, 1))
        byes = (Bye(player=self.bye),) if self.bye else ()
        return Round(number=number, games=games, byes=byes, missed=missed)


def pairing_of(played: Round, path: Path = "random") -> Pairing:
    """The pairing that a round was."""
    bye = played.byes[0].player if played.byes else ""
    return Pairing(pairs=tuple(game.players for game in played.games), bye=bye, path=path)


def standing_to_pair(
    standing: Iterable[tuple[Player, int]], rounds: Iterable[Round], clubs: Mapping[Player, str] = NO_CLUBS
) -> tuple[Entrant, ...]:
    """Players and their points, best first, with whom they met in these rounds and how many byes they had.
    Capitals make no other club."""
    met: dict[Player, set[Player]] = defaultdict(set)
    byes = Counter[Player]()
    for played in rounds:
        byes.update(bye.player for bye in played.byes)
        for game in played.games:
            for player in game.players:
                met[player].add(game.opponent(player))
    return tuple(
        Entrant(
            player,
            points,
            frozenset(met.get(player, ())),
            byes[player],
            clubs.get(player, "").casefold(),
        )
        for player, points in standing
    )


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
    bye, regulation, found = work.pair(bye_moves)
    given = next((names[a] for a, b in by_hand if b < 0), "" if bye is None else names[bye])
    clubs = [entrant.club for entrant in entrants] if round == 1 else []
    are_apart = any(clubs)
    drawn = keep_clubs_apart(found.couples, clubs, draw) if are_apart else found.couples
    couples = [couple for couple in by_hand if couple[1] >= 0] + drawn
    notes = []
    for a, b in _in_places(couples) if are_apart else ():
        if clubs[a] == clubs[b] != "":
            notes.append(_note("pairing.same_club", "rule 595", names[a], opponent=names[b]))
    if bye != regulation:
        notes.append(_note("pairing.bye_moved", "ruling T11", names[bye or 0], due=names[regulation or 0]))
    for upper, lower in _unequal_couples(entrants, couples) if round > 1 else ():
        points = {"points": upper.points, "lower": lower.points}
        notes.append(_note("pairing.paired_down", "rule 597", upper.player, opponent=lower.player, **points))
    if found.path == "rematch" or fixed:
        again = _rematches(entrants, couples)
        notes += [_note("pairing.rematch", "rule 592", names[a], opponent=names[b]) for a, b in again]
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

    def pair(self, bye_moves: bool) -> tuple[Place | None, Place | None, _Found]:
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
        order = self.draw.shuffle(self.places) if self.is_first else self.places[::-1]
        return sorted(order, key=lambda place: self.entrants[place].byes)

    def _field(self, bye: Place | None) -> Field:
        places = self.places if bye is None else [place for place in self.places if place != bye]
        if self.is_first:
            groups, points = ([places], [0]) if places else ([], [])
        else:
            groups, points = groups_by_points([entrant.points for entrant in self.entrants], places)
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
            piece = BlockDraw(field, plan, needs, (first, last)).draw(self.draw) if works else None
            couples = piece.couples if piece else None
            if couples is None:
                path = "exact"
                couples = Chain(field, plan, needs, (first, last)).pair(self.draw)
            blocks.append((first, last, couples))
        found = pair_blocks(field, blocks, self.draw)
        return None if found is None else _Found(found, path)

    def _with_rematches(self, bye: Place | None) -> _Found:
        return _Found(fewest_rematches(self._field(bye), self.draw), "rematch")


def _in_order(names: list[Player], couples: list[Couple]) -> tuple[tuple[Player, Player], ...]:
    """The couples in the order of the standings, the better placed first."""
    against = [-1] * len(names)
    for a, b in couples:
        against[a], against[b] = b, a
    return tuple([(names[place], names[other]) for place, other in enumerate(against) if other > place])


def _in_places(couples: list[Couple]) -> list[Couple]:
    """The couples by their places, the better placed first."""
    return sorted((min(couple), max(couple)) for couple in couples)


def _unequal_couples(entrants: Sequence[Entrant], couples: list[Couple]) -> Iterator[tuple[Entrant, Entrant]]:
    """Couples of different points in the order of the standings, who has more points first."""
    for a, b in _in_places(couples):
        entrant, other = entrants[a], entrants[b]
        if entrant.points != other.points:
            yield (entrant, other) if entrant.points > other.points else (other, entrant)


def _rematches(entrants: Sequence[Entrant], couples: list[Couple]) -> list[Couple]:
    players = [entrant.player for entrant in entrants]
    return [
        (a, b)
        for a, b in _in_places(couples)
        if players[b] in entrants[a].met or players[a] in entrants[b].met
    ]


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
    short = player if len(player) <= 60 else f"{player[:60]}…"
    return Violation(code=code, source="rule 592", about=(player,), params={"player": short})


def _note(code: str, source: str, player: Player, **params: str | int) -> Violation:
    """What should be announced about a player and another."""
    other = next(str(value) for value in params.values())
    return Violation(code=code, source=source, about=(player, other), params={"player": player, **params})
