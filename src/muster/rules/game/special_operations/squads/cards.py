"""The cards of Special Operations as values: units, loadouts, command cards, squads, editions, conditions.

The data files hold exactly these fields; `squads` reads them.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from muster.rules.cards.values import Fact
from muster.rules.cards.vocabulary import Faction, Rank, UnitType
from muster.rules.dice.faces import Face
from muster.rules.game.missions import Worded, Zone

EditionId: TypeAlias = Literal["playtest", "v1.1"]
LoadoutSideName: TypeAlias = Literal["a", "b"]
EDITIONS: Final[tuple[EditionId, ...]] = get_args(EditionId)
DEFAULT: Final[EditionId] = "playtest"
BASE_MM: Final = 27


class Ability(Fact, frozen=True, kw_only=True):
    """An ability of a unit or a keyword of a weapon with its numbers. `marker` says what using it costs:
    nothing to say, an action, two actions, or a free one. `of` are the words behind the colon (AI: Attack),
    `units` the cards it speaks of."""

    id: str
    value: int = 0
    inches: int = 0
    marker: Literal["none", "action", "two", "free"] = "none"
    of: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


class Weapon(Fact, frozen=True, kw_only=True):
    """Dice and keywords. 0 inches is a melee weapon, None has no limit; `melee` may be used in both."""

    inches: int | None = 0
    red: int = 0
    black: int = 0
    white: int = 0
    melee: bool = False
    keywords: tuple[Ability, ...] = ()

    @property
    def pool(self) -> tuple[int, int, int]:
        """The dice, strongest first."""
        return (self.red, self.black, self.white)

    def keyword(self, id: str) -> int:
        """The value of a keyword, 0 without it."""
        return sum(keyword.value for keyword in self.keywords if keyword.id == id)


class Sourced(Fact, frozen=True, kw_only=True):
    """A record with where its values were read: `source`, and `sources` of single fields that differ."""

    id: str
    name: str
    source: str = ""
    sources: Mapping[str, str] = {}

    def source_of(self, field: str) -> str:
        """Where a value was read."""
        return self.sources.get(field, self.source)


class UnitCard(Sourced, frozen=True, kw_only=True):
    """A unit card. Without a `defence` die it rolls none; a `courage` of None gains no Suppression.

    Its abilities are those of Special Operations, and some differ from the core rules (rule 319)."""

    rank: Rank
    type: UnitType = "trooper"
    defence: Literal["red", "white"] | None = None
    wounds: int
    courage: int | None = None
    speed: int = 0
    base_mm: int = BASE_MM
    melee: Weapon | None = None
    ranged: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """All weapons, the melee weapon first."""
        return ((self.melee,) if self.melee else ()) + self.ranged

    def ability(self, id: str) -> Ability | None:
        """Its ability of this id."""
        return next((ability for ability in self.abilities if ability.id == id), None)


class Meaning(Fact, frozen=True, kw_only=True):
    """What an ability or keyword means, in our words; {value}, {inches} and {of} are those of the card."""

    id: str
    name: str
    text: str
    rules: tuple[int, ...] = ()


class Swap(Fact, frozen=True, kw_only=True):
    """A loadout that replaces one unit of the squad by another."""

    out: str
    into: str


class EffectCard(Sourced, frozen=True, kw_only=True):
    """A card that does something, in our words with its numbers. `units` are the cards it speaks of, all of
    the squad without any; these have `gains` and the `weapon` while it is in force. `words` are those of its
    own choices and dice."""

    text: str
    value: int = 0
    inches: int = 0
    units: tuple[str, ...] = ()
    gains: tuple[Ability, ...] = ()
    weapon: Weapon | None = None
    words: Mapping[str, Mapping[str, Worded]] = {}


class LoadoutSide(EffectCard, frozen=True, kw_only=True):
    """One side of a loadout card, in force for the whole game."""

    swap: Swap | None = None


class Loadout(Fact, frozen=True, kw_only=True):
    """A double-sided loadout card: the ids of its sides (rule 302)."""

    a: str
    b: str

    def side(self, name: LoadoutSideName) -> str:
        """The id of a side."""
        return self.a if name == "a" else self.b


class Order(Fact, frozen=True, kw_only=True):
    """Orders to `count` units, to each eligible one without a count; of a rank, a type or these cards."""

    count: int | None = None
    rank: Rank | None = None
    type: UnitType | None = None
    units: tuple[str, ...] = ()


class CommandCard(EffectCard, frozen=True, kw_only=True):
    """A command card: of a faction, or of one squad without a faction. `orders` are alternatives; each is a
    list of orders that are all given. No alternative means no orders."""

    faction: Faction | None = None
    pips: int
    orders: tuple[tuple[Order, ...], ...] = ()
    returns: bool = False


class SquadUnit(Fact, frozen=True, kw_only=True):
    """A unit card of a squad and how often it is there."""

    unit: str
    copies: int = 1


class Squad(Sourced, frozen=True, kw_only=True):
    """A predetermined squad: its units, three loadout cards, two command cards of its own (rules 287, 289,
    302). `rules` list its units, its own command cards, and those of its faction, where a document does."""

    faction: Faction
    units: tuple[SquadUnit, ...]
    loadouts: tuple[Loadout, Loadout, Loadout]
    cards: tuple[str, str]
    rules: tuple[int, ...] = ()


class UnitChange(Fact, frozen=True, kw_only=True):
    """What another edition says of a unit."""

    name: str | None = None
    rank: Rank | None = None


class MissionChange(Fact, frozen=True, kw_only=True):
    """What another edition says of a mission."""

    name: str | None = None
    zones: tuple[Zone, ...] | None = None
    setup: str | None = None
    special: str | None = None


class Edition(Sourced, frozen=True, kw_only=True):
    """An edition: where its rules differ, and what it changes in the base data.

    `taken_die` is the die lost by a Suppressed attacker (rule 309), `covert` the token of a covert unit (325
    to 327), `claims_codes` who may claim dropped tokens (353, S4). Of `codes` the first token is the Codes
    (356); with `ambushers_deploy` Red may begin on the table (366). `inches` are distances of rules that are
    on no card. `said` are numbered rules that it words otherwise than document 001.
    """

    default: bool = False
    taken_die: Literal["any", "strongest"]
    dash_climbs: bool
    covert: Literal["condition-token", "order-token"]
    claims_codes: Literal["both", "crack-squad"]
    codes: tuple[int, int, int]
    ambushers_deploy: bool
    backup: bool
    inches: Mapping[str, int] = {}
    squads: tuple[str, ...] = ()
    squad_names: Mapping[str, str] = {}
    rosters: Mapping[str, tuple[SquadUnit, ...]] = {}
    rules: Mapping[str, tuple[int, ...]] = {}
    units: Mapping[str, UnitChange] = {}
    command_names: Mapping[str, str] = {}
    missions: Mapping[str, MissionChange] = {}
    said: Mapping[int, str] = {}


class Condition(Fact, frozen=True, kw_only=True):
    """A row of the condition chart, by the face of the white die (rules 378 to 383)."""

    id: str
    name: str
    face: Face
    text: str
    value: int = 0
    least: int = 0
    rules: tuple[int, ...] = ()
