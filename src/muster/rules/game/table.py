"""The state of a game: what everybody may know, what each seat knows besides, and what the server keeps.

The table holds no secret. A `View` contains the table and at most one seat's own knowledge, so nothing that
is built from a view (options, refusals, pages, API, frames) can reveal more.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from muster.rules.cards.vocabulary import Rank, UnitType, is_a
from muster.rules.game.minis import Losses, Minis
from muster.rules.game.spots import Spot
from muster.rules.game.steps import AnyStep
from muster.rules.violations import Violation

Seat: TypeAlias = Literal["one", "two"]
Side: TypeAlias = Literal["blue", "red"]
Audience: TypeAlias = Literal["one", "two", "both", "official", "watch"]
Mode: TypeAlias = Literal["recon", "standard", "turning-point", "special-operations"]
Edition: TypeAlias = Literal["", "playtest", "v1.1"]
Level: TypeAlias = Literal["full", "score"]
AttackMode: TypeAlias = Literal["full", "sum", "remind"]
DiceWay: TypeAlias = Literal["app", "own"]
Phase: TypeAlias = Literal["lobby", "setup", "command", "activation", "end", "over"]
OrderToken: TypeAlias = Literal["", "faceup", "facedown"]
Edge: TypeAlias = Literal["near", "far", "left", "right"]
Holder: TypeAlias = Literal["", "blue", "red", "both"]
CardKind: TypeAlias = Literal["objective", "secondary", "advantage"]

SEATS: Final[tuple[Seat, ...]] = get_args(Seat)
SIDES: Final[tuple[Side, ...]] = get_args(Side)
LEADERS: Final[tuple[Rank, ...]] = ("commander", "operative")
GREEN: Final = ("aim", "dodge", "surge")
"""The green tokens that effects give and take."""
CACHED: Final = "cache-"
"""How tokens on a card with Cache begin: they are the unit's own, and stay when a round ends."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit at the table. `wounds` are those of all its miniatures, `lost` what it has suffered.

    `dossier` names it on its player's Register; `effects` are the setbacks, traits, commendations and
    campaign keywords it carries, one entry for each; `keywords` are those of its cards and those it gained;
    `upgrades` are its upgrade cards by id, its counterpart's too, left out where there are none. `gone`
    units are defeated, or were taken off alive (G25). Units of older games have no `minis`: all of theirs
    are alike. `counterpart` is its card and its upgrades; `cards` are upgrades that are exhausted or
    expended."""

    id: str
    seat: Seat
    card: str
    name: str
    rank: Rank
    unit_type: UnitType
    points: int = 0
    courage: int | None = None
    wounds: int = 1
    miniatures: int = 1
    prepared: bool = False
    keywords: tuple[str, ...] = ()
    unique: bool = False
    dossier: str = ""
    paragon: bool = False
    effects: tuple[str, ...] = ()
    lost: int = 0
    suppression: int = 0
    tokens: Mapping[str, int] = {}
    order: OrderToken = ""
    deployed: bool = False
    gone: Literal["", "defeated", "off"] = ""
    by: str = ""
    upgrades: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    counterpart: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    minis: Minis | msgspec.UnsetType = msgspec.UNSET
    losses: Losses | msgspec.UnsetType = msgspec.UNSET
    cards: Mapping[str, Literal["exhausted", "expended"]] | msgspec.UnsetType = msgspec.UNSET

    @property
    def here(self) -> bool:
        """Whether it is still in the game."""
        return not self.gone

    @property
    def stands(self) -> bool:
        """Whether it is on the table."""
        return self.deployed and not self.gone

    @property
    def is_leader(self) -> bool:
        """Whether it is a Commander or an Operative."""
        return self.rank in LEADERS or bool(self.tokens.get("commander"))

    @property
    def is_commander(self) -> bool:
        """Whether it is a Commander, or was promoted to one."""
        return self.rank == "commander" or bool(self.tokens.get("commander"))

    @property
    def counts_as(self) -> Rank:
        """The rank that cards ask for: who was promoted is a Commander (core: Promote)."""
        return "commander" if self.is_commander else self.rank

    @property
    def waits(self) -> bool:
        """Whether it is kept off the table for now and so takes no order and has no order token (G5)."""
        return self.has("waiting")

    def has(self, token: str) -> bool:
        """Whether it carries such a token."""
        return self.tokens.get(token, 0) > 0

    def is_type(self, wanted: UnitType) -> bool:
        """Whether a card that names the type `wanted` applies to this unit."""
        return is_a(self.unit_type, wanted)


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """An objective token: a point of interest or an asset, where it lies, and what has become of it.

    `side` is whose Territory it lies in. A `holder` is the unit that carries an asset; `of` is the side an
    asset or a Bunker belongs to. `reach` is the range it is contested from where that is not the usual half,
    `only` the rank that alone contests it.
    """

    id: str
    name: str
    kind: Literal["poi", "asset", "console", "transmitter", "ambush", "vehicle"] = "poi"
    x: float = 0
    y: float = 0
    side: Side | None = None
    of: Side | None = None
    wounds: int = 0
    amount: int = 0
    reach: int = 0
    only: Rank | None = None
    holder: str = ""
    gone: bool = False


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """Victory points and where they come from; `about` lists the markers and units involved."""

    side: Side
    points: int
    card: str
    reason: str
    round: int
    about: tuple[str, ...] = ()


class BattleDeck(msgspec.Struct, frozen=True, kw_only=True):
    """The mission cards a player brings to a standard game, by their ids in `data/games`."""

    objective: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()
    advantage: tuple[str, ...] = ()

    def of(self, kind: CardKind) -> tuple[str, ...]:
        """The cards of one kind."""
        return {"objective": self.objective, "secondary": self.secondary, "advantage": self.advantage}[kind]


class Chair(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody sees of a seat. `hand` counts its command cards, where the app keeps them.

    `deck` is its battle deck and `shown` what was revealed of it while the mission was built. `assets` are
    the strategic assets chosen for this game, `agenda` the one in play and `agendas` those that a Contingency
    Plan could put in its place. `wrong` is what the mode has against the army. A `squad` of Special
    Operations has the loadout sides in play as `assets`.
    """

    name: str = ""
    faction: str = ""
    army: str = ""
    points: int = 0
    ready: bool = False
    deck: BattleDeck = BattleDeck()
    shown: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()
    agenda: str = ""
    agendas: tuple[str, ...] = ()
    squad: str = ""
    wrong: tuple[Violation, ...] = ()
    hand: int = 0
    discarded: tuple[str, ...] = ()
    played: str = ""
    returns: bool = False
    pips: int = 0
    pool: tuple[Rank, ...] = ()
    passes: int = 0
    just_passed: bool = False


