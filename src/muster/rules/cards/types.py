"""The cards of the game as values. The data files hold exactly these fields.

A field that is None is not printed on the card, unless its name stands in `unknown`: then we do not know it.
"""

from datetime import date
from functools import cached_property
from typing import ClassVar, Literal, TypeAlias

from msgspec import field

from muster.rules.cards.values import (
    Change,
    ConditionalPoints,
    Detachment,
    Fact,
    KeywordUse,
    Mark,
    MustEquip,
    Orders,
    OwnSlot,
    PointChange,
    RankTable,
    Release,
    Restriction,
    Weapon,
)
from muster.rules.cards.vocabulary import Affiliation, Faction, ForceSide, Kind, Rank, Slot, UnitType


class ReadFrom(Fact, frozen=True, kw_only=True):
    """Where one fact of a card was read when it was checked again."""

    fact: str
    source: str


class Named(Fact, frozen=True, kw_only=True):
    """What every card has: a two-character id (case matters), a slug for addresses, a name.

    `read_from` says of single facts where they were read when they were checked again.
    """

    id: str
    slug: str
    name: str
    title: str | None = None
    former_names: tuple[str, ...] = ()
    display_name: str | None = None
    tts_name: str | None = None
    release: Release = Release()
    changes: tuple[Change, ...] = ()
    keywords: tuple[KeywordUse, ...] = ()
    marks: tuple[Mark, ...] = ()
    unknown: tuple[str, ...] = ()
    read_from: tuple[ReadFrom, ...] = ()

    @property
    def full_name(self) -> str:
        """Name and title as a player writes them on a list."""
        return f"{self.name}, {self.title}" if self.title else self.name


class Priced(Named, frozen=True, kw_only=True):
    """A card with points. `points` of None means unpriced, never free.

    `limit` is the number of bullets: 1 unique, 2 limited, None as many as you like. Bullets count by name
    over all kinds of cards (core rulebook, unique and limited cards); a few units are unique by their title.
    """

    points: int | None = None
    points_history: tuple[PointChange, ...] = ()
    limit: int | None = None
    unique_by: Literal["name", "title"] = "name"
    unique_name: str | None = None
    weapons: tuple[Weapon, ...] = ()
    affiliation: Affiliation | None = None

    @property
    def unique(self) -> bool:
        """Whether an army may hold only one card of this name."""
        return self.limit == 1

    @property
    def bullet_name(self) -> str:
        """The name that the bullets count by, the same for every spelling of one character or thing."""
        if self.unique_by == "title" and self.title:
            return self.title
        return self.unique_name or self.name

    def has(self, keyword: str) -> bool:
        """Whether the card lists the keyword with this id."""
        return any(use.id == keyword for use in self.keywords)


class Unit(Priced, frozen=True, kw_only=True):
    """A unit card."""

    kind: ClassVar[Kind] = "unit"

    faction: Faction
    rank: Rank
    unit_type: UnitType
    miniatures: int
    wounds: int
    defence: Literal["red", "white"]
    speed: int
    courage: int | None = None
    resilience: int | None = None
    attack_surge: Literal["hit", "critical"] | None = None
    defence_surge: Literal["block"] | None = None
    slots: tuple[Slot, ...] = ()
    hirable_by: tuple[Faction, ...] = ()
    must_equip: tuple[MustEquip, ...] = ()
    detachment: Detachment | None = None
    entourage: str | None = None
    associate: str | None = None
    special_issue: str | None = None
    counterpart: str | None = None
    counterpart_required: bool = False
    base_mm: str | None = None

    @property
    def mercenary(self) -> bool:
        """A mercenary fights for the factions that may hire it."""
        return self.faction == "mercenary"

    @property
    def army_factions(self) -> tuple[Faction, ...]:
        """The factions whose armies may field the unit without a battle force."""
        return self.hirable_by if self.mercenary else (self.faction,)


