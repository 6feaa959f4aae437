"""The progression cut: who goes on from the Swiss rounds, and who moves up when one of them leaves.

Tournament Regulations, "Progression Cut" (rules 605 and 606). A cut is always made afresh from the standings
and from who has left, so it needs no memory: making it again after a drop is the move-up.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import msgspec

from muster.rules.tournament.games import Player
from muster.rules.violations import Refused, Source, Violation

_broken = Source("tournament regulations: progression cut").problem
LARGEST_CUT: Final = 1024


class MoveUp(msgspec.Struct, frozen=True, kw_only=True):
    """A player's seed before and after somebody left; `before` is 0 for one who joins the cut."""

    player: Player
    before: int
    after: int


def is_power_of_two(number: int) -> bool:
    """Whether a bracket of this size needs no byes."""
    return number > 0 and number & (number - 1) == 0


def cut_problems(size: int, players: int) -> tuple[Violation, ...]:
    """A cut is a power of two from 2 on, and not more than there are players (rule 605)."""
    if size < 2 or size > LARGEST_CUT or not is_power_of_two(size):
        return (_broken("cut.not_a_power", size=size, most=LARGEST_CUT),)
    if size > players:
        return (_broken("cut.too_few", size=size, players=players),)
    return ()


def seeds_of_cut(standing: Sequence[Player], size: int, gone: Collection[Player] = ()) -> tuple[Player, ...]:
    """The seeds of the next stage, best first: the top of the standings without those who left.

    Before any game of the stage, the next in the standings joins as the lowest seed and the others move up
    (rule 606). When too many have left, the lowest seeds stay empty: their opponents will have byes. Whether
    there are enough players is asked when the cut is announced.
    """
    if problems := cut_problems(size, size):
        raise Refused(*problems)
    return tuple(player for player in standing if player not in gone)[:size]


class CutMoves(msgspec.Struct, frozen=True):
    """Who left a cut and who stands elsewhere since (rule 606)."""

    left: tuple[Player, ...] = ()
    moved: tuple[MoveUp, ...] = ()

    @property
    def players_moved_up(self) -> frozenset[Player]:
        """Who came in from below the cut."""
        return frozenset(move.player for move in self.moved if not move.before)


def cut_moves(before: Sequence[Player], after: Sequence[Player]) -> CutMoves:
    """What happened to a cut since it was made; nothing where nobody left it."""
    if not before:
        return CutMoves()
    return CutMoves(tuple(player for player in before if player not in after), tuple(moves(before, after)))


def moves(before: Sequence[Player], after: Sequence[Player]) -> Iterator[MoveUp]:
    """Who stands elsewhere than before, best first: what to announce after a drop (rule 606)."""
    seeds = {player: seed for seed, player in enumerate(before, 1)}
    for seed, player in enumerate(after, 1):
        if seeds.get(player) != seed:
            yield MoveUp(player=player, before=seeds.get(player, 0), after=seed)
