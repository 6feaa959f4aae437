"""What happened in a game (`game:<hex>`). A secret event names its seat and changes only that seat's part of
the state; seeds and accounts are the server's.
"""

from collections.abc import Mapping
from typing import Final, Literal

from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Roll
from muster.rules.game.log.older_steps import lift_stack
from muster.rules.game.steps import AnyStep
from muster.rules.game.table import (
    BattleDeck,
    Edge,
    Edition,
    Ended,
    Holder,
    Level,
    Marker,
    Mission,
    Mode,
    Phase,
    Score,
    Seat,
    Unit,
)
from muster.rules.log import Event, event, upcast

SERVER: Final = frozenset({"server"})
STREAM: Final = "game:"


def badge(seat: Seat) -> str:
    """What a viewer carries who may see this seat's secrets."""
    return f"seat:{seat}"


class SeatEvent(Event, frozen=True, kw_only=True):
    """What a seat did, or what befell it."""

    seat: Seat


class UnitEvent(Event, frozen=True, kw_only=True):
    """What a unit did, or what befell it."""

    unit: str


class SeatSecret(SeatEvent, frozen=True, kw_only=True):
    """Something only one seat may know."""

    def seen_by(self) -> frozenset[str]:
        return frozenset({badge(self.seat)})


class ServerSecret(Event, frozen=True, kw_only=True):
    """Something nobody is shown."""

    def seen_by(self) -> frozenset[str]:
        return SERVER


class Reveal(Event, frozen=True, kw_only=True):
    """Secrets are opened: nothing is taken back across it."""


# Sitting down ----------------------------------------------------------------------------------------------


@event("game.opened", version=2)
class GameOpened(Event, frozen=True, kw_only=True):
    """Somebody opened a game. `source` is the battle or the table it belongs to; `owner` is the seat whose
    Turning Point it is; `switches` are rulings set otherwise than Muster takes them; `board` is a map."""

    mode: Mode
    level: Level = "full"
    name: str = ""
    dice: Literal["app", "own"] = "app"
    cards: Literal["app", "table"] = "app"
    watched: bool = True
    mission: str = ""
    source: str = ""
    owner: Seat = "one"
    edition: Edition = ""
    switches: Mapping[str, bool] = {}
    board: str = ""


@event("game.seat_taken")
class SeatTaken(SeatEvent, frozen=True, kw_only=True):
    """Somebody sat down."""

    name: str


@event("game.seat_kept")
class SeatKept(ServerSecret, frozen=True, kw_only=True):
    """Whose seat it is, and the digest of the code it can be retaken with."""

    seat: Seat
    player: str
    code: str = ""


@event("game.seat_left")
class SeatLeft(SeatEvent, frozen=True, kw_only=True):
    """Somebody stood up before the game began."""


@event("game.force_brought")
class ForceBrought(SeatEvent, frozen=True, kw_only=True):
    """An army stands ready. Of the command hand only its size is told."""

    faction: str
    army: str
    points: int
    units: tuple[Unit, ...] = ()
    hand: int = 0
    assets: tuple[str, ...] = ()
    agenda: str = ""
    agendas: tuple[str, ...] = ()
    deck: BattleDeck = BattleDeck()
    squad: str = ""


@event("game.hand_kept")
class HandKept(SeatSecret, frozen=True, kw_only=True):
    """The command hand of a seat."""

    cards: tuple[str, ...]


# Chance ----------------------------------------------------------------------------------------------------


@event("game.rolled")
class Rolled(Event, frozen=True, kw_only=True):
    """Dice fell for a step."""

    step: str
    purpose: str
    roll: Roll
    seat: Seat | None = None

    def step_key(self) -> str:
        return self.step


@event("game.drawn")
class Drawn(Event, frozen=True, kw_only=True):
    """Something was drawn for a step: a number below `of`."""

    step: str
    purpose: str
    of: int
    number: int
    commitment: str

    def step_key(self) -> str:
        return self.step


@event("game.seed_sealed")
class SeedSealed(ServerSecret, frozen=True, kw_only=True):
    """The seed behind a roll or a draw, opened when the game is closed."""

    step: str
    seed: str

    def step_key(self) -> str:
        return self.step


# Setup -----------------------------------------------------------------------------------------------------


@event("game.phase_begun")
class PhaseBegun(Event, frozen=True, kw_only=True):
    """A phase of a round begins."""

    phase: Phase
    round: int


@event("game.colours_set")
class ColoursSet(Event, frozen=True, kw_only=True):
    """Who is Blue."""

    blue: Seat


@event("game.edge_chosen")
class EdgeChosen(Event, frozen=True, kw_only=True):
    """Blue has its edge."""

    edge: Edge


