"""What is about a game and not in it: which saved army a seat brought, whether it suits the mode, whether
others may watch, and whose dice a seat rolls."""

from muster.rules.game.log.events import SeatEvent, ServerSecret
from muster.rules.game.table import DiceWay, Seat
from muster.rules.log import Event, event
from muster.rules.violations import Violation


@event("game.army_kept")
class ArmyKept(ServerSecret, frozen=True, kw_only=True):
    """Which of its player's armies a seat brought, and in which version: the result goes back to it."""

    seat: Seat
    army: str
    version: int


@event("game.army_checked")
class ArmyChecked(SeatEvent, frozen=True, kw_only=True):
    """What the rules of the mode have against the army a seat just brought, as far as the opponent may know;
    players may still agree to play with it."""

    wrong: tuple[Violation, ...]


@event("game.watching_set")
class WatchingSet(Event, frozen=True, kw_only=True):
    """A player let others watch from now on, or nobody any more."""

    watched: bool


@event("game.dice_set")
class DiceSet(SeatEvent, frozen=True, kw_only=True):
    """From now on a seat rolls its own dice and enters them, or the app rolls for it."""

    dice: DiceWay