class Upgrade(Priced, frozen=True, kw_only=True, dict=True, gc=True):
    """An upgrade card. `army_factions` locks it to armies of these factions."""

    kind: ClassVar[Kind] = "upgrade"

    slot: Slot
    restriction: Restriction | None = None
    army_factions: tuple[Faction, ...] = ()
    adds_slots: tuple[Slot, ...] = ()
    adds_slots_when: Restriction | None = None
    own_slot: OwnSlot | None = None
    sets_affiliation: Affiliation | None = None
    conditional_points: tuple[ConditionalPoints, ...] = ()
    needs_choice: str | None = None
    double_sided: bool = False
    use: Literal["exhaust", "expend", "none", "unknown"] = "none"
    use_action: Literal["free-card-action", "card-action", "two-actions"] | None = None
    use_by_weapon: bool = False
    use_inferred: bool = False
    use_note: str | None = None

    @cached_property
    def granted_keywords(self) -> frozenset[str]:
        """The keywords that its bearer has as long as it is equipped."""
        return frozenset(use.id for use in self.keywords if use.granted)

    @cached_property
    def turn(self) -> int:
        """When it is equipped: cards that bring as much as they use first, then those that bring anything."""
        if self.changes_bearer or self.slot in self.adds_slots:
            return 0
        return 1 if self.adds_slots else 2

    @property
    def changes_bearer(self) -> bool:
        """Whether it gives its bearer an affiliation or a lasting keyword."""
        return self.sets_affiliation is not None or bool(self.granted_keywords)

    @cached_property
    def keyword_ids(self) -> frozenset[str]:
        """The keywords that stand on it."""
        return frozenset(use.id for use in self.keywords)


class Counterpart(Priced, frozen=True, kw_only=True):
    """A counterpart card: joins one of the units in `of`.

    `brought_by` names, for units whose own card has no Counterpart, the upgrade that has it.
    """

    kind: ClassVar[Kind] = "counterpart"

    faction: Faction
    unit_type: UnitType
    wounds: int
    of: tuple[str, ...]
    brought_by: dict[str, str] = field(default_factory=dict)
    army_factions: tuple[Faction, ...] = ()
    slots: tuple[Slot, ...] = ()
    base_mm: str | None = None


class CommandCard(Named, frozen=True, kw_only=True):
    """A command card. Each restriction in `needs` must be met by a unit or counterpart of the army.

    `pips` are those the card counts as in a hand; on a few cards other ones are printed.
    """

    kind: ClassVar[Kind] = "command"

    pips: int
    printed_pips: int | None = None
    faction: Faction | None = None
    battle_force: str | None = None
    needs: tuple[Restriction, ...] = ()
    orders: Orders | None = None
    mandatory: bool = False

    @property
    def priority_pips(self) -> int:
        """The pips that decide who has priority in a game: the printed ones."""
        return self.pips if self.printed_pips is None else self.printed_pips


class BattleCard(Named, frozen=True, kw_only=True):
    """A card of the battle deck."""

    kind: ClassVar[Kind] = "battle"

    category: Literal["objective", "secondary", "advantage"]
    deck: Literal["standard", "recon"] = "standard"
    faction: Faction | None = None
    needs_map: bool = False


class UnitLimit(Fact, frozen=True, kw_only=True):
    """A battle force limits these units: all of them together, where there are several."""

    units: tuple[str, ...]
    min: int = 0
    max: int


class Choice(Fact, frozen=True, kw_only=True):
    """An option a battle force offers; it may add units, at most so many of them."""

    name: str
    adds_units: tuple[str, ...] = ()
    max_added: int | None = None


