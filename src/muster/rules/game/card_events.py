"""What cards of a mission and of a campaign change for the whole game."""

from muster.rules.game.table import Seat
from muster.rules.log import Event, event


@event("game.keyword_gained")
class KeywordGained(Event, frozen=True, kw_only=True):
    """Units have a keyword for this game that their cards do not give them."""

    units: tuple[str, ...]
    keyword: str
    why: str = ""


@event("game.agenda_switched")
class AgendaSwitched(Event, frozen=True, kw_only=True):
    """A Contingency Plan put another agenda into play."""

    seat: Seat
    agenda: str
