"""What happens in Special Operations alone: secrets of a seat, tokens, attacks, panic."""

from collections.abc import Mapping

from muster.rules.dice.faces import Die
from muster.rules.game.log.events import Reveal, SeatSecret, UnitEvent
from muster.rules.game.log.measured import Source
from muster.rules.game.table import OrderToken, Seat, Seen, Unit
from muster.rules.log import Event, event, upcast


@event("game.loadouts_picked")
class LoadoutsPicked(SeatSecret, frozen=True, kw_only=True):
    """A seat has its loadouts ready; a later choice takes their place."""

    step: str
    loadouts: tuple[str, ...]


@event("game.loadouts_revealed")
class LoadoutsRevealed(Reveal, frozen=True, kw_only=True):
    """Both open their loadouts."""

    loadouts: Mapping[Seat, tuple[str, ...]]


@event("game.unit_joined")
class UnitJoined(Event, frozen=True, kw_only=True):
    """A unit takes its place in a squad: by a loadout for another, or as the vehicle of a mission."""

    unit: Unit
    why: str = ""


@event("game.token_meant")
class TokenMeant(SeatSecret, frozen=True, kw_only=True):
    """Which unit a covert token stands for."""

    token: str
    unit: str


@event("game.covert_opened")
class CovertOpened(Reveal, frozen=True, kw_only=True):
    """Covert tokens lie open: which unit each stands for, or which rank."""

    seat: Seat
    tokens: Mapping[str, str]


@event("game.codes_dealt")
class CodesDealt(SeatSecret, frozen=True, kw_only=True):
    """What the tokens of The Codes! are, by who holds them or where they lie, as far as this seat knows."""

    codes: Mapping[str, str]


@event("game.codes_held")
class CodesHeld(Event, frozen=True, kw_only=True):
    """Which units hold a token of The Codes!; never which."""

    units: tuple[str, ...]


@event("game.looked")
class Looked(Reveal, frozen=True, kw_only=True):
    """Blue looked at the token of a unit."""

    unit: str
    by: str = ""


@event("game.token_seen")
class TokenSeen(SeatSecret, frozen=True, kw_only=True):
    """What it showed, in which round."""

    unit: str
    round: int
    face: str


@event("game.secrets_opened")
class SecretsOpened(Reveal, frozen=True, kw_only=True):
    """The game is closed: what the tokens of The Codes! are, the units behind covert tokens that were never
    opened, and what each seat saw."""

    codes: Mapping[str, str] = {}
    covert: Mapping[str, str] = {}
    looks: Mapping[Seat, tuple[Seen, ...]] = {}


@event("game.acted")
class Acted(UnitEvent, frozen=True, kw_only=True):
    """A unit took an action, on a unit or at a token where it needs one."""

    action: str
    on: str = ""


@event("game.moved")
class Moved(UnitEvent, frozen=True, kw_only=True, omit_defaults=True):
    """A unit may move at a speed, beside its actions; `on` is whom it moved into contact with."""

    speed: int
    why: str
    on: str = ""


@event("game.touched_more")
class TouchedMore(UnitEvent, frozen=True, kw_only=True):
    """A unit that moved into contact with an enemy unit touches these as well."""

    on: tuple[str, ...]


@event("game.attack_declared", version=2)
class AttackDeclared(Event, frozen=True, kw_only=True):
    """Who attacks whom with what, and the cover that was told or, on a board, seen."""

    by: str
    on: str
    weapons: tuple[str, ...]
    dice: tuple[Die, ...]
    cover: int = 0
    source: Source = "told"


upcast("game.attack_declared", 1)(lambda fields: fields)


@event("game.die_taken")
class DieTaken(Event, frozen=True, kw_only=True):
    """A Suppressed attacker lost a die."""

    by: str
    die: Die


@event("game.attack_settled")
class AttackSettled(Event, frozen=True, kw_only=True):
    """What came of an attack."""

    by: str
    on: str
    criticals: int
    hits: int
    blocks: int
    wounds: int


@event("game.panicked")
class Panicked(UnitEvent, frozen=True, kw_only=True):
    """A unit panicked; `by` names who caused it."""

    by: str = ""
    wounds: int = 0


@event("game.order_turned")
class OrderTurned(UnitEvent, frozen=True, kw_only=True):
    """The order token of a unit is turned, given or taken by a card."""

    order: OrderToken


@event("game.returned")
class Returned(UnitEvent, frozen=True, kw_only=True):
    """A defeated unit comes back unhurt, or one on the table leaves it alive."""

    defeated: bool = True
