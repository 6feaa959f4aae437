"""The parts of Tours of Duty as values. The data files hold exactly these fields; texts are our own words."""

from typing import Literal, TypeAlias

from msgspec import field

from muster.rules.campaign.library.rewards import FactId, Reward
from muster.rules.cards.values import Fact, KeywordUse
from muster.rules.cards.vocabulary import Faction, Rank, Slot, UnitType
from muster.rules.dice.faces import Face

Effects: TypeAlias = Literal["known", "manual"]
"""Whether the app carries an effect out, or a person at the table does (`manual`, for homebrew)."""


class Part(Fact, frozen=True, kw_only=True):
    """What every part has: a slug as id, its name, what it does in our words.

    `homebrew` is set when the part was read from a club's own file, never by the official data.
    """

    id: str
    name: str
    words: str
    homebrew: bool = False


class Arc(Part, frozen=True, kw_only=True):
    """A story arc: three agendas, its own commendation, setback and trait, and its turning point (rule 29).

    `faction` is whom the arc is meant for; anybody may play it (rule 126).
    """

    agendas: tuple[str, ...]
    commendation: str
    setback: str
    trait: str
    turning_point: str
    faction: Faction | None = None


class Threshold(Fact, frozen=True, kw_only=True):
    """What one progress needs: so many of what the agenda counts, and every named fact."""

    count: int = 0
    facts: tuple[FactId, ...] = ()


class Agenda(Part, frozen=True, kw_only=True):
    """An agenda: `words` say how it is worked on, `counts` what is counted, `setup` what is done before.

    It progresses at `first`, and once more at `again` (R11). `needed` boxes complete it (rule 70);
    `needed_assumed` marks a number that the card leaves out (ruling A52). The record may name up to `names`
    units (any number for None), with `spares_paragon` not the Paragon; with `counted` "surviving", those not
    defeated are what is counted. `marked_ranks` is read off a black die during setup (Persons of Interest).
    """

    arc: str
    needed: int
    counts: str
    first: Threshold
    again: Threshold
    reward: Reward
    setup: str = ""
    needed_assumed: bool = False
    names: int | None = 0
    counted: Literal["count", "surviving"] = "count"
    spares_paragon: bool = False
    marked_ranks: dict[Face, Rank] | None = None


class Needs(Fact, frozen=True, kw_only=True):
    """What a commendation asks of a unit; an empty field asks nothing. Of `ranks`, `unit_types` and
    `keywords` one is enough, of `commendations` all are needed."""

    veteran_rank: int = 0
    ranks: tuple[Rank, ...] = ()
    unit_types: tuple[UnitType, ...] = ()
    keywords: tuple[str, ...] = ()
    commendations: tuple[str, ...] = ()
    paragon: bool = False


class Grants(Fact, frozen=True, kw_only=True):
    """What a unit gains for good. A keyword value of "slots" is the number of its slots of that kind."""

    keywords: tuple[KeywordUse, ...] = ()
    slots: tuple[Slot, ...] = ()
    courage: int = 0
    resilience: int = 0
    wound_threshold: int = 0


class Variant(Fact, frozen=True, kw_only=True):
    """Grants for some units only: of these ranks, of these types."""

    grants: Grants
    ranks: tuple[Rank, ...] = ()
    unit_types: tuple[UnitType, ...] = ()


OncePer: TypeAlias = Literal["game", "round"]


class Commendation(Part, frozen=True, kw_only=True):
    """A commendation; `high` ones are limited to one for each unit (rule 251).

    `grants` go to every unit; of `variants` the first that fits adds its own. `widens` names the
    commendation whose use this one makes once per round; `may_raise` a keyword that a unit having it may
    raise by 1 instead of gaining the new one. `once_per` is how often its effect may be used.
    """

    high: bool = False
    arc: str | None = None
    needs: Needs = Needs()
    grants: Grants = Grants()
    variants: tuple[Variant, ...] = ()
    once_per: OncePer | None = None
    widens: str | None = None
    may_raise: str | None = None
    effects: Effects = "known"


