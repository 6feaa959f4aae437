"""Units of a squad as their cards have them: abilities, weapons, who is where, engaged, Suppressed.

Abilities come from the card, from loadouts and from the command card on the table. What a card gives only in
a place that has to be looked at stands with that card.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from muster.rules.game.hooks import way
from muster.rules.game.log.events import Marked
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.squads.cards import DEFAULT, Ability, EditionId, UnitCard, Weapon
from muster.rules.game.special_operations.squads.squads import book, command_card, loadout_side, unit_card

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


def inches(number: int) -> int:
    """A range of the core rules in inches: 6 for each number (rule 299)."""
    return 6 * number


def edition(table: "Table") -> EditionId:
    """The edition that is played."""
    return table.edition or DEFAULT


def card(table: "Table", unit: "Unit") -> UnitCard:
    """The card of a unit."""
    return unit_card(edition(table), unit.card)


@way("carried", "special-operations")
def abilities(table: "Table", unit: "Unit") -> Mapping[str, Ability]:
    """What a unit can do, by id; a loadout's replaces the card's own."""
    if unit.card not in book(edition(table)).units:
        return {}
    chair = table.chairs.get(unit.seat)
    sides, played = (chair.assets, chair.played) if chair else ((), "")
    return _abilities(edition(table), unit.card, sides, played, bool(unit.order))


@lru_cache(maxsize=4096)
def _abilities(
    edition: EditionId, card: str, sides: tuple[str, ...], played: str, ordered: bool
) -> Mapping[str, Ability]:
    found = {one.id: one for one in unit_card(edition, card).abilities}
    for id in sides:
        side = loadout_side(edition, id)
        if id not in LOOKED_FOR and (not side.units or card in side.units):
            found |= {one.id: one for one in side.gains}
    if played and (ordered or played not in TO_THE_ORDERED):
        command = command_card(edition, played)
        if not command.units or card in command.units:
            found |= {one.id: one for one in command.gains}
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
    found |= {f"ranged-{number}": one for number, one in enumerate(own.ranged, start=1)}
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


def stands(unit: "Unit") -> bool:
    """Whether it is on the table."""
    return unit.here and unit.deployed


def squad(table: "Table", seat: "Seat") -> tuple[str, ...]:
    """The units of a seat that stand on the table."""
    return tuple(unit.id for unit in table.army(seat) if unit.deployed)


def in_play(table: "Table", seat: "Seat") -> tuple[str, ...]:
    """The units of a seat on the table or in the Ambush Network: whom a card reaches that asks for neither
    distance nor sight (G36)."""
    return tuple(unit.id for unit in table.army(seat) if unit.deployed or unit.has("network"))


def friends(table: "Table", id: str) -> tuple[str, ...]:
    """The other units of its side on the table."""
    return tuple(one for one in squad(table, table.units[id].seat) if one != id)


def enemies(table: "Table", id: str) -> tuple[str, ...]:
    """The units of the other side on the table."""
    own = table.units[id].seat
    return tuple(unit.id for unit in table.units.values() if unit.seat != own and stands(unit))


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


def contact(one: str, other: str) -> str:
    """The name of the mark that two units are engaged."""
    return "engaged." + "+".join(sorted((one, other)))


def engaged_with(table: "Table", id: str) -> tuple[str, ...]:
    """The enemy units it is engaged with."""
    return tuple(sorted(other for other in _touching(table, id) if stands(table.units[other])))


def _touching(table: "Table", id: str) -> Iterator[str]:
    for mark in table.marks:
        if id in mark and mark.startswith("engaged."):
            pair = mark.removeprefix("engaged.").split("+")
            if id in pair:
                yield pair[pair[0] == id]


@means("disengage")
def slips_away(table: "Table", unit: "Unit") -> bool:
    """Whether it may move though it is engaged: Disengage, and every unit of the Crack Squad (rule 361)."""
    crack = table.mission.objective == "the-codes" and table.side_of(unit.seat) == "red"
    return crack or ability(table, unit, "disengage") is not None


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


def measured(what: str, unit: str, by: str) -> str:
    """The name of the mark that keeps, one higher, what was told of where a unit stands: from whom it was
    measured, or how many units or tokens there were."""
    return f"measured.{what}+{unit}+{by}"


def forgets(table: "Table", id: str) -> Iterator[Marked]:
    """A unit moves: what was measured from or to it does not hold any more, nor which friends stand
    together."""
    side = {*friends(table, id), id}
    for name, count in table.marks.items():
        if name.startswith("measured."):
            what, unit, by = name.removeprefix("measured.").split("+")
            if id in (unit, by) or (what == "teamwork" and unit in side):
                yield Marked(name=name, by=-count)


# What a unit did in its activation -------------------------------------------------------------------------


def did(table: "Table", id: str, action: str) -> int:
    """How often a unit took an action in this activation."""
    return table.mark(f"did.{id}.{action}")


def in_force(table: "Table", condition: str) -> bool:
    """Whether a condition of the chart holds in this round (rules 378 to 382; G33)."""
    first = table.mark(f"condition.{condition}")
    return 0 < first <= table.round <= first + 1


def spared(table: "Table", seat: "Seat", *loadouts: str) -> bool:
    """Whether a loadout spares the squad a condition (G18, G43)."""
    return any(one in table.chairs[seat].assets for one in loadouts)
