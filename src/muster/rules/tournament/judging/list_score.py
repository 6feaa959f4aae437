"""The score of a game from the opponent's list: what was defeated, with the upgrades it wore (620, 621)."""

from collections.abc import Iterator, Mapping

import msgspec

from muster.rules.armies.army import Army
from muster.rules.armies.check import check_army
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.cards.catalogue import Catalogue
from muster.rules.tournament.judging.lists import by_the_plan
from muster.rules.tournament.running.figures import profile_of
from muster.rules.tournament.running.plan import TournamentPlan, problem
from muster.rules.violations import Violation, refuse_if


class Worth(msgspec.Struct, frozen=True):
    """A line of a list: so many units, and what each is worth with its upgrades."""

    key: str
    unit: str
    count: int
    points_each: int


class Defeated(msgspec.Struct, frozen=True):
    """The score, and the lines it is counted from."""

    score: int
    units: tuple[Worth, ...]


def defeated_points(
    army: Army, lost: Mapping[str, int], plan: TournamentPlan, catalogue: Catalogue
) -> Defeated:
    """Rules 620 and 621: whole units with their upgrades; everything defeated counts for the limit (T15).

    `lost` says by the key of a line how many of its units were defeated.
    """
    lines = check_army(by_the_plan(army, plan, catalogue), catalogue).units
    refuse_if(*_wrong_losses(lines, lost))
    score = sum(line.loadout.points * lost.get(line.key, 0) for line in lines)
    if lines and all(lost.get(line.key, 0) == line.count for line in lines):
        score = max(score, profile_of(plan).tabled_score)
    units = tuple(Worth(line.key, line.unit.id, line.count, line.loadout.points) for line in lines)
    return Defeated(score, units)


def _wrong_losses(lines: tuple[ArmyLine, ...], lost: Mapping[str, int]) -> Iterator[Violation]:
    """Violations for defeated units that are not in the list, or more of them than it has."""
    most = {line.key: line.count for line in lines}
    for key, count in lost.items():
        if not 0 <= count <= most.get(key, -1):
            yield problem("tournament.not_in_list", (key[:40],), 620, key=key[:40], most=most.get(key, 0))
