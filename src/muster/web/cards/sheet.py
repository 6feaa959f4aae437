"""What a card page shows, as plain structures: built here, drawn by the templates."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

import msgspec

from muster.rules.cards import Card, catalogue
from muster.rules.cards.history import LAG, Was
from muster.rules.cards.types import BattleForce, CommandCard, Counterpart, Priced, Unit, Upgrade
from muster.rules.cards.values import KeywordUse, Mark, Weapon
from muster.rules.cards.vocabulary import FACTIONS, RANKS, SLOTS
from muster.rules.cards.wording import was_in_words
from muster.web.cards import building, words
from muster.web.cards.building import FactLine
from muster.web.cards.chart import Chart, chart
from muster.web.cards.effects import EffectLine, effect_line
from muster.web.cards.query import CardQuery
from muster.web.cards.rows import Row, row

DICE = ("red", "black", "white")
NOT_EXPLAINED = "Not explained in our data."
Dated = tuple[date, str]  # something that happened to the card


class KeywordNote(NamedTuple):
    """A keyword as printed, with its explanation."""

    id: str
    label: str
    meaning: str


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


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A card page. Parts that a kind of card does not have are empty."""

    row: Row
    compare_id: str
    edition: date
    as_of: date | None
    effect: EffectLine | None = None
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


class Parts(NamedTuple):
    """What only one kind of card has on its page."""

    stats: tuple[Stat, ...] = ()
    slots: tuple[SlotChip, ...] = ()
    slots_known: bool = True
    equippers: tuple[Group, ...] = ()
    bearers: tuple[Row, ...] = ()
    roster: tuple[Group, ...] = ()
    own_cards: tuple[Group, ...] = ()
    companions: tuple[Row, ...] = ()


def sheet(card: Card, as_of: date | None = None) -> Sheet:
    """The page of a card with the points of that day."""
    parts = parts_of(card, as_of)
    owns = isinstance(card, Unit | Counterpart | BattleForce)
    gives = [use for use in card.keywords if owns or use.granted]
    return Sheet(
        row=row(card, as_of),
        compare_id=card.slug if isinstance(card, BattleForce) else card.id,
        edition=catalogue().edition,
        as_of=as_of,
        effect=effect_line(card),
        weapons=weapons((*getattr(card, "weapons", ()), *weapons_of_effect(card))),
        keywords=keywords(gives),
        mentions=keywords(use for use in card.keywords if use not in gives),
        building=tuple(building.lines(card)),
        commands=rows(catalogue().command_cards(card)) if isinstance(card, Unit | Counterpart) else (),
        forces=rows(catalogue().battle_forces_of(card)),
        versions=rows(catalogue().versions(card), as_of),
        facts=tuple(building.facts(card)),
        unknown=tuple(unknown(card)),
        marks=card.marks,
        chart=chart(card, catalogue().edition, as_of) if isinstance(card, Priced) else None,
        history=history(card),
        stats=parts.stats,
        slots=parts.slots,
        slots_known=parts.slots_known,
        equippers=parts.equippers,
        bearers=parts.bearers,
        roster=parts.roster,
        unit_count=len(card.units) if isinstance(card, BattleForce) else 0,
        own_cards=parts.own_cards,
        companions=parts.companions,
    )


def unknown(card: Card) -> Iterable[str]:
    """What no source says, in words: fields the data says so of, and the products of a unit."""
    yield from map(words.fact, card.unknown)
    if isinstance(card, Unit) and not catalogue().products_of(card):
        yield "products"


def parts_of(card: Card, as_of: date | None) -> Parts:
    """What this kind of card has for itself."""
    match card:
        case Unit():
            return unit_parts(card, as_of)
        case Upgrade():
            return upgrade_parts(card, as_of)
        case CommandCard():
            return command_parts(card, as_of)
        case Counterpart():
            return counterpart_parts(card, as_of)
        case BattleForce():
            return force_parts(card, as_of)
    return Parts()