class BattleForce(Named, frozen=True, kw_only=True):
    """A battle force: its roster by the rank a unit fills, its rank tables, its own rules."""

    kind: ClassVar[Kind] = "battle-force"

    faction: Faction
    roster: dict[Rank, tuple[str, ...]]
    rank_tables: dict[str, RankTable]
    force_side: ForceSide | None = None
    chooses_side: bool = False
    command_cards: tuple[str, ...] = ()
    unique_upgrades: tuple[str, ...] = ()
    forbidden_upgrades: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    choices_to_pick: int = 0
    unit_limits: tuple[UnitLimit, ...] = ()
    field_commander_forbidden: bool = False
    corps_when_building: tuple[str, ...] = ()
    corps_for_battle_cards: bool = False
    detachment_ignored_for: tuple[str, ...] = ()
    mercenaries_as_own: bool = False
    own_faction_min: int = 0
    own_faction: Faction | None = None
    one_of_each_corps_first: bool = False
    free_upgrades: tuple[str, ...] = ()
    free_upgrades_on: Restriction | None = None
    one_per_unit: dict[str, str] = field(default_factory=dict)
    extra_slots: dict[str, tuple[Slot, ...]] = field(default_factory=dict)
    unit_type_min: int = 0
    unit_type: UnitType | None = None
    affiliation_required: Affiliation | None = None
    affiliation_follows_leaders: bool = False
    clan_upgrade: str | None = None
    clan_upgrade_for_leaders: str | None = None

    @property
    def sides(self) -> tuple[ForceSide, ...]:
        """The sides of the Force an army of it can be on: its own, either if the player chooses, or none."""
        if self.chooses_side:
            return ("light", "dark")
        return (self.force_side,) if self.force_side else ()

    @property
    def units(self) -> tuple[str, ...]:
        """The ids of every unit on the roster, in rank order; choices may add more."""
        return tuple(dict.fromkeys(unit for units in self.roster.values() for unit in units))


Card: TypeAlias = Unit | Upgrade | CommandCard | BattleCard | Counterpart | BattleForce


class Keyword(Fact, frozen=True, kw_only=True):
    """A keyword with its meaning in our own words."""

    id: str
    name: str
    type: Literal["unit", "weapon", "upgrade", "campaign", "other"]
    meaning: str
    parameters: str | None = None
    takes_value: bool = False
    builds_armies: bool = False
    on_cards: bool = True
    source: str = "core rulebook 2026"
    inferred: bool = False
    former_names: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    marks: tuple[Mark, ...] = ()


class BattleDeck(Fact, frozen=True, kw_only=True):
    """How many cards of each category a battle deck has; `fixed` are the only cards allowed, where given.

    With `typed` the cards belong to an older edition and are entered as names by the player.
    """

    categories: dict[str, int]
    fixed: tuple[str, ...] = ()
    maps: bool = False
    typed: bool = False


class Format(Fact, frozen=True, kw_only=True):
    """A format: points, ranks, battle deck."""

    id: str
    name: str
    points: int
    status: Literal["official", "legacy", "community", "retired"]
    ranks: RankTable
    battle_deck: BattleDeck
    exchange_mode: str | None = None
    note: str | None = None
    marks: tuple[Mark, ...] = ()


class CommandHand(Fact, frozen=True, kw_only=True):
    """The command hand: cards by pips, and the card that fills the four pips."""

    by_pips: dict[int, int]
    four_pips: str


class ArmyFacts(Fact, frozen=True, kw_only=True):
    """What holds for every army, whatever its format."""

    command_hand: CommandHand
    force_sides: dict[Faction, ForceSide]
    needs_battle_force: dict[Faction, tuple[str, ...]]
    default_battle_force: dict[Faction, str]
    mercenaries_max: dict[Rank, int]
    mercenaries_extra_with_allies: int
    leaders_max: int
    official_updates: tuple[date, ...]


class Formats(Fact, frozen=True, kw_only=True):
    """The file of formats: the formats and what they share."""

    formats: tuple[Format, ...]
    army: ArmyFacts


class Product(Fact, frozen=True, kw_only=True):
    """A product on sale: the units in it where known, the day it came out where known."""

    name: str
    faction: Faction | None = None
    type: Literal["expansion", "starter", "army-box", "specialists"] | None = None
    code: str | None = None
    ean: str | None = None
    units: tuple[str, ...] = ()
    released: date | None = None
    earlier_dates: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


class Withdrawn(Fact, frozen=True, kw_only=True):
    """A card that left the game: known by name only, so that old lists can be read."""

    name: str
    since: date
    title: str | None = None
    faction: Faction | None = None
    type: Literal["command"] | None = None
    replaced: bool = False