class Mission(msgspec.Struct, frozen=True, kw_only=True):
    """The cards in play by id; a Turning Point is its own objective and secondary."""

    objective: str = ""
    secondary: str = ""
    blue_advantage: str = ""
    red_advantage: str = ""

    def advantage(self, side: Side) -> str:
        """The advantage card of a side."""
        return self.blue_advantage if side == "blue" else self.red_advantage


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended: the winner's side (None for a draw) and the reason."""

    winner: Side | None
    ground: Literal[
        "points", "tabled", "rounds", "defeated", "draw", "conceded", "agreed", "mission", "held", "certain",
        "time",
    ]  # fmt: skip


class Plea(msgspec.Struct, frozen=True, kw_only=True):
    """A player asks the other to let an act be undone."""

    seat: Seat
    batch: str


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A player proposes how a line of the score should read; `line` -1 adds one."""

    seat: Seat
    score: Score
    line: int = -1


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know. `gained` are the keywords units have by this game alone; `todo` is a stack
    of steps, the last one open, and `named` counts those that the engine gave an id. Of a drawn `board`
    `spots` says who stands where; without one the players see it. `facts` are what was told of attacks this
    round, by attacker, target and question; `attacks` how a seat resolves its own, "" for all others. `dice`
    are those of the game, `seat_dice` those of a seat that has chosen otherwise. `limit` are the minutes of a
    game that has some; once time is called this round is its `last`."""

    mode: Mode = "recon"
    level: Level = "full"
    edition: Edition = ""
    name: str = ""
    dice: DiceWay = "app"
    seat_dice: Mapping[str, DiceWay] = {}
    cards: Literal["app", "table"] = "app"
    attacks: Mapping[str, AttackMode] = {}
    watched: bool = True
    phase: Phase = "lobby"
    round: int = 0
    chairs: Mapping[Seat, Chair] = {}
    owner: Seat | None = None
    blue: Seat | None = None
    edge: Edge | None = None
    board: str = ""
    spots: Mapping[str, Spot] = {}
    mission: Mission = Mission()
    units: Mapping[str, Unit] = {}
    gained: Mapping[str, tuple[str, ...]] = {}
    markers: Mapping[str, Marker] = {}
    priority: Seat | None = None
    acting: str = ""
    places: Mapping[str, tuple[str, ...]] = {}
    holds: Mapping[str, Holder] = {}
    marks: Mapping[str, int] = {}
    engaged: Mapping[str, tuple[str, ...]] = {}
    scores: tuple[Score, ...] = ()
    ended: Ended | None = None
    closed: bool = False
    plea: Plea | None = None
    proposal: Proposal | None = None
    switches: Mapping[str, bool] = {}
    facts: Mapping[str, str] = {}
    limit: int = 0
    last: int = 0
    todo: tuple[AnyStep, ...] = ()
    named: int = 0

    def side_of(self, seat: Seat) -> Side:
        """The colour of a seat, once it is known."""
        return "blue" if seat == self.blue else "red"

    def seat_of(self, side: Side) -> Seat:
        """The seat of a colour, once it is known."""
        blue = self.blue or "one"
        return blue if side == "blue" else other(blue)

    def dice_of(self, seat: str) -> DiceWay:
        """Whether a seat rolls the app's dice or its own."""
        return self.seat_dice.get(seat, self.dice)

    def points(self, side: Side) -> int:
        """The victory points of a side: the sum of all that was scored."""
        return sum(score.points for score in self.scores if score.side == side)

    def army(self, seat: Seat) -> Iterator[Unit]:
        """The units of a seat that still take part."""
        return (unit for unit in self.units.values() if unit.seat == seat and not unit.gone)

    def lying(self) -> Iterator[Marker]:
        """The objective tokens that are still in play."""
        return (marker for marker in self.markers.values() if not marker.gone)

    def holds_to(self, ruling: str) -> bool:
        """Whether the game keeps to a ruling that players may set otherwise; by default it does."""
        return self.switches.get(ruling, True)


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat saw when it looked at a token: whose it was, in which round, and its face. A note, not a
    live view (S5)."""

    unit: str
    round: int
    face: str


class Secret(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat knows beyond the table. `answered` is the step put to both that it has answered.

    In Special Operations: the loadout sides it picked, the unit each of its covert tokens stands for, what
    the tokens of The Codes! are that it knows, by who holds them, and what it has seen of the other's."""

    answered: str = ""
    hand: tuple[str, ...] = ()
    laid: str = ""
    loadouts: tuple[str, ...] = ()
    covert: Mapping[str, str] = {}
    codes: Mapping[str, str] = {}
    seen: tuple[Seen, ...] = ()


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """The whole state, available only to what settles steps. `players` are accounts; `seeds` belong to the
    server."""

    table: Table = Table()
    secrets: Mapping[Seat, Secret] = {}
    players: Mapping[Seat, str] = {}
    seeds: Mapping[str, str] = {}
    source: str = ""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """All that pages, the API, refusals, and programs that play are ever given."""

    audience: Audience
    table: Table
    own: Secret | None
    locked: frozenset[Seat]


