"""Tiebreaks: what ranks players with equal points. Each is one value: its code, its names, how it is written,
how it is computed, where each part of it comes from, and its source.

To add one: its code, its functions and its value here, and its sentence in the catalogue (`figure.<code>`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import lcm
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from muster.rules.tournament.games import Player, Tally
from muster.rules.tournament.scoring.lines import (
    GameLine,
    Reason,
    margin_lines,
    opponent_lines,
    outcome_lines,
    reason,
    tally_lines,
)
from muster.rules.tournament.scoring.margin import Share, shares
from muster.rules.tournament.scoring.ratios import Ratio, ratio
from muster.rules.tournament.scoring.scores import Column, Ledger, Scores

TiebreakCode: TypeAlias = Literal[
    "average-mov", "extended-mov", "sos", "extended-sos", "points-defeated", "victory-tokens", "wins"
]
FigureCode: TypeAlias = TiebreakCode | Literal["points"]
Ground: TypeAlias = FigureCode | Literal["", "random"]
Form: TypeAlias = Literal["share", "rate", "count"]
Lines: TypeAlias = Callable[[Scores, Player], Iterable[GameLine]]

CURRENT: Final = "current event rules"


def no_divisor(_scores: Scores, _player: Player) -> int:
    """A sum as it is."""
    return 1


def by_rounds(scores: Scores, _player: Player) -> int:
    """A sum divided by the rounds of the tournament."""
    return max(len(scores.rounds), 1)


def by_opponents(scores: Scores, player: Player) -> int:
    """A sum divided by the games against opponents."""
    return max(len(scores.ledgers[player].opponents), 1)


class Tiebreak(msgspec.Struct, frozen=True):
    """A figure that ranks players. `lines`, added up and divided by `divisor`, are what `column` computes.

    A share is written in per cent, a rate (points per round) with three decimals, a count as it is.
    """

    code: FigureCode
    name: str
    short: str
    form: Form
    source: str
    column: Callable[[Scores], Column]
    lines: Lines
    divisor: Callable[[Scores, Player], int] = no_divisor

    def in_figures(self, value: Ratio) -> str:
        """For reading on page, screen and paper, rounded half up; ranking never uses it."""
        if self.form == "share":
            return value.percent()
        return value.decimal() if self.form == "rate" else value.decimal(0)

    @property
    def in_words(self) -> str:
        """The name within a sentence."""
        return self.name[0].lower() + self.name[1:]


# Margin of victory ------------------------------------------------------------------------------------------


def average_mov(scores: Scores) -> Column:
    """Rule 633: the sum of a player's margins by the number of rounds in the tournament (ruling A79).

    The mean of the games with a share stands for each game without one and for a bye (rule 630, ruling T1);
    50 % where there is no such game (rule 631, ruling T2).
    """
    margins = margins_of(scores)
    totals = {share[1] for row in margins for share in row}
    whole, common = lcm(2, *totals), lcm(*{len(row) for row in margins if row})
    weights = {total: whole // total for total in totals}
    values = []
    for ledger, row in zip(scores.all, margins, strict=True):
        games = len(ledger.opponents) + ledger.byes
        total = sum([share[0] * weights[share[1]] for share in row])
        values.append(total * games * (common // len(row)) if row else whole // 2 * common * games)
    return Column(values, whole * common * max(len(scores.rounds), 1))


def margins_of(scores: Scores) -> list[list[Share]]:
    """Everybody's games with a margin of their own, by place."""
    margins: list[list[Share]] = [[] for _ in scores.all]
    for ledger, opponent, result in scores.played:
        ours, theirs = shares(result, ledger.player)
        if ours:
            margins[ledger.place].append(ours)
        if theirs:
            margins[opponent.place].append(theirs)
    return margins


def extended_mov(scores: Scores) -> Column:
    """Rule 634: the mean of the opponents' average margin of victory."""
    return over_opponents(scores, scores.column(average_mov))


# Strength of schedule ---------------------------------------------------------------------------------------


