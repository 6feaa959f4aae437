"""What a seat may send in a game: an answer to the prompt it saw, or a change to its own units.

Forms, API, command line, and programs that play share this vocabulary.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from muster.rules.game.spots import Way
from muster.rules.game.table import Edge, Holder, Side

Token: TypeAlias = Literal[
    "aim", "dodge", "surge", "observation", "standby", "ion", "poison", "immobilize", "shield-off",
    "vehicle-damage", "smoke", "charge", "bane", "commander",
]  # fmt: skip
"""The kinds of tokens that a player can add and remove by a tap."""
CardState: TypeAlias = Literal["ready", "exhausted", "expended"]


def tag_of(name: str) -> str:
    """The name used in JSON: `PassTurn` is `pass-turn`."""
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")


class Input(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag=tag_of, forbid_unknown_fields=True
):
    """Anything that a seat sends."""


class Answer(Input, frozen=True, kw_only=True):
    """An answer to the prompt with this id."""

    prompt: str


class Done(Answer, frozen=True, kw_only=True):
    """Confirms that something was done on the table."""


class Dice(Answer, frozen=True, kw_only=True):
    """A roll. Without `faces` the app rolls; otherwise they are what the player's own dice show."""

    faces: tuple[str, ...] = ()


class TakeEdge(Answer, frozen=True, kw_only=True):
    """The edge of the table that Blue chooses, as seen by Blue."""

    edge: Edge


class ChangeCard(Answer, frozen=True, kw_only=True):
    """A change to the mission while it is being built, or a pass."""

    change: Literal["objective", "secondary", "own-advantage", "their-advantage", "become-blue", "pass"]


class Units(Answer, frozen=True, kw_only=True):
    """The units chosen."""

    units: tuple[str, ...] = ()


class Picked(Answer, frozen=True, kw_only=True):
    """What was chosen of the things offered; on a board also the path of a move."""

    options: tuple[str, ...] = ()
    way: Way | None = None


class Lay(Answer, frozen=True, kw_only=True):
    """The command card to lay facedown."""

    card: str


class HasPriority(Answer, frozen=True, kw_only=True):
    """The side that has priority."""

    side: Side


class Activate(Answer, frozen=True, kw_only=True):
    """The unit to activate."""

    unit: str


class DrawToken(Answer, frozen=True, kw_only=True):
    """Draw an order token from the pool; with a `rank` it was drawn from the player's own bag."""

    rank: str = ""


class PassTurn(Answer, frozen=True, kw_only=True):
    """Pass instead of activating a unit."""


class Finish(Answer, frozen=True, kw_only=True):
    """End the unit's activation. `waits`: it has not entered the table yet."""

    waits: bool = False


class Say(Answer, frozen=True, kw_only=True):
    """Yes or no."""

    yes: bool


class Places(Answer, frozen=True, kw_only=True):
    """Which of a seat's units have their leader within half range of which objective token. A seat answers
    for both sides if it names the other's units, too, or sets `both`."""

    places: Mapping[str, tuple[str, ...]] = {}
    both: bool = False


class RoundTold(Answer, frozen=True, kw_only=True):
    """Score only: who scores at which token, and what else the cards ask for."""

    holds: Mapping[str, Holder] = {}
    marks: tuple[str, ...] = ()
    counts: Mapping[str, int] = {}


class Take(Answer, frozen=True, kw_only=True):
    """Special Operations: the action that the unit takes, on a unit or at a token; without an `action` its
    activation ends. On a board a move has a path."""

    action: str = ""
    on: str = ""
    way: Way | None = None


class Stands(Answer, frozen=True, kw_only=True):
    """On a board: where a unit or a token is placed; without a path it stays where it is, if it may."""

    way: Way | None = None


class Strike(Answer, frozen=True, kw_only=True):
    """An attack with these weapons on a unit in sight and in reach, which has so much cover by terrain, or
    touches its side's vehicle (`hull`); where the vehicle is attacked, from which of its arcs. Without a
    target it is left."""

    target: str = ""
    weapons: tuple[str, ...] = ()
    cover: int = 0
    arc: Literal["", "front", "sides", "rear"] = ""
    hull: bool = False


class Spend(Answer, frozen=True, kw_only=True):
    """Tokens spent in an attack: an Aim or an Observation on these dice, Surges. `faces` are what one's own
    dice show then, `lender` another unit whose token it is. None: no more."""

    token: str = ""
    number: int = 1
    dice: tuple[int, ...] = ()
    faces: tuple[str, ...] = ()
    lender: str = ""


class Defend(Answer, frozen=True, kw_only=True):
    """The defender's sheet of an attack, all of it at once: the die that a Suppressed attacker loses, whether
    the target holds at any cost, whether Backup cancels Hits, how many Dodges and Surges it spends at most.
    Dodges may be another unit's (`lender`). A number left out is asked for once those dice lie. In a standard
    game `shields` are how many are turned off, and `guardian` which allies take how many Hits; a number left
    out is as is best."""

    die: str = ""
    hold: bool = False
    backup: bool = False
    dodges: int | None = None
    surges: int | None = None
    shields: int | None = None
    guardian: Mapping[str, int] = {}
    lender: str = ""