@event("game.mission_set")
class MissionSet(Event, frozen=True, kw_only=True):
    """The cards of the mission, and the tokens of its map."""

    mission: Mission
    markers: tuple[Marker, ...] = ()


@event("game.chosen")
class Chosen(SeatEvent, frozen=True, kw_only=True):
    """A seat chose units for a purpose."""

    purpose: str
    units: tuple[str, ...]


@event("game.deployed")
class Deployed(UnitEvent, frozen=True, kw_only=True):
    """A unit stands on the table."""

    prepared: bool = False


# Rounds ----------------------------------------------------------------------------------------------------


@event("game.card_laid")
class CardLaid(SeatSecret, frozen=True, kw_only=True):
    """A command card lies face down; a later one takes its place."""

    step: str
    card: str


@event("game.cards_revealed")
class CardsRevealed(Reveal, frozen=True, kw_only=True):
    """The command cards of the round, with the pips that decide priority."""

    cards: Mapping[Seat, str]
    pips: Mapping[Seat, int]


@event("game.card_returned")
class CardReturned(SeatEvent, frozen=True, kw_only=True):
    """A command card went back to the hand it came from, as everybody saw."""

    card: str


@event("game.priority_set")
class PrioritySet(SeatEvent, frozen=True, kw_only=True):
    """Who has priority this round."""


@event("game.orders_given")
class OrdersGiven(SeatEvent, frozen=True, kw_only=True):
    """Units got a faceup order."""

    units: tuple[str, ...]


@event("game.pools_made")
class PoolsMade(Event, frozen=True, kw_only=True):
    """The order pools, and what the Pass pools hold."""

    pools: Mapping[Seat, tuple[Rank, ...]]
    passes: Mapping[Seat, int]


@event("game.token_drawn")
class TokenDrawn(SeatEvent, frozen=True, kw_only=True):
    """An order token left the pool."""

    rank: Rank


@event("game.activated")
class Activated(UnitEvent, frozen=True, kw_only=True):
    """A unit's activation begins."""


@event("game.finished")
class Finished(UnitEvent, frozen=True, kw_only=True):
    """A unit's activation is over; its order lies facedown."""


@event("game.passed")
class Passed(SeatEvent, frozen=True, kw_only=True):
    """A seat passed; `token` when a Pass token was spent for it."""

    token: bool = True


@event("game.unit_changed")
class UnitChanged(UnitEvent, frozen=True, kw_only=True):
    """A unit gained or lost wounds, Suppression or tokens."""

    what: str
    by: int
    why: str = ""


@event("game.defeated")
class Defeated(UnitEvent, frozen=True, kw_only=True):
    """A unit was defeated; `by` names the attacker, `near` one within range 1."""

    by: str = ""
    near: bool = False


@event("game.taken_off")
class TakenOff(UnitEvent, frozen=True, kw_only=True):
    """A unit left the table alive."""


@event("game.marker_changed")
class MarkerChanged(Event, frozen=True, kw_only=True):
    """An objective token as it is now."""

    marker: Marker
    why: str = ""


@event("game.marked")
class Marked(Event, frozen=True, kw_only=True):
    """Something that counts once, or is counted, by name."""

    name: str
    by: int = 1


@event("game.places_told")
class PlacesTold(Event, frozen=True, kw_only=True):
    """Which units are near which objective token."""

    places: Mapping[str, tuple[str, ...]]
    source: Literal["told", "board"] = "told"


@event("game.holds_told")
class HoldsTold(Event, frozen=True, kw_only=True):
    """Score only: which side scores at which token."""

    holds: Mapping[str, Holder]
    marks: tuple[str, ...] = ()
    counts: Mapping[str, int] = {}


@event("game.scored")
class Scored(Event, frozen=True, kw_only=True):
    """Victory points, with their card, round and reason."""

    score: Score


@event("game.cleaned_up")
class CleanedUp(Event, frozen=True, kw_only=True):
    """The End Phase removed command cards, tokens, orders and Pass pools."""

    losses: Mapping[str, int] = {}


@event("game.went", version=2)
class StackSaved(Event, frozen=True, kw_only=True):
    """Where the game stands now: replaying needs no rules."""

    todo: tuple[AnyStep, ...]
    named: int = 0


upcast("game.went", 1)(lift_stack)
upcast("game.opened", 1)(dict)


# The end ---------------------------------------------------------------------------------------------------


@event("game.ended")
class GameEnded(Event, frozen=True, kw_only=True):
    """The game is decided."""

    ended: Ended


@event("game.closed")
class GameClosed(Event, frozen=True, kw_only=True):
    """Nothing more happens; every seed is open, by what was committed to."""

    seeds: Mapping[str, str] = {}
