"""The steps of a game: what has to be settled next, by a player or automatically. A step holds no secret. Its
id is also the prompt's; it is unique in the game and says where the game stands: `r2.turn5.draw`.

Read `muster.rules.game.steps.step` first (`Choose` and `Roll`, the two kinds that cards use), then
`muster.rules.game.steps.choices` (what may be chosen). `muster.rules.game.kernel` settles steps.
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
"""The moments at which cards take effect."""


class Confirm(Step, frozen=True, kw_only=True):
    """Something is done on the table; either player, or only the one named, confirms it."""

    about: str
    seat: Seat | None = None


class ColourRoll(Step, frozen=True, kw_only=True):
    """One die decides who is Blue (rule 457)."""


class ColourPools(Step, frozen=True, kw_only=True):
    """Each player rolls four black dice to decide who is Blue (standard games). `tries` counts the attempts;
    `first` is what seat one rolled in this one."""

    tries: int = 1
    seat: Seat = "one"
    first: tuple[Face, ...] = ()


class ChooseEdge(Step, frozen=True, kw_only=True):
    """Blue chooses an edge of the table (rule 458)."""


class DrawMission(Step, frozen=True, kw_only=True):
    """The mission is drawn (rules 459, 460)."""


class MissionSetup(Step, frozen=True, kw_only=True):
    """Objective, secondary and advantages are set up (rule 461)."""


class ChangeMission(SeatStep, frozen=True, kw_only=True):
    """A player changes a card of the mission or passes (standard games); `left` turns remain."""

    left: int


class RevealCard(SeatStep, frozen=True, kw_only=True):
    """A card of a seat's battle deck is revealed for the mission (standard games)."""

    kind: Literal["objective", "secondary", "advantage"]


class Effects(Step, frozen=True, kw_only=True):
    """The cards in force take effect at a moment."""

    hook: Hook
    unit: str = ""
    by: str = ""


class Gain(Step, frozen=True, kw_only=True):
    """A card gives units Suppression or wounds."""

    units: tuple[str, ...]
    what: Literal["suppression", "wound"]
    number: int
    why: str


class Shaken(Step, frozen=True, kw_only=True):
    """A unit has gained Suppression and it is known whether it is Panicked: it drops what it must, and cards
    take effect."""

    unit: str


class Fall(Step, frozen=True, kw_only=True):
    """A unit is defeated unless something has saved it."""

    unit: str
    by: str = ""
    near: bool = False


class Deploy(Step, frozen=True, kw_only=True):
    """Units with Prepared Position are deployed one at a time, Blue first (rule 463)."""

    seat: Seat | None = None


class BeginRound(Step, frozen=True, kw_only=True):
    """The next round begins."""


class LayCard(Step, frozen=True, kw_only=True):
    """Both players choose a command card and lay it facedown."""


class TellPriority(Step, frozen=True, kw_only=True):
    """Command cards are played on the table: a player enters who has priority."""


class PriorityRoll(Step, frozen=True, kw_only=True):
    """Equal pips: Blue rolls a red defence die to decide priority (G32)."""


class BeginOrders(Step, frozen=True, kw_only=True):
    """Priority is decided: Commanders are nominated and issue their orders."""


class GiveOrders(SeatStep, frozen=True, kw_only=True):
    """A seat issues the orders of its command card."""


class FillPools(Step, frozen=True, kw_only=True):
    """Order pools and Pass pools are filled."""


class BeginActivations(Step, frozen=True, kw_only=True):
    """The Activation Phase begins."""


class Turn(SeatStep, frozen=True, kw_only=True):
    """A seat activates a unit, draws an order token or passes. `free`: passing costs nothing, because the
    rank it drew has no unit left."""

    number: int
    free: bool = False


class PickUnit(SeatStep, frozen=True, kw_only=True):
    """A rank was drawn: the seat activates one of its units of that rank without an order."""

    number: int
    rank: Rank


class Rally(UnitStep, frozen=True, kw_only=True):
    """The activated unit rallies."""


class CheckPanic(UnitStep, frozen=True, kw_only=True):
    """Decides whether a unit is Panicked. First its player may have to check for shelter, then (`looked`) for
    a Commander in range."""

    looked: bool = False


class BeginActions(UnitStep, frozen=True, kw_only=True):
    """The unit begins its actions where they are counted; from now on the number it has is fixed."""


class UnitActs(UnitStep, frozen=True, kw_only=True):
    """The unit moves and fights on the table; its player ends the activation."""


class TellPlaces(Step, frozen=True, kw_only=True):
    """End Phase: each seat enters which of its units are near which objective tokens. `tokens` have moved and
    are asked for again; `told` are the seats that have answered."""

    tokens: tuple[str, ...] = ()
    told: tuple[Seat, ...] = ()


class TellRound(Step, frozen=True, kw_only=True):
    """Score only: who holds what at the end of the round, and the few facts that cards ask for."""


class StartOfEnd(Step, frozen=True, kw_only=True):
    """Cards take effect at the start of the End Phase."""


class ScoreRound(Step, frozen=True, kw_only=True):
    """The objective is scored, then the secondary, for both sides at once."""


class CleanUp(Step, frozen=True, kw_only=True):
    """Command cards, tokens and Pass pools are removed."""


class EndOfEnd(Step, frozen=True, kw_only=True):
    """Cards take effect at the end of the End Phase."""


class EndRound(Step, frozen=True, kw_only=True):
    """The round is over: the game ends, or the next round begins."""


AnyStep: TypeAlias = (
    Choose | Roll | Confirm | ColourRoll | ColourPools | ChooseEdge | DrawMission | MissionSetup
    | ChangeMission | RevealCard | Effects | Gain | Shaken | Fall | Deploy | BeginRound | LayCard
    | TellPriority | PriorityRoll | BeginOrders | GiveOrders | FillPools | BeginActivations | Turn | PickUnit
    | Rally | CheckPanic | BeginActions | UnitActs | TellPlaces | TellRound | StartOfEnd | ScoreRound
    | CleanUp | EndOfEnd | EndRound | AttackStep | OperationStep
)  # fmt: skip
