"""What a card means for building an army, and its plain facts, line by line in our own words."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from muster.rules.cards import Card, catalogue
from muster.rules.cards.types import BattleCard, BattleForce, CommandCard, Counterpart, Product, Unit, Upgrade
from muster.rules.cards.values import ConditionalPoints, MustEquip, RankLimit
from muster.rules.cards.vocabulary import Rank, display_word
from muster.rules.cards.wording import either
from muster.rules.tournament.table_setup.components import uses_silhouette
from muster.web.cards.rows import address
from muster.web.cards.words import (
    FACTION_NAMES,
    join_words,
    orders,
    release_words,
    restriction,
    sentence,
    words,
)
from muster.web.environment import day, plural

ACTIONS = {"free-card-action": "free card action", "card-action": "card action", "two-actions": "two actions"}
USES = {"exhaust": "exhausts", "expend": "expends", "none": "neither exhausts nor expends"}


class FactLine(NamedTuple):
    """A thing to know when building an army; with `href` it leads to the card it speaks of."""

    name: str
    text: str
    href: str = ""


def lines(card: Card) -> Iterator[FactLine]:
    """What there is to know about a card when building an army."""
    match card:
        case Unit():
            yield from unit_lines(card)
        case Upgrade():
            yield from upgrade_lines(card)
        case CommandCard():
            yield from command_lines(card)
        case BattleForce():
            yield from force_lines(card)


def names(ids: Iterable[str]) -> str:
    """The full names of these cards, in a row."""
    return join_words(map(catalogue().name_of, ids))


def link(name: str, card: Card, text: str = "") -> FactLine:
    """A line that names one card and leads to it."""
    return FactLine(name, text or card.full_name, address(card))


def unit_lines(unit: Unit) -> Iterator[FactLine]:
    """Who may field the unit, what it must equip, whom it needs or brings."""
    if unit.mercenary:
        hirers = join_words(FACTION_NAMES[faction] for faction in unit.hirable_by)
        yield FactLine("Hired by", hirers or "battle forces that list it")
    for duty in unit.must_equip:
        yield must_equip(duty)
    if unit.detachment:
        wanted = unit.detachment.name or f"{words(unit.detachment.rank or '')} unit"
        yield FactLine("Detachment", f"needs {wanted} in the army, one for each")
    if unit.entourage:
        yield FactLine("Entourage", unit.entourage)
    if unit.associate:
        yield FactLine("Associate", unit.associate)
    if unit.special_issue and unit.special_issue in catalogue().battle_forces:
        yield link("Only in", catalogue().battle_forces[unit.special_issue])
    if unit.counterpart:
        companion = catalogue().counterparts[unit.counterpart]
        how = "always comes along" if unit.counterpart_required else ""
        if unit.id in companion.brought_by:
            how = f"with {catalogue().upgrades[companion.brought_by[unit.id]].full_name}"
        yield link("Counterpart", companion, f"{companion.full_name}, {how}" if how else "")


def must_equip(duty: MustEquip) -> FactLine:
    """An upgrade or a slot the unit must fill, and the keyword that says so."""
    slot = words(duty.slot or "")
    many = f"{duty.count} {slot} upgrades" if duty.count > 1 else f"one {slot} upgrade"
    return FactLine("Must equip", either(map(catalogue().name_of, duty.upgrades)) or many)


def upgrade_lines(upgrade: Upgrade) -> Iterator[FactLine]:
    """Who may equip it, what it adds, when it costs more or less."""
    anyone = f"any unit with a {words(upgrade.slot)} slot"
    yield FactLine("Equipped by", restriction(upgrade.restriction) if upgrade.restriction else anyone)
    if upgrade.army_factions:
        yield FactLine("Armies", join_words(FACTION_NAMES[faction] for faction in upgrade.army_factions))
    if upgrade.adds_slots:
        when = f" on {restriction(upgrade.adds_slots_when)}" if upgrade.adds_slots_when else ""
        yield FactLine("Adds", f"{join_words(map(words, upgrade.adds_slots))} slot{when}")
    if upgrade.own_slot:
        slot, bearer = words(upgrade.own_slot.slot), restriction(upgrade.own_slot.when)
        yield FactLine("Own slot", f"brings its {slot} slot on {bearer}")
    if upgrade.sets_affiliation:
        yield FactLine("Affiliation", f"the bearer becomes {display_word(upgrade.sets_affiliation)}")
    if upgrade.needs_choice:
        yield FactLine("Only with", upgrade.needs_choice)
    for change in upgrade.conditional_points:
        yield FactLine("Points", conditional(change))


def conditional(change: ConditionalPoints) -> str:
    """5 points less while Jyn Erso is in the army."""
    name, forces = catalogue().name_of, catalogue().battle_forces
    force = forces[change.battle_force].name if change.battle_force in forces else change.battle_force
    when = [
        f"with {name(change.unit_in_army)} in the army" if change.unit_in_army else "",
        f"in {force}" if force else "",
        f"with {change.choice}" if change.choice else "",
        f"on {name(change.bearer)}" if change.bearer else "",
    ]
    amount = f"{abs(change.delta)} {'less' if change.delta < 0 else 'more'}"
    return " ".join([amount, *(part for part in when if part)])


def command_lines(card: CommandCard) -> Iterator[FactLine]:
    """What the card asks for and whom it orders."""
    for need in card.needs:
        yield FactLine("Needs", restriction(need))
    if card.battle_force and card.battle_force in catalogue().battle_forces:
        yield link("Battle force", catalogue().battle_forces[card.battle_force])
    if not card.needs and not card.battle_force:
        yield FactLine("Needs", f"a {FACTION_NAMES[card.faction]} army" if card.faction else "nothing")
    yield FactLine("Orders", orders(card))
    if card.printed_pips is not None:
        yield FactLine("Printed", f"{plural(card.printed_pips, 'pip')}, for priority in a game")
    if card.mandatory:
        yield FactLine("Command hand", "always in it")


def force_lines(force: BattleForce) -> Iterator[FactLine]:
    """The rules of a battle force that change how an army is built."""
    for name, table in force.rank_tables.items():
        if table.commander_and_operative_max is not None:
            most = f"at most {table.commander_and_operative_max} together"
            yield FactLine("Commanders and operatives", f"{most} ({sentence(name)})")
    yield from rank_lines(force)
    for limit in force.unit_limits:
        least = f"{limit.min} to {limit.max}" if limit.min else f"at most {limit.max}"
        yield FactLine(names(limit.units), f"{least}{' together' if len(limit.units) > 1 else ''}")
    for unit, name in force.one_per_unit.items():
        yield FactLine(names([unit]), f"one for each {name}")
    yield from upgrade_rule_lines(force)
    if force.choices:
        yield FactLine("Choose", f"{force.choices_to_pick} of {len(force.choices)}")
    for choice in force.choices:
        added = either(map(catalogue().name_of, choice.adds_units))
        most = f", at most {choice.max_added}" if choice.max_added else ""
        yield FactLine(choice.name, f"{f'adds {added}' if added else 'changes how the army is built'}{most}")


def rank_lines(force: BattleForce) -> Iterator[FactLine]:
    """The Field Commander, mercenaries, units that count as corps, and corps that come first."""
    if force.field_commander_forbidden:
        yield FactLine("Field Commander", "cannot be used")
    if force.mercenaries_as_own:
        yield FactLine("Mercenaries", "those listed count towards the minimums, without a cap")
    if force.own_faction_min and force.own_faction:
        own = FACTION_NAMES[force.own_faction]
        yield FactLine("Own units", f"at least {plural(force.own_faction_min, f'{own} unit')}")
    if force.corps_when_building:
        also = " and for battle cards" if force.corps_for_battle_cards else ""
        yield FactLine("Count as corps", f"{names(force.corps_when_building)}, when building{also}")
    if force.one_of_each_corps_first:
        yield FactLine("Corps", "one of each before a second of any")
    if force.unit_type_min and force.unit_type:
        yield FactLine(
            "Unit type", f"at least {plural(force.unit_type_min, f'{words(force.unit_type)} unit')}"
        )
    if force.detachment_ignored_for:
        yield FactLine("Detachment", f"ignored for {names(force.detachment_ignored_for)}")


def upgrade_rule_lines(force: BattleForce) -> Iterator[FactLine]:
    """Clans and the cards that mark them, upgrades freed from their restriction, slots added."""
    if force.affiliation_required:
        yield FactLine("Affiliation", f"{display_word(force.affiliation_required)} only")
    if force.affiliation_follows_leaders:
        yield FactLine("Affiliation", "follows the commanders and operatives")
    if force.clan_upgrade:
        yield link("Clan upgrade", catalogue().upgrade(force.clan_upgrade))
    if force.clan_upgrade_for_leaders:
        yield link("Clan upgrade of leaders", catalogue().upgrade(force.clan_upgrade_for_leaders))
    if force.free_upgrades:
        where = f" by {restriction(force.free_upgrades_on)}" if force.free_upgrades_on else ""
        yield FactLine(
            "Opened upgrades", f"{names(force.free_upgrades)}: usable{where}, whatever unit they name"
        )
    for unit, added in force.extra_slots.items():
        yield FactLine(names([unit]), f"has {join_words(map(words, added))} as an extra slot")


def limits(force: BattleForce, rank: Rank) -> str:
    """Standard 1–2, Recon 1."""
    tables = force.rank_tables.items()
    return ", ".join(f"{sentence(name)} {span(table.limits.get(rank))}" for name, table in tables)


def span(limit: RankLimit | None) -> str:
    """1–2, 3, none"""
    if limit is None or limit.max == 0:
        return "none"
    return str(limit.max) if limit.min == limit.max else f"{limit.min}–{limit.max}"


def facts(card: Card) -> Iterator[tuple[str, str]]:
    """What stands on a card of its kind; then release, product and other names, which every card has."""
    match card:
        case Unit() | Counterpart():
            yield from figure_facts(card)
        case Upgrade():
            yield from upgrade_facts(card)
        case BattleCard():
            yield "Category", sentence(card.category)
            yield "Deck", sentence(card.deck)
            yield "Faction", FACTION_NAMES[card.faction or "neutral"]
            yield "Map", "has one" if card.needs_map else "none"
        case BattleForce():
            yield "Faction", FACTION_NAMES[card.faction]
            yield "Side of the Force", " or ".join(map(sentence, card.sides)) or "none stated"
    yield "Release", release_words(card.release)
    if card.release.product:
        yield "Product code", card.release.product
    if card.former_names:
        yield "Also called", join_words(card.former_names)


def figure_facts(card: Unit | Counterpart) -> Iterator[tuple[str, str]]:
    """Affiliation, base in millimetres, products."""
    if card.affiliation or "affiliation" in card.unknown:
        yield "Affiliation", display_word(card.affiliation) if card.affiliation else "not known"
    yield "Base", f"{card.base_mm.replace('x', ' × ')} mm" if card.base_mm else "not known"
    if isinstance(card, Unit):
        if uses_silhouette(card):
            yield "Line of sight", "by the silhouette template"
        yield "Products", join_words(map(product, catalogue().products_of(card))) or "not known"


def product(sold: Product) -> str:
    """A product with the day it came out, where known."""
    return f"{sold.name} ({day(sold.released)})" if sold.released else sold.name


def upgrade_facts(upgrade: Upgrade) -> Iterator[tuple[str, str]]:
    """How it is used: exhaust, expend, neither, or not known."""
    text = USES.get(upgrade.use, "not known")
    text += " with its weapon" if upgrade.use_by_weapon and upgrade.use != "none" else ""
    yield "Use", f"{text} (our reading)" if upgrade.use_inferred else text
    if upgrade.use_action:
        yield "Takes", ACTIONS[upgrade.use_action]
    if upgrade.use_note:
        yield "Note", upgrade.use_note
    if upgrade.double_sided:
        yield "Sides", "two, chosen when building"
