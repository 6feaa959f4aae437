"""What a card means for building an army, and its plain facts, line by line in our own words."""

from collections.abc import Iterable
from typing import NamedTuple

from muster.rules.cards import Card, catalogue
from muster.rules.cards.types import BattleCard, BattleForce, CommandCard, Counterpart, Product, Unit, Upgrade
from muster.rules.cards.values import ConditionalPoints, MustEquip, RankLimit
from muster.rules.cards.vocabulary import Rank, spoken
from muster.rules.cards.wording import either
from muster.web.cards.rows import address
from muster.web.cards.words import FACTION_NAMES, both, orders, released, restriction, sentence, words
from muster.web.environment import day

Facts = Iterable[tuple[str, str]]
ACTIONS = {"free-card-action": "free card action", "card-action": "card action", "two-actions": "two actions"}


class FactLine(NamedTuple):
    """A thing to know when building an army; with `href` it leads to the card it speaks of."""

    name: str
    text: str
    href: str = ""


def names(ids: Iterable[str]) -> list[str]:
    """The full names of these cards."""
    return [catalogue().cards[card_id].full_name for card_id in ids]


def link(name: str, card: Card, text: str = "") -> FactLine:
    """A line that names one card and leads to it."""
    return FactLine(name, text or card.full_name, address(card))


def unit_lines(unit: Unit) -> Iterable[FactLine]:
    """Who may field the unit, what it must equip, whom it needs or brings."""
    if unit.mercenary:
        hirers = both(FACTION_NAMES[faction] for faction in unit.hirable_by)
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
        always = f"{companion.full_name}, always comes along" if unit.counterpart_required else ""
        yield link("Counterpart", companion, always)


def must_equip(duty: MustEquip) -> FactLine:
    """An upgrade or a slot the unit must fill, and the keyword that says so."""
    if duty.upgrades:
        return FactLine("Must equip", either(names(duty.upgrades)))
    many = f"{duty.count} {words(duty.slot or '')} upgrades"
    return FactLine("Must equip", many if duty.count > 1 else f"one {words(duty.slot or '')} upgrade")


def common_facts(card: Card) -> Facts:
    """Release, former names, id: what every card has."""
    yield "Release", released(card.release)
    if card.release.product:
        yield "Product code", card.release.product
    if card.former_names:
        yield "Formerly", both(card.former_names)


def base(card: Unit | Counterpart) -> tuple[str, str]:
    """The base of a miniature in millimetres."""
    return "Base", f"{card.base_mm.replace('x', ' × ')} mm" if card.base_mm else "not known"


def unit_facts(unit: Unit) -> Facts:
    """Affiliation, base, products, release."""
    if unit.affiliation or "affiliation" in unit.unknown:
        yield "Affiliation", spoken(unit.affiliation) if unit.affiliation else "not known"
    yield base(unit)
    products = catalogue().products_of(unit)
    yield "Products", both(product(p) for p in products) if products else "not known"
    yield from common_facts(unit)


def product(sold: Product) -> str:
    """A product with the day it came out, where known."""
    return f"{sold.name} ({day(sold.released)})" if sold.released else sold.name


def counterpart_facts(card: Counterpart) -> Facts:
    """Affiliation, base, release."""
    if card.affiliation:
        yield "Affiliation", spoken(card.affiliation)
    yield base(card)
    yield from common_facts(card)


