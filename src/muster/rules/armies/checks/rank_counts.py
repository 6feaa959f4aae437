"""Counting ranks: who fills which place, and who is lifted out of it.

Detachment, Entourage and Associate lift a unit out of the maximum of its rank only; it still counts to the
minimum. Mercenaries count to the maximum only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from muster.rules.armies.report import RankCount
from muster.rules.cards.vocabulary import RANKS, Rank

if TYPE_CHECKING:
    from muster.rules.armies.lineup import ArmyLine, Lineup

LEADING: tuple[Rank, Rank] = ("commander", "operative")


class Tally(msgspec.Struct):
    """The count of one rank while it is being made."""

    units: int = 0
    hired: int = 0
    exempt: int = 0
    exempt_lines: list[tuple[str, str]] = msgspec.field(default_factory=list)
    by_line: dict[str, int] = msgspec.field(default_factory=dict)

    def excuse(self, key: str, keyword: str, units: int) -> None:
        """These units of the line do not count to the maximum."""
        if not units:
            return
        if key not in self.by_line:
            self.exempt_lines.append((key, keyword))
        self.by_line[key] = self.by_line.get(key, 0) + units
        self.exempt += units


def count_ranks(lineup: Lineup) -> tuple[RankCount, ...]:
    """The rank table of the army with its counts."""
    tallies = {rank: Tally() for rank in RANKS}
    for line in lineup.lines:
        tally = tallies[line.rank]
        tally.units += line.count
        tally.hired += line.count if line.hired else 0
        if keyword := lifted_by(line, lineup):
            tally.excuse(line.key, keyword, line.count)
    excuse_entourages(lineup, tallies)
    return tuple(row(rank, tallies[rank], lineup) for rank in RANKS)


def row(rank: Rank, tally: Tally, lineup: Lineup) -> RankCount:
    """One row: a Field Commander lets the army do without its commanders."""
    limit = lineup.ranks.limits[rank]
    waived = rank == "commander" and has_field_commander(lineup)
    return RankCount(
        rank=rank,
        units=tally.units,
        counts_to_min=tally.units - tally.hired,
        counts_to_max=tally.units - tally.exempt,
        min=0 if waived else limit.min,
        max=limit.max,
        exempt=tuple(tally.exempt_lines),
    )


def has_field_commander(lineup: Lineup) -> bool:
    """Field Commander on a unit or an upgrade waives the commander minimum, unless the force forbids it."""
    if lineup.force is not None and lineup.force.field_commander_forbidden:
        return False
    return any(line.loadout.has("field-commander") for line in lineup.lines)


def is_detached(line: ArmyLine, lineup: Lineup) -> bool:
    """Whether the unit's Detachment holds here: a battle force may ignore it."""
    ignored = lineup.force.detachment_ignored_for if lineup.force is not None else ()
    return line.unit.detachment is not None and line.unit.id not in ignored


def lifted_by(line: ArmyLine, lineup: Lineup) -> str:
    """The keyword that lifts every unit of the line out of the maximum of its rank, if one does."""
    if is_detached(line, lineup):
        return "detachment"
    associated = line.unit.associate is not None and lineup.name_counts[line.unit.associate] > 0
    return "associate" if associated else ""


def excuse_entourages(lineup: Lineup, tallies: dict[Rank, Tally]) -> None:
    """Entourage: for each unit with it, one unit of the name does not count to the maximum of its rank.

    Ranks that are too full are helped first; what is left over goes to any unit of the name.
    """
    places: Counter[str] = Counter()
    for line in lineup.lines:
        if line.unit.entourage is not None:
            places[line.unit.entourage] += line.count
    for name in places:
        lines = [line for line in lineup.lines if line.unit.name == name and not lifted_by(line, lineup)]
        for needed_only in (True, False):
            for line in lines:
                tally = tallies[line.rank]
                over = tally.units - tally.exempt - lineup.ranks.limits[line.rank].max
                free = line.count - tally.by_line.get(line.key, 0)
                units = max(0, min(places[name], free, over if needed_only else line.count))
                tally.excuse(line.key, "entourage", units)
                places[name] -= units


def has_room(rank: Rank, lineup: Lineup) -> bool:
    """Whether one more unit that counts to the maximum fits this rank, and the two that lead together."""
    row = next(row for row in lineup.rank_counts if row.rank == rank)
    together = lineup.ranks.commander_and_operative_max
    crowded = rank in LEADING and together is not None and leading(lineup.rank_counts) >= together
    return row.counts_to_max < row.max and not crowded


def next_with_room(rank: Rank, lineup: Lineup) -> Rank | None:
    """The rank to fill after this one: the next in order with room, then those before it."""
    place = RANKS.index(rank)
    return next((each for each in (*RANKS[place + 1 :], *RANKS[:place]) if has_room(each, lineup)), None)


def leading(counted: Iterable[RankCount]) -> int:
    """Commanders and operatives together, as far as they count to a maximum."""
    return sum(row.counts_to_max for row in counted if row.rank in LEADING)