class Setback(Part, frozen=True, kw_only=True):
    """A setback. `face` is its row on the chart; an arc's own setback stands under Critical (rule 211).

    `stacks`: may be held several times. `second_gain`: a second one makes the unit a casualty.
    `points`: what it adds to the unit's cost in an army.
    """

    face: Face | None = None
    arc: str | None = None
    stacks: bool = False
    points: int = 0
    second_gain: Literal["casualty"] | None = None
    effects: Effects = "known"


class Trait(Part, frozen=True, kw_only=True):
    """A defining trait of a Paragon, over after `games` games (rules 46, 221). `grants` last as long."""

    face: Face | None = None
    arc: str | None = None
    games: int = 2
    grants: Grants = Grants()
    effects: Effects = "known"


AssetEffect: TypeAlias = Literal[
    "guest-unit",
    "guest-commander",
    "guest-upgrade",
    "no-casualty-check",
    "bombardment",
    "infiltrate",
    "over-rank-maximum",
    "switch-agenda",
]


class Asset(Part, frozen=True, kw_only=True):
    """A strategic asset: its cost in SP, how often it may be requested in a sequence, how many be held."""

    cost: int
    per_sequence: int = 1
    held: int = 1
    in_own_turning_point: bool = True
    kept_unless_used: bool = False
    effect: AssetEffect


AidCost: TypeAlias = Literal["flat", "veteran-rank", "asset"]


class Aid(Part, frozen=True, kw_only=True):
    """An aid request. `flat` costs `sp`; `veteran-rank` 1 SP for each rank, at least 1; `asset` its price."""

    cost: AidCost
    sp: int = 0
    repeatable: bool = False
    potential: int = 0


class ParagonCard(Part, frozen=True, kw_only=True):
    """A command card that a Paragon may unlock (rule 273). It is ordered as `orders` says."""

    pips: int
    orders: str
    returns_to_hand: bool = False


class CampaignKeyword(Part, frozen=True, kw_only=True):
    """A keyword of the campaign. `removed_by` is the turning point whose victory takes it away."""

    removed_by: str | None = None


class Zone(Fact, frozen=True, kw_only=True):
    """A rectangle of a player's territory, in squares of 6 inches: x from the left, y from Red's edge."""

    player: Literal["red", "blue"]
    left: float
    top: float
    right: float
    bottom: float


class MapToken(Fact, frozen=True, kw_only=True):
    """A token on the map. `contest` is the range it is contested from, where it is not the usual half; `only`
    the rank that alone contests it."""

    name: str
    x: float
    y: float
    kind: Literal["poi", "asset"] = "poi"
    contest: int | None = None
    only: Rank | None = None
    holds: int = 0


class MissionMap(Fact, frozen=True, kw_only=True):
    """The table of a turning point: 12 by 6 squares (ruling A49), territories and tokens."""

    width: int = 12
    height: int = 6
    zones: tuple[Zone, ...]
    tokens: tuple[MapToken, ...]


class TurningPoint(Part, frozen=True, kw_only=True):
    """A turning point mission. Its owner is Blue (rule 48). `spoils` are what either player may earn at the
    end; `victory` and `loss` are the owner's rewards, none for a draw (R17). A record may
    name up to `names` units."""

    arc: str
    map: MissionMap
    names: int = 0
    setup: str
    scoring: str
    secondary: str = ""
    blue_advantage: str = ""
    red_advantage: str = ""
    spoils: Reward = field(default_factory=Reward)
    victory: Reward
    loss: Reward


class Question(Fact, frozen=True, kw_only=True):
    """A fact that an agenda or a mission asks the players about, as a yes-or-no question. `told` is the same
    as the end of a sentence, answered with yes."""

    id: str
    words: str
    told: str = ""
    homebrew: bool = False
