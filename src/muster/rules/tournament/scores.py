"""What the Swiss rounds come to for each player, in whole numbers over common denominators.

One walk over the games fills a ledger per player; every tiebreaker is then a column of integers that share
one denominator, so that players are compared without fractions and without floats.
"""

from collections.abc import Collection, Iterable, Sequence
from math import lcm
from typing import Literal, NamedTuple, TypeAlias

from muster.rules.tournament.games import Game, Player, Result, Round
from muster.rules.tournament.margin import Share, shares
from muster.rules.tournament.profiles import Profile, Tiebreaker

ColumnName: TypeAlias = Tiebreaker | Literal["points-per-round"]


class Column(NamedTuple):
    """One figure of every player, by place in `Scores.ledgers`: values over one denominator."""

    values: list[int]
    denominator: int


class Ledger:
    """One player's sums. `share` adds up the margins, over `Scores.whole`, of the `shares` games with one.

    `means` counts the games whose margin is the mean of the others; `seen` the rounds the player stood in,
    also with a game that is still open; `opponents` everybody they were paired with (ruling T5), by place.
    """

    __slots__ = (
        "byes",
        "draws",
        "losses",
        "means",
        "missed",
        "opponents",
        "player",
        "points",
        "rounds",
        "score",
        "seen",
        "share",
        "shares",
        "victory",
        "wins",
    )

    def __init__(self, player: Player) -> None:
        self.player = player
        self.points = self.wins = self.draws = self.losses = self.byes = self.missed = 0
        self.rounds = self.seen = self.share = self.shares = self.means = self.score = self.victory = 0
        self.opponents: list[int] = []


def counted(rounds: Iterable[Round]) -> tuple[Round, ...]:
    """The rounds that standings look at: Swiss (ruling T14), up to the last one with all its results."""
    swiss = sorted((one for one in rounds if one.stage == "swiss"), key=lambda one: one.number)
    last = max((place for place, one in enumerate(swiss, 1) if one.complete), default=0)
    return tuple(swiss[:last])


class Scores:
    """All ledgers of an event, and the figures that follow from them.

    `players` are ranked; whoever else stands in a game (disqualified since) counts as an opponent only. A
    player who is not `dropped` has an unpaired loss for each round they do not stand in: late entries and
    those who came back (rulings T3 and T12). A dropped player has only the rounds they stand in (T4).
    """

    def __init__(
        self,
        rounds: Iterable[Round],
        players: Iterable[Player],
        profile: Profile,
        dropped: Collection[Player] = (),
    ) -> None:
        self.rounds = counted(rounds)
        self.profile = profile
        self.players = tuple(dict.fromkeys(players))
        self.dropped = frozenset(dropped)
        self.places: dict[Player, int] = {}
        self.ledgers: list[Ledger] = []
        self._columns: dict[ColumnName, Column] = {}
        for player in self.players:
            self.place(player)
        self.whole = self._add_games()
        self._add_rest()

    def place(self, player: Player) -> int:
        """Where a player's ledger is; a new one for whom it does not know yet."""
        found = self.places.get(player)
        if found is None:
            found = self.places[player] = len(self.ledgers)
            self.ledgers.append(Ledger(player))
        return found

    def ledger(self, player: Player) -> Ledger:
        """A player's sums; a KeyError for somebody who is not in the event."""
        return self.ledgers[self.places[player]]

    def column(self, name: ColumnName) -> Column:
        """A figure of everybody, computed once."""
        if name not in self._columns:
            self._columns[name] = COLUMNS[name](self)
        return self._columns[name]

    # Filling the ledgers ------------------------------------------------------------------------------------

    def _add_games(self) -> int:
        """Every game in both ledgers; the answer is the denominator of all margins, and even for halves."""
        played = [(game, game.result) for one in self.rounds for game in one.games if game.result is not None]
        margins = [shares(result, game.players[0]) for game, result in played]
        whole = lcm(2, *{share[1] for pair in margins for share in pair if share})
        for (game, result), (ours, theirs) in zip(played, margins, strict=True):
            one, two = self.place(game.players[0]), self.place(game.players[1])
            self._add_seat(self.ledgers[one], two, result, 0)
            self._add_seat(self.ledgers[two], one, result, 1)
            _add_share(self.ledgers[one], ours, whole)
            _add_share(self.ledgers[two], theirs, whole)
        return whole

    def _add_seat(self, ledger: Ledger, opponent: int, result: Result, seat: int) -> None:
        """Points, record and numbers of one player in a game (rules 620, 623)."""
        tally, points = result.tallies[seat], self.profile.points
        ledger.seen += 1
        ledger.rounds += 1
        ledger.opponents.append(opponent)
        ledger.score += tally.score
        ledger.victory += tally.victory
        if result.winner == ledger.player:
            ledger.wins += 1
            ledger.points += points.win
        elif result.winner or result.how == "double-loss":
            ledger.losses += 1
            ledger.points += points.loss
        else:
            ledger.draws += 1
            ledger.points += points.draw

    def _add_rest(self) -> None:
        """Byes, unpaired losses, and rounds a player does not stand in at all."""
        for one in self.rounds:
            for bye in one.byes:
                self._add_bye(self.ledgers[self.place(bye.player)])
            for player in one.missed:
                _add_missed(self.ledgers[self.place(player)], 1)
            for player in _open_players(one.games):
                self.ledgers[self.place(player)].seen += 1
        for player in self.players:
            if player not in self.dropped:
                ledger = self.ledger(player)
                _add_missed(ledger, len(self.rounds) - ledger.seen)

    def _add_bye(self, ledger: Ledger) -> None:
        """A win without a game (rules 591, 600); its margin is the mean of the others (rule 630)."""
        ledger.seen += 1
        ledger.rounds += 1
        ledger.byes += 1
        ledger.wins += 1
        ledger.means += 1
        ledger.points += self.profile.points.bye
        ledger.score += self.profile.bye_score


