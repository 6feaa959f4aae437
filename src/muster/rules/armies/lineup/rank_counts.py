"""Counting ranks: who fills which place, and who is lifted out of it.

Detachment, Entourage and Associate lift a unit out of the maximum of its rank only; it still counts to the
minimum. Mercenaries count to the maximum only.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

import msgspec

from muster.rules.armies.army import ArmyUnit
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.cards.history import Gone
from muster.rules.cards.types import BattleForce
from muster.rules.cards.values import RankLimit, RankTable
from muster.rules.cards.vocabulary import RANKS, Rank

LEADING: tuple[Rank, Rank] = ("commander", "operative")


class RankCount(msgspec.Struct, frozen=True, gc=False):
    """One row of the rank table: the units that fill it, how many count to the minimum and to the maximum.

    `exempt` names the lines that do not count to the maximum, each with the keyword that says so.
    """

    rank: Rank
    units: int
    counts_to_min: int
    counts_to_max: int
    min: int
    max: int
    exempt: tuple[tuple[str, str], ...] = ()


class RankedUnits(Protocol):
    """What counting needs of a line-up: its lines, those that count in a way of their own, its table."""

    lines: list[ArmyLine]
    odd: list[ArmyLine]
    gone_units: list[tuple[ArmyUnit, Gone]]
    force: BattleForce | None

    @property
    def ranks(self) -> RankTable: ...

    @property
    def rank_counts(self) -> tuple[RankCount, ...]: ...

    @property
    def name_counts(self) -> Counter[str]: ...

    def has(self, keyword: str) -> bool: ...


class Tally(msgspec.Struct):
    """The count of one rank while it is being made."""

    units: int
    hired: int = 0
    exempt: int = 0
    excused: dict[str, tuple[str, int]] = {}

    def excuse(self, key: str, keyword: str, units: int) -> None:
        """These units of the line do not count to the maximum."""
        if units:
            keyword, before = self.excused.get(key, (keyword, 0))
            self.excused[key] = (keyword, before + units)
            self.exempt += units


class Tallies(dict[Rank, Tally]):
    """Tallies by rank, created on first use, for ranks that some unit does not count towards in the usual
    way."""

    def __init__(self, units: dict[Rank, int]) -> None:
        super().__init__()
        self.units = units

    def __missing__(self, rank: Rank) -> Tally:
        tally = self[rank] = Tally(self.units[rank])
        return tally


def count_ranks(lineup: RankedUnits) -> tuple[RankCount, ...]:
    """The rank table of the army with its counts."""
    units = dict.fromkeys(RANKS, 0)
    for line in lineup.lines:
        units[line.loadout.rank] += line.entry.count
    for entry, gone in lineup.gone_units:
        if gone.rank:
            units[gone.rank] += entry.count
    tallies = Tallies(units)
    for line in lineup.odd:
        tally, count = tallies[line.rank], line.count
        tally.hired += count if line.hired else 0
        if keyword := lifted_by(line, lineup):
            tally.excuse(line.key, keyword, count)
    excuse_entourages(lineup, tallies)
    limits = lineup.ranks.limits
    return tuple([row(rank, count, tallies.get(rank), limits[rank], lineup) for rank, count in units.items()])


def row(rank: Rank, units: int, tally: Tally | None, limit: RankLimit, lineup: RankedUnits) -> RankCount:
    """One row: a Field Commander lets the army do without its commanders."""
    least = 0 if rank == "commander" and limit.min and has_field_commander(lineup) else limit.min
    if tally is None:
        return RankCount(rank, units, units, units, least, limit.max)
    exempt = tuple([(key, keyword) for key, (keyword, _) in tally.excused.items()])
    return RankCount(rank, units, units - tally.hired, units - tally.exempt, least, limit.max, exempt)


def has_field_commander(lineup: RankedUnits) -> bool:
    """Field Commander on a unit or an upgrade waives the commander minimum, unless the force forbids it."""
    if lineup.force is not None and lineup.force.field_commander_forbidden:
        return False
    return lineup.has("field-commander")


def lifted_by(line: ArmyLine, lineup: RankedUnits) -> str:
    """The keyword that lifts every unit of the line out of the maximum of its rank, if one does."""
    if line.loadout.detached:
        return "detachment"
    friend = line.loadout.unit.associate
    return "associate" if friend is not None and lineup.name_counts[friend] else ""


def excuse_entourages(lineup: RankedUnits, tallies: Tallies) -> None:
    """Entourage: for each unit with it, one unit of the name does not count to the maximum of its rank.

    Ranks that are too full are helped first; what is left over goes to any unit of the name.
    """
    leaders = [line for line in lineup.odd if line.loadout.unit.entourage is not None]
    for name in dict.fromkeys([line.unit.entourage for line in leaders]):
        left = sum([line.count for line in leaders if line.unit.entourage == name])
        lines = [line for line in lineup.lines if line.unit.name == name and not lifted_by(line, lineup)]
        for needed_only in (True, False):
            for line in lines:
                tally = tallies[line.rank]
                over = tally.units - tally.exempt - lineup.ranks.limits[line.rank].max
                free = line.count - tally.excused.get(line.key, ("", 0))[1]
                units = max(0, min(left, free, over if needed_only else line.count))
                tally.excuse(line.key, "entourage", units)
                left -= units


def has_room(rank: Rank, lineup: RankedUnits) -> bool:
    """Whether one more unit that counts to the maximum fits this rank, and the two that lead together."""
    row = next(row for row in lineup.rank_counts if row.rank == rank)
    together = lineup.ranks.commander_and_operative_max
    crowded = rank in LEADING and together is not None and leader_count(lineup.rank_counts) >= together
    return row.counts_to_max < row.max and not crowded


def next_with_room(rank: Rank, lineup: RankedUnits) -> Rank | None:
    """The rank to fill after this one: the next in order with room, then those before it."""
    place = RANKS.index(rank)
    return next((each for each in (*RANKS[place + 1 :], *RANKS[:place]) if has_room(each, lineup)), None)


def leader_count(counted: Iterable[RankCount]) -> int:
    """Commanders and operatives together, as far as they count to a maximum."""
    return sum(row.counts_to_max for row in counted if row.rank in LEADING)
