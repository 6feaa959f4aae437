"""The time of a game: its limit, and that time was called. When it began the log itself says."""

from msgspec.structs import replace

from muster.rules.game.log.evolve import on
from muster.rules.log import Event, event


@event("game.limit_set")
class LimitSet(Event, frozen=True, kw_only=True):
    """The game has so many minutes, from when it begins; 0: no limit any more."""

    minutes: int


@event("game.time_called")
class TimeCalled(Event, frozen=True, kw_only=True):
    """Time was called: this round is the last."""

    round: int


on(LimitSet)(lambda game, event: replace(game, table=replace(game.table, limit=event.minutes)))
on(TimeCalled)(lambda game, event: replace(game, table=replace(game.table, last=event.round)))