def _add_share(ledger: Ledger, share: Share | None, whole: int) -> None:
    if share is None:
        ledger.means += 1
        return
    ledger.shares += 1
    ledger.share += share[0] * (whole // share[1])


def _add_missed(ledger: Ledger, rounds: int) -> None:
    """Unpaired losses (rule 593): rounds and losses, but no games, no opponents and no points (ruling T3)."""
    ledger.seen += rounds
    ledger.rounds += rounds
    ledger.losses += rounds
    ledger.missed += rounds


def _open_players(games: Sequence[Game]) -> Iterable[Player]:
    return (player for game in games if game.result is None for player in game.players)


# The figures ------------------------------------------------------------------------------------------------


def average_mov(scores: Scores) -> Column:
    """Rule 633: the sum of a player's margins by the number of rounds in the tournament (ruling A79).

    The mean of the games with a share stands for each game without one (T1), 50 % where there is none (T2).
    """
    common = lcm(*{ledger.shares for ledger in scores.ledgers if ledger.shares})
    half = scores.whole // 2 * common
    values = [
        one.share * (one.shares + one.means) * (common // one.shares) if one.shares else half * one.means
        for one in scores.ledgers
    ]
    return Column(values, scores.whole * common * max(len(scores.rounds), 1))


def points_per_round(scores: Scores) -> Column:
    """What others' strength of schedule takes from a player: tournament points by rounds played (rule 635).

    Unpaired losses are rounds played (T3), rounds after a drop are not (T4). An event may leave byes out,
    the round and its points (ruling A78).
    """
    played = [schedule(scores.profile, one) for one in scores.ledgers]
    common = lcm(*{rounds for _, rounds in played if rounds})
    return Column([points * (common // rounds) if rounds else 0 for points, rounds in played], common)


def schedule(profile: Profile, ledger: Ledger) -> tuple[int, int]:
    """The points and the rounds that count for the opponents' strength of schedule."""
    if profile.byes_are_rounds:
        return ledger.points, ledger.rounds
    return ledger.points - ledger.byes * profile.points.bye, ledger.rounds - ledger.byes


def over_opponents(scores: Scores, inner: Column) -> Column:
    """The mean of the opponents' figure; 0 without opponents (ruling T5)."""
    common = lcm(*{len(one.opponents) for one in scores.ledgers if one.opponents})
    weights = {len(one.opponents): common // max(len(one.opponents), 1) for one in scores.ledgers}
    pick = inner.values.__getitem__
    values = [sum(map(pick, one.opponents)) * weights[len(one.opponents)] for one in scores.ledgers]
    return Column(values, inner.denominator * common)


def extended_mov(scores: Scores) -> Column:
    """Rule 634: the mean of the opponents' average margin of victory."""
    return over_opponents(scores, scores.column("average-mov"))


def strength(scores: Scores) -> Column:
    """Rule 635: strength of schedule, the mean over the opponents of points by rounds played."""
    return over_opponents(scores, scores.column("points-per-round"))


def extended_strength(scores: Scores) -> Column:
    """Rule 636: the mean of the opponents' strength of schedule."""
    return over_opponents(scores, scores.column("sos"))


def points_defeated(scores: Scores) -> Column:
    """Current rules: the points of all enemy units defeated, 900 for a bye."""
    return Column([one.score for one in scores.ledgers], 1)


def victory_tokens(scores: Scores) -> Column:
    """Current rules: all victory tokens."""
    return Column([one.victory for one in scores.ledgers], 1)


def wins(scores: Scores) -> Column:
    """Games won, byes among them."""
    return Column([one.wins for one in scores.ledgers], 1)


COLUMNS = {
    "average-mov": average_mov,
    "extended-mov": extended_mov,
    "sos": strength,
    "extended-sos": extended_strength,
    "points-defeated": points_defeated,
    "victory-tokens": victory_tokens,
    "wins": wins,
    "points-per-round": points_per_round,
}
