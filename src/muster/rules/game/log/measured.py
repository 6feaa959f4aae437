"""Facts, apart from choices: what somebody looked for on the table and found, and where things stand on a
board. `source` is who looked."""

from typing import Literal, TypeAlias

from muster.rules.game.log.events import SeatEvent, UnitEvent
from muster.rules.game.log.evolve import on, with_table
from muster.rules.game.spots import Meant, Spot
from muster.rules.game.table import Game
from muster.rules.log import Event, event

Source: TypeAlias = Literal["told", "board"]


@event("game.measured")
class Measured(SeatEvent, frozen=True, kw_only=True):
    """What was looked for (the name of the question), of whom and from where, and what was found: those that
    are near, a number, yes or no."""

    what: str
    found: tuple[str, ...]
    of: str = ""
    to: str = ""
    source: Source = "told"


@event("game.placed")
class Placed(Event, frozen=True, kw_only=True):
    """A unit or a token stands on the board."""

    id: str
    x: int
    y: int
    facing: int = 0


@event("game.walked")
class Walked(UnitEvent, frozen=True, kw_only=True):
    """The way of a unit that acted or moved, and what was meant by it."""

    x: int
    y: int
    via: tuple[int, int] | None = None
    facing: int = 0
    meant: tuple[Meant, ...] = ()


on(Placed)(lambda game, event: _stands(game, event.id, Spot(event.x, event.y, event.facing)))
on(Walked)(lambda game, event: _stands(game, event.unit, Spot(event.x, event.y, event.facing)))


def _stands(game: Game, id: str, spot: Spot) -> Game:
    return with_table(game, spots={**game.table.spots, id: spot})
