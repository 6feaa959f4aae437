"""The Turning Point Wipe Them Out at the table: scoring, the secondary objective and both advantages.

Source: rules 49 to 61; ruling A18 for the half range and the Courage.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from muster.rules.cards.vocabulary import Rank
from muster.rules.violations import Source, Violation

problem = Source("Tours of Duty: Wipe Them Out").problem
POSITIONS: Final = 5
"""Defensive Positions at the start (rule 49)."""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Defensive Positions and the Evacuation Point: those on the table, or those a player secures."""

    positions: int = 0
    evacuation: bool = False

    @property
    def points(self) -> int:
        """How many of them there are."""
        return self.positions + self.evacuation


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """VP of one End Phase, and the ground that is left on the table."""

    blue: int
    red: int
    left: Ground


class Shelter(msgspec.Struct, frozen=True, kw_only=True):
    """What a Red unit has beside a Defensive Position."""

    courage: int = 0
    cover: int = 0
    low_profile: bool = False


def score(round: int, table: Ground, blue: Ground, red: Ground) -> Scored:
    """The End Phase: from round 2, 1 VP for each point secured; Blue 1 more for each, and then those that
    Blue secures leave the table (rules 50, 51, 52)."""
    if round < 2:
        return Scored(blue=0, red=0, left=table)
    left = Ground(
        positions=table.positions - blue.positions, evacuation=table.evacuation and not blue.evacuation
    )
    return Scored(blue=2 * blue.points, red=red.points, left=left)


def transports(round: int, red_secures: bool, rank: Rank | None) -> int:
    """VP for the Red unit taken off at the Evacuation Point: 2; a Commander or Operative 1 more in round 3
    and 2 more from round 4 on (rules 54, 55). None taken, or the point not secured: nothing."""
    if rank is None or not red_secures:
        return 0
    leader = rank in ("commander", "operative")
    return 2 + (min(max(round - 2, 0), 2) if leader else 0)


def is_captured(by_attack: bool, within_range_1: bool) -> bool:
    """Blue captures a Red unit that an attack from within range 1 defeats (rule 56)."""
    return by_attack and within_range_1


def captures(this_round: int) -> int:
    """VP for Blue in the End Phase: 1 if it captured anybody this round (rule 57)."""
    return int(this_round > 0)


def advances(table: Ground) -> int:
    """How many different Blue units may make a speed-2 move when an Activation Phase starts: one for each
    Defensive Position removed (rule 59)."""
    return POSITIONS - table.positions


def check_advance(table: Ground, units: Sequence[str]) -> tuple[Violation, ...]:
    """Not more units than positions removed, and no unit twice (rule 59)."""
    return tuple(_advance_problems(table, units))


def check_deployment(army: Sequence[str], prepared: Sequence[str]) -> tuple[Violation, ...]:
    """Every Red unit must deploy with Prepared Position (rule 60)."""
    missing = tuple(unit for unit in army if unit not in prepared)
    return (problem("arc.prepared_position", missing),) if missing else ()


def shelter(completely_within_half_range: bool) -> Shelter:
    """A Red unit completely within half range of a Defensive Position has Courage +1, Cover 2 and Low Profile
    (rule 61; ruling A18)."""
    return Shelter(courage=1, cover=2, low_profile=True) if completely_within_half_range else Shelter()


def _advance_problems(table: Ground, units: Sequence[str]) -> Iterator[Violation]:
    if len(units) > advances(table):
        yield problem("arc.advance_count", most=advances(table))
    if len(set(units)) < len(units):
        yield problem("arc.advance_twice")
