"""What cards of a mission and of a campaign change for the whole game, and orders beyond the command card."""

from muster.rules.game.log.events import SeatEvent
from muster.rules.game.table import CardKind
from muster.rules.log import Event, event


@event("game.card_swapped")
class CardSwapped(SeatEvent, frozen=True, kw_only=True):
    """While the mission is built a card of a seat's battle deck is revealed, in the place of another."""

    kind: CardKind
    card: str


@event("game.keyword_gained")
class KeywordGained(Event, frozen=True, kw_only=True):
    """Units have a keyword for this game that their cards do not give them."""

    units: tuple[str, ...]
    keyword: str
    why: str = ""


@event("game.agenda_switched")
class AgendaSwitched(SeatEvent, frozen=True, kw_only=True):
    """A Contingency Plan put another agenda into play."""

    agenda: str


@event("game.ordered_aside")
class OrderedAside(SeatEvent, frozen=True, kw_only=True):
    """A unit got a faceup order otherwise than by the command card: by what, and by which unit's keyword."""

    unit: str
    why: str
    by: str = ""
