"""An army with its cards looked up: what every check reads."""

from collections import Counter
from collections.abc import Collection, Iterable
from copy import copy
from functools import cached_property
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.checks.rank_counts import count_ranks
from muster.rules.armies.frame import CardFacts, Frame, facts, frame_of
from muster.rules.armies.loadout import Loadout, loadout
from muster.rules.armies.report import RankCount
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import BattleForce, Format, Unit
from muster.rules.cards.values import RankTable
from muster.rules.cards.vocabulary import RANKS, Rank

T = TypeVar("T")
DEFAULT_FORMAT = "standard"


class ArmyLine(msgspec.Struct, frozen=True):
    """A line of the army whose unit is known, with its outfit."""

    entry: ArmyUnit
    loadout: Loadout
    hired: bool

    @property
    def key(self) -> str:
        """The key of the line."""
        return self.entry.key

    @property
    def unit(self) -> Unit:
        """The unit card."""
        return self.loadout.unit

    @property
    def count(self) -> int:
        """How many such units."""
        return self.entry.count

    @property
    def rank(self) -> Rank:
        """The rank whose place the unit fills."""
        return self.loadout.rank

    @property
    def points(self) -> int:
        """What all its units cost."""
        return self.loadout.points * self.entry.count


class Lineup:
    """The army, its frame and its lines. Lines whose unit no card has are in `strangers`."""

    def __init__(self, army: Army, catalogue: Catalogue) -> None:
        self.army = army
        self.catalogue = catalogue
        self.facts: CardFacts = facts(catalogue)
        self.frame: Frame = frame_of(army, catalogue)
        self.force: BattleForce | None = self.frame.force
        self.strangers: list[ArmyUnit] = []
        self.lines: list[ArmyLine] = []
        setters = self.facts.price_setters.intersection(entry.unit for entry in army.units)
        for entry in army.units:
            self.add(entry, setters)

    def add(self, entry: ArmyUnit, setters: frozenset[str]) -> None:
        """Look up one line."""
        unit = self.catalogue.units.get(entry.unit)
        if unit is None:
            self.strangers.append(entry)
        else:
            equipped = loadout(entry, unit, self.frame, setters)
            self.lines.append(ArmyLine(entry, equipped, self.frame.hired(unit)))

    def only(self, key: str) -> "Lineup":
        """The same army as the rules that look at each line by itself see one line of it."""
        seen = copy(self)
        seen.army = replace(self.army, units=tuple(entry for entry in self.army.units if entry.key == key))
        seen.lines = [line for line in self.lines if line.key == key]
        seen.strangers = [entry for entry in self.strangers if entry.key == key]
        return seen

    def with_army(self, army: Army) -> "Lineup":
        """The same units with another hand or deck."""
        changed = copy(self)
        changed.army = army
        return changed

    @cached_property
    def format(self) -> Format:
        """The format; an unknown one is reported and checked as Standard."""
        formats = self.catalogue.formats
        return formats.get(self.army.format) or formats[DEFAULT_FORMAT]

    @property
    def limit(self) -> int:
        """The points limit: the army's own cap, or the format's."""
        return self.army.limit or self.format.points

    @cached_property
    def points(self) -> int:
        """Rule 411: the sum of all unit, upgrade and counterpart cards."""
        return sum(line.points for line in self.lines)

    @property
    def activations(self) -> int:
        """How many units the army has; a counterpart belongs to its unit."""
        return sum(entry.count for entry in self.army.units)

    @cached_property
    def table_id(self) -> str:
        """The battle force's table that is used: the format's, else that of a format with the same ranks."""
        if self.force is None or self.format.id in self.force.rank_tables:
            return self.format.id
        formats, ranks = self.catalogue.formats, self.format.ranks
        alike = (each for each in self.force.rank_tables if each in formats and formats[each].ranks == ranks)
        return next(alike, DEFAULT_FORMAT)

    def keys_of(self, units: Collection[str]) -> list[str]:
        """The keys of the lines with these units."""
        return [line.key for line in self.lines if line.unit.id in units]

    @cached_property
    def ranks(self) -> RankTable:
        """The rank table: the format's, or the battle force's; the army's own rows replace theirs."""
        table = self.format.ranks if self.force is None else self.force.rank_tables[self.table_id]
        own = self.army.ranks
        if own is None:
            return table
        cap = own.commander_and_operative_max
        return RankTable(
            limits={rank: own.limits.get(rank, table.limits[rank]) for rank in RANKS},
            commander_and_operative_max=table.commander_and_operative_max if cap is None else cap,
        )

    @cached_property
    def unit_counts(self) -> Counter[str]:
        """How many of each unit card."""
        return counted((line.unit.id, line.count) for line in self.lines)

    @cached_property
    def name_counts(self) -> Counter[str]:
        """How many units of each name, whatever their version."""
        return counted((line.unit.name, line.count) for line in self.lines)

    @cached_property
    def rank_counts(self) -> tuple[RankCount, ...]:
        """The rank table with the army's counts."""
        return count_ranks(self)


def counted(pairs: Iterable[tuple[T, int]]) -> Counter[T]:
    """How many of each there are, where some are given more than once."""
    counts: Counter[T] = Counter()
    for what, count in pairs:
        counts[what] += count
    return counts
