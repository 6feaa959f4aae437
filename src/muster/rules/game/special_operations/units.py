"""Units of a squad as their cards have them: abilities, weapons, who is where, engaged, Suppressed.

Abilities come from the card, from loadouts and from the command card on the table. What a card gives only in
a place that has to be looked at stands with that card.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from muster.rules.game.hooks import names_with_effect
from muster.rules.game.log.engaged import engagement_mark
from muster.rules.game.log.events import Marked
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.marks import CONDITION, MEASURED
from muster.rules.game.special_operations.squads.cards import DEFAULT, Ability, EditionId, UnitCard, Weapon
from muster.rules.game.special_operations.squads.squads import (
    command_card,
    edition_cards,
    loadout_side,
    unit_card,
)
from muster.rules.game.steps import Hook

if TYPE_CHECKING:
    from muster.rules.game.table import Seat, Table, Unit

LOOKED_FOR: Final = frozenset({"keep-them-back", "fan-out"})
"""Loadouts whose gain depends on where a unit stands."""
TO_THE_ORDERED: Final = frozenset({"elite-troopers"})
"""Command cards that give their gain to units with an order only."""
MELEE: Final = "melee"
WITHDRAWAL: Final = 1
SPEEDS: Final = ("theyre-in-the-trees",)
"""Command cards whose number is the Speed of their side's units."""


AbilityKey: TypeAlias = tuple[EditionId, str, tuple[str, ...], str, bool]
"""All that a unit's abilities depend on: edition, card, loadouts, command card, whether it is ordered."""


def edition(table: "Table") -> EditionId:
    """The edition that is played."""
    return table.edition or DEFAULT


def card(table: "Table", unit: "Unit") -> UnitCard:
    """The card of a unit."""
    return unit_card(edition(table), unit.card)


def carried(table: "Table", hook: Hook | None) -> "list[tuple[Unit, tuple[str, ...]]]":
    """The units that can do something at a moment, and by which abilities."""
    chairs, edition = table.chairs, table.edition or DEFAULT
    return [
        (unit, found)
        for unit in table.units.values()
        if not unit.gone and (chair := chairs.get(unit.seat))
        if (found := _abilities_at(hook, edition, unit.card, chair.assets, chair.played, bool(unit.order)))
    ]


def abilities(table: "Table", unit: "Unit") -> Mapping[str, Ability]:
    """What a unit can do, by id; a loadout's replaces the card's own."""
    return abilities_by(*ability_key(table, unit))


def ability_key(table: "Table", unit: "Unit") -> AbilityKey:
    """All that a unit's abilities depend on."""
    chair = table.chairs.get(unit.seat)
    sides, played = (chair.assets, chair.played) if chair else ((), "")
    return table.edition or DEFAULT, unit.card, sides, played, bool(unit.order)


@lru_cache(maxsize=16384)
def _abilities_at(hook: Hook | None, *key: *AbilityKey) -> tuple[str, ...]:
    return names_with_effect(hook, tuple(abilities_by(*key)))


@lru_cache(maxsize=4096)
def abilities_by(
    edition: EditionId, card: str, sides: tuple[str, ...], played: str, ordered: bool
) -> Mapping[str, Ability]:
    """What a unit with this key can do."""
    if card not in edition_cards(edition).units:
        return {}
    found = {ability.id: ability for ability in unit_card(edition, card).abilities}
    for id in sides:
        side = loadout_side(edition, id)
        if id not in LOOKED_FOR and (not side.units or card in side.units):
            found |= {ability.id: ability for ability in side.gains}
    if played and (ordered or played not in TO_THE_ORDERED):
        command = command_card(edition, played)
        if not command.units or card in command.units:
            found |= {ability.id: ability for ability in command.gains}
    return found


def ability(table: "Table", unit: "Unit", id: str) -> Ability | None:
    """An ability of a unit, if it has it."""
    return abilities(table, unit).get(id)


def value(table: "Table", unit: "Unit", id: str) -> int:
    """The number of an ability, 0 without it."""
    found = ability(table, unit, id)
    return found.value if found else 0


def weapons(table: "Table", unit: "Unit") -> Mapping[str, Weapon]:
    """The weapons of a unit by name: its melee weapon, its ranged ones, and what a card gives it."""
    chair = table.chairs[unit.seat]
    return _weapons(edition(table), unit.card, chair.assets, chair.played, unit.is_commander)


@lru_cache(maxsize=4096)
def _weapons(
    edition: EditionId, card: str, sides: tuple[str, ...], played: str, commands: bool
) -> Mapping[str, Weapon]:
    own = unit_card(edition, card)
    found = {MELEE: own.melee} if own.melee else {}
    found |= {f"ranged-{number}": weapon for number, weapon in enumerate(own.ranged, start=1)}
    for id in sides:
        side = loadout_side(edition, id)
        if side.weapon and (not side.units or card in side.units):
            found[id] = side.weapon
    if played:
        command = command_card(edition, played)
        if command.weapon and (card in command.units if command.units else commands):
            found[command.id] = command.weapon
    return found


