"""Steps of a game: something to be settled, by somebody or by itself. A step holds no secret; its id is the
prompt's, unique in its game, and tells where the game stands: `r2.turn5.draw`.
"""

from typing import Literal, TypeAlias

import msgspec

from muster.rules.cards.vocabulary import Rank

Seat: TypeAlias = Literal["one", "two"]


class Step(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something to be settled."""

    id: str


class Confirm(Step, frozen=True, kw_only=True):
    """Something happens on the table alone; either player, or the one named, says that it is done."""

    about: str
    seat: Seat | None = None


class ColourRoll(Step, frozen=True, kw_only=True):
    """A die says who is Blue (rule 457)."""


class ColourPools(Step, frozen=True, kw_only=True):
    """Four black dice each say who is Blue (standard games); `rolls` counts the tries."""

    tries: int = 1


class ChooseEdge(Step, frozen=True, kw_only=True):
    """Blue takes an edge of the table (rule 458)."""


class DrawMission(Step, frozen=True, kw_only=True):
    """The mission is drawn (rules 459, 460)."""


class MissionSetup(Step, frozen=True, kw_only=True):
    """Objective, secondary and advantages are set up (rule 461)."""


class ChangeMission(Step, frozen=True, kw_only=True):
    """A player changes the mission or passes (standard games); `left` counts the turns still to come."""

    seat: Seat
    left: int


class ChooseUnits(Step, frozen=True, kw_only=True):
    """A seat chooses units for a purpose: at least and at most so many of these."""

    seat: Seat
    purpose: str
    units: tuple[str, ...]
    least: int = 0
    most: int = 1
    marker: str = ""


class Deploy(Step, frozen=True, kw_only=True):
    """Units with Prepared Position are deployed one at a time (rule 463)."""

    seat: Seat


class BeginRound(Step, frozen=True, kw_only=True):
    """The next round begins."""


class LayCard(Step, frozen=True, kw_only=True):
    """Both lay a command card face down."""


class TellPriority(Step, frozen=True, kw_only=True):
    """Command cards are played on the table: somebody says who has priority."""


class PriorityRoll(Step, frozen=True, kw_only=True):
    """Equal pips: a red defence die of Blue's says who has priority (G32)."""


class GiveOrders(Step, frozen=True, kw_only=True):
    """A seat gives the orders of its command card."""

    seat: Seat


class FillPools(Step, frozen=True, kw_only=True):
    """Order pools and Pass pools are made."""


class BeginActivations(Step, frozen=True, kw_only=True):
    """The Activation Phase begins."""


class Turn(Step, frozen=True, kw_only=True):
    """A seat activates a unit, draws a token or passes. `free`: it drew a rank that has no unit left."""

    seat: Seat
    number: int
    free: bool = False


class PickUnit(Step, frozen=True, kw_only=True):
    """A rank was drawn: the seat activates a unit of it without an order."""

    seat: Seat
    number: int
    rank: Rank


class Rally(Step, frozen=True, kw_only=True):
    """The activated unit rallies."""

    seat: Seat
    unit: str


class CheckPanic(Step, frozen=True, kw_only=True):
    """Whether a unit is Panicked: somebody may have to look for a Commander in range."""

    seat: Seat
    unit: str


class UnitActs(Step, frozen=True, kw_only=True):
    """The unit moves and fights on the table; its player says when it is done."""

    seat: Seat
    unit: str


class Ask(Step, frozen=True, kw_only=True):
    """A question that needs eyes; yes or no."""

    seat: Seat | None
    what: str
    unit: str = ""


class TellPlaces(Step, frozen=True, kw_only=True):
    """End Phase: which units are near which objective tokens."""


class TellRound(Step, frozen=True, kw_only=True):
    """Score only: who holds what at the end of the round, and the few marks of the cards."""


class StartOfEnd(Step, frozen=True, kw_only=True):
    """Effects at the start of the End Phase."""


class ScoreRound(Step, frozen=True, kw_only=True):
    """Objective, then secondary, both sides at once."""


class CleanUp(Step, frozen=True, kw_only=True):
    """Command cards, tokens and Pass pools go."""


class EndOfEnd(Step, frozen=True, kw_only=True):
    """Effects at the end of the End Phase."""


class EndRound(Step, frozen=True, kw_only=True):
    """The round is over: the game ends or goes on."""


AnyStep: TypeAlias = (
    Confirm | ColourRoll | ColourPools | ChooseEdge | DrawMission | MissionSetup | ChangeMission | ChooseUnits
    | Deploy | BeginRound | LayCard | TellPriority | PriorityRoll | GiveOrders | FillPools | BeginActivations
    | Turn    | PickUnit | Rally | CheckPanic | UnitActs | Ask | TellPlaces | TellRound | StartOfEnd
    | ScoreRound | CleanUp | EndOfEnd | EndRound
)  # fmt: skip
