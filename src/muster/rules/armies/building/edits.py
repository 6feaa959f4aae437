"""Changing an army: each edit is a pure function from army to army, shared by pages, API and command line.

An edit never refuses an army for being illegal: drafts always save. It refuses only what the document cannot
hold, and lines that are not there.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from muster.rules.armies.army import (
    MAX_COUNT,
    Army,
    ArmyCounterpart,
    ArmyUnit,
    free_key,
    refusal_at,
    require_sizes,
)
from muster.rules.armies.lineup.frame import facts, frame_of
from muster.rules.armies.lineup.outfitting import kept_loadout
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import BattleForce, Unit, Upgrade
from muster.rules.cards.vocabulary import Faction


def new_army(faction: Faction, catalogue: Catalogue, format_id: str = "standard", name: str = "") -> Army:
    """An empty army at today's points; mercenaries and Mandalorians start with their default battle force."""
    return require_sizes(
        Army(
            faction=faction,
            format=format_id,
            name=name,
            points_date=catalogue.edition,
            battle_force=catalogue.army.default_battle_force.get(faction),
        )
    )


def add_unit(army: Army, catalogue: Catalogue, unit_id: str) -> Army:
    """Add a line with one unit, and with it the cards that leave no choice.

    Those are the upgrades its Equip names, its mandatory counterpart, and the clan card of the battle force.
    """
    return require_sizes(replace(army, units=(*army.units, new_line(army, catalogue, unit_id))))


def add_to_stack(army: Army, catalogue: Catalogue, unit_id: str) -> Army:
    """Add a unit: one more on the line that is equal to its new one, where there is such a line."""
    line = new_line(army, catalogue, unit_id)
    for entry in army.units:
        if entry.count < MAX_COUNT and replace(entry, key=line.key, count=1) == line:
            return set_count(army, entry.key, entry.count + 1)
    return add_unit(army, catalogue, unit_id)


def new_line(army: Army, catalogue: Catalogue, unit_id: str) -> ArmyUnit:
    """The line a unit would join on, under the next free key."""
    unit = catalogue.on(army.points_date).units.get(unit_id)
    key = free_key(entry.key for entry in army.units)
    return ArmyUnit(key=key, unit=unit_id) if unit is None else equipped_line(key, unit, army, catalogue)


def equipped_line(key: str, unit: Unit, army: Army, catalogue: Catalogue) -> ArmyUnit:
    """The line of a new unit with its mandatory cards."""
    force = catalogue.battle_forces.get(army.battle_force or "")
    named = tuple(need.upgrades[0] for need in unit.must_equip if len(need.upgrades) == 1)
    joined = unit.counterpart if unit.counterpart_required else None
    return ArmyUnit(
        key=key,
        unit=unit.id,
        upgrades=(*named, *clan_card(unit, force)),
        counterpart=ArmyCounterpart(joined) if joined else None,
    )


def clan_card(unit: Unit, force: BattleForce | None) -> tuple[str, ...]:
    """The clan card that a battle force wants on a unit with a clan slot; leaders may have their own."""
    if force is None or "clan" not in unit.slots:
        return ()
    leads = unit.rank in ("commander", "operative")
    card = (force.clan_upgrade_for_leaders if leads else None) or force.clan_upgrade
    return (card,) if card else ()


def remove_unit(army: Army, key: str) -> Army:
    """Remove a line."""
    army.entry(key)
    return replace(army, units=tuple(entry for entry in army.units if entry.key != key))


def duplicate(army: Army, key: str) -> Army:
    """Copy a line with everything on it, right behind it."""
    entry = army.entry(key)
    copy = replace(entry, key=free_key(each.key for each in army.units))
    place = army.units.index(entry) + 1
    return require_sizes(replace(army, units=(*army.units[:place], copy, *army.units[place:])))


def set_count(army: Army, key: str, count: int) -> Army:
    """So many units on the line; none removes it."""
    if count == 0:
        return remove_unit(army, key)
    return require_sizes(with_entry(army, replace(army.entry(key), count=count)))


def move(army: Army, key: str, place: int) -> Army:
    """Move a line to another place; beyond either end is the end."""
    entry = army.entry(key)
    rest = [each for each in army.units if each.key != key]
    rest.insert(max(0, place), entry)
    return replace(army, units=tuple(rest))


