"""Disabled Vehicle: Red comes out of the Ambush Network and throws detonators, Blue guards the hull (rules
365 to 376)."""

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import Answered, Nothing, Typed, choice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome, problem
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.measuring import NO_PLACE, Door, WholeInches, in_sight, near, room, touching
from muster.rules.game.special_operations.actions import NOWHERE, Doing, action
from muster.rules.game.special_operations.deciding import may_pick, throw
from muster.rules.game.special_operations.distances import within
from muster.rules.game.special_operations.ending import ROUNDS, may_act, mission_won, red_may_win
from muster.rules.game.special_operations.events import Returned, UnitJoined
from muster.rules.game.special_operations.missions.operation import Operation
from muster.rules.game.special_operations.missions.rerolling import works
from muster.rules.game.special_operations.moving import arrive
from muster.rules.game.special_operations.panic import give, hurt, mend, spend
from muster.rules.game.special_operations.squads.forces import unit_of
from muster.rules.game.special_operations.squads.squads import edition_cards, squads, vehicle
from muster.rules.game.special_operations.units import (
    edition,
    forget_facts,
    friends,
    is_vehicle,
    leave_melee,
    supports,
)
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Seat, Side, Table, Unit
from muster.rules.log import Event

MISSION: Final = "disabled-vehicle"
DETONATOR_DICE: Final = 10
MEASURED: Final = re.compile(r"([0-9]{1,3})(?:[.,][0-9]{0,6})?")
INCHES: Final = tuple(str(inch) for inch in range(DETONATOR_DICE))


@effect("setup", MISSION)
def _network(table: Table, _moment: Moment) -> Outcome:
    """Blue's vehicle is a unit of its own; all of Red's begin in the Ambush Network, in version 1.1 some may
    deploy (rules 365, 366)."""
    blue, red = table.seat_of("blue"), table.seat_of("red")
    faction = squads(edition(table))[table.chairs[blue].squad].faction
    number = sum(unit.seat == blue for unit in table.units.values()) + 1
    hull = replace(unit_of(blue, number, vehicle(edition(table), faction)), deployed=True)
    events: list[Event] = [UnitJoined(unit=hull, why=MISSION)]
    for unit in table.army(red):
        events.append(hides(unit.id))
        if unit.waits:
            events.append(UnitChanged(unit=unit.id, what="waiting", by=-1, why=MISSION))
    everybody = [] if ambushes(table, red) else [unit.id for unit in table.army(red)]
    return Outcome.of(events, may_pick(deploy_ambushers, red, everybody, most=len(everybody)))


def hides(unit: str) -> UnitChanged:
    """A unit is in the Ambush Network."""
    return UnitChanged(unit=unit, what="network", by=1, why=MISSION)


def ambushes(table: Table, seat: Seat) -> bool:
    """Whether a seat has no zone: the playtest has all of Red's units in the Network (rule 366)."""
    red = table.mission.objective == MISSION and table.side_of(seat) == "red"
    return red and not edition_cards(edition(table)).edition.ambushers_deploy


@choice("ambushers", door=NO_PLACE)
def deploy_ambushers(answer: Answered[Nothing]) -> Outcome:
    """They deploy like the others (version 1.1)."""
    return Outcome.of(UnitChanged(unit=id, what="network", by=-1, why=MISSION) for id in answer.chosen)


def hull_of(table: Table) -> Unit:
    """The vehicle."""
    return next(unit for unit in table.units.values() if is_vehicle(unit))


@effect("comes-out", MISSION)
def _comes_out(table: Table, moment: Moment) -> Outcome:
    """A networked unit is placed at an Ambush point: where, its player says, and not whether (rule 367)."""
    unit = table.units[moment.unit]
    points = room(table, (marker.id for marker in table.lying() if marker.kind == "ambush"))
    return Outcome(then=may_pick(come_out, unit.seat, points, least=1, unit=unit.id))


@choice("ambush", door=Door("N", "place", rules=(367,)), optional=True)
def come_out(answer: Answered[Nothing]) -> Outcome:
    """It is on the table with a detonator, one at most; it may Dash, not Move (rules 367 to 369)."""
    id = answer.step.unit
    left = UnitChanged(unit=id, what="network", by=-1, why=MISSION)
    return arrive(id, "ambush", (left,), give(answer.table, id, "detonator", why=MISSION))


def _armed(table: Table, unit: Unit) -> Iterable[str]:
    """In sight of the vehicle, and so near that a die is left."""
    thrown = unit.has("detonator") and in_sight(table, unit.id, (hull_of(table).id,))
    return NOWHERE if thrown and near(table, unit.id, (hull_of(table).id,), DETONATOR_DICE - 1) else ()