def points_per_round(scores: Scores) -> Column:
    """What others' strength of schedule takes from a player: tournament points by rounds played (rule 635).

    Unpaired losses are rounds played (T3), rounds after a drop are not (T4). An event may leave byes out,
    the round and its points (ruling A78).
    """
    played = [schedule(scores, ledger) for ledger in scores.all]
    common = lcm(*{rounds for _, rounds in played if rounds})
    return Column([points * (common // rounds) if rounds else 0 for points, rounds in played], common)


def schedule(scores: Scores, ledger: Ledger) -> tuple[int, int]:
    """The points and the rounds that count for the opponents' strength of schedule."""
    points, profile = scores.points[ledger.place], scores.profile
    if profile.byes_are_rounds:
        return points, ledger.rounds
    return points - ledger.byes * profile.points.bye, ledger.rounds - ledger.byes


def strength(scores: Scores) -> Column:
    """Rule 635: strength of schedule, the mean over the opponents of points by rounds played."""
    return over_opponents(scores, scores.column(points_per_round))


def extended_strength(scores: Scores) -> Column:
    """Rule 636: the mean of the opponents' strength of schedule."""
    return over_opponents(scores, scores.column(strength))


def schedule_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """Rule 635: each opponent's tournament points by their rounds."""
    code = "figure.opponent.points" if scores.profile.byes_are_rounds else "figure.opponent.points-no-byes"

    def of(opponent: Player) -> tuple[Ratio, Reason]:
        points, rounds = schedule(scores, scores.ledgers[opponent])
        return ratio(points, rounds), reason(code, "rule 635", points=points, rounds=rounds)

    return opponent_lines(scores, player, of)


# Of the opponents -------------------------------------------------------------------------------------------


def over_opponents(scores: Scores, inner: Column) -> Column:
    """The mean of the opponents' figure; 0 without opponents (ruling T5)."""
    numbers = {len(ledger.opponents) for ledger in scores.all}
    common = lcm(*(numbers - {0}))
    weights = {number: common // max(number, 1) for number in numbers}
    pick = inner.values.__getitem__
    values = [sum(map(pick, ledger.opponents)) * weights[len(ledger.opponents)] for ledger in scores.all]
    return Column(values, inner.denominator * common)


def opponents(code: str, source: str, compute: Callable[[Scores], Column]) -> Lines:
    """The lines of an extended figure: the plain figure of each opponent."""
    why = reason(f"figure.opponent.{code}", source)

    def lines(scores: Scores, player: Player) -> Iterator[GameLine]:
        column = scores.column(compute)
        return opponent_lines(scores, player, lambda rival: (column.ratio(scores.ledgers[rival].place), why))

    return lines


# Sums -------------------------------------------------------------------------------------------------------


def points(scores: Scores) -> Column:
    """Rules 600 and 623: tournament points."""
    return Column(scores.points, 1)


def point_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """What each round was worth."""
    rules = scores.profile.points
    worth = {"win": rules.win, "draw": rules.draw, "loss": rules.loss, "bye": rules.bye}
    return outcome_lines(scores, player, worth)


def sum_of_games(scores: Scores, number: Callable[[Tally], int], bye: int) -> Column:
    """A number of every game, and what a bye counts for."""
    values = [ledger.byes * bye for ledger in scores.all]
    for ledger, opponent, result in scores.played:
        values[ledger.place] += number(result.tallies[0])
        values[opponent.place] += number(result.tallies[1])
    return Column(values, 1)


def points_defeated(scores: Scores) -> Column:
    """Current rules: the points of all enemy units defeated, 900 for a bye."""
    return sum_of_games(scores, lambda tally: tally.score, scores.profile.bye_score)


def defeated_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """Points defeated, game by game."""
    return tally_lines(scores, player, lambda tally: tally.score, scores.profile.bye_score)


def victory_tokens(scores: Scores) -> Column:
    """Current rules: all victory tokens."""
    return sum_of_games(scores, lambda tally: tally.victory, 0)


def token_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """Victory tokens, game by game."""
    return tally_lines(scores, player, lambda tally: tally.victory, 0)


def wins(scores: Scores) -> Column:
    """Games won, byes among them."""
    return Column([ledger.wins + ledger.byes for ledger in scores.all], 1)


def win_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """Each win, also without a game."""
    return outcome_lines(scores, player, {"win": 1, "bye": 1})


# The values -------------------------------------------------------------------------------------------------

POINTS: Final = Tiebreak("points", "Tournament points", "Points", "count", "rule 623", points, point_lines)
AVERAGE_MOV: Final = Tiebreak(
    "average-mov", "Average margin of victory", "Avg MOV", "share", "rule 633",
    average_mov, margin_lines, by_rounds,
)  # fmt: skip
EXTENDED_MOV: Final = Tiebreak(
    "extended-mov", "Extended average margin of victory", "Ext MOV", "share", "rule 634",
    extended_mov, opponents("average-mov", "rule 633", average_mov), by_opponents,
)  # fmt: skip
SOS: Final = Tiebreak(
    "sos", "Strength of schedule", "SoS", "rate", "rule 635", strength, schedule_lines, by_opponents
)
EXTENDED_SOS: Final = Tiebreak(
    "extended-sos", "Extended strength of schedule", "Ext SoS", "rate", "rule 636",
    extended_strength, opponents("sos", "rule 635", strength), by_opponents,
)  # fmt: skip
DEFEATED: Final = Tiebreak(
    "points-defeated", "Points defeated", "Defeated", "count", CURRENT, points_defeated, defeated_lines
)
TOKENS: Final = Tiebreak(
    "victory-tokens", "Victory tokens", "Tokens", "count", CURRENT, victory_tokens, token_lines
)
WINS: Final = Tiebreak("wins", "Wins", "Wins", "count", "event profile", wins, win_lines)

TIEBREAKS: Final = (AVERAGE_MOV, EXTENDED_MOV, SOS, EXTENDED_SOS, DEFEATED, TOKENS, WINS)
FIGURES: Final[Mapping[str, Tiebreak]] = {tiebreak.code: tiebreak for tiebreak in (POINTS, *TIEBREAKS)}
TIEBREAKERS: Final[tuple[TiebreakCode, ...]] = get_args(TiebreakCode)


def ground_name(ground: Ground) -> str:
    """By what a player stands below the one above; nothing for the first."""
    return FIGURES[ground].name if ground in FIGURES else "The drawn order" if ground else ""


def ground_short(ground: Ground) -> str:
    """The same, for a narrow column."""
    return FIGURES[ground].short if ground in FIGURES else "Drawn order" if ground else ""