def equip(army: Army, key: str, upgrade_id: str, *, on_counterpart: bool = False) -> Army:
    """Put an upgrade on a line, or on its counterpart."""
    entry = with_upgrade(army.entry(key), upgrade_id, on_counterpart=on_counterpart)
    return require_sizes(with_entry(army, entry))


def with_upgrade(entry: ArmyUnit, upgrade_id: str, *, on_counterpart: bool) -> ArmyUnit:
    """The line with one more upgrade, on it or on its counterpart."""
    if not on_counterpart:
        return replace(entry, upgrades=(*entry.upgrades, upgrade_id))
    joined = counterpart_of(entry)
    return replace(entry, counterpart=replace(joined, upgrades=(*joined.upgrades, upgrade_id)))


def unequip(
    army: Army, catalogue: Catalogue, key: str, upgrade_id: str, *, on_counterpart: bool = False
) -> Army:
    """Take an upgrade off a line. Upgrades that sat in slots which it granted go with it, no others."""
    entry = army.entry(key)
    if on_counterpart:
        joined = counterpart_of(entry)
        joined = replace(joined, upgrades=without_upgrade(joined.upgrades, upgrade_id, key))
        return with_entry(army, replace(entry, counterpart=joined))
    before = upgrades_without_slot(army, entry, catalogue)
    entry = replace(entry, upgrades=without_upgrade(entry.upgrades, upgrade_id, key))
    while granted := [card for card in upgrades_without_slot(army, entry, catalogue) if card not in before]:
        entry = replace(entry, upgrades=without_upgrade(entry.upgrades, granted[-1].id, key))
    return with_entry(army, entry)


def upgrades_without_slot(army: Army, entry: ArmyUnit, catalogue: Catalogue) -> list[Upgrade]:
    """The upgrades of a line that find no slot."""
    unit = catalogue.on(army.points_date).units.get(entry.unit)
    if unit is None:
        return []
    setters = facts(catalogue).price_setters.intersection(line.unit for line in army.units)
    return list(kept_loadout(entry, unit, frame_of(army, catalogue), setters).loadout.fitting.unslotted)


def without_upgrade(upgrades: tuple[str, ...], upgrade_id: str, key: str) -> tuple[str, ...]:
    """The upgrades with one copy of this one less: the last."""
    if upgrade_id not in upgrades:
        raise refusal_at("army.no_upgrade", "units", key=key, card=upgrade_id[:60])
    place = len(upgrades) - 1 - upgrades[::-1].index(upgrade_id)
    return (*upgrades[:place], *upgrades[place + 1 :])


def counterpart_of(entry: ArmyUnit) -> ArmyCounterpart:
    """The counterpart of a line."""
    if entry.counterpart is None:
        raise refusal_at("army.no_counterpart", "units", key=entry.key)
    return entry.counterpart


def set_counterpart(army: Army, key: str, card_id: str | None) -> Army:
    """Let a counterpart join a line, or leave it."""
    joined = ArmyCounterpart(card_id) if card_id else None
    return require_sizes(with_entry(army, replace(army.entry(key), counterpart=joined)))


def with_entry(army: Army, entry: ArmyUnit) -> Army:
    """The army with a line replaced by the one of the same key."""
    return replace(army, units=tuple(entry if each.key == entry.key else each for each in army.units))


def set_force(army: Army, catalogue: Catalogue, force_id: str | None, choices: Iterable[str] = ()) -> Army:
    """Choose a battle force, or none. Choices that the force does not offer fall away; cards stay."""
    force = catalogue.battle_forces.get(force_id or "")
    offered = {choice.name for choice in force.choices} if force else set()
    kept = tuple(name for name in dict.fromkeys((*choices, *army.choices)) if name in offered)
    most = force.choices_to_pick if force else 0
    return require_sizes(replace(army, battle_force=force_id, choices=kept[:most]))


def set_words(army: Army, *, name: str | None = None, notes: str | None = None) -> Army:
    """Name and notes, each where given."""
    named = replace(army, name=army.name if name is None else name)
    return require_sizes(replace(named, notes=army.notes if notes is None else notes))
