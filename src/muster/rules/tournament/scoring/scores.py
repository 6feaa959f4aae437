"""What the Swiss rounds come to for each player, in whole numbers over common denominators.

One walk over the games fills a ledger per player; every tiebreaker is then a column of integers that share
one denominator, so that players are compared without fractions and without floats.
"""

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, Protocol

import msgspec

from muster.rules.tournament.games import Player, Result, Round
from muster.rules.tournament.scoring.ratios import Ratio, ratio


class PointRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tournament points of a round (rules 600 and 623); an unpaired loss is always worth nothing (T3)."""

    win: int = 1
    draw: int = 0
    loss: int = 0
    bye: int = 1


class CountedBy(Protocol):
    """What of a profile the counting rests on."""

    @property
    def points(self) -> PointRules:
        """What a round is worth."""

    @property
    def bye_score(self) -> int:
        """The score of a win without a game."""

    @property
    def byes_are_rounds(self) -> bool:
        """Whether a bye counts in others' strength of schedule."""


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
    """The ledgers by player, in order of their places. Looking up an unknown player creates a ledger."""

    def __missing__(self, player: Player) -> Ledger:
        ledger = self[player] = Ledger(player, len(self))
        return ledger


def counted_rounds(rounds: Iterable[Round]) -> tuple[Round, ...]:
    """The rounds that standings look at: Swiss (ruling T14), up to the last one with all its results."""
    swiss = sorted((played for played in rounds if played.stage == "swiss"), key=lambda played: played.number)
    last = max((place for place, played in enumerate(swiss, 1) if played.complete), default=0)
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
        profile: CountedBy,
        dropped: Collection[Player] = (),
    ) -> None:
        self.rounds = counted_rounds(rounds)
        self.profile = profile
        self.players = tuple(dict.fromkeys(players))
        self.dropped = frozenset(dropped)
        self.ledgers = Ledgers()
        self.played: list[tuple[Ledger, Ledger, Result]] = []
        self._columns: dict[Callable[[Scores], Column], Column] = {}
        for player in self.players:
            self.ledgers[player]
        for played in self.rounds:
            self._add(played)
        self._add_missed()
        self.all = tuple(self.ledgers.values())
        self.points = [ledger.points(profile.points) for ledger in self.all]

    def column(self, compute: "Callable[[Scores], Column]") -> Column:
        """A figure of everybody, computed once."""
        if compute not in self._columns:
            self._columns[compute] = compute(self)
        return self._columns[compute]

    def _add(self, played: Round) -> None:
        """A round in the ledgers; a bye is a win without a game (rule 591)."""
        for game in played.games:
            pair = self.ledgers[game.players[0]], self.ledgers[game.players[1]]
            if game.result is None:
                pair[0].open += 1
                pair[1].open += 1
            else:
                _add_game(*pair, game.result)
                self.played.append((*pair, game.result))
        for bye in played.byes:
            self.ledgers[bye.player].byes += 1
        for player in played.missed:
            self.ledgers[player].missed += 1

    def _add_missed(self) -> None:
        """An unpaired loss for each round in which a player of the event does not stand at all."""
        for player in self.players:
            if player not in self.dropped:
                ledger = self.ledgers[player]
                ledger.missed += max(len(self.rounds) - ledger.rounds - ledger.open, 0)


def _add_game(ledger: Ledger, opponent: Ledger, result: Result) -> None:
    """A game in both ledgers: won and lost, lost by both, or drawn."""
    ledger.opponents.append(opponent.place)
    opponent.opponents.append(ledger.place)
    if result.winner:
        won, lost = (ledger, opponent) if result.winner == ledger.player else (opponent, ledger)
        won.wins += 1
        lost.losses += 1
    elif result.how == "double-loss":
        ledger.losses += 1
        opponent.losses += 1
    else:
        ledger.draws += 1
        opponent.draws += 1