class BeginAttack(Input, frozen=True, kw_only=True):
    """Begin an attack with a unit: as an action, or for another reason."""

    unit: str
    why: Literal["action", "free", "standby", "overrun"] = "action"


class Declare(Answer, frozen=True, kw_only=True):
    """Whom a unit attacks, with how many of each weapon, and what the table shows. Without weapons those are
    taken that do most. `look`: the sheet is shown with it; `roll`: dice fall; `another`: the next pool
    attacks another unit. `surges` are spent at most."""

    target: str = ""
    weapons: Mapping[str, int] = {}
    facts: Mapping[str, str] = {}
    surges: int | None = None
    then: Literal["look", "roll", "another"] = "look"


class EnterSum(Input, frozen=True, kw_only=True):
    """What an attack came to on the table, entered as a sum: wounds, whether a Hit or a Critical was shown,
    and the tokens that were spent."""

    wounds: int
    struck: bool = False
    aims: int = 0
    dodges: int = 0


class NotSo(Input, frozen=True, kw_only=True):
    """The other player does not see it so: this fact of an attack is told again, before dice fall."""

    fact: str


class SetAttacks(Input, frozen=True, kw_only=True):
    """Choose how a seat resolves its own attacks from now on."""

    mode: Literal["full", "sum", "remind"]


class SetDice(Input, frozen=True, kw_only=True):
    """Choose whose dice a seat rolls from now on: the app's, or its own, whose faces it enters."""

    dice: Literal["app", "own"]


class LeaveAttack(Answer, frozen=True, kw_only=True):
    """Do not attack after all."""


class CountActions(Input, frozen=True, kw_only=True):
    """Count the actions of activations from now on, or stop counting them."""

    on: bool


class RowChange(Input, frozen=True, kw_only=True):
    """A change to one of a seat's units."""

    unit: str


class React(RowChange, frozen=True, kw_only=True):
    """A unit uses its Standby on the enemy that has just acted: it moves or attacks."""

    what: Literal["move", "attack"] = "attack"


class Wound(RowChange, frozen=True, kw_only=True):
    """A unit suffers wounds, or heals if `number` is negative; `by` is the attacker if known."""

    number: int = 1
    by: str = ""


class Suppress(RowChange, frozen=True, kw_only=True):
    """A unit gains or loses Suppression."""

    number: int = 1


class Tokens(RowChange, frozen=True, kw_only=True):
    """A unit gains or loses tokens of a kind."""

    token: Token
    number: int = 1


class TurnCard(RowChange, frozen=True, kw_only=True):
    """An upgrade of a unit is exhausted, expended, or ready again."""

    card: str
    to: CardState


class Defeat(RowChange, frozen=True, kw_only=True):
    """A unit is defeated. `near`: by an attack from within range 1."""

    by: str = ""
    near: bool = False


class Claim(RowChange, frozen=True, kw_only=True):
    """A unit claims an asset that nobody holds and that it contests."""

    marker: str


class Act(RowChange, frozen=True, kw_only=True):
    """A unit does something that its mission, a card or a keyword allows, at a token if it needs one."""

    what: str
    marker: str = ""


class Order(RowChange, frozen=True, kw_only=True):
    """A unit receives an order from something other than the command card: `why` is a keyword or another
    reason, `by` the unit that has the keyword."""

    why: str
    by: str = ""


class Correct(Input, frozen=True, kw_only=True):
    """Propose how a line of the score should read. `line` counts from 0 and keeps its card, round and reason;
    -1 adds a line. The other player has to agree."""

    points: int
    line: int = -1
    side: Side = "blue"
    card: str = ""
    round: int = 0


class Agree(Input, frozen=True, kw_only=True):
    """Accept or reject the correction that the other player proposed; rejecting one's own withdraws it."""

    yes: bool


class Concede(Input, frozen=True, kw_only=True):
    """Concede the game."""


class EndHere(Input, frozen=True, kw_only=True):
    """Ask to end the game as it stands. It ends once both have asked; asking again withdraws the request."""


class ScoreOnly(Input, frozen=True, kw_only=True):
    """Ask to keep only the score from the next round on. It takes effect once both have asked; asking again
    withdraws the request."""


AnyAnswer: TypeAlias = (
    Done | Dice | TakeEdge | ChangeCard | Units | Picked | Lay | HasPriority | Activate | DrawToken
    | PassTurn | Finish | Say | Places | RoundTold | Take | Strike | Spend | Defend | Declare | LeaveAttack
)  # fmt: skip
AnyChange: TypeAlias = (
    Wound | Suppress | Tokens | Defeat | Claim | Act | Order | React | BeginAttack | EnterSum | NotSo
    | SetAttacks | SetDice | TurnCard | CountActions | Correct | Agree | EndHere | ScoreOnly | Concede
)  # fmt: skip
AnyInput: TypeAlias = AnyAnswer | AnyChange
