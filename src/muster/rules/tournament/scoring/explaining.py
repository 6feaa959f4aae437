"""Where a figure of the standings comes from: its games and numbers, as values that a page can print.

Every explanation adds up: the sum of its lines, divided by its divisor, is the figure.
"""

import msgspec

from muster.rules.tournament.games import Player
from muster.rules.tournament.scoring.lines import GameLine, Reason, reason
from muster.rules.tournament.scoring.ratios import Ratio, ratio, sum_of
from muster.rules.tournament.scoring.scores import Scores
from muster.rules.tournament.scoring.tiebreaks import FIGURES, FigureCode
from muster.rules.violations import Refused, Violation


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """A player's figure: the lines are added up and divided by `divisor`; `rule` says how, in a sentence."""

    player: Player
    figure: FigureCode
    value: Ratio
    total: Ratio
    divisor: int
    rule: Reason
    lines: tuple[GameLine, ...]


def explain(scores: Scores, player: Player, figure: str) -> Explanation:
    """Where a player's figure comes from; also a figure that the profile does not rank by."""
    if player not in scores.ledgers:
        raise Refused(Violation(code="figure.unknown_player", source="standings", about=(player[:80],)))
    if figure not in FIGURES:
        raise Refused(Violation(code="figure.unknown", source="standings", about=(figure[:80],)))
    explained = FIGURES[figure]
    lines = tuple(explained.lines(scores, player))
    total, divisor = sum_of(line.value for line in lines), explained.divisor(scores, player)
    return Explanation(
        player=player,
        figure=explained.code,
        value=ratio(total.numerator, total.denominator * divisor),
        total=total,
        divisor=divisor,
        rule=_rule(explained.code, explained.source, divisor),
        lines=lines,
    )


def _rule(figure: str, source: str, divisor: int) -> Reason:
    """How a figure is made, in words."""
    return reason(f"figure.{figure}", source, divisor=divisor)