@action("detonator", _armed, mission=MISSION, sides=("red",), door=Door("A", "sight", rules=(370,)))
def _detonator(doing: Doing) -> Outcome:
    """The inches to the vehicle are told; at ten no die is left (rule 370)."""
    return Outcome(then=may_pick(tell_inches, doing.unit.seat, INCHES, least=1, unit=doing.unit.id))


def full_inches(typed: str) -> str:
    """A distance as it was measured, 2.5 or 2,5: the full inches of it count (rule 370)."""
    found = MEASURED.fullmatch(typed.strip())
    return str(int(found[1])) if found else ""


def detonator_dice(inches: int) -> tuple[Die, ...]:
    """Ten white dice, one less for each full inch (rule 370)."""
    return (Die.ATTACK_WHITE,) * max(0, DETONATOR_DICE - inches)


def _to_hull(table: Table, step: Choose) -> WholeInches:
    return WholeInches(step.unit, hull_of(table).id)


@choice("inches", door=Door("F", "distance", rules=(370,), question=_to_hull))
def tell_inches(answer: Answered[Nothing]) -> Outcome:
    """The detonator is spent (S3)."""
    id = answer.step.unit
    dice = throw(roll_detonator, answer.seat, detonator_dice(int(answer.first)), unit=id)
    return Outcome(spend(answer.table, id, "detonator", why="thrown"), dice)


tell_inches.typed = Typed(full_inches, problem("game.no_inches", rule=370))


def damage(faces: Iterable[Face]) -> int:
    """Each Critical, Hit and Surge is one damage (rule 370)."""
    return sum(face in (Face.CRITICAL, Face.HIT, Face.SURGE) for face in faces)


@works("detonator", Die.ATTACK_WHITE)
def roll_detonator(table: Table, step: Roll | Choose, faces: tuple[Face, ...], _on: str) -> Outcome:
    """It is no attack (rule 370; G17)."""
    return hurt(table, hull_of(table).id, damage(faces), step.unit)


def _at_point(table: Table, unit: Unit) -> Iterable[str]:
    points = (marker.id for marker in table.lying() if marker.kind == "ambush")
    return NOWHERE if touching(table, unit.id, points) else ()


@action("ambush-point", _at_point, mission=MISSION, sides=("red",), door=Door("A", "contact", rules=(372,)))
def _back(doing: Doing) -> Outcome:
    """Back into the Network with wounds and tokens; not in the activation it came in (rule 372)."""
    table, id = doing.table, doing.unit.id
    away = Returned(unit=id, defeated=False), UnitChanged(unit=id, what="network", by=1)
    return Outcome((*leave_melee(table, id), *forget_facts(table, id), *away))


def _suppliers(table: Table, unit: Unit) -> Iterable[str]:
    others = () if unit.has("detonator") else friends(table, unit.id)
    return within(table, "rearm", unit.id, (id for id in others if supports(table, table.units[id])))


@action("rearm", _suppliers, mission=MISSION, sides=("red",), door=Door("A", "distance", rules=(373,)))
def _rearm(doing: Doing) -> Outcome:
    """Another friendly Support unit near by hands out a detonator (rule 373)."""
    return Outcome(give(doing.table, doing.unit.id, "detonator", why="rearm"))


def _mechanics(table: Table, unit: Unit) -> Iterable[str]:
    hull = hull_of(table)
    return NOWHERE if supports(table, unit) and hull.lost and touching(table, unit.id, (hull.id,)) else ()


@action("repair", _mechanics, mission=MISSION, sides=("blue",), door=Door("A", "contact", rules=(375,)))
def _repair(doing: Doing) -> Outcome:
    """A Support unit touching the hull removes a wound from it (rule 375)."""
    return Outcome(mend(doing.table, hull_of(doing.table).id, 1, "repair"))


def _may_win(table: Table) -> tuple[Side | None, ...]:
    """In the last round Red wins while a unit may still act or stands by (rule 376; G23)."""
    guards = table.phase == "activation" and any(
        unit.has("standby") for unit in table.army(table.seat_of("red"))
    )
    return red_may_win(table, table.round < ROUNDS or guards or bool(may_act(table, "red")))


OPERATION: Final = Operation(MISSION, may_win=_may_win)


@effect("defeated", MISSION)
def _destroyed(table: Table, moment: Moment) -> Outcome:
    """The vehicle is destroyed: Red has won (rule 376)."""
    return Outcome((mission_won("red"),) if is_vehicle(table.units[moment.unit]) else ())
