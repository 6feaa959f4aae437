"""What each round brings to a figure of the standings, and why: values that a page can print.

Reasons are sentences by code, as violations are, and stand in the same catalogue.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from muster.rules.tournament.games import Game, Player, Result, Tally
from muster.rules.tournament.scoring.margin import margin_case, shares
from muster.rules.tournament.scoring.ratios import Ratio, ratio, sum_of
from muster.rules.tournament.scoring.scores import Scores
from muster.rules.violations import Violation

Presence: TypeAlias = Literal["game", "open", "bye", "missed", "gone"]
Reason: TypeAlias = Violation
OfOpponent: TypeAlias = Callable[[Player], tuple[Ratio, Reason]]


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


def entries(scores: Scores, player: Player) -> Iterator[Entry]:
    """The player's rounds in order, also those they do not stand in."""
    unpaired: Presence = "missed" if player in scores.players and player not in scores.dropped else "gone"
    for played in scores.rounds:
        games = [game for game in played.games if player in game.players]
        for game in games:
            yield Entry(round=played.number, presence="game" if game.result else "open", game=game)
        if any(bye.player == player for bye in played.byes):
            yield Entry(round=played.number, presence="bye")
        elif not games:
            yield Entry(round=played.number, presence="missed" if player in played.missed else unpaired)


# Lines by round ---------------------------------------------------------------------------------------------


def outcome_lines(scores: Scores, player: Player, worth: Mapping[str, int]) -> Iterator[GameLine]:
    """What each round was worth by how it ended."""
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
    return reason(f"figure.round.{outcome}", "rule 623")


def tally_lines(
    scores: Scores, player: Player, number: Callable[[Tally], int], bye: int
) -> Iterator[GameLine]:
    """The player's own number of each game, and what a bye counts for."""
    for entry in entries(scores, player):
        value = bye if entry.presence == "bye" else 0
        if entry.result:
            value = number(entry.result.tallies[entry.seat(player)])
        yield _line(entry, player, ratio(value), _count_reason(entry.presence))


def _count_reason(presence: str) -> Reason:
    return reason(f"figure.count.{presence}", "current event rules")


# Lines of the margin of victory -----------------------------------------------------------------------------


def margin_lines(scores: Scores, player: Player) -> Iterator[GameLine]:
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
    total = sum_of(known)
    return ratio(total.numerator, total.denominator * len(known))


def _margin(entry: Entry, player: Player) -> tuple[Ratio, str]:
    """The margin that a round itself gives, and which case it is (rules 624 to 629, rulings T3 and T4)."""
    if entry.presence == "bye":
        return Ratio(0), "mean"
    if entry.game is None or entry.result is None:
        return Ratio(0), entry.presence
    share = shares(entry.result, entry.game.players[0])[entry.seat(player)]
    return (ratio(*share), margin_case(entry.result, player)) if share else (Ratio(0), "mean")


def _mean_case(entry: Entry, games: int) -> str:
    """Why the mean of the other games stands for a round (rules 628 to 631)."""
    if not games:
        return "no-games"
    return "bye" if entry.presence == "bye" else "forfeit"


def _margin_reason(name: str, entry: Entry, player: Player, games: int) -> Reason:
    """The sentence of a case, with the numbers it speaks of."""
    tallies = entry.result.tallies if entry.result else (Tally(), Tally())
    own, total = tallies[entry.seat(player)].victory, tallies[0].victory + tallies[1].victory
    return reason(f"figure.margin.{name}", "rules 624 to 631", own=own, total=total, games=games)


# Lines by opponent ------------------------------------------------------------------------------------------


def opponent_lines(scores: Scores, player: Player, of: OfOpponent) -> Iterator[GameLine]:
    """Everybody the player was paired with (ruling T5), with a figure of theirs."""
    for entry in entries(scores, player):
        if entry.presence == "game":
            yield _line(entry, player, *of(entry.opponent(player)))


def _line(entry: Entry, player: Player, value: Ratio, reason: Reason) -> GameLine:
    return GameLine(round=entry.round, opponent=entry.opponent(player), value=value, reason=reason)


def reason(code: str, source: str, **params: int) -> Reason:
    """A sentence by its code, with where it is written and the numbers it speaks of."""
    return Violation(code=code, source=source, params=params)
