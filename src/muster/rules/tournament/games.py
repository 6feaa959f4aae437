"""What a tournament's games are, whoever pairs, scores or draws them: who met whom, and how it ended.

Players are known by their keys alone. Everything that computes takes rounds of games as they stand here, so a
file played elsewhere and an event run by the app are read by the same functions.
"""

from typing import Literal, TypeAlias

import msgspec

Player: TypeAlias = str
Stage: TypeAlias = Literal["swiss", "elimination"]

# The five ways a game ends at the table (rules 613 to 619), and the four that need no table (rule 629).
How: TypeAlias = Literal[
    "tabled", "mutual", "rounds", "time", "concession", "no-show", "left", "game-loss", "double-loss"
]


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """One player's numbers: victory tokens, and the points of the enemy units they defeated (rule 620)."""

    victory: int = 0
    score: int = 0


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended. `winner` is empty for a draw (current rules) and for a double loss.

    `tallies` stand in the order of the players. `agreed` is a concession with a judge at hand that both
    players wanted scored as if it had been the last round (rule 628).
    """

    how: How
    winner: Player = ""
    tallies: tuple[Tally, Tally] = (Tally(), Tally())
    blue: Player = ""
    agreed: bool = False


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """Two players at a table. In an elimination stage `number` is the game's number (rule 608)."""

    table: int
    players: tuple[Player, Player]
    number: int = 0
    result: Result | None = None

    def opponent(self, player: Player) -> Player:
        """The other one."""
        return self.players[1] if self.players[0] == player else self.players[0]


class Bye(msgspec.Struct, frozen=True, kw_only=True):
    """A player who wins without playing (rule 591); `number` is its game number in an elimination stage.

    `dropped` is the opponent who left during the round and so gave the bye (rule 612).
    """

    player: Player
    number: int = 0
    dropped: Player = ""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round. `missed` are players in the event who were not paired: an unpaired loss each (rule 593).

    `slots` is how many game numbers an elimination round has; a number with neither game nor bye is empty.
    """

    number: int
    stage: Stage = "swiss"
    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    missed: tuple[Player, ...] = ()
    slots: int = 0

    @property
    def complete(self) -> bool:
        """Whether every game has its result."""
        return all(game.result is not None for game in self.games)

    @property
    def everyone(self) -> set[Player]:
        """Everybody with a game or a bye."""
        return {player for game in self.games for player in game.players} | {bye.player for bye in self.byes}

    def game_of(self, player: Player) -> Game | None:
        """The game of a player."""
        return next((game for game in self.games if player in game.players), None)

    def has_bye(self, player: Player) -> bool:
        """Whether a player has a bye."""
        return any(bye.player == player for bye in self.byes)
