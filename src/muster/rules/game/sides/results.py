"""How an army fared (`game-results:<army>`): one entry for each game that was closed."""

from typing import Final, Literal

import msgspec

from muster.rules.game.table import Mode, Seat, Table, other
from muster.rules.log import Decider, Event, event

STREAM: Final = "game-results:"
Fared = Literal["won", "lost", "drawn"]


@event("game_results.played")
class ArmyPlayed(Event, frozen=True, kw_only=True):
    """A version of the army was played: against whom and what, and how it ended."""

    game: str
    version: int
    fared: Fared
    points: int
    against: int
    opponent: str
    faction: str
    army: str
    mode: Mode
    mission: str


class ArmyResults(msgspec.Struct, frozen=True):
    """All games of an army, oldest first."""

    games: tuple[ArmyPlayed, ...] = ()

    def of(self, version: int) -> tuple[ArmyPlayed, ...]:
        """The games of one version."""
        return tuple(game for game in self.games if game.version == version)


def _evolve(now: ArmyResults, event: Event) -> ArmyResults:
    return ArmyResults((*now.games, event)) if isinstance(event, ArmyPlayed) else now


RESULTS: Final = Decider(
    name="game_results", schema=1, state=ArmyResults, initial=ArmyResults, evolve=_evolve
)


def army_played(game: str, table: Table, seat: Seat, version: int) -> ArmyPlayed:
    """What a finished game says of the army at a seat."""
    side, winner = table.side_of(seat), table.ended.winner if table.ended else None
    chair = table.chairs[other(seat)]
    return ArmyPlayed(
        game=game,
        version=version,
        fared="drawn" if winner is None else "won" if winner == side else "lost",
        points=table.points(side),
        against=table.points(table.side_of(other(seat))),
        opponent=chair.name,
        faction=chair.faction,
        army=chair.army,
        mode=table.mode,
        mission=table.mission.objective,
    )
