"""Standings: tournament points, then the profile's tiebreakers, then one recorded random order.

The order is total: two players never share a place, and it does not depend on the order of anything given.
"""

from collections.abc import Collection, Iterable, Sequence
from operator import neg
from typing import TypeAlias

import msgspec

from muster.rules.tournament.games import Player, Round
from muster.rules.tournament.scoring.profiles import Profile
from muster.rules.tournament.scoring.ratios import Ratio
from muster.rules.tournament.scoring.scores import Ledger, Scores
from muster.rules.tournament.scoring.tiebreaks import FIGURES, Ground, TiebreakCode


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the standings. A bye counts as a win, an unpaired loss as a loss.

    `below_by` says what puts the player below the one above: the first figure in which they differ, or the
    recorded random order; nothing for the first. `figures` stand in the order in which they are applied.
    Who is disqualified has no place: the rank is 0, and they stand below everybody (rule 594).
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
    figures: dict[TiebreakCode, Ratio]
    below_by: Ground = ""
    dropped: bool = False
    disqualified: bool = False

    @property
    def departure(self) -> str:
        """What became of somebody who plays no more, in one word; nothing for the others."""
        return "disqualified" if self.disqualified else "dropped" if self.dropped else ""


_Row: TypeAlias = tuple[int, ...]


def standings(  # noqa: PLR0913, PLR0917 - the games, and what is known of those who play them
    rounds: Iterable[Round],
    players: Iterable[Player],
    profile: Profile,
    order: Sequence[Player] = (),
    dropped: Collection[Player] = (),
    disqualified: Collection[Player] = (),
) -> tuple[Standing, ...]:
    """Everybody in `players` from the first place to the last (rules 633 to 638).

    `order` is the event's one random permutation (ruling T16); whoever is missing in it comes after those who
    are in it, by key. See `Scores` for who counts how.
    """
    return table(Scores(rounds, players, profile, dropped), profile.tiebreakers, order, disqualified)


def table(
    scores: Scores,
    codes: Sequence[TiebreakCode],
    order: Sequence[Player] = (),
    disqualified: Collection[Player] = (),
) -> tuple[Standing, ...]:
    """The standings of scores that are already added up; the disqualified follow without a place."""
    rows = sorted(_rows(scores, codes, order))
    out = {ledger.place for ledger in scores.all if ledger.player in disqualified}
    ranked = [row for row in rows if row[-1] not in out]
    grounds: tuple[Ground, ...] = ("points", *codes, "random")
    figures = _figures(scores, codes)
    lines = []
    for rank, (row, above) in enumerate(zip(ranked, [None, *ranked], strict=False), 1):
        ledger, below_by = scores.all[row[-1]], _difference(grounds, above, row) if above else ""
        lines.append(_standing(scores, ledger, rank, figures[ledger.place], below_by))
    last = (row[-1] for row in rows if row[-1] in out)
    return (*lines, *(_standing(scores, scores.all[place], 0, figures[place], "") for place in last))


def last_to_go_on(lines: Sequence[Standing], size: int, cut: Collection[Player] = ()) -> Player:
    """Under whom the line of the cut is drawn: the lowest of those in it or, before it is made, of the best
    who have not left (rules 605 and 606). Nobody where there is no cut."""
    going = cut or [line.player for line in lines if not line.departure][:size]
    return next((line.player for line in reversed(lines) if line.player in going), "")


def _rows(scores: Scores, codes: Sequence[TiebreakCode], order: Sequence[Player]) -> Iterable[_Row]:
    """Compared in turn, less is better: points, tiebreakers, random place; the ledger's place last."""
    lots = _lots(scores.players, order)
    columns = [map(neg, scores.column(FIGURES[code].column).values) for code in codes]
    random = [lots[player] for player in scores.players]
    return zip(map(neg, scores.points), *columns, random, range(len(random)), strict=False)


def _lots(players: Sequence[Player], order: Sequence[Player]) -> dict[Player, int]:
    """Each player's place in the random order."""
    lots = {player: place for place, player in enumerate(dict.fromkeys(order))}
    late = sorted(player for player in players if player not in lots)
    return lots | {player: place for place, player in enumerate(late, len(lots))}


def _difference(grounds: tuple[Ground, ...], above: _Row, row: _Row) -> Ground:
    """The first thing in which two neighbours differ."""
    place = 0
    while above[place] == row[place]:
        place += 1
    return grounds[place]


def _figures(scores: Scores, codes: Sequence[TiebreakCode]) -> list[dict[TiebreakCode, Ratio]]:
    """Everybody's tiebreakers, by place."""
    columns = (scores.column(FIGURES[code].column).ratios() for code in codes)
    return [dict(zip(codes, row, strict=True)) for row in zip(*columns, strict=True)] or [
        {} for _ in scores.all
    ]


def _standing(
    scores: Scores, ledger: Ledger, rank: int, figures: dict[TiebreakCode, Ratio], below_by: Ground
) -> Standing:
    return Standing(
        player=ledger.player,
        rank=rank,
        points=scores.points[ledger.place],
        wins=ledger.wins + ledger.byes,
        draws=ledger.draws,
        losses=ledger.losses + ledger.missed,
        byes=ledger.byes,
        missed=ledger.missed,
        rounds=ledger.rounds,
        figures=figures,
        below_by=below_by,
        dropped=ledger.player in scores.dropped,
        disqualified=not rank,
    )
