"""Steps of a game: something to be settled, by somebody or by itself. A step holds no secret; its id is the
prompt's, unique in its game, and tells where the game stands: `r2.turn5.draw`.

Read `muster.rules.game.steps.step` first (`Choose` and `Roll`, the two kinds that anybody answers), then
`muster.rules.game.steps.choices` (what may be chosen). How a step is settled: `muster.rules.game.kernel`.
"""

from typing import Literal, TypeAlias

from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Face
from muster.rules.game.steps.attacks import AttackStep
from muster.rules.game.steps.operations import OperationStep
from muster.rules.game.steps.step import Choose, Roll, Seat, SeatStep, Step, UnitStep

Hook: TypeAlias = Literal[
    "setup", "round", "revealed", "priority", "nominated", "ordered", "pools", "activations",
    "comes-out", "unit-start", "panic", "rallied", "unit-end", "suppressed", "falling", "defeated",
    "activations-end", "end-start", "score", "secondary", "clean", "end-end", "late-token", "ready",
    "arrived", "hidden", "declared", "rolled", "acted", "attacked", "spent", "stood-by", "shaken-out",
]  # fmt: skip
"""The moments at which cards have their say."""


class Confirm(Step, frozen=True, kw_only=True):
    """Something happens on the table alone; either player, or the one named, says that it is done."""

    about: str
    seat: Seat | None = None


class ColourRoll(Step, frozen=True, kw_only=True):
    """A die says who is Blue (rule 457)."""


class ColourPools(Step, frozen=True, kw_only=True):
    """Four black dice each say who is Blue (standard games); `tries` counts the attempts, `first` is what
    seat one rolled in this one."""

    tries: int = 1
    seat: Seat = "one"
    first: tuple[Face, ...] = ()


class ChooseEdge(Step, frozen=True, kw_only=True):
    """Blue takes an edge of the table (rule 458)."""


class DrawMission(Step, frozen=True, kw_only=True):
    """The mission is drawn (rules 459, 460)."""


class MissionSetup(Step, frozen=True, kw_only=True):
    """Objective, secondary and advantages are set up (rule 461)."""


class ChangeMission(SeatStep, frozen=True, kw_only=True):
    """A player changes the mission or passes (standard games); `left` counts the turns still to come."""

    left: int


class RevealCard(SeatStep, frozen=True, kw_only=True):
    """A card of a seat's battle deck is revealed for the mission (standard games)."""

    kind: Literal["objective", "secondary", "advantage"]


class Effects(Step, frozen=True, kw_only=True):
    """What the cards in force do at a moment."""

    hook: Hook
    unit: str = ""
    by: str = ""


class Gain(Step, frozen=True, kw_only=True):
    """Units gain Suppression, or suffer wounds, by a card."""

    units: tuple[str, ...]
    what: Literal["suppression", "wound"]
    number: int
    why: str


class Shaken(Step, frozen=True, kw_only=True):
    """A unit gained Suppression, and whether it is Panicked is known: what it drops, and what cards say."""

    unit: str


class Fall(Step, frozen=True, kw_only=True):
    """A unit that nothing saved is defeated."""

    unit: str
    by: str = ""
    near: bool = False


class Deploy(Step, frozen=True, kw_only=True):
    """Units with Prepared Position are deployed one at a time, Blue first (rule 463)."""

    seat: Seat | None = None


class BeginRound(Step, frozen=True, kw_only=True):
    """The next round begins."""


class LayCard(Step, frozen=True, kw_only=True):
    """Both lay a command card face down."""


class TellPriority(Step, frozen=True, kw_only=True):
    """Command cards are played on the table: somebody says who has priority."""


class PriorityRoll(Step, frozen=True, kw_only=True):
    """Equal pips: a red defence die of Blue's says who has priority (G32)."""


class BeginOrders(Step, frozen=True, kw_only=True):
    """Priority is known: Commanders are nominated and give their orders."""


class GiveOrders(SeatStep, frozen=True, kw_only=True):
    """A seat gives the orders of its command card."""


class FillPools(Step, frozen=True, kw_only=True):
    """Order pools and Pass pools are made."""


class BeginActivations(Step, frozen=True, kw_only=True):
    """The Activation Phase begins."""


class Turn(SeatStep, frozen=True, kw_only=True):
    """A seat activates a unit, draws a token or passes. `free`: it drew a rank that has no unit left."""

    number: int
    free: bool = False


class PickUnit(SeatStep, frozen=True, kw_only=True):
    """A rank was drawn: the seat activates a unit of it without an order."""

    number: int
    rank: Rank


class Rally(UnitStep, frozen=True, kw_only=True):
    """The activated unit rallies."""


class CheckPanic(UnitStep, frozen=True, kw_only=True):
    """Whether a unit is Panicked: somebody may have to look for shelter, then for a Commander in range."""

    looked: bool = False


class BeginActions(UnitStep, frozen=True, kw_only=True):
    """The unit begins to act, where its actions are counted: how many it has is known."""


class UnitActs(UnitStep, frozen=True, kw_only=True):
    """The unit moves and fights on the table; its player says when it is done."""


class TellPlaces(Step, frozen=True, kw_only=True):
    """End Phase: which units are near which objective tokens, each seat its own; `tokens` have moved and are
    told again, `told` are the seats that have told."""

    tokens: tuple[str, ...] = ()
    told: tuple[Seat, ...] = ()


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
    Choose | Roll | Confirm | ColourRoll | ColourPools | ChooseEdge | DrawMission | MissionSetup
    | ChangeMission | RevealCard | Effects | Gain | Shaken | Fall | Deploy | BeginRound | LayCard
    | TellPriority | PriorityRoll | BeginOrders | GiveOrders | FillPools | BeginActivations | Turn | PickUnit
    | Rally | CheckPanic | BeginActions | UnitActs | TellPlaces | TellRound | StartOfEnd | ScoreRound
    | CleanUp | EndOfEnd | EndRound | AttackStep | OperationStep
)  # fmt: skip
