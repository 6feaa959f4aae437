"""Factions, mercenaries, and the side of the Force."""

from collections.abc import Iterator

from muster.rules.armies.checks.registry import check, check_lines
from muster.rules.armies.lineup.lineup import Lineup, sum_counts
from muster.rules.armies.report import problem
from muster.rules.armies.sources import core, rule
from muster.rules.cards.types import Unit
from muster.rules.cards.vocabulary import RANKS, display_word
from muster.rules.violations import Params, Violation


@check_lines
def units_share_the_faction(lineup: Lineup) -> Iterator[Violation]:
    """Rules 407 and 531: all units share the army's faction, unless a special rule says otherwise.

    A mercenary may be hired by the factions on its card; one that names none needs a battle force.
    With a battle force its roster decides instead.
    """
    if lineup.force is not None:
        return
    for line in lineup.lines:
        own = line.loadout.unit.faction == lineup.army.faction
        if not own and not joins_without_force(line.unit, lineup):
            yield wrong_faction(line.key, line.unit, lineup)


def joins_without_force(unit: Unit, lineup: Lineup) -> bool:
    """Whether the unit's own card lets it into an army of this faction; Special Issue is another rule.

    Where the army still lacks the battle force it needs, that is the problem, not its mercenaries.
    """
    faction = lineup.army.faction
    hirable = faction in unit.hirable_by or lineup.frame.is_always_a_force
    return unit.faction == faction or (unit.mercenary and hirable)


def wrong_faction(key: str, unit: Unit, lineup: Lineup) -> Violation:
    """The unit is of another faction, or a mercenary that this faction cannot hire."""
    params: Params = {"unit": unit.full_name, "army": display_word(lineup.army.faction)}
    if unit.mercenary:
        hirers = ", ".join(display_word(faction) for faction in unit.hirable_by) or "no faction"
        return problem("army.not_hirable", core("Mercenary"), (key, unit.id), hirers=hirers, **params)
    return problem("army.faction", rule(407), (key, unit.id), faction=display_word(unit.faction), **params)


@check_lines
def special_issue(lineup: Lineup) -> Iterator[Violation]:
    """Special Issue: the unit may be fielded in the battle force named on its card and nowhere else."""
    issued = [line for line in lineup.lines if line.loadout.unit.special_issue is not None]
    for line in issued:
        if (broken := issued_elsewhere(line.key, line.unit, lineup)) is not None:
            yield broken


def issued_elsewhere(key: str, unit: Unit, lineup: Lineup) -> Violation | None:
    """The unit belongs to another battle force."""
    if unit.special_issue is None or unit.special_issue == lineup.frame.force_id:
        return None
    force = lineup.catalogue.battle_forces[unit.special_issue].name
    about = (key, unit.id)
    return problem("army.special_issue", core("Special Issue"), about, unit=unit.full_name, force=force)


@check
def mercenaries_within_limits(lineup: Lineup) -> Iterator[Violation]:
    """Mercenary: at most two corps and one of each other rank; Allies of Convenience allows one more."""
    hirelings = [line for line in lineup.odd if line.hired]
    if not hirelings:
        return
    hired = sum_counts((line.rank, line.count) for line in hirelings)
    caps = lineup.catalogue.army.mercenaries_max
    over = {rank: hired[rank] - caps[rank] for rank in RANKS if hired.get(rank, 0) > caps[rank]}
    allies = lineup.has("allies-of-convenience")  # however many have it
    allowed = lineup.catalogue.army.mercenaries_extra_with_allies if allies else 0
    if (by := sum(over.values()) - allowed) > 0:
        counts = ", ".join(f"{display_word(rank)} {hired[rank]} (at most {caps[rank]})" for rank in over)
        about = [line.key for line in hirelings if line.rank in over]
        params: Params = {"counts": counts, "extra": allowed, "by": by, "of": "mercenaries"}
        yield problem("army.mercenaries", core("Mercenary"), about, **params)


@check
def army_needs_battle_force(lineup: Lineup) -> Iterator[Violation]:
    """Mercenary and Mandalorian armies exist only as battle forces."""
    wanted = lineup.catalogue.army.needs_battle_force.get(lineup.army.faction)
    if wanted and lineup.army.battle_force is None:
        forces = ", ".join(lineup.catalogue.battle_forces[force].name for force in wanted)
        faction = display_word(lineup.army.faction)
        yield problem("army.needs_force", core("factions"), wanted, faction=faction, forces=forces)


@check
def battle_force_is_of_the_faction(lineup: Lineup) -> Iterator[Violation]:
    """A battle force belongs to one faction."""
    force = lineup.force
    if force is not None and force.faction != lineup.army.faction:
        params: Params = {"faction": display_word(force.faction), "army": display_word(lineup.army.faction)}
        yield problem("army.force_faction", force.name, (force.id,), force=force.name, **params)
