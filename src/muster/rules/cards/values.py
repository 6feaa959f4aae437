"""The parts cards are made of: weapons, restrictions, dated changes, marks."""

from datetime import date
from functools import cached_property
from typing import Literal, NamedTuple

import msgspec

from muster.rules.cards.vocabulary import Affiliation, Faction, ForceSide, Rank, Slot, UnitType


class Fact(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """Anything read from the data files: unchangeable, strict about its fields, silent about defaults."""


class Mark(Fact, frozen=True, kw_only=True):
    """A known defect of our data on one card: a stable code and one short sentence of our own."""

    code: str
    note: str


class PointChange(Fact, frozen=True, kw_only=True):
    """On this date the points of a card went from `before` to `after`."""

    date: date
    before: int
    after: int


class Change(Fact, frozen=True, kw_only=True):
    """A dated change other than points. With `by`, it happened on that date or earlier.

    `official` tells whether an official errata list names it; otherwise it was seen in a list builder's data.
    """

    date: date
    kinds: tuple[str, ...]
    by: bool = False
    official: bool = False


class Release(Fact, frozen=True, kw_only=True):
    """Whether a card can be bought yet. `expected` and `announced` are a month or a quarter, as `2026-Q4`."""

    status: Literal["released", "unreleased"] = "released"
    expected: str | None = None
    announced: str | None = None
    product: str | None = None


class KeywordUse(Fact, frozen=True, kw_only=True):
    """A keyword on a card, with its value (`2`, `"Front"`).

    Upgrades and command cards also list the keywords they merely mention; `granted` says that the bearer
    has this one for the whole game.
    """

    id: str
    value: int | str | None = None
    granted: bool = False


class Range(NamedTuple):
    """Nearest and farthest range in bands. A nearest of 0 is melee; a farthest of None is not known, and
    `beyond` has no end."""

    nearest: int
    farthest: int | Literal["beyond"] | None


class Weapon(Fact, frozen=True, kw_only=True):
    """A weapon: its range (None where none is printed), the attack dice of one miniature, its keywords."""

    name: str
    range: Range | None = None
    red: int = 0
    black: int = 0
    white: int = 0
    keywords: tuple[KeywordUse, ...] = ()

    @property
    def melee(self) -> bool:
        """Whether the weapon can be used in melee."""
        return self.range is not None and self.range.nearest == 0


class Restriction(Fact, frozen=True, kw_only=True, dict=True, gc=True):
    """A condition on a unit. Every field given must be met; of several values in a field, one is enough.

    `any` needs one of its branches, `unless` must not be met. Names are unit names without title, unit types
    include their narrower types, `force_side` is decided by the army.
    """

    names: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    factions: tuple[Faction, ...] = ()
    ranks: tuple[Rank, ...] = ()
    unit_types: tuple[UnitType, ...] = ()
    affiliations: tuple[Affiliation, ...] = ()
    keywords: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    defence: Literal["red", "white"] | None = None
    force_side: ForceSide | None = None
    any: tuple["Restriction", ...] = ()
    unless: "Restriction | None" = None

    @cached_property
    def one_of(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The fields of a bearer that hold one word, each with those of which it must be one."""
        asked = {"name": self.names, "title": self.titles, "id": self.units, "faction": self.factions}
        defence = (self.defence,) if self.defence else ()
        return tuple((field, words) for field, words in {**asked, "defence": defence}.items() if words)

    @cached_property
    def some_of(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """The fields of a bearer that hold several words, each with those of which it must have one."""
        asked: dict[str, tuple[str, ...]] = {
            "ranks": self.ranks,
            "types": self.unit_types,
            "affiliations": self.affiliations,
            "keywords": self.keywords,
            "slots": self.slots,
            "sides": (self.force_side,) if self.force_side else (),
        }
        return tuple((field, frozenset(words)) for field, words in asked.items() if words)


class RankLimit(NamedTuple):
    """How many units of a rank an army must and may have."""

    min: int
    max: int


class RankTable(Fact, frozen=True, kw_only=True):
    """The limits of the six ranks, and where stated the cap on commanders and operatives together."""

    limits: dict[Rank, RankLimit]
    commander_and_operative_max: int | None = None


class MustEquip(Fact, frozen=True, kw_only=True):
    """A unit must equip one of these upgrades, or `count` of this slot, because of the keyword."""

    keyword: str
    upgrades: tuple[str, ...] = ()
    slot: Slot | None = None
    count: int = 1


class Detachment(Fact, frozen=True, kw_only=True):
    """A Detachment needs one unit of its own: of that name, or of that rank."""

    name: str | None = None
    rank: Rank | None = None


class ConditionalPoints(Fact, frozen=True, kw_only=True):
    """An upgrade costs `delta` more (or less) while every condition given holds."""

    delta: int
    unit_in_army: str | None = None
    battle_force: str | None = None
    choice: str | None = None
    bearer: str | None = None


class OwnSlot(Fact, frozen=True, kw_only=True):
    """An upgrade that brings the slot it sits in, on units that meet the condition."""

    slot: Slot
    when: Restriction


class Orders(Fact, frozen=True, kw_only=True):
    """Who a command card gives orders to: units named (all, or one of them) and a number of others.

    A `kind` without a `count` means that the number is not known to us.
    """

    names: tuple[str, ...] = ()
    any_name: bool = False
    count: int | None = None
    kind: str | None = None
