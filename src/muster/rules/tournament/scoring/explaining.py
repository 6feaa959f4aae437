"""Where a figure of the standings comes from: its games and numbers, as values that a page can print.

Every explanation adds up: the sum of its lines, divided by its divisor, is the figure. Reasons are sentences
by code, as violations are, and stand in the same catalogue.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from muster.rules.tournament.games import Game, Player, Result, Tally
from muster.rules.tournament.scoring.margin import case, shares
from muster.rules.tournament.scoring.profiles import TIEBREAKERS, Tiebreaker
from muster.rules.tournament.scoring.ratios import Ratio, added, ratio
from muster.rules.tournament.scoring.scores import Scores, schedule
from muster.rules.tournament.scoring.standings import Figure
from muster.rules.violations import Refused, Violation

Presence: TypeAlias = Literal["game", "open", "bye", "missed", "gone"]
Reason: TypeAlias = Violation
OfOpponent: TypeAlias = Callable[[Player], tuple[Ratio, Reason]]

FIGURES: Final[tuple[Figure, ...]] = ("points", *TIEBREAKERS)
RULES: Final[Mapping[Figure, str]] = {
    "points": "rule 623",
    "average-mov": "rule 633",
    "extended-mov": "rule 634",
    "sos": "rule 635",
    "extended-sos": "rule 636",
    "points-defeated": "current event rules",
    "victory-tokens": "current event rules",
    "wins": "event profile",
}


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A player in one round: a game, an open game, a bye, an unpaired loss, or gone for good."""

    round: int
    presence: Presence
    game: Game | None = None

    @property
    def result(self) -> Result | None:
        """How the game ended, if there was one."""
        return self.game.result if self.game else None

    def opponent(self, player: Player) -> Player:
        """Whom the player met, or nobody."""
        return self.game.opponent(player) if self.game else ""

    def seat(self, player: Player) -> int:
        """Which of the two the player was."""
        return self.game.players.index(player) if self.game else 0


class GameLine(msgspec.Struct, frozen=True, kw_only=True):
    """What one round brings to a figure, and why."""

    round: int
    value: Ratio
    reason: Reason
    opponent: Player = ""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """A player's figure: the lines are added up and divided by `divisor`; `rule` says how, in a sentence."""

    player: Player
    figure: Figure
    value: Ratio
    total: Ratio
    divisor: int
    rule: Reason
    lines: tuple[GameLine, ...]


def explain(scores: Scores, player: Player, figure: Figure) -> Explanation:
    """Where a player's figure comes from; also a figure that the profile does not rank by."""
    if player not in scores.ledgers:
        raise Refused(Violation(code="figure.unknown_player", source="standings", about=(player[:80],)))
    if figure not in FIGURES:
        raise Refused(Violation(code="figure.unknown", source="standings", about=(figure[:80],)))
    lines = tuple(LINES[figure](scores, player))
    total, divisor = added(line.value for line in lines), _divisor(scores, player, figure)
    return Explanation(
        player=player,
        figure=figure,
        value=ratio(total.numerator, total.denominator * divisor),
        total=total,
        divisor=divisor,
        rule=_reason(f"figure.{figure}", RULES[figure], divisor=divisor),
        lines=lines,
    )


def _divisor(scores: Scores, player: Player, figure: Figure) -> int:
    """By what the sum is divided: rounds of the tournament, opponents, or nothing."""
    if figure == "average-mov":
        return max(len(scores.rounds), 1)
    if figure in ("extended-mov", "sos", "extended-sos"):
        return max(len(scores.ledgers[player].opponents), 1)
    return 1


def entries(scores: Scores, player: Player) -> Iterator[Entry]:
    """The player's rounds in order, also those they do not stand in."""
    unpaired: Presence = "missed" if player in scores.players and player not in scores.dropped else "gone"
    for one in scores.rounds:
        games = [game for game in one.games if player in game.players]
        for game in games:
            yield Entry(round=one.number, presence="game" if game.result else "open", game=game)
        if any(bye.player == player for bye in one.byes):
            yield Entry(round=one.number, presence="bye")
        elif not games:
            yield Entry(round=one.number, presence="missed" if player in one.missed else unpaired)


# Lines by round ---------------------------------------------------------------------------------------------


def _point_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """Rules 600 and 623: what each round was worth."""
    points = scores.profile.points
    worth = {"win": points.win, "draw": points.draw, "loss": points.loss, "bye": points.bye}
    return _outcome_lines(scores, player, worth)


def _win_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """Each win, also without a game."""
    return _outcome_lines(scores, player, {"win": 1, "bye": 1})


def _outcome_lines(scores: Scores, player: Player, worth: Mapping[str, int]) -> Iterator[GameLine]:
    for entry in entries(scores, player):
        outcome = _outcome(entry, player)
        yield _line(entry, player, ratio(worth.get(outcome, 0)), _round_reason(outcome))


def _outcome(entry: Entry, player: Player) -> str:
    """What became of a player in a round."""
    result = entry.result
    if result is None:
        return entry.presence
    if result.winner:
        return "win" if result.winner == player else "loss"
    return "loss" if result.how == "double-loss" else "draw"


