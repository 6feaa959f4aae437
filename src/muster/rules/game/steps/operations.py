"""Steps of Special Operations: what is decided, rolled, done and fought. An attack goes through its stages in
steps that hold it."""

from typing import Final, Literal, TypeAlias

import msgspec

from muster.rules.dice.faces import Die, Face
from muster.rules.game.steps.step import Seat, SeatStep, Step, UnitStep

Stage: TypeAlias = Literal[
    "begin", "pool", "roll", "reroll", "again", "dodge", "defence", "save", "wounds", "suppression",
    "suppressive", "over",
]  # fmt: skip
Kind: TypeAlias = Literal["any", "melee", "ranged"]
Arc: TypeAlias = Literal["", "front", "sides", "rear"]
ACTIONS_EACH: Final = 2
"""The actions of a unit in its activation."""


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack on its way. `terrain` is the cover that was told, `criticals` and `hits` what is left of the
    roll, `struck` what it showed once converted, `parried` the dodges spent on it, `lent` whether a Clone
    Trooper has lent a token. With Arsenal it may be one of several `pools`, each at a target of its own.
    `again` are dice to be rolled once more that nobody has rolled yet."""

    by: str
    on: str
    weapons: tuple[str, ...]
    melee: bool = False
    dice: tuple[Die, ...] = ()
    faces: tuple[Face, ...] = ()
    terrain: int = 0
    arc: Arc = ""
    converting: bool = False
    criticals: int = 0
    hits: int = 0
    struck: int = 0
    shown: int = 0
    parried: int = 0
    saves: tuple[Face, ...] = ()
    wounds: int = 0
    lent: bool = False
    why: str = ""
    pool: int = 1
    pools: int = 1
    again: tuple[int, ...] = ()


class ColourDice(Step, frozen=True, kw_only=True):
    """Three red attack dice each say who is Red (rules 290 to 294); `first` is what seat one rolled."""

    tries: int = 1
    seat: Seat = "one"
    first: tuple[Face, ...] = ()


class PickLoadouts(Step, frozen=True, kw_only=True):
    """Both pick a side of each loadout card in secret (rules 302, 303)."""


class DeployUnit(Step, frozen=True, kw_only=True):
    """One unit is deployed, or a covert token in its place; by turns, Blue first. Without a seat deployment
    begins."""

    seat: Seat | None = None
    number: int = 0


class DealCodes(SeatStep, frozen=True, kw_only=True):
    """Red gives the tokens of The Codes! to these units, in secret: all, or those that the `holders` had
    (rules 356, 360)."""

    units: tuple[str, ...]
    holders: tuple[str, ...] = ()


class Release(Step, frozen=True, kw_only=True):
    """A token of The Codes! changes its place: what it is stays with who knows it (rules 353, 357, 358)."""

    unit: str
    to: str


class Look(UnitStep, frozen=True, kw_only=True):
    """Blue looks at the token of a unit (rules 352, 362)."""

    by: str = ""


class Stand(UnitStep, frozen=True, kw_only=True):
    """On a board: somebody says where a unit or a token stands: wholly in a `zone`, touching what it is
    `near` or at so many inches of it, at the end of a move of this `speed`. It may `stay`, or only `turn`."""

    why: str
    zone: str = ""
    near: str = ""
    inches: int = 0
    speed: int = 0
    stays: bool = False
    turn: bool = False


class OrderUnits(SeatStep, frozen=True, kw_only=True):
    """A seat gives the orders of its command card (rule 300)."""


class Acting(UnitStep, frozen=True, kw_only=True):
    """A unit takes its actions: so many are `left`. `only` are those it was given by a card outside its own
    activation; `entered`: it came out of the Ambush Network in this one."""

    left: int = ACTIONS_EACH
    number: int = 1
    only: tuple[str, ...] = ()
    entered: bool = False


class Sheet(UnitStep, frozen=True, kw_only=True):
    """A unit attacks: whom, with what, and which cover its target has. An optional attack may be left.
    `declared` are the pools it has formed against other targets already."""

    kind: Kind = "any"
    targets: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    optional: bool = False
    why: str = ""
    declared: tuple[Attack, ...] = ()


class Fight(SeatStep, frozen=True, kw_only=True):
    """The next stage of an attack."""

    stage: Stage
    attack: Attack


class Suffer(Step, frozen=True, kw_only=True):
    """Units gain Suppression, suffer wounds, or lose either, by a card or a mission."""

    units: tuple[str, ...]
    what: Literal["suppression", "wound"]
    number: int
    by: str = ""


class Unmask(SeatStep, frozen=True, kw_only=True):
    """Covert tokens are opened (rule 327)."""

    tokens: tuple[str, ...]


class Rallies(Step, frozen=True, kw_only=True):
    """The activated unit rallies (rule 307)."""

    unit: str


class Done(Step, frozen=True, kw_only=True):
    """A unit's activation is over."""

    unit: str


OperationStep: TypeAlias = (
    ColourDice | PickLoadouts | DeployUnit | DealCodes | Release | Look | Stand | OrderUnits
    | Acting | Sheet | Fight | Suffer | Unmask | Rallies
    | Done
)  # fmt: skip
