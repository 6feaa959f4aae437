"""Everything in the data that points to something else: by id, by unit name, by title, by keyword."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from muster.rules.cards.catalogue import CardData
from muster.rules.cards.types import BattleForce, CommandCard, Counterpart, Named, Unit, Upgrade
from muster.rules.cards.values import Restriction

Shelf: TypeAlias = Literal[
    "unit",
    "upgrade",
    "command",
    "battle",
    "counterpart",
    "battle-force",
    "keyword",
    "unit name",
    "title",
    "choice",
]


class Reference(NamedTuple):
    """`owner` points, in `field`, to `wanted` on the shelf."""

    owner: str
    field: str
    shelf: Shelf
    wanted: str


def references(data: CardData) -> Iterator[Reference]:
    """Every reference in the data."""
    for card in data.cards:
        yield from pointed(card, "keywords", "keyword", (use.id for use in card.keywords))
    for unit in data.units:
        yield from of_unit(unit)
    for upgrade in data.upgrades:
        yield from of_upgrade(upgrade)
    for command in data.commands:
        yield from of_command(command)
    for counterpart in data.counterparts:
        yield from of_counterpart(counterpart)
    for force in data.battle_forces:
        yield from of_force(force)
    yield from of_formats(data)
    for product in data.products:
        yield from (Reference(product.name, "units", "unit", unit) for unit in product.units)


def pointed(card: Named, field: str, shelf: Shelf, wanted: Iterable[str | None]) -> Iterator[Reference]:
    """The references of one field; a field that is not given points nowhere."""
    return (Reference(card.slug, field, shelf, name) for name in wanted if name is not None)


def of_unit(unit: Unit) -> Iterator[Reference]:
    """Counterpart, battle force, the units and upgrades that its keywords name."""
    yield from pointed(unit, "counterpart", "counterpart", [unit.counterpart])
    yield from pointed(unit, "special_issue", "battle-force", [unit.special_issue])
    yield from pointed(unit, "entourage", "unit name", [unit.entourage])
    yield from pointed(unit, "associate", "unit name", [unit.associate])
    if unit.detachment:
        yield from pointed(unit, "detachment", "unit name", [unit.detachment.name])
    for must in unit.must_equip:
        yield from pointed(unit, "must_equip", "upgrade", must.upgrades)
        yield from pointed(unit, "must_equip", "keyword", [must.keyword])
    yield from of_weapons(unit)


def of_weapons(card: Unit | Upgrade | Counterpart) -> Iterator[Reference]:
    """The keywords on the weapons."""
    for weapon in card.weapons:
        yield from pointed(card, "weapons", "keyword", (use.id for use in weapon.keywords))


def of_upgrade(upgrade: Upgrade) -> Iterator[Reference]:
    """Restrictions, conditional points and the choice of a battle force it needs."""
    yield from of_restriction(upgrade, "restriction", upgrade.restriction)
    yield from of_restriction(upgrade, "adds_slots_when", upgrade.adds_slots_when)
    yield from of_restriction(upgrade, "own_slot", upgrade.own_slot.when if upgrade.own_slot else None)
    yield from pointed(upgrade, "needs_choice", "choice", [upgrade.needs_choice])
    for rule in upgrade.conditional_points:
        yield from pointed(upgrade, "conditional_points", "unit", [rule.unit_in_army, rule.bearer])
        yield from pointed(upgrade, "conditional_points", "battle-force", [rule.battle_force])
        yield from pointed(upgrade, "conditional_points", "choice", [rule.choice])
    yield from of_weapons(upgrade)


def of_restriction(card: Named, field: str, wanted: Restriction | None) -> Iterator[Reference]:
    """Names, titles, ids and keywords of a restriction, branches and exceptions included."""
    if wanted is None:
        return
    yield from pointed(card, field, "unit name", wanted.names)
    yield from pointed(card, field, "title", wanted.titles)
    yield from pointed(card, field, "unit", wanted.units)
    yield from pointed(card, field, "keyword", wanted.keywords)
    for branch in (*wanted.any, wanted.unless):
        yield from of_restriction(card, field, branch)


def of_command(command: CommandCard) -> Iterator[Reference]:
    """Battle force, the units it needs and the units it names in its orders."""
    yield from pointed(command, "battle_force", "battle-force", [command.battle_force])
    for need in command.needs:
        yield from of_restriction(command, "needs", need)
    if command.orders:
        yield from pointed(command, "orders", "unit name", command.orders.names)


def of_counterpart(counterpart: Counterpart) -> Iterator[Reference]:
    """The units it joins."""
    yield from pointed(counterpart, "of", "unit", counterpart.of)
    yield from of_weapons(counterpart)


def of_force(force: BattleForce) -> Iterator[Reference]:
    """Roster, limits, choices, upgrades and command cards of a battle force."""
    yield from pointed(force, "roster", "unit", force.units)
    yield from pointed(force, "unit_limits", "unit", (u for limit in force.unit_limits for u in limit.units))
    yield from pointed(force, "choices", "unit", (u for choice in force.choices for u in choice.adds_units))
    yield from pointed(force, "corps_when_building", "unit", force.corps_when_building)
    yield from pointed(force, "detachment_ignored_for", "unit", force.detachment_ignored_for)
    yield from pointed(force, "one_per_unit", "unit", force.one_per_unit)
    yield from pointed(force, "one_per_unit", "unit name", force.one_per_unit.values())
    yield from pointed(force, "extra_slots", "unit", force.extra_slots)
    yield from pointed(force, "command_cards", "command", force.command_cards)
    yield from pointed(force, "unique_upgrades", "upgrade", force.unique_upgrades)
    yield from pointed(force, "forbidden_upgrades", "upgrade", force.forbidden_upgrades)
    yield from pointed(force, "free_upgrades", "upgrade", force.free_upgrades)
    clans = [force.clan_upgrade, force.clan_upgrade_for_leaders]
    yield from pointed(force, "clan_upgrade", "upgrade", clans)
    yield from of_restriction(force, "free_upgrades_on", force.free_upgrades_on)


def of_formats(data: CardData) -> Iterator[Reference]:
    """The fixed battle decks, Standing Orders and the battle forces some factions need."""
    army = data.formats.army
    yield Reference("formats", "command_hand", "command", army.command_hand.four_pips)
    named = [force for forces in army.needs_battle_force.values() for force in forces]
    for force in (*named, *army.default_battle_force.values()):
        yield Reference("formats", "needs_battle_force", "battle-force", force)
    for item in data.formats.formats:
        yield from (Reference(item.id, "battle_deck", "battle", card) for card in item.battle_deck.fixed)
