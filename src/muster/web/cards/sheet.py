"""What a card page shows, as plain structures: built here, drawn by the templates."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

import msgspec

from muster.rules.cards import Card, catalogue
from muster.rules.cards.types import BattleCard, BattleForce, CommandCard, Counterpart, Priced, Unit, Upgrade
from muster.rules.cards.values import KeywordUse, Mark, Weapon
from muster.rules.cards.vocabulary import FACTIONS, RANKS, SLOTS
from muster.web.cards import building, words
from muster.web.cards.building import FactLine
from muster.web.cards.chart import Chart, chart
from muster.web.cards.query import CardQuery
from muster.web.cards.rows import Row, row

DICE = ("red", "black", "white")


class KeywordNote(NamedTuple):
    """A keyword as printed, with its explanation."""

    id: str
    label: str
    meaning: str
    source: str


class WeaponLine(NamedTuple):
    """A weapon: reach in words, its dice by colour, its keywords."""

    name: str
    reach: str
    dice: tuple[tuple[str, int], ...]
    keywords: tuple[KeywordNote, ...]


class Stat(NamedTuple):
    """One cell of the profile: a number, a die, or a surge conversion."""

    name: str
    value: str = ""
    die: str = ""
    surge: tuple[str, str] | None = None
    spoken: str = ""


class SlotChip(NamedTuple):
    """An upgrade slot: how many of it the unit has, how many upgrades fit, where they are listed."""

    slot: str
    name: str
    number: int
    fits: int
    address: str


class Group(NamedTuple):
    """Cards under a heading: by faction, by rank, by kind."""

    name: str
    rows: tuple[Row, ...]
    flag: str = ""
    icon: str = ""
    note: str = ""


class Dated(NamedTuple):
    """Something dated that happened to the card."""

    day: date
    text: str


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A card page. Parts that a kind of card does not have are empty."""

    row: Row
    id: str
    edition: date
    as_of: date | None
    stats: tuple[Stat, ...] = ()
    weapons: tuple[WeaponLine, ...] = ()
    keywords: tuple[KeywordNote, ...] = ()
    mentions: tuple[KeywordNote, ...] = ()
    building: tuple[FactLine, ...] = ()
    slots: tuple[SlotChip, ...] = ()
    slots_known: bool = True
    equippers: tuple[Group, ...] = ()
    commands: tuple[Row, ...] = ()
    bearers: tuple[Row, ...] = ()
    roster: tuple[Group, ...] = ()
    unit_count: int = 0
    own_cards: tuple[Group, ...] = ()
    forces: tuple[Row, ...] = ()
    versions: tuple[Row, ...] = ()
    companions: tuple[Row, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    chart: Chart | None = None
    history: tuple[Dated, ...] = ()


def sheet(card: Card, as_of: date | None = None) -> Sheet:
    """The page of a card with the points of that day."""
    parts: dict[str, Any] = dict(PARTS[type(card)](card, as_of))
    return Sheet(
        row=row(card, as_of),
        id=card.id,
        edition=catalogue().edition,
        as_of=as_of,
        forces=() if isinstance(card, BattleForce) else rows(catalogue().battle_forces_of(card)),
        versions=rows(catalogue().versions(card), as_of),
        unknown=tuple(words.fact(field) for field in card.unknown),
        marks=card.marks,
        chart=chart(card, catalogue().edition, as_of) if isinstance(card, Priced) else None,
        history=history(card),
        **parts,
    )


def unit_parts(unit: Unit, as_of: date | None) -> Mapping[str, Any]:
    """A unit: profile, weapons, keywords, what it may equip, its command cards."""
    companion = catalogue().cards.get(unit.counterpart or "")
    return {
        "stats": tuple(unit_stats(unit)),
        "weapons": weapons(unit.weapons),
        "keywords": keywords(unit.keywords),
        "building": tuple(building.unit_lines(unit)),
        "slots": slots(unit, as_of),
        "slots_known": "slots" not in unit.unknown,
        "commands": rows(catalogue().command_cards(unit)),
        "companions": rows([companion] if companion else [], as_of),
        "facts": tuple(building.unit_facts(unit)),
    }


def upgrade_parts(upgrade: Upgrade, as_of: date | None) -> Mapping[str, Any]:
    """An upgrade: weapons, keywords it gives or names, who may equip it."""
    return {
        "weapons": weapons(upgrade.weapons),
        "keywords": keywords(use for use in upgrade.keywords if use.granted),
        "mentions": keywords(use for use in upgrade.keywords if not use.granted),
        "building": tuple(building.upgrade_lines(upgrade)),
        "equippers": by_faction(catalogue().equippers(upgrade), as_of),
        "facts": tuple(building.upgrade_facts(upgrade)),
    }


def command_parts(command: CommandCard, as_of: date | None) -> Mapping[str, Any]:
    """A command card: what it asks for, whom it orders, the units that open it."""
    data = catalogue().data
    candidates: tuple[Unit | Counterpart, ...] = (*data.units, *data.counterparts) if command.needs else ()
    opening = [card for card in candidates if command in catalogue().command_cards(card)]
    return {
        "mentions": keywords(command.keywords),
        "building": tuple(building.command_lines(command)),
        "bearers": rows(opening, as_of),
        "facts": tuple(building.common_facts(command)),
    }


def battle_parts(card: BattleCard, as_of: date | None) -> Mapping[str, Any]:
    """A battle card: the facts on it."""
    return {
        "mentions": keywords(card.keywords),
        "facts": tuple(building.battle_facts(card)),
    }


def counterpart_parts(card: Counterpart, as_of: date | None) -> Mapping[str, Any]:
    """A counterpart: profile, weapons, keywords, the units it joins."""
    return {
        "stats": (Stat("Wounds", str(card.wounds)),),
        "weapons": weapons(card.weapons),
        "keywords": keywords(card.keywords),
        "slots": tuple(slot_chip(slot, 1, 0, "") for slot in card.slots),
        "commands": rows(catalogue().command_cards(card)),
        "companions": rows((catalogue().cards[unit] for unit in card.of), as_of),
        "facts": tuple(building.counterpart_facts(card)),
    }


def force_parts(force: BattleForce, as_of: date | None) -> Mapping[str, Any]:
    """A battle force: its roster by rank with the limits, its own rules and cards."""
    cards = catalogue().cards
    ranks = {rank for table in force.rank_tables.values() for rank in table.limits} | set(force.roster)
    ordered = [rank for rank in RANKS if rank in ranks]
    own = (
        ("Command cards", force.command_cards),
        ("Unique upgrades allowed", force.unique_upgrades),
        ("Upgrades not allowed", force.forbidden_upgrades),
    )
    return {
        "unit_count": len(force.units),
        "keywords": keywords(force.keywords),
        "building": tuple(building.force_lines(force)),
        "roster": tuple(
            Group(
                name=words.sentence(words.words(rank)),
                icon=f"rank-{rank}",
                note=building.limits(force, rank),
                rows=rows((cards[unit] for unit in force.roster.get(rank, ())), as_of),
            )
            for rank in ordered
        ),
        "own_cards": tuple(Group(name, rows((cards[i] for i in ids), as_of)) for name, ids in own if ids),
        "facts": tuple(building.force_facts(force)),
    }


PARTS: Mapping[type, Any] = {
    Unit: unit_parts,
    Upgrade: upgrade_parts,
    CommandCard: command_parts,
    BattleCard: battle_parts,
    Counterpart: counterpart_parts,
    BattleForce: force_parts,
}


def rows(cards: Iterable[Card], as_of: date | None = None) -> tuple[Row, ...]:
    """The rows of these cards."""
    return tuple(row(card, as_of) for card in cards)


def unit_stats(unit: Unit) -> Iterable[Stat]:
    """The profile, six or seven cells; surges only where there is one."""
    yield Stat("Minis", str(unit.miniatures))
    yield Stat("Wounds", str(unit.wounds))
    if unit.resilience is not None:
        yield Stat("Resilience", str(unit.resilience))
    elif unit.courage is not None or "courage" in unit.unknown:
        yield Stat("Courage", "not known" if unit.courage is None else str(unit.courage))
    else:
        yield Stat("Courage", "–", spoken="none")
    yield Stat("Speed", str(unit.speed))
    yield Stat("Defence", die=f"defence-{unit.defence}", spoken=f"{unit.defence} die")
    yield from surges(unit)


def surges(unit: Unit) -> Iterable[Stat]:
    """What a surge turns into when attacking and defending."""
    if unit.attack_surge:
        yield Stat("Attack surge", surge=("surge", unit.attack_surge), spoken=f"to {unit.attack_surge}")
    if unit.defence_surge:
        faces = ("surge-defence", unit.defence_surge)
        yield Stat("Defence surge", surge=faces, spoken=f"to {unit.defence_surge}")
    if not unit.attack_surge and not unit.defence_surge:
        yield Stat("Surge", "–", spoken="none")


def weapons(printed: Iterable[Weapon]) -> tuple[WeaponLine, ...]:
    """The weapons of a card."""
    return tuple(
        WeaponLine(
            name=weapon.name,
            reach=words.reach(weapon.range),
            dice=tuple((colour, count) for colour in DICE if (count := getattr(weapon, colour))),
            keywords=keywords(weapon.keywords),
        )
        for weapon in printed
    )


def keywords(uses: Iterable[KeywordUse]) -> tuple[KeywordNote, ...]:
    """Keywords with their explanations; one that nothing explains says so."""
    notes = []
    for use in uses:
        known = catalogue().keywords.get(use.id)
        meaning = known.meaning if known else "Not explained in our data."
        notes.append(KeywordNote(use.id, words.keyword_label(use), meaning, known.source if known else ""))
    return tuple(notes)


def slots(unit: Unit, as_of: date | None) -> tuple[SlotChip, ...]:
    """The upgrade bar, then the upgrades that bring their own slot."""
    fitting = catalogue().upgrades_for(unit)
    printed = Counter(unit.slots)
    ordered = sorted(fitting, key=lambda slot: (slot not in printed, SLOTS.index(slot)))
    query = CardQuery(kind=("upgrade",), fits=unit.slug, as_of=as_of)
    return tuple(
        slot_chip(slot, printed[slot], len(fitting[slot]), query.but(slot=slot).address) for slot in ordered
    )


def slot_chip(slot: str, count: int, fits: int, address: str) -> SlotChip:
    """One slot with its name in words."""
    return SlotChip(slot, words.sentence(words.words(slot)), count, fits, address)


def by_faction(units: Iterable[Unit], as_of: date | None) -> tuple[Group, ...]:
    """Units under the flag of their own faction."""
    shelves: dict[str, list[Row]] = {faction: [] for faction in FACTIONS}
    for unit in units:
        shelves[unit.faction].append(row(unit, as_of))
    return tuple(
        Group(words.FACTION_NAMES[faction], tuple(shelf), flag=faction)
        for faction, shelf in shelves.items()
        if shelf
    )


def history(card: Card) -> tuple[Dated, ...]:
    """Everything dated that happened to the card, newest first."""
    dated = [Dated(change.date, words.changed(change)) for change in card.changes]
    if isinstance(card, Priced):
        dated += [Dated(c.date, f"{c.before} to {c.after} points") for c in card.points_history]
    return tuple(sorted(dated, key=lambda one: one.day, reverse=True))
