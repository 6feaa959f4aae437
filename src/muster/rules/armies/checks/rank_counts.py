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
    hired_lines: list[tuple[str, str]] = msgspec.field(default_factory=list)

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
        if line.hired:
            tally.hired += line.count
            tally.hired_lines.append((line.key, "mercenary"))
    excuse_detachments_and_associates(lineup, tallies)
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
        uncounted=tuple(tally.hired_lines),
    )


def has_field_commander(lineup: Lineup) -> bool:
    """Field Commander on a unit or an upgrade waives the commander minimum, unless the force forbids it."""
    if lineup.force is not None and lineup.force.field_commander_forbidden:
        return False
    return any(line.has("field-commander") for line in lineup.lines)


def is_detached(line: ArmyLine, lineup: Lineup) -> bool:
    """Whether the unit's Detachment holds here: a battle force may ignore it."""
    ignored = lineup.force.detachment_ignored_for if lineup.force is not None else ()
    return line.unit.detachment is not None and line.unit.id not in ignored


def is_associated(line: ArmyLine, lineup: Lineup) -> bool:
    """Whether the unit has Associate and a unit of that name is in the army."""
    return line.unit.associate is not None and lineup.name_counts[line.unit.associate] > 0


def excuse_detachments_and_associates(lineup: Lineup, tallies: dict[Rank, Tally]) -> None:
    """Detachment and Associate: the unit does not count to the maximum of its rank."""
    for line in lineup.lines:
        if is_detached(line, lineup):
            tallies[line.rank].excuse(line.key, "detachment", line.count)
        elif is_associated(line, lineup):
            tallies[line.rank].excuse(line.key, "associate", line.count)


def excuse_entourages(lineup: Lineup, tallies: dict[Rank, Tally]) -> None:
    """Entourage: for each unit with it, one unit of the name does not count to the maximum of its rank.

    Ranks that are too full are helped first; what is left over goes to any unit of the name.
    """
    for name, places in entourage_places(lineup).items():
        lines = [line for line in lineup.lines if line.unit.name == name and not excused(line, lineup)]
        left = places
        for needed_only in (True, False):
            for line in lines:
                over = fullness(line.rank, tallies, lineup) if needed_only else line.count
                units = max(0, min(left, line.count - already(line, tallies), over))
                tallies[line.rank].excuse(line.key, "entourage", units)
                left -= units


def already(line: ArmyLine, tallies: dict[Rank, Tally]) -> int:
    """How many units of the line an Entourage excuses so far."""
    return tallies[line.rank].by_line.get(line.key, 0)


def excused(line: ArmyLine, lineup: Lineup) -> bool:
    """Whether the unit is lifted out of its rank already."""
    return is_detached(line, lineup) or is_associated(line, lineup)


def fullness(rank: Rank, tallies: dict[Rank, Tally], lineup: Lineup) -> int:
    """How far a rank is above its maximum, or how little is free."""
    return tallies[rank].units - tallies[rank].exempt - lineup.ranks.limits[rank].max


def entourage_places(lineup: Lineup) -> Counter[str]:
    """How many units of each name the Entourage units of the army excuse."""
    places: Counter[str] = Counter()
    for line in lineup.lines:
        if line.unit.entourage is not None:
            places[line.unit.entourage] += line.count
    return places


def leading(counted: Iterable[RankCount]) -> int:
    """Commanders and operatives together, as far as they count to a maximum."""
    return sum(row.counts_to_max for row in counted if row.rank in LEADING)