# Where units are -------------------------------------------------------------------------------------------


def squad(table: "Table", seat: "Seat") -> tuple[str, ...]:
    """The units of a seat that stand on the table."""
    return tuple(unit.id for unit in table.army(seat) if unit.deployed)


def in_play(table: "Table", seat: "Seat") -> tuple[str, ...]:
    """The units of a seat on the table or in the Ambush Network: whom a card reaches that asks for neither
    distance nor sight (G36)."""
    return tuple(unit.id for unit in table.army(seat) if unit.deployed or unit.has("network"))


def friends(table: "Table", id: str) -> tuple[str, ...]:
    """The other units of its side on the table."""
    return tuple(ally for ally in squad(table, table.units[id].seat) if ally != id)


def enemies(table: "Table", id: str) -> tuple[str, ...]:
    """The units of the other side on the table."""
    own = table.units[id].seat
    return tuple(unit.id for unit in table.units.values() if unit.seat != own and unit.stands)


def is_crack(table: "Table", unit: "Unit") -> bool:
    """Whether it is of the Crack Squad of The Codes!, which is Red (rule 350)."""
    return table.mission.objective == "the-codes" and table.side_of(unit.seat) == "red"


def is_vehicle(unit: "Unit") -> bool:
    """Whether it is the immobilized vehicle."""
    return unit.card.startswith("vehicle-")


def is_droid(unit: "Unit") -> bool:
    """Whether it is a droid."""
    return unit.is_type("droid-trooper")


def is_clone(table: "Table", unit: "Unit") -> bool:
    """Whether it shares tokens with Clone Troopers; a loadout takes the type away (G31, G46)."""
    return unit.is_type("clone-trooper") and "im-with-you-brother" not in table.chairs[unit.seat].assets


def supports(table: "Table", unit: "Unit") -> bool:
    """Whether it counts as a Support unit for the mission; with Cross Training Corps units do (G37)."""
    trained = unit.rank == "corps" and "cross-training" in table.chairs[unit.seat].assets
    return unit.rank == "support" or trained


def suppressed(unit: "Unit") -> bool:
    """Suppression of at least its own Courage; droids never are, nor who has none (rules 306, 311; G3)."""
    return unit.courage is not None and not is_droid(unit) and 0 < unit.suppression >= unit.courage


# Melee -----------------------------------------------------------------------------------------------------


def engage(unit: str, other: str) -> Marked:
    """Two units are engaged."""
    return engagement_mark(unit, other)


def leave_melee(table: "Table", id: str) -> Iterator[Marked]:
    """A unit leaves everybody it is engaged with."""
    return (engagement_mark(id, other, -1) for other in engaged_with(table, id))


def engaged_with(table: "Table", id: str) -> tuple[str, ...]:
    """The enemy units it is engaged with, in the order of their ids."""
    return tuple(other for other in table.engaged.get(id, ()) if table.units[other].stands)


@means("disengage")
def slips_away(table: "Table", unit: "Unit") -> bool:
    """Whether it may move though it is engaged: Disengage, and every unit of the Crack Squad (rule 361)."""
    return is_crack(table, unit) or ability(table, unit, "disengage") is not None


@means("theyre-in-the-trees")
def speed_of(table: "Table", unit: "Unit") -> int:
    """How fast a unit moves now: as its card says, at the speed of a command card in play, at 1 when it
    withdraws (core: Withdraw)."""
    if engaged_with(table, unit.id) and not slips_away(table, unit):
        return WITHDRAWAL
    played = table.chairs[unit.seat].played
    return command_card(edition(table), played).value if played in SPEEDS else card(table, unit).speed


@means("bound", "surprise-attack")
def height_cleared(table: "Table", unit: "Unit") -> int:
    """How high the terrain is that its moves ignore, as they do miniatures."""
    return value(table, unit, "bound")


# What was looked at on the table ---------------------------------------------------------------------------


def forget_facts(table: "Table", id: str) -> Iterator[Marked]:
    """A unit moves: what was measured from or to it does not hold any more, nor which friends stand
    together."""
    side = {*friends(table, id), id}
    for (what, unit, by), count in MEASURED.found(table):
        if id in (unit, by) or (what == "teamwork" and unit in side):
            yield MEASURED.add(table, what, unit, by, by=-count)


# Conditions ------------------------------------------------------------------------------------------------


def in_force(table: "Table", condition: str) -> bool:
    """Whether a condition of the chart holds in this round (rules 378 to 382; G33)."""
    first = CONDITION.count(table, condition)
    return 0 < first <= table.round <= first + 1


def is_spared(table: "Table", seat: "Seat", *loadouts: str) -> bool:
    """Whether a loadout spares the squad a condition (G18, G43)."""
    return any(loadout in table.chairs[seat].assets for loadout in loadouts)