def upgrade_lines(upgrade: Upgrade) -> Iterable[FactLine]:
    """Who may equip it, what it adds, when it costs more or less."""
    anyone = f"any unit with a {words(upgrade.slot)} slot"
    yield FactLine("Equipped by", restriction(upgrade.restriction) if upgrade.restriction else anyone)
    if upgrade.army_factions:
        yield FactLine("Armies", both(FACTION_NAMES[faction] for faction in upgrade.army_factions))
    if upgrade.adds_slots:
        when = f" on {restriction(upgrade.adds_slots_when)}" if upgrade.adds_slots_when else ""
        yield FactLine("Adds", f"{both(words(slot) for slot in upgrade.adds_slots)} slot{when}")
    if upgrade.own_slot:
        slot, bearer = words(upgrade.own_slot.slot), restriction(upgrade.own_slot.when)
        yield FactLine("Own slot", f"brings its {slot} slot on {bearer}")
    if upgrade.sets_affiliation:
        yield FactLine("Affiliation", f"the bearer becomes {spoken(upgrade.sets_affiliation)}")
    if upgrade.needs_choice:
        yield FactLine("Only with", upgrade.needs_choice)
    for change in upgrade.conditional_points:
        yield FactLine("Points", conditional(change))


def conditional(change: ConditionalPoints) -> str:
    """5 points less while Jyn Erso is in the army."""
    cards, forces = catalogue().cards, catalogue().battle_forces
    force = forces[change.battle_force].name if change.battle_force in forces else change.battle_force
    when = [
        f"with {cards[change.unit_in_army].full_name} in the army" if change.unit_in_army else "",
        f"in {force}" if force else "",
        f"with {change.choice}" if change.choice else "",
        f"on {cards[change.bearer].full_name}" if change.bearer else "",
    ]
    amount = f"{abs(change.delta)} {'less' if change.delta < 0 else 'more'}"
    return " ".join([amount, *(part for part in when if part)])


def upgrade_facts(upgrade: Upgrade) -> Facts:
    """How it is used, then what every card has."""
    yield "Use", use(upgrade)
    if upgrade.use_action:
        yield "Takes", ACTIONS[upgrade.use_action]
    if upgrade.use_note:
        yield "Note", upgrade.use_note
    if upgrade.double_sided:
        yield "Sides", "two, chosen when building"
    yield from common_facts(upgrade)


def use(upgrade: Upgrade) -> str:
    """Exhaust, expend, neither, or not known."""
    marks = {"exhaust": "exhausts", "expend": "expends", "none": "neither exhausts nor expends"}
    text = marks.get(upgrade.use, "not known")
    text += " with its weapon" if upgrade.use_by_weapon and upgrade.use != "none" else ""
    return f"{text} (our reading)" if upgrade.use_inferred else text


def command_lines(card: CommandCard) -> Iterable[FactLine]:
    """What the card asks for and whom it orders."""
    for need in card.needs:
        yield FactLine("Needs", restriction(need))
    if card.battle_force and card.battle_force in catalogue().battle_forces:
        yield link("Battle force", catalogue().battle_forces[card.battle_force])
    if not card.needs and not card.battle_force:
        yield FactLine("Needs", f"a {FACTION_NAMES[card.faction]} army" if card.faction else "nothing")
    yield FactLine("Orders", orders(card))
    if card.mandatory:
        yield FactLine("Command hand", "always in it")


def battle_facts(card: BattleCard) -> Facts:
    """Category, deck, faction."""
    yield "Category", sentence(card.category)
    yield "Deck", sentence(card.deck)
    yield "Faction", FACTION_NAMES[card.faction or "neutral"]
    yield "Map", "has one" if card.needs_map else "none"
    yield from common_facts(card)


def limits(force: BattleForce, rank: Rank) -> str:
    """Standard 1–2, Recon 1."""
    tables = force.rank_tables.items()
    return ", ".join(f"{sentence(name)} {span(table.limits.get(rank))}" for name, table in tables)


def span(limit: RankLimit | None) -> str:
    """1–2, 3, none"""
    if limit is None or limit.max == 0:
        return "none"
    return str(limit.max) if limit.min == limit.max else f"{limit.min}–{limit.max}"


def force_facts(force: BattleForce) -> Facts:
    """Faction, side of the Force, release."""
    yield "Faction", FACTION_NAMES[force.faction]
    yield "Side of the Force", sentence(force.force_side) if force.force_side else "either"
    yield from common_facts(force)


