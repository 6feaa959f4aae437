"""What units do for agendas: actions at the table, each with a tap of its player."""

from collections.abc import Callable
from typing import Final

from muster.rules.dice.faces import Die, Face
from muster.rules.game.effects.agendas import PLUNDER, add_tokens, agenda_of, counts, points_of_interest
from muster.rules.game.engine.continuations import Dice, Nothing, Rolled, dice
from muster.rules.game.hooks import Moment, effect, unit_action
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged, UnitChanged
from muster.rules.game.marks import AGENDA, SEARCHED
from muster.rules.game.scoring.contesting import acts
from muster.rules.game.scoring.points import remove
from muster.rules.game.steps import Confirm
from muster.rules.game.steps.step import Roll
from muster.rules.game.table import Marker, Table, Unit

DEVICE: Final = "Listening Device"
VALUABLES: Final = 3


def _trooper_acts(table: Table, unit: Unit, agenda: str) -> bool:
    """A Trooper of the side that has this agenda, in its activation."""
    mine = agenda_of(table, table.side_of(unit.seat)) == agenda
    return mine and acts(table, unit) and unit.is_type("trooper")


def _simple(agenda: str) -> Callable[[Table, Unit], tuple[str, ...]]:
    def able(table: Table, unit: Unit) -> tuple[str, ...]:
        return ("",) if _trooper_acts(table, unit, agenda) else ()

    return able


@unit_action("survey-scanner", able=_simple("survey-landscape"), once=True)
def _surveyed(table: Table, unit: Unit, _marker: str) -> Outcome:
    """Two actions: a scanner on terrain within half range of the leader, none of one's own within range 2."""
    return Outcome(add_tokens(table, "survey-landscape", table.side_of(unit.seat)))


@unit_action("search-treasure", able=_simple("search-for-treasure"), once=True)
def _searched(_table: Table, unit: Unit, _marker: str) -> Outcome:
    """An action at terrain that is not ransacked yet: a red defence die."""
    return Outcome(then=(_search(unit, find_treasure, (Die.DEFENCE_RED,)),))


def _search(unit: Unit, agenda: Dice[Nothing], thrown: tuple[Die, ...]) -> Roll:
    return agenda.roll(unit.seat, thrown, unit.id)


def _find(rolled: Rolled[Nothing], count: int) -> Outcome:
    """So many tokens for the agenda that the dice were rolled for."""
    seat = rolled.step.seat
    found = add_tokens(rolled.table, rolled.step.what, rolled.table.side_of(seat), count)
    return Outcome((SEARCHED.add(rolled.table, seat), *found))


@dice("search-for-treasure")
def find_treasure(rolled: Rolled[Nothing]) -> Outcome:
    """A Block is a token, a Surge two."""
    return _find(rolled, rolled.roll.count(Face.BLOCK) + 2 * rolled.roll.count(Face.SURGE))


@effect("setup", "discover-valuables")
def _valuables(table: Table, moment: Moment) -> Outcome:
    """Three pieces of terrain are marked: in one's own, in Contested and in enemy Territory."""
    name = f"setup.valuables.{moment.side}"
    return Outcome(then=(Confirm(id=name, about="place-valuables", seat=table.seat_of(moment.side)),))


def _valuables_left(table: Table, unit: Unit) -> tuple[str, ...]:
    left = AGENDA.count(table, "discover-valuables", table.side_of(unit.seat)) < VALUABLES
    return ("",) if left and _trooper_acts(table, unit, "discover-valuables") else ()


@unit_action("search-valuables", able=_valuables_left, once=True)
def _digs(_table: Table, unit: Unit, _marker: str) -> Outcome:
    """An action touching marked terrain: three black dice."""
    return Outcome(then=(_search(unit, find_valuables, (Die.ATTACK_BLACK,) * 3),))


@dice("discover-valuables")
def find_valuables(rolled: Rolled[Nothing]) -> Outcome:
    """With a Hit the marker goes and is a token."""
    return _find(rolled, int(rolled.roll.count(Face.HIT) > 0))


def _lootable(table: Table, unit: Unit) -> tuple[str, ...]:
    side = table.side_of(unit.seat)
    able = _trooper_acts(table, unit, "loot-and-plunder") and not unit.has(PLUNDER)
    return tuple(marker.id for marker in points_of_interest(table) if able and marker.side != side)


@unit_action("loot", able=_lootable, once=True)
def _loots(_table: Table, unit: Unit, _marker: str) -> Outcome:
    """An action within half range of a point of interest outside one's own Territory: one Plunder a unit."""
    return Outcome((UnitChanged(unit=unit.id, what=PLUNDER, by=1, why="loot-and-plunder"),))


def _plantable(table: Table, unit: Unit) -> tuple[str, ...]:
    side = table.side_of(unit.seat)
    able = _trooper_acts(table, unit, "gather-intelligence")
    taken = {marker.id for marker in table.lying() if marker.name == DEVICE}
    return tuple(
        marker.id
        for marker in points_of_interest(table)
        if able and f"device-{side}-{marker.id}" not in taken
    )


@unit_action("listening-device", able=_plantable, once=True)
def _planted(table: Table, unit: Unit, point: str) -> Outcome:
    """A free action at a point of interest the unit contests, in Contested Territory or by terrain."""
    side = table.side_of(unit.seat)
    device = Marker(id=f"device-{side}-{point}", name=DEVICE, kind="asset", of=side)
    return Outcome((MarkerChanged(marker=device, why="gather-intelligence"),))


def _removable(table: Table, unit: Unit) -> tuple[str, ...]:
    side = table.side_of(unit.seat)
    able = acts(table, unit) and unit.is_type("trooper")
    return tuple(
        marker.id for marker in table.lying() if able and marker.name == DEVICE and marker.of != side
    )


@unit_action("remove-device", able=_removable, once=True)
def _device_gone(table: Table, _unit: Unit, device: str) -> Outcome:
    """A free action of an enemy Trooper that contests it."""
    return Outcome((remove(table.markers[device], "gather-intelligence"),))


@counts("end-start", "gather-intelligence")
def _listens(table: Table, moment: Moment) -> int:
    """End Phase with two or more own devices on the table."""
    return int(sum(marker.name == DEVICE and marker.of == moment.side for marker in table.lying()) >= 2)
