"""What is about a game and not in it: which saved army a seat brought, and whether others may watch."""

from muster.rules.game.log.events import ServerSecret
from muster.rules.game.table import Seat
from muster.rules.log import Event, event


@event("game.army_kept")
class ArmyKept(ServerSecret, frozen=True, kw_only=True):
    """Which of its player's armies a seat brought, and in which version: the result goes back to it."""

    seat: Seat
    army: str
    version: int


@event("game.watching_set")
class WatchingSet(Event, frozen=True, kw_only=True):
    """A player let others watch from now on, or nobody any more."""

    watched: bool
