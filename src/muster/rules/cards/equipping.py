"""Which unit may equip which upgrade, looking at the two cards alone and not at the rest of the army.

Slots are those printed on the unit, and the slot an upgrade brings for itself. Slots that other upgrades or a
battle force grant belong to the army.
"""

from collections.abc import Iterable
from typing import Never

import msgspec

from muster.rules.cards.types import ArmyFacts, BattleForce, CommandCard, Counterpart, Unit, Upgrade
from muster.rules.cards.values import Restriction
from muster.rules.cards.vocabulary import TYPE_LINES, Affiliation, Faction, ForceSide, Rank, Slot, UnitType

NO_WORDS: frozenset[Never] = frozenset()


class Bearer(msgspec.Struct, frozen=True, kw_only=True):
    """All that a restriction may ask of a unit, as it stands: with what its upgrades and its army give it."""

    id: str
    name: str
    title: str | None
    faction: Faction
    ranks: frozenset[Rank]
    types: tuple[UnitType, ...]
    defence: str | None
    affiliations: frozenset[Affiliation] = NO_WORDS
    keywords: frozenset[str] = NO_WORDS
    slots: frozenset[Slot] = NO_WORDS
    sides: frozenset[ForceSide] = NO_WORDS
    armies: frozenset[Faction] = NO_WORDS


def bearer_as_printed(card: Unit | Counterpart) -> Bearer:
    """A card as printed, in no army yet; a counterpart has neither rank nor defence."""
    return Bearer(
        id=card.id,
        name=card.name,
        title=card.title,
        faction=card.faction,
        ranks=frozenset((card.rank,) if isinstance(card, Unit) else ()),
        types=TYPE_LINES[card.unit_type],
        defence=getattr(card, "defence", None),
        affiliations=frozenset((card.affiliation,) if card.affiliation else ()),
        keywords=frozenset(use.id for use in card.keywords),
        slots=frozenset(card.slots),
    )


def bearer(unit: Unit, forces: Iterable[BattleForce], army: ArmyFacts) -> Bearer:
    """The unit in any army that may field it: by its factions, or by one of the battle forces.

    The army decides which sides of the Force the unit can fight for, not the character, and which rank it
    counts as.
    """
    listed = tuple(forces)
    who = bearer_as_printed(unit)
    by_faction = (army.force_sides.get(faction) for faction in unit.army_factions)
    return msgspec.structs.replace(
        who,
        ranks=who.ranks.union(*(ranks_in(unit, force) for force in listed)),
        sides=frozenset(side for side in by_faction if side).union(*(force.sides for force in listed)),
        armies=frozenset((*unit.army_factions, *(force.faction for force in listed))),
    )


def ranks_in(unit: Unit, force: BattleForce | None) -> frozenset[Rank]:
    """The rank that restrictions of upgrades look at: the printed one, or corps where a force says so.

    Rule 419, with the battle forces whose units count as corps when building an army. A place that an upgrade
    gives its bearer, as the Darksaber does, changes no printed rank.
    """
    counted_as_corps = force is not None and unit.id in force.corps_when_building
    return frozenset(("corps",) if counted_as_corps else (unit.rank,))


def meets_restriction(who: Bearer, wanted: Restriction | None) -> bool:
    """Whether the unit meets the restriction. None asks for nothing; types include their wider types."""
    if wanted is None:
        return True
    for field, words in wanted.one_of:
        if getattr(who, field) not in words:
            return False
    for field, some in wanted.some_of:
        if some.isdisjoint(getattr(who, field)):
            return False
    within = not wanted.any or any(meets_restriction(who, branch) for branch in wanted.any)
    return within and not (wanted.unless and meets_restriction(who, wanted.unless))


def may_equip(who: Bearer, upgrade: Upgrade) -> bool:
    """Slot, restriction and army faction together; the slot is on the unit's bar, or the card brings it."""
    own = upgrade.own_slot
    return (
        (upgrade.slot in who.slots or (own is not None and meets_restriction(who, own.when)))
        and (not upgrade.army_factions or not who.armies.isdisjoint(upgrade.army_factions))
        and meets_restriction(who, upgrade.restriction)
    )


def at_best(who: Bearer, upgrades: Iterable[Upgrade]) -> Bearer:
    """The unit with every affiliation and keyword that its own upgrades could give it.

    A Doctrine that grants Prepared Position opens Dug In; a clan card opens that clan's cards.
    """
    open_to = [upgrade for upgrade in upgrades if may_equip(who, upgrade)]
    gained = {upgrade.sets_affiliation for upgrade in open_to if upgrade.sets_affiliation}
    granted = frozenset[str]().union(*(upgrade.granted_keywords for upgrade in open_to))
    return msgspec.structs.replace(
        who, affiliations=who.affiliations | gained, keywords=who.keywords | granted
    )


def asks_for(command: CommandCard, who: Bearer) -> bool:
    """Whether one of the command card's needs is met by this unit or counterpart."""
    return any(meets_restriction(who, need) for need in command.needs)