UNKNOWING: Final = Secret()
NOBODY: Final[frozenset[Seat]] = frozenset()


def other(seat: Seat) -> Seat:
    """The opponent's seat."""
    return "two" if seat == "one" else "one"


def against(side: Side) -> Side:
    """The opposing side."""
    return "red" if side == "blue" else "blue"


def answered_seats(game: Game) -> frozenset[Seat]:
    """The seats that have answered a step put to both players; only for what settles the step."""
    step = game.table.todo[-1].id if game.table.todo else None
    return frozenset([seat for seat, secret in game.secrets.items() if secret.answered == step])


def watcher_view(table: Table) -> View:
    """The view of somebody who only watches."""
    return View(audience="watch", table=table, own=None, locked=NOBODY)


def view(game: Game, audience: Audience) -> View:
    """Built from nothing: a watcher has the table, a seat its own secrets as well; one phone for both has
    no secrets until it asks as one of them. Who has answered a step put to both is known to that seat and to
    that phone alone: nobody else can tell that a choice was laid, taken back or laid again."""
    if audience not in SEATS:
        locked = answered_seats(game) if audience == "both" else NOBODY
        return View(audience=audience, table=game.table, own=None, locked=locked)
    own, todo = game.secrets.get(audience, UNKNOWING), game.table.todo
    locked = frozenset((audience,)) if todo and todo[-1].id == own.answered else NOBODY
    return View(audience=audience, table=game.table, own=own, locked=locked)
