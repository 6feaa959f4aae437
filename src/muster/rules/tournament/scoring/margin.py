"""Margin of victory: a player's share of the victory points of a game (rules 624 to 631).

A game gives each player a share, or the mean of the player's other games. Two such means would look at
each other; the only answer that satisfies both is the mean of the games with a share (ruling T1), so that
is what a mean is, computed anew after every round.
"""

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from muster.rules.tournament.games import Result

Case: TypeAlias = Literal["share", "even", "tabled", "was-tabled", "lost", "both-lost", "mean"]
Share: TypeAlias = tuple[int, int]  # numerator, denominator

EVEN: Final[Share] = (1, 2)
ALL: Final[Share] = (1, 1)
NOTHING: Final[Share] = (0, 1)
FORFEITS: Final = frozenset({"concession", "no-show", "left", "game-loss"})


def shares(result: Result, first: str) -> tuple[Share | None, Share | None]:
    """Both players' margin, the first player's first; None is the mean of that player's other games.

    Together never more than 100 % (rule 625). Mutual destruction is shared by victory points although each
    side defeated everything (ruling T6), and a concession is no tabling (ruling T7).
    """
    how = result.how
    if how == "double-loss":
        return NOTHING, NOTHING  # ruling T13
    if how == "tabled":
        return (ALL, NOTHING) if result.winner == first else (NOTHING, ALL)  # rule 627
    if how in FORFEITS and not result.agreed:
        return (None, NOTHING) if result.winner == first else (NOTHING, None)  # rules 628 and 629
    return split_points(result.tallies[0].victory, result.tallies[1].victory)


@lru_cache(maxsize=4096)
def split_points(ours: int, theirs: int) -> tuple[Share, Share]:
    """Rules 624 and 626: each their part of all victory points; 50 % each when they have the same."""
    if ours == theirs:
        return EVEN, EVEN
    total = ours + theirs
    return (ours, total), (theirs, total)


def margin_case(result: Result, player: str) -> Case:
    """Which case of the rules a player's margin in a game is."""
    if result.how == "double-loss":
        return "both-lost"
    if result.how == "tabled":
        return "tabled" if result.winner == player else "was-tabled"
    if result.how in FORFEITS and not result.agreed:
        return "mean" if result.winner == player else "lost"
    return "even" if result.tallies[0].victory == result.tallies[1].victory else "share"