def unit_parts(unit: Unit, as_of: date | None) -> Parts:
    """A unit: its profile, what it may equip, who comes along."""
    companion = catalogue().cards.get(unit.counterpart or "")
    return Parts(
        stats=tuple(unit_stats(unit)),
        slots=slots(unit, as_of),
        slots_known="slots" not in unit.unknown,
        companions=rows([companion] if companion else [], as_of),
    )


def upgrade_parts(upgrade: Upgrade, as_of: date | None) -> Parts:
    """An upgrade: who may equip it, under the flag of their own faction."""
    units = catalogue().equippers(upgrade)
    shelves = {faction: [unit for unit in units if unit.faction == faction] for faction in FACTIONS}
    groups = (
        Group(words.FACTION_NAMES[name], rows(shelf, as_of), flag=name) for name, shelf in shelves.items()
    )
    return Parts(equippers=tuple(group for group in groups if group.rows))


def command_parts(command: CommandCard, as_of: date | None) -> Parts:
    """A command card: the units that open it."""
    data = catalogue().data
    candidates: tuple[Unit | Counterpart, ...] = (*data.units, *data.counterparts) if command.needs else ()
    return Parts(bearers=rows((c for c in candidates if command in catalogue().command_cards(c)), as_of))


def counterpart_parts(card: Counterpart, as_of: date | None) -> Parts:
    """A counterpart: its profile and slots, the units it joins."""
    return Parts(
        stats=(Stat("Wounds", str(card.wounds)),),
        slots=tuple(slot_chip(slot, 1, 0, "") for slot in card.slots),
        companions=rows((catalogue().cards[unit] for unit in card.of), as_of),
    )


def force_parts(force: BattleForce, as_of: date | None) -> Parts:
    """A battle force: its roster by rank with the limits, its own cards."""
    cards = catalogue().cards
    ranks = {rank for table in force.rank_tables.values() for rank in table.limits} | set(force.roster)
    ordered = [rank for rank in RANKS if rank in ranks]
    own = (
        ("Command cards", force.command_cards),
        ("Unique upgrades allowed", force.unique_upgrades),
        ("Upgrades not allowed", force.forbidden_upgrades),
    )
    return Parts(
        roster=tuple(
            Group(
                name=words.sentence(words.words(rank)),
                icon=f"rank-{rank}",
                note=building.limits(force, rank),
                rows=rows((cards[unit] for unit in force.roster.get(rank, ())), as_of),
            )
            for rank in ordered
        ),
        own_cards=tuple(Group(name, rows((cards[i] for i in ids), as_of)) for name, ids in own if ids),
    )


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


def weapons_of_effect(card: Card) -> tuple[Weapon, ...]:
    """The weapons that a command card brings for its moment."""
    effect = catalogue().effect(card)
    return effect.weapons if effect else ()


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
    known = catalogue().keywords
    meanings = ((use, known[use.id].meaning if use.id in known else NOT_EXPLAINED) for use in uses)
    return tuple(KeywordNote(use.id, words.keyword_label(use), meaning) for use, meaning in meanings)


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


def history(card: Card) -> tuple[Dated, ...]:
    """Everything dated that happened to the card, newest first."""
    dated = [(change.date, words.change_words(change)) for change in card.changes]
    if isinstance(card, Priced):
        dated += [(c.date, f"{c.before} to {c.after} points") for c in card.points_history]
    for was in catalogue().earlier(card):
        if before := was_in_words(was, points=not is_recorded(card, was)):
            dated.append((was.seen, f"Before this day: {before} (seen in a list builder’s data)"))
    return tuple(sorted(dated, key=lambda row: row[0], reverse=True))


def is_recorded(card: Card, was: Was) -> bool:
    """Whether a recorded change of points stands for what was seen a little later or earlier."""
    changes = card.points_history if isinstance(card, Priced) else ()
    return any(change.before == was.points and abs(change.date - was.seen) <= LAG for change in changes)