def force_lines(force: BattleForce) -> Iterable[FactLine]:
    """The rules of a battle force that change how an army is built."""
    yield from leader_lines(force)
    yield from corps_lines(force)
    yield from unit_limit_lines(force)
    yield from affiliation_lines(force)
    yield from upgrade_rule_lines(force)
    yield from choice_lines(force)


def leader_lines(force: BattleForce) -> Iterable[FactLine]:
    """Caps on commanders and operatives together, and the Field Commander."""
    for name, table in force.rank_tables.items():
        if table.commander_and_operative_max is not None:
            most = f"at most {table.commander_and_operative_max} together"
            yield FactLine("Commanders and operatives", f"{most} ({sentence(name)})")
    if force.field_commander_forbidden:
        yield FactLine("Field Commander", "cannot be used")
    if force.mercenaries_as_own:
        yield FactLine("Mercenaries", "those listed count towards the minimums, without a cap")
    if force.own_faction_min and force.own_faction:
        yield FactLine(
            "Own units", f"at least {force.own_faction_min} {FACTION_NAMES[force.own_faction]} units"
        )


def corps_lines(force: BattleForce) -> Iterable[FactLine]:
    """Units that count as corps, and corps that come first."""
    if force.corps_when_building:
        also = " and for battle cards" if force.corps_for_battle_cards else ""
        yield FactLine("Count as corps", f"{both(names(force.corps_when_building))}, when building{also}")
    if force.one_of_each_corps_first:
        yield FactLine("Corps", "one of each before a second of any")
    if force.unit_type_min and force.unit_type:
        yield FactLine("Unit type", f"at least {force.unit_type_min} {words(force.unit_type)} units")
    if force.detachment_ignored_for:
        yield FactLine("Detachment", f"ignored for {both(names(force.detachment_ignored_for))}")


def unit_limit_lines(force: BattleForce) -> Iterable[FactLine]:
    """So many of these units."""
    for limit in force.unit_limits:
        least = f"{limit.min} to {limit.max}" if limit.min else f"at most {limit.max}"
        together = " together" if len(limit.units) > 1 else ""
        yield FactLine(both(names(limit.units)), f"{least}{together}")
    for unit, name in force.one_per_unit.items():
        yield FactLine(both(names([unit])), f"one for each {name}")


def affiliation_lines(force: BattleForce) -> Iterable[FactLine]:
    """Clans and the upgrades that mark them."""
    if force.affiliation_required:
        yield FactLine("Affiliation", f"{spoken(force.affiliation_required)} only")
    if force.affiliation_follows_leaders:
        yield FactLine("Affiliation", "follows the commanders and operatives")
    if force.clan_upgrade:
        yield link("Clan upgrade", catalogue().upgrade(force.clan_upgrade))
    if force.clan_upgrade_for_leaders:
        yield link("Clan upgrade of leaders", catalogue().upgrade(force.clan_upgrade_for_leaders))


def upgrade_rule_lines(force: BattleForce) -> Iterable[FactLine]:
    """Upgrades freed from their restriction, slots added."""
    if force.free_upgrades:
        where = f" by {restriction(force.free_upgrades_on)}" if force.free_upgrades_on else ""
        yield FactLine(
            "Opened upgrades", f"{both(names(force.free_upgrades))}: usable{where}, whatever unit they name"
        )
    for unit, added in force.extra_slots.items():
        yield FactLine(both(names([unit])), f"has {both(words(slot) for slot in added)} as an extra slot")


def choice_lines(force: BattleForce) -> Iterable[FactLine]:
    """What an army of this battle force chooses."""
    if force.choices:
        yield FactLine("Choose", f"{force.choices_to_pick} of {len(force.choices)}")
    for choice in force.choices:
        added = (
            f"adds {either(names(choice.adds_units))}"
            if choice.adds_units
            else "changes how the army is built"
        )
        most = f", at most {choice.max_added}" if choice.max_added else ""
        yield FactLine(choice.name, added + most)
