"""Standings: tournament points, then the profile's tiebreakers, then one recorded random order.

The order is total: two players never share a place, and it does not depend on the order of anything given.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from muster.rules.tournament.games import Player, Round
from muster.rules.tournament.profiles import Profile, Tiebreaker
from muster.rules.tournament.ratios import Ratio, ratio
from muster.rules.tournament.scores import Scores
from muster.rules.tournament.structures import Structure

Figure: TypeAlias = Tiebreaker | Literal["points"]
Ground: TypeAlias = Figure | Literal["", "random"]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the standings. A bye counts as a win, an unpaired loss as a loss.

    `below_by` says what puts the player below the one above: the first figure in which they differ, or the
    recorded random order; nothing for the first. `figures` stand in the order in which they are applied.
    """

    player: Player
    rank: int
    points: int
    wins: int
    draws: int
    losses: int
    byes: int
    missed: int
    rounds: int
    figures: dict[Tiebreaker, Ratio]
    below_by: Ground = ""
    dropped: bool = False


_Row: TypeAlias = tuple[int, ...]


def standings(
    rounds: Iterable[Round],
    players: Iterable[Player],
    profile: Profile,
    order: Sequence[Player] = (),
    dropped: Collection[Player] = (),
) -> tuple[Standing, ...]:
    """Everybody in `players` from the first place to the last (rules 633 to 638).

    `order` is the event's one random permutation (ruling T16); whoever is missing in it comes after those who
    are in it, by key. See `Scores` for who counts how.
    """
    return table(Scores(rounds, players, profile, dropped), order)


def table(scores: Scores, order: Sequence[Player] = ()) -> tuple[Standing, ...]:
    """The standings of scores that are already added up."""
    rows = sorted(_rows(scores, order))
    above: _Row = ()
    lines = []
    for rank, row in enumerate(rows, 1):
        lines.append(_standing(scores, row[-1], rank, _difference(scores.profile, above, row)))
        above = row
    return tuple(lines)


def _rows(scores: Scores, order: Sequence[Player]) -> Iterable[_Row]:
    """Compared in turn, less is better: points, tiebreakers, random place; the ledger's place last."""
    lots = _lots(scores.players, order)
    columns = [scores.column(name).values for name in scores.profile.tiebreakers]
    for place, player in enumerate(scores.players):
        figures = (-column[place] for column in columns)
        yield (-scores.ledgers[place].points, *figures, lots[player], place)


def _lots(players: Sequence[Player], order: Sequence[Player]) -> dict[Player, int]:
    """Each player's place in the random order."""
    lots = {player: place for place, player in enumerate(dict.fromkeys(order))}
    late = sorted(player for player in players if player not in lots)
    return lots | {player: place for place, player in enumerate(late, len(lots))}


def _difference(profile: Profile, above: _Row, row: _Row) -> Ground:
    """The first thing in which two neighbours differ."""
    grounds: tuple[Ground, ...] = ("points", *profile.tiebreakers, "random")
    return next((ground for ground, a, b in zip(grounds, above, row, strict=False) if a != b), "")


def _standing(scores: Scores, place: int, rank: int, below_by: Ground) -> Standing:
    ledger = scores.ledgers[place]
    return Standing(
        player=ledger.player,
        rank=rank,
        points=ledger.points,
        wins=ledger.wins,
        draws=ledger.draws,
        losses=ledger.losses,
        byes=ledger.byes,
        missed=ledger.missed,
        rounds=ledger.rounds,
        figures={name: _figure(scores, name, place) for name in scores.profile.tiebreakers},
        below_by=below_by,
        dropped=ledger.player in scores.dropped,
    )


def _figure(scores: Scores, name: Tiebreaker, place: int) -> Ratio:
    column = scores.column(name)
    return ratio(column.values[place], column.denominator)


NO_ONE: Final[Player] = ""


def swiss_winner(lines: Sequence[Standing], structure: Structure) -> Player:
    """Rule 602: the first of the standings wins the event, unless elimination rounds follow."""
    if structure.cut or not structure.rounds or not lines:
        return NO_ONE
    return lines[0].player
