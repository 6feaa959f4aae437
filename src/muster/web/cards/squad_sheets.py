"""What the pages of squads show, as plain structures: built here, drawn by the templates."""

from collections.abc import Iterable
from typing import NamedTuple

from muster.rules.game.special_operations.squads import wording as say
from muster.rules.game.special_operations.squads.cards import (
    DEFAULT,
    EDITIONS,
    Ability,
    CommandCard,
    EditionId,
    LoadoutSide,
    Squad,
    UnitCard,
    Weapon,
)
from muster.rules.game.special_operations.squads.finding import SQUAD_KINDS, Entry, entries, entry, sources
from muster.rules.game.special_operations.squads.squads import command_hand, edition_cards, meaning, wording
from muster.rules.game.table import LEADERS
from muster.web.cards.sheet import DICE, KeywordNote, Stat, WeaponLine
from muster.web.cards.words import FACTION_NAMES, sentence, words
from muster.web.environment import url

KIND_NAMES = {"squad": "Squads", "unit": "Units", "loadout": "Loadouts", "command": "Command cards"}
KIND_LABELS = {"squad": "Squad", "unit": "Unit", "loadout": "Loadout", "command": "Command card"}
ICONS = {"squad": "nav-armies", "loadout": "ui-swap", "command": "act-book"}


class EditionChoice(NamedTuple):
    """An edition to look at, with the address of the same page in it."""

    name: str
    href: str
    current: bool


class SquadRow(NamedTuple):
    """A card in a list: where it leads, what it is, a line about it."""

    href: str
    flag: str
    icon: str
    label: str
    name: str
    small: str
    pips: int = 0


class RowGroup(NamedTuple):
    """Rows under a heading."""

    name: str
    rows: tuple[SquadRow, ...]
    flag: str = ""


