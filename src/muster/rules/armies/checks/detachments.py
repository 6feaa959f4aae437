"""Detachment: every such unit needs a unit of its own to belong to."""

from collections.abc import Iterator
from typing import TypeAlias

from muster.rules.armies.checks.matching import met_demand
from muster.rules.armies.checks.registry import check
from muster.rules.armies.lineup.lineup import Lineup, sum_counts
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.report import problem
from muster.rules.armies.sources import core
from muster.rules.cards.types import Unit
from muster.rules.cards.vocabulary import Rank, display_word
from muster.rules.violations import Params, Violation

Need: TypeAlias = tuple[str | None, Rank | None]


@check
def detachments_have_parents(lineup: Lineup) -> Iterator[Violation]:
    """Detachment: each needs its own unit of the name or rank given, itself without Detachment.

    Detachments by name and by rank compete for the same units, so the best matching decides.
    """
    children = [line for line in lineup.odd if line.loadout.detached]
    if not children:
        return
    demand = sum_counts([(need_of(line.unit), line.count) for line in children])
    supply = {line.entry.key: line.entry.count for line in lineup.lines}
    parents = [
        (line.entry.key, line.loadout.unit.name, line.loadout.rank)
        for line in lineup.lines
        if line.loadout.unit.detachment is None
    ]
    fits = {  # a Detachment without a name takes any unit of its rank
        (name, rank): [key for key, own, of in parents if name in (None, own) and rank in (None, of)]
        for name, rank in demand
    }
    for need, met in met_demand(demand, supply, fits).items():
        if met < demand[need]:
            yield orphan_violation(need, met, demand[need], children)


def need_of(unit: Unit) -> Need:
    """The name and the rank that the Detachment of a unit gives, each where it does."""
    return (unit.detachment.name, unit.detachment.rank) if unit.detachment else (None, None)


def orphan_violation(need: Need, met: int, wanted: int, children: list[ArmyLine]) -> Violation:
    """So many units of a Detachment have nobody to belong to."""
    lines, (name, rank) = [line for line in children if need_of(line.unit) == need], need
    parent = name or f"{display_word(rank or '')} unit"
    params: Params = {"count": wanted, "parents": met, "by": wanted - met, "of": name or rank or ""}
    about, unit = [line.key for line in lines], lines[0].unit.full_name
    return problem("army.detachment", core("Detachment"), about, unit=unit, parent=parent, **params)
