"""What the Swiss rounds come to for each player, in whole numbers over common denominators.

One walk over the games fills a ledger per player; every tiebreaker is then a column of integers that share
one denominator, so that players are compared without fractions and without floats.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from math import lcm
from typing import Final, Literal, NamedTuple, TypeAlias

from muster.rules.tournament.games import Player, Result, Round
from muster.rules.tournament.scoring.margin import Share, shares
from muster.rules.tournament.scoring.profiles import PointRules, Profile, Tiebreaker
from muster.rules.tournament.scoring.ratios import Ratio, ratio

ColumnName: TypeAlias = Tiebreaker | Literal["points-per-round"]


class Column(NamedTuple):
    """One figure of every player, by place in `Scores.all`: values over one denominator."""

    values: list[int]
    denominator: int

    def ratio(self, place: int) -> Ratio:
        """One player's figure in lowest terms."""
        return ratio(self.values[place], self.denominator)

    def ratios(self) -> list[Ratio]:
        """Everybody's figure in lowest terms; equal values are reduced once."""
        known = {value: ratio(value, self.denominator) for value in set(self.values)}
        return [known[value] for value in self.values]


class Ledger:
    """One player's Swiss rounds: games won, drawn and lost, byes, unpaired losses, open games.

    `opponents` are the places of everybody they were paired with (ruling T5).
    """

    __slots__ = (
        "byes",
        "draws",
        "losses",
        "missed",
        "open",
        "opponents",
        "place",
        "player",
        "wins",
    )

    def __init__(self, player: Player, place: int) -> None:
        self.player = player
        self.place = place
        self.wins = self.draws = self.losses = 0  # of games
        self.byes = self.missed = self.open = 0
        self.opponents: list[int] = []

    @property
    def rounds(self) -> int:
        """Rounds played: games, byes and unpaired losses (ruling T3)."""
        return len(self.opponents) + self.byes + self.missed

    def points(self, rules: PointRules) -> int:
        """Tournament points (rules 600 and 623); an unpaired loss has none."""
        games = self.wins * rules.win + self.draws * rules.draw + self.losses * rules.loss
        return games + self.byes * rules.bye


class Ledgers(dict[Player, Ledger]):
    """The ledgers by player, in order of their places; a new one for whom it does not know yet."""

    def __missing__(self, player: Player) -> Ledger:
        ledger = self[player] = Ledger(player, len(self))
        return ledger


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
        self.ledgers = Ledgers()
        self.played: list[tuple[Ledger, Ledger, Result]] = []
        self._columns: dict[ColumnName, Column] = {}
        for player in self.players:
            self.ledgers[player]
        for one in self.rounds:
            self._add(one)
        self._add_missed()
        self.all = tuple(self.ledgers.values())
        self.points = [one.points(profile.points) for one in self.all]

    def column(self, name: ColumnName) -> Column:
        """A figure of everybody, computed once."""
        if name not in self._columns:
            self._columns[name] = COLUMNS[name](self)
        return self._columns[name]

    def _add(self, one: Round) -> None:
        """A round in the ledgers; a bye is a win without a game (rule 591)."""
        for game in one.games:
            pair = self.ledgers[game.players[0]], self.ledgers[game.players[1]]
            if game.result is None:
                pair[0].open += 1
                pair[1].open += 1
            else:
                _add_game(*pair, game.result)
                self.played.append((*pair, game.result))
        for bye in one.byes:
            self.ledgers[bye.player].byes += 1
        for player in one.missed:
            self.ledgers[player].missed += 1

    def _add_missed(self) -> None:
        """An unpaired loss for each round in which a player of the event does not stand at all."""
        for player in self.players:
            if player not in self.dropped:
                ledger = self.ledgers[player]
                ledger.missed += max(len(self.rounds) - ledger.rounds - ledger.open, 0)


def _add_game(one: Ledger, two: Ledger, result: Result) -> None:
    """A game in both ledgers: won and lost, lost by both, or drawn."""
    one.opponents.append(two.place)
    two.opponents.append(one.place)
    if result.winner:
        won, lost = (one, two) if result.winner == one.player else (two, one)
        won.wins += 1
        lost.losses += 1
    elif result.how == "double-loss":
        one.losses += 1
        two.losses += 1
    else:
        one.draws += 1
        two.draws += 1


# The figures ------------------------------------------------------------------------------------------------


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
    for one, row in zip(scores.all, margins, strict=True):
        games = len(one.opponents) + one.byes
        total = sum([share[0] * weights[share[1]] for share in row])
        values.append(total * games * (common // len(row)) if row else whole // 2 * common * games)
    return Column(values, whole * common * max(len(scores.rounds), 1))


def margins_of(scores: Scores) -> list[list[Share]]:
    """Everybody's games with a margin of their own, by place."""
    margins: list[list[Share]] = [[] for _ in scores.all]
    for one, two, result in scores.played:
        ours, theirs = shares(result, one.player)
        if ours:
            margins[one.place].append(ours)
        if theirs:
            margins[two.place].append(theirs)
    return margins


def points_per_round(scores: Scores) -> Column:
    """What others' strength of schedule takes from a player: tournament points by rounds played (rule 635).

    Unpaired losses are rounds played (T3), rounds after a drop are not (T4). An event may leave byes out,
    the round and its points (ruling A78).
    """
    played = [schedule(scores, one) for one in scores.all]
    common = lcm(*{rounds for _, rounds in played if rounds})
    return Column([points * (common // rounds) if rounds else 0 for points, rounds in played], common)


def schedule(scores: Scores, ledger: Ledger) -> tuple[int, int]:
    """The points and the rounds that count for the opponents' strength of schedule."""
    points, profile = scores.points[ledger.place], scores.profile
    if profile.byes_are_rounds:
        return points, ledger.rounds
    return points - ledger.byes * profile.points.bye, ledger.rounds - ledger.byes


def over_opponents(scores: Scores, inner: Column) -> Column:
    """The mean of the opponents' figure; 0 without opponents (ruling T5)."""
    numbers = {len(one.opponents) for one in scores.all}
    common = lcm(*(numbers - {0}))
    weights = {number: common // max(number, 1) for number in numbers}
    pick = inner.values.__getitem__
    values = [sum(map(pick, one.opponents)) * weights[len(one.opponents)] for one in scores.all]
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
    values = [one.byes * scores.profile.bye_score for one in scores.all]
    for one, two, result in scores.played:
        values[one.place] += result.tallies[0].score
        values[two.place] += result.tallies[1].score
    return Column(values, 1)


def victory_tokens(scores: Scores) -> Column:
    """Current rules: all victory tokens."""
    values = [0] * len(scores.all)
    for one, two, result in scores.played:
        values[one.place] += result.tallies[0].victory
        values[two.place] += result.tallies[1].victory
    return Column(values, 1)


def wins(scores: Scores) -> Column:
    """Games won, byes among them."""
    return Column([one.wins + one.byes for one in scores.all], 1)


COLUMNS: Final[Mapping[ColumnName, Callable[[Scores], Column]]] = {
    "average-mov": average_mov,
    "extended-mov": extended_mov,
    "sos": strength,
    "extended-sos": extended_strength,
    "points-defeated": points_defeated,
    "victory-tokens": victory_tokens,
    "wins": wins,
    "points-per-round": points_per_round,
}
