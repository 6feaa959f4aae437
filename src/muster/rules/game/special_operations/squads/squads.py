"""The squads of Special Operations: ready-made forces with cards of their own (rules 285, 287, 384 to 404).

Every unit is one miniature. Version 1.1 holds the statistics; the playtest edition (document 001, the
default, ruling S6) lies over it with its own names, ranks and squad lists. What a card does is a function of
the rules under the card's id; its numbers and its words are here.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, NamedTuple, TypeVar

import msgspec

from muster.rules.cards.vocabulary import Faction, is_a
from muster.rules.game.missions import MissionCard, deck, mission_cards
from muster.rules.game.special_operations.squads.cards import (
    Ability,
    CommandCard,
    Condition,
    Edition,
    EditionId,
    EffectCard,
    LoadoutSide,
    LoadoutSideName,
    Meaning,
    MissionChange,
    Order,
    Sourced,
    Squad,
    UnitCard,
    UnitChange,
)
from muster.rules.reference import rule

STANDING_ORDERS: Final = "standing-orders"
ANY: Final = {"value": "X", "inches": "X", "of": "X", "s": "s", "dice": "dice"}
"""The words of a text without its numbers."""


class Book(NamedTuple):
    """Everything of an edition by id."""

    edition: Edition
    squads: Mapping[str, Squad]
    units: Mapping[str, UnitCard]
    loadouts: Mapping[str, LoadoutSide]
    commands: Mapping[str, CommandCard]
    meanings: Mapping[str, Meaning]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: Edition
    squads: tuple[Squad, ...]
    units: tuple[UnitCard, ...]
    abilities: tuple[Meaning, ...]
    keywords: tuple[Meaning, ...]
    loadouts: tuple[LoadoutSide, ...]
    commands: tuple[CommandCard, ...]


S = TypeVar("S", bound=Sourced)


def squads(edition: EditionId) -> Mapping[str, Squad]:
    """The squads of an edition (rules 384 to 403), in the order of its lists."""
    return edition_cards(edition).squads


def unit_card(edition: EditionId, id: str) -> UnitCard:
    """A unit card as an edition has it."""
    return edition_cards(edition).units[id]


def vehicle(edition: EditionId, faction: Faction) -> UnitCard:
    """The immobilized vehicle of a faction (rule 365)."""
    return edition_cards(edition).units[f"vehicle-{faction}"]


def loadout_side(edition: EditionId, id: str) -> LoadoutSide:
    """A side of a loadout card."""
    return edition_cards(edition).loadouts[id]


def command_card(edition: EditionId, id: str) -> CommandCard:
    """A command card as an edition names it."""
    return edition_cards(edition).commands[id]


def command_hand(edition: EditionId, squad: str) -> tuple[CommandCard, ...]:
    """Three cards of the faction, two of the squad, and Standing Orders (rule 289)."""
    return hand_of(edition_cards(edition), squads(edition)[squad])


def hand_of(cards: Book, squad: Squad) -> tuple[CommandCard, ...]:
    """The command hand of a squad: faction, squad, Standing Orders (rule 289)."""
    commands = cards.commands
    faction = (card for card in commands.values() if card.faction == squad.faction)
    return (*faction, *(commands[id] for id in squad.cards), commands[STANDING_ORDERS])


def fits(order: Order, unit: UnitCard) -> bool:
    """Whether an order may go to a unit of this card (rule 300)."""
    return (
        order.rank in (None, unit.rank)
        and (order.type is None or is_a(unit.type, order.type))
        and (not order.units or unit.id in order.units)
    )


def miniatures_of(
    edition: EditionId, squad: str, sides: tuple[LoadoutSideName, ...] = ()
) -> tuple[UnitCard, ...]:
    """The miniatures of a squad by their cards; with the loadouts chosen, after their swaps (rule 302)."""
    team, units = squads(edition)[squad], edition_cards(edition).units
    ids = [row.unit for row in team.units for _ in range(row.copies)]
    for loadout, name in zip(team.loadouts, sides, strict=False):
        if swap := loadout_side(edition, loadout.side(name)).swap:
            ids[len(ids) - 1 - ids[::-1].index(swap.out)] = swap.into
    return tuple(units[id] for id in ids)


def effect_ids(edition: EditionId) -> tuple[str, ...]:
    """Every ability, weapon keyword, loadout side and command card that can come up, by id."""
    everything = edition_cards(edition)
    cards = {card.id: card for id in everything.squads for card in command_hand(edition, id)}
    sides = {id: everything.loadouts[id] for squad in everything.squads.values() for id in side_ids(squad)}
    effects: tuple[EffectCard, ...] = (*cards.values(), *sides.values())
    units = units_in_play(edition)
    weapons = [weapon for unit in units for weapon in unit.weapons]
    weapons += [card.weapon for card in effects if card.weapon]
    abilities = [ability for unit in units for ability in unit.abilities]
    abilities += [ability for card in effects for ability in card.gains]
    abilities += [keyword for weapon in weapons for keyword in weapon.keywords]
    return tuple(sorted({*cards, *sides, *(ability.id for ability in abilities)}))


def units_in_play(edition: EditionId) -> tuple[UnitCard, ...]:
    """The cards of all squads, those a loadout brings in, and the vehicles of their factions."""
    everything = edition_cards(edition)
    played = everything.squads.values()
    swaps = (everything.loadouts[id].swap for squad in played for id in side_ids(squad))
    ids = {row.unit for squad in played for row in squad.units}
    ids |= {swap.into for swap in swaps if swap} | {f"vehicle-{squad.faction}" for squad in played}
    return tuple(card for id, card in everything.units.items() if id in ids)


def meaning(edition: EditionId, ability: Ability) -> Meaning:
    """What an ability or keyword means on this card, its numbers filled in."""
    known = edition_cards(edition).meanings[ability.id]
    of = " or ".join(word.capitalize() for word in ability.of)
    words = {"value": ability.value, "inches": ability.inches, "of": of, **plural_words(ability.value)}
    return msgspec.structs.replace(known, name=known.name.format(**words), text=known.text.format(**words))


def any_meaning(edition: EditionId, id: str) -> Meaning:
    """What an ability or keyword means whatever its number: X stands for it."""
    known = edition_cards(edition).meanings[id]
    return msgspec.structs.replace(known, name=known.name.format(**ANY), text=known.text.format(**ANY))


def weapon_keywords(edition: EditionId) -> tuple[str, ...]:
    """The keywords of weapons that the document explains (rules 320 to 324), by id."""
    return tuple(meaning.id for meaning in edition_cards(edition).meanings.values() if meaning.rules)


def condition_text(row: Condition) -> str:
    """What a condition does, its numbers filled in (rules 380 to 383)."""
    return row.text.format(value=row.value, least=row.least)


def plural_words(number: int) -> dict[str, str]:
    """The ends of words that depend on a number."""
    return {"s": "" if number == 1 else "s", "dice": "die" if number == 1 else "dice"}


def rule_text(edition: EditionId, number: int) -> str:
    """A numbered rule as an edition has it."""
    return edition_cards(edition).edition.said.get(number) or rule(number).text


def wording(card: EffectCard) -> str:
    """What a loadout side or command card does, its numbers filled in."""
    return card.text.format(value=card.value, inches=card.inches)


def operations(edition: EditionId) -> Mapping[str, MissionCard]:
    """The four missions as an edition has them (rule 296)."""
    changes = {id: _given(change) for id, change in edition_cards(edition).edition.missions.items()}
    known = mission_cards()
    return {
        id: msgspec.structs.replace(known[id], **changes.get(id, {}))
        for id in deck("special-operations", "mission")
    }


@cache
def conditions() -> Mapping[str, Condition]:
    """The condition chart by id."""
    rows = msgspec.json.decode(_read("conditions.json"), type=tuple[Condition, ...])
    return {row.id: row for row in rows}


@cache
def edition_cards(edition: EditionId) -> Book:
    """All data of an edition."""
    file = msgspec.json.decode(_read("squads.json"), type=_File)
    base = file.edition
    base_book = Book(
        edition=base,
        squads=_by_id(file.squads, base.source),
        units=_by_id(file.units, base.source),
        loadouts=_by_id(file.loadouts, base.source),
        commands=_by_id(file.commands, base.source),
        meanings={meaning.id: meaning for meaning in (*file.abilities, *file.keywords)},
    )
    if edition == base.id:
        return base_book
    return _overlay_edition(
        base_book, msgspec.json.decode(_read("editions", f"{edition}.json"), type=Edition)
    )


def _overlay_edition(base: Book, over: Edition) -> Book:
    """The base edition with what another one says instead; what changed names the other as its source."""
    units = {
        id: _changed(card, over, _given(over.units.get(id, UnitChange()))) for id, card in base.units.items()
    }
    commands = {id: _changed(card, over, _name(over.command_names, id)) for id, card in base.commands.items()}
    lists = {id: _changed(base.squads[id], over, _squad_changes(over, base.squads[id])) for id in over.squads}
    over = msgspec.structs.replace(over, inches=over.inches or base.edition.inches)
    return base._replace(edition=over, squads=lists, units=units, commands=commands)


def _changed(record: S, over: Edition, values: Mapping[str, object]) -> S:
    sources = {**record.sources, **dict.fromkeys(values, over.source)}
    return msgspec.structs.replace(record, **values, sources=sources) if values else record


def _given(change: UnitChange | MissionChange) -> dict[str, object]:
    return {field: value for field, value in msgspec.structs.asdict(change).items() if value is not None}


def _squad_changes(over: Edition, squad: Squad) -> dict[str, object]:
    """The edition lists the units of all its squads, also where they are the same."""
    own = {"units": over.rosters.get(squad.id, squad.units), **_name(over.squad_names, squad.id)}
    return own | ({"rules": over.rules[squad.id]} if squad.id in over.rules else {})


def _name(names: Mapping[str, str], id: str) -> dict[str, object]:
    return {"name": names[id]} if id in names else {}


def side_ids(squad: Squad) -> tuple[str, ...]:
    """Both sides of the three loadout cards."""
    return tuple(id for loadout in squad.loadouts for id in (loadout.a, loadout.b))


def _by_id(records: tuple[S, ...], source: str) -> dict[str, S]:
    return {record.id: msgspec.structs.replace(record, source=record.source or source) for record in records}


def _read(*path: str) -> bytes:
    return resources.files("muster.data").joinpath("games", *path).read_bytes()
