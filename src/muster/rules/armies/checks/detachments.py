"""Detachment: every such unit needs a unit of its own to belong to."""

from collections.abc import Iterator

from muster.rules.armies.checks.matching import matched
from muster.rules.armies.checks.rank_counts import is_detached
from muster.rules.armies.checks.registry import check
from muster.rules.armies.lineup import ArmyLine, Lineup, counted
from muster.rules.armies.report import problem
from muster.rules.armies.sources import core
from muster.rules.cards.values import Detachment
from muster.rules.cards.vocabulary import spoken
from muster.rules.violations import Violation


@check
def detachments_have_parents(lineup: Lineup) -> Iterator[Violation]:
    """Detachment: each needs its own unit of the name or rank given, itself without Detachment.

    Detachments by name and by rank compete for the same units, so the best matching decides.
    """
    children = [line for line in lineup.lines if is_detached(line, lineup)]
    if not children:
        return
    demand = counted((line.unit.detachment, line.count) for line in children if line.unit.detachment)
    parents = (line for line in lineup.lines if line.unit.detachment is None)
    supply = counted(((line.unit.name, line.rank), line.count) for line in parents)
    fits = {
        need: [
            (name, rank) for name, rank in supply if need.name in (None, name) and need.rank in (None, rank)
        ]
        for need in demand
    }
    for need, met in matched(demand, supply, fits).items():
        if met < demand[need]:
            yield orphaned(need, met, demand[need], children)


def orphaned(need: Detachment, met: int, wanted: int, children: list[ArmyLine]) -> Violation:
    """So many units of a Detachment have nobody to belong to."""
    lines = [line for line in children if line.unit.detachment == need]
    parent = need.name or f"{spoken(need.rank or '')} unit"
    params = {"count": wanted, "parents": met, "by": wanted - met, "of": need.name or need.rank}
    about, unit = [line.key for line in lines], lines[0].unit.full_name
    return problem("army.detachment", core("Detachment"), about, unit=unit, parent=parent, **params)