class SquadCardSheet(NamedTuple):
    """A unit, loadout side or command card. Parts that a kind does not have are empty."""

    row: SquadRow
    copies: int = 1
    stats: tuple[Stat, ...] = ()
    weapons: tuple[WeaponLine, ...] = ()
    abilities: tuple[KeywordNote, ...] = ()
    text: str = ""
    orders: str = ""
    squads: tuple[SquadRow, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


class LoadoutPair(NamedTuple):
    """A loadout card: its two sides."""

    number: int
    a: SquadCardSheet
    b: SquadCardSheet


class SquadSheet(NamedTuple):
    """A squad: its units, loadouts and command hand."""

    row: SquadRow
    miniatures: int
    units: tuple[SquadCardSheet, ...]
    reserves: tuple[SquadCardSheet, ...]
    loadouts: tuple[LoadoutPair, ...]
    hand: tuple[SquadCardSheet, ...]
    rules: tuple[int, ...]
    source: str


def edition_query(edition: EditionId) -> str:
    """The query that keeps an edition in an address; the default needs none."""
    return "" if edition == DEFAULT else f"?edition={edition}"


def address(edition: EditionId, kind: str, id: str) -> str:
    """The page of a card in an edition."""
    page = url("squad", id) if kind == "squad" else url("squad-card", kind, id)
    return page + edition_query(edition)


def editions(current: EditionId, kind: str = "", id: str = "") -> tuple[EditionChoice, ...]:
    """Both editions, with the same card in each; with the list where one has no such card."""
    return tuple(
        EditionChoice(edition_cards(offered).edition.name, _same(offered, kind, id), offered == current)
        for offered in EDITIONS
    )


def _same(edition: EditionId, kind: str, id: str) -> str:
    """The page of a card where an edition has it; else the list of cards, or of missions."""
    if entry(edition, kind, id):
        return address(edition, kind, id)
    return url("squad-missions" if kind == "missions" else "squads") + edition_query(edition)


def row(edition: EditionId, entry: Entry) -> SquadRow:
    """A card in a list."""
    card, flags = entry.card, {team.faction for team in entry.squads}
    return SquadRow(
        href=address(edition, entry.kind, card.id),
        flag=flags.pop() if len(flags) == 1 else "neutral",
        icon=f"rank-{card.rank}" if isinstance(card, UnitCard) else ICONS[entry.kind],
        label=_label(entry),
        name=card.name,
        small=_small(edition, entry),
        pips=card.pips if isinstance(card, CommandCard) else 0,
    )


def _label(entry: Entry) -> str:
    if isinstance(entry.card, UnitCard):
        return sentence(", ".join(words(kind) for kind in say.standing(entry.card)))
    return KIND_LABELS[entry.kind]


def _small(edition: EditionId, entry: Entry) -> str:
    card = entry.card
    if isinstance(card, Squad):
        return _in_ranks(edition, card)
    if isinstance(card, UnitCard) and card.type == "vehicle":
        return f"{FACTION_NAMES[entry.squads[0].faction]} · Wounds {card.wounds}"
    if isinstance(card, UnitCard):
        courage = "–" if card.courage is None else card.courage
        return f"Wounds {card.wounds} · Courage {courage} · Speed {card.speed}"
    return wording(card)


def _in_ranks(edition: EditionId, squad: Squad) -> str:
    """1 Commander, 4 Corps, 1 Heavy …"""
    counts: dict[str, int] = {}
    for line in squad.units:
        rank = edition_cards(edition).units[line.unit].rank
        counts[rank] = counts.get(rank, 0) + line.copies
    return ", ".join(f"{count} {_rank_words(rank, count)}" for rank, count in counts.items())


def _rank_words(rank: str, count: int) -> str:
    return f"{rank}s" if count > 1 and rank in LEADERS else words(rank)


def by_faction(edition: EditionId) -> tuple[RowGroup, ...]:
    """The squads of an edition under their flags."""
    found = [entry for entry in entries(edition).values() if entry.kind == "squad"]
    flags = dict.fromkeys(entry.squads[0].faction for entry in found)
    return tuple(
        RowGroup(
            FACTION_NAMES[faction],
            tuple(row(edition, entry) for entry in found if entry.squads[0].faction == faction),
            faction,
        )
        for faction in flags
    )


def by_kind(edition: EditionId, found: Iterable[Entry]) -> tuple[RowGroup, ...]:
    """Cards found, under the headings of their kinds."""
    all_found = tuple(found)
    groups = (
        RowGroup(KIND_NAMES[kind], tuple(row(edition, entry) for entry in all_found if entry.kind == kind))
        for kind in SQUAD_KINDS
    )
    return tuple(group for group in groups if group.rows)


def squad_sheet(edition: EditionId, squad: Squad) -> SquadSheet:
    """The page of a squad."""
    known = entries(edition)
    units = tuple(_sheet(edition, known["unit", line.unit], line.copies) for line in squad.units)
    own = {line.unit for line in squad.units}
    others = (entry for entry in known.values() if entry.kind == "unit" and squad in entry.squads)
    hand = (known["command", card.id] for card in command_hand(edition, squad.id))
    return SquadSheet(
        row=row(edition, known["squad", squad.id]),
        miniatures=sum(line.copies for line in squad.units),
        units=units,
        reserves=tuple(_sheet(edition, entry) for entry in others if entry.card.id not in own),
        loadouts=tuple(
            LoadoutPair(
                number, _sheet(edition, known["loadout", pair.a]), _sheet(edition, known["loadout", pair.b])
            )
            for number, pair in enumerate(squad.loadouts, start=1)
        ),
        hand=tuple(_sheet(edition, entry) for entry in hand),
        rules=squad.rules,
        source=squad.source_of("units"),
    )


def card_sheet(edition: EditionId, entry: Entry) -> SquadCardSheet:
    """The page of a unit, loadout side or command card, with its squads and sources."""
    known = entries(edition)
    return _sheet(edition, entry)._replace(
        squads=tuple(row(edition, known["squad", team.id]) for team in entry.squads),
        facts=tuple(sources(entry)),
    )


def _sheet(edition: EditionId, entry: Entry, copies: int = 1) -> SquadCardSheet:
    bare, card = SquadCardSheet(row=row(edition, entry), copies=copies), entry.card
    if isinstance(card, UnitCard):
        return bare._replace(
            stats=stats(card),
            weapons=weapons(edition, card.weapons),
            abilities=notes(edition, card.abilities),
        )
    if isinstance(card, LoadoutSide | CommandCard):
        return bare._replace(
            text=wording(card),
            weapons=weapons(edition, (card.weapon,) if card.weapon else ()),
            abilities=notes(edition, card.gains),
            orders=say.orders(edition, card) if isinstance(card, CommandCard) else "",
        )
    return bare


def stats(card: UnitCard) -> tuple[Stat, ...]:
    """The profile of a unit card."""
    none = Stat("Courage", "–", spoken="none")
    courage = none if card.courage is None else Stat("Courage", str(card.courage))
    die = f"defence-{card.defence}" if card.defence else ""
    defence = Stat("Defence", "–", die, spoken=f"{card.defence} die" if die else "no dice")
    speed = Stat("Speed", str(card.speed)) if card.speed else Stat("Speed", "–", spoken="does not move")
    return (Stat("Wounds", str(card.wounds)), courage, speed, defence)


def weapons(edition: EditionId, printed: Iterable[Weapon]) -> tuple[WeaponLine, ...]:
    """Weapons by their reach."""
    return tuple(
        WeaponLine(
            name=say.reach(weapon),
            reach="" if weapon.inches in (0, None) or weapon.melee else "ranged",
            dice=tuple((colour, count) for colour in DICE if (count := getattr(weapon, colour))),
            keywords=notes(edition, weapon.keywords),
        )
        for weapon in printed
    )


def notes(edition: EditionId, abilities: Iterable[Ability]) -> tuple[KeywordNote, ...]:
    """Abilities with what they cost and mean. They have no page: their words differ from the core game's."""
    meanings = ((meaning(edition, ability), say.COSTS[ability.marker]) for ability in abilities)
    return tuple(
        KeywordNote("", known.name, f"{cost}. {known.text}" if cost else known.text)
        for known, cost in meanings
    )