def _round_reason(outcome: str) -> Reason:
    return _reason(f"figure.round.{outcome}", RULES["points"])


def _tally_lines(
    scores: Scores, player: Player, number: Callable[[Tally], int], bye: int
) -> Iterator[GameLine]:
    """The player's own number of each game, and what a bye counts for."""
    for entry in entries(scores, player):
        value = bye if entry.presence == "bye" else 0
        if entry.result:
            value = number(entry.result.tallies[entry.seat(player)])
        yield _line(entry, player, ratio(value), _count_reason(entry.presence))


def _count_reason(presence: str) -> Reason:
    return _reason(f"figure.count.{presence}", "current event rules")


def _score_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """Points defeated."""
    return _tally_lines(scores, player, lambda tally: tally.score, scores.profile.bye_score)


def _victory_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """Victory tokens."""
    return _tally_lines(scores, player, lambda tally: tally.victory, 0)


# Lines of the margin of victory -----------------------------------------------------------------------------


def _margin_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """The margin of victory of each round; nothing for rounds without a game or a bye."""
    rows = [(entry, *_margin(entry, player)) for entry in entries(scores, player)]
    known = [value for entry, value, name in rows if entry.presence == "game" and name != "mean"]
    mean = _mean(known)
    for entry, own, name in rows:
        value, case_name = (mean, _mean_case(entry, len(known))) if name == "mean" else (own, name)
        yield _line(entry, player, value, _margin_reason(case_name, entry, player, len(known)))


def _mean(known: Sequence[Ratio]) -> Ratio:
    """The mean of the games with a margin of their own; a half where there is none (rulings T1 and T2)."""
    if not known:
        return Ratio(1, 2)
    total = added(known)
    return ratio(total.numerator, total.denominator * len(known))


def _margin(entry: Entry, player: Player) -> tuple[Ratio, str]:
    """The margin that a round itself gives, and which case it is (rules 624 to 629, rulings T3 and T4)."""
    if entry.presence == "bye":
        return Ratio(0), "mean"
    if entry.game is None or entry.result is None:
        return Ratio(0), entry.presence
    share = shares(entry.result, entry.game.players[0])[entry.seat(player)]
    return (ratio(*share), case(entry.result, player)) if share else (Ratio(0), "mean")


def _mean_case(entry: Entry, games: int) -> str:
    """Why the mean of the other games stands for a round (rules 628 to 631)."""
    if not games:
        return "no-games"
    return "bye" if entry.presence == "bye" else "forfeit"


def _margin_reason(name: str, entry: Entry, player: Player, games: int) -> Reason:
    """The sentence of a case, with the numbers it speaks of."""
    tallies = entry.result.tallies if entry.result else (Tally(), Tally())
    own, total = tallies[entry.seat(player)].victory, tallies[0].victory + tallies[1].victory
    return _reason(f"figure.margin.{name}", "rules 624 to 631", own=own, total=total, games=games)


# Lines by opponent ------------------------------------------------------------------------------------------


def _opponent_lines(scores: Scores, player: Player, of: OfOpponent) -> Iterator[GameLine]:
    """Everybody the player was paired with (ruling T5), with a figure of theirs."""
    for entry in entries(scores, player):
        if entry.presence == "game":
            yield _line(entry, player, *of(entry.opponent(player)))


def _opponents_figure(figure: Tiebreaker) -> Callable[[Scores, Player], Iterator[GameLine]]:
    """The lines of an extended figure: the plain figure of each opponent."""
    reason = _reason(f"figure.opponent.{figure}", RULES[figure])

    def lines(scores: Scores, player: Player) -> Iterator[GameLine]:
        column = scores.column(figure)
        return _opponent_lines(scores, player, lambda one: (column.ratio(scores.ledgers[one].place), reason))

    return lines


def _schedule_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
    """Rule 635: each opponent's tournament points by their rounds."""
    code = "figure.opponent.points" if scores.profile.byes_are_rounds else "figure.opponent.points-no-byes"

    def of(opponent: Player) -> tuple[Ratio, Reason]:
        points, rounds = schedule(scores, scores.ledgers[opponent])
        return ratio(points, rounds), _reason(code, RULES["sos"], points=points, rounds=rounds)

    return _opponent_lines(scores, player, of)


def _line(entry: Entry, player: Player, value: Ratio, reason: Reason) -> GameLine:
    return GameLine(round=entry.round, opponent=entry.opponent(player), value=value, reason=reason)


def _reason(code: str, source: str, **params: int) -> Reason:
    return Violation(code=code, source=source, params=params)


LINES: Final[Mapping[Figure, Callable[[Scores, Player], Iterable[GameLine]]]] = {
    "points": _point_lines,
    "wins": _win_lines,
    "average-mov": _margin_lines,
    "extended-mov": _opponents_figure("average-mov"),
    "sos": _schedule_lines,
    "extended-sos": _opponents_figure("sos"),
    "points-defeated": _score_lines,
    "victory-tokens": _victory_lines,
}
