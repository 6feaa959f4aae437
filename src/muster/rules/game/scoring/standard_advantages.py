"""The advantages that only standard games have: tokens, keywords, and fire from afar."""

from typing import Final

from muster.rules.cards.catalogue import catalogue
from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import (
    Answered,
    Choice,
    Dice,
    Nothing,
    Payload,
    Rolled,
    choice,
    dice,
)
from muster.rules.game.hooks import Moment, effect, unit_action
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged, OrdersGiven, PoolsMade, UnitChanged
from muster.rules.game.marks import COORDINATES, ORDNANCE, STRAFING, USED
from muster.rules.game.measuring import NO_PLACE, RANGE_1, Door
from muster.rules.game.scoring.commanding import may_be_ordered_aside
from muster.rules.game.scoring.contesting import acts
from muster.rules.game.scoring.points import gain, give_keyword, lying, may_choose, on_table, remove, suppress
from muster.rules.game.steps import Confirm, Gain
from muster.rules.game.steps.choices import Among, YesNo
from muster.rules.game.table import Marker, Side, Table, Unit

SCRAMBLER: Final = "Comms Scrambler"
SMALL: Final = 6
"""Miniatures of a unit that Black Ops still hides."""
OVERRIDES: Final = 2
DISCIPLINE: Final = 2
STRIKES: Final = {"ordnance": 3, "strafing-run": 4}
"""Black dice of fire from afar."""
CALLED: Final = {"ordnance": ORDNANCE, "strafing-run": STRAFING}


def prints(unit: Unit, keyword: str) -> bool:
    """Whether a unit has a keyword: from its card, or gained in this game."""
    cards = catalogue().data.units
    known = next((card for card in cards if card.id == unit.card), None)
    printed = known is not None and any(one.id == keyword for one in known.keywords)
    return printed or keyword in unit.keywords


def _units(table: Table, side: Side) -> tuple[Unit, ...]:
    return tuple(table.army(table.seat_of(side)))


# Setup and the first Activation Phase ----------------------------------------------------------------------


@effect("setup", "garrison")
def _garrison(table: Table, moment: Moment) -> Outcome:
    """Up to one Corps unit without Prepared Position has it in this game."""
    able = (unit.id for unit in _units(table, moment.side) if unit.rank == "corps" and not unit.prepared)
    steps = may_choose(table.seat_of(moment.side), garrison_unit, able)
    return Outcome(then=steps if table.level == "full" else ())


@choice("garrison", told=True, door=NO_PLACE)
def garrison_unit(answer: Answered[Nothing]) -> Outcome:
    """It is deployed with the prepared ones (rule 463)."""
    return Outcome(give_keyword(answer.chosen, "prepared-position", "garrison"))


def _first(table: Table) -> bool:
    return table.level == "full" and table.round == 1


@effect("activations", "black-ops")
def _black_ops(table: Table, moment: Moment) -> Outcome:
    """One Corps or Special Forces Trooper unit of up to six miniatures."""
    able = (
        unit.id
        for unit in _units(table, moment.side)
        if unit.rank in ("corps", "special-forces") and unit.is_type("trooper") and unit.miniatures <= SMALL
    )
    return Outcome(then=may_choose(table.seat_of(moment.side), hide_unit, able) if _first(table) else ())


@choice("black-ops", told=True, door=NO_PLACE)
def hide_unit(answer: Answered[Nothing]) -> Outcome:
    """It gains Infiltrate, or an Aim and a Dodge if it has it."""
    hidden = [unit for unit in answer.chosen if prints(answer.table.units[unit], "infiltrate")]
    ready = (event for unit in hidden for event in _tokens(unit, "black-ops", "aim", "dodge"))
    others = (unit for unit in answer.chosen if unit not in hidden)
    return Outcome((*ready, *give_keyword(others, "infiltrate", "black-ops")))


def _tokens(unit: str, why: str, *tokens: str) -> tuple[UnitChanged, ...]:
    return tuple(UnitChanged(unit=unit, what=token, by=1, why=why) for token in tokens)


@effect("activations", "armored-assault")
def _armored(table: Table, moment: Moment) -> Outcome:
    """Up to three Vehicles gain an Aim each."""
    able = (unit.id for unit in _units(table, moment.side) if unit.is_type("vehicle"))
    steps = may_choose(table.seat_of(moment.side), aim_vehicles, able, most=3)
    return Outcome(then=steps if _first(table) else ())


@choice("armored-assault", told=True, door=NO_PLACE)
def aim_vehicles(answer: Answered[Nothing]) -> Outcome:
    """Each gains an Aim."""
    return Outcome(gain(answer.chosen, "aim", "armored-assault"))


@effect("activations", "rapid-deployment")
def _rapid(table: Table, moment: Moment) -> Outcome:
    """Up to two Corps Clone Trooper units gain Reinforcements."""
    units = _units(table, moment.side)
    able = (unit.id for unit in units if unit.rank == "corps" and unit.is_type("clone-trooper"))
    steps = may_choose(table.seat_of(moment.side), reinforce_units, able, most=2)
    return Outcome(then=steps if _first(table) else ())


@choice("rapid-deployment", told=True, door=NO_PLACE)
def reinforce_units(answer: Answered[Nothing]) -> Outcome:
    """They have it for this game."""
    return Outcome(give_keyword(answer.chosen, "reinforcements", "rapid-deployment"))


# Orders ----------------------------------------------------------------------------------------------------


@effect("priority", "coordinated-strike")
def _strike(table: Table, moment: Moment) -> Outcome:
    """Once, before orders are given: up to two Republic units gain Coordinate for the round."""
    if table.level == "score" or USED.count(table, "coordinated-strike", moment.side):
        return Outcome()
    republic = (unit.id for unit in _units(table, moment.side) if _faction(unit) == "republic")
    return Outcome(then=may_choose(table.seat_of(moment.side), coordinate_units, republic, most=2))


def _faction(unit: Unit) -> str:
    return next((card.faction for card in catalogue().data.units if card.id == unit.card), "")


@choice("coordinated-strike", told=True, door=NO_PLACE)
def coordinate_units(answer: Answered[Nothing]) -> Outcome:
    """Its token is spent; the units pass orders on this round."""
    used = USED.add(answer.table, "coordinated-strike", answer.side)
    marks = (COORDINATES.add(answer.table, unit) for unit in answer.chosen)
    return Outcome((used, *marks) if answer.chosen else ())


@effect("ordered", "command-override")
def _override(table: Table, moment: Moment) -> Outcome:
    """Twice a game: a unit with AI gives itself an order."""
    left = OVERRIDES - USED.count(table, "command-override", moment.side)
    seat = table.seat_of(moment.side)
    if table.level == "score" or left <= 0:
        return Outcome()
    able = (id for id in may_be_ordered_aside(table, seat) if prints(table.units[id], "ai"))
    return Outcome(then=may_choose(seat, override_orders, able, most=left))


@choice("command-override", told=True, door=NO_PLACE, optional=True)
def override_orders(answer: Answered[Nothing]) -> Outcome:
    """A token for each; the pools are made after it."""
    used = USED.add(answer.table, "command-override", answer.side, by=len(answer.chosen))
    return Outcome((used, OrdersGiven(seat=answer.seat, units=answer.chosen)))


@effect("setup", "scrambled-orders")
def _scrambler(table: Table, moment: Moment) -> Outcome:
    """A Comms Scrambler is placed: enemy units within range 1 of it cannot be given orders."""
    token = Marker(id=f"scrambler-{moment.side}", name=SCRAMBLER, kind="asset", of=moment.side)
    place = Confirm(
        id=f"setup.scrambler.{moment.side}", about="place-scrambler", seat=table.seat_of(moment.side)
    )
    kept = (MarkerChanged(marker=token, why="scrambled-orders"),) if table.level == "full" else ()
    return Outcome(kept, (place,))


def _removable(table: Table, unit: Unit) -> tuple[str, ...]:
    side = table.side_of(unit.seat)
    able = acts(table, unit)
    return tuple(one.id for one in lying(table, SCRAMBLER) if able and one.of != side)


@unit_action("remove-scrambler", able=_removable, once=True)
def _scrambler_gone(table: Table, _unit: Unit, marker: str) -> Outcome:
    """An action of an enemy unit within half range."""
    return Outcome((remove(table.markers[marker], "scrambled-orders"),))


# In the round ----------------------------------------------------------------------------------------------


@effect("unit-start", "no-time-to-lose")
def _no_time(table: Table, moment: Moment) -> Outcome:
    """A token of the Pass Pool may be spent when an own unit begins its activation."""
    unit, seat = table.units[moment.unit], table.seat_of(moment.side)
    if unit.seat != seat or not table.chairs[seat].passes:
        return Outcome()
    return Outcome(then=(hurry.ask(seat, Among(("aim-and-dodge", "recover"), 0), unit.id),))


@choice("no-time-to-lose", told=True, door=NO_PLACE, optional=True)
def hurry(answer: Answered[Nothing]) -> Outcome:
    """An Aim and a Dodge, or a free Recover: all Suppression goes."""
    table, unit = answer.table, answer.table.units[answer.step.unit]
    pools = {one: chair.pool for one, chair in table.chairs.items()}
    passes = {one: chair.passes - (one == answer.seat) for one, chair in table.chairs.items()}
    spent = PoolsMade(pools=pools, passes=passes)
    if answer.chosen == ("recover",):
        calm = UnitChanged(unit=unit.id, what="suppression", by=-unit.suppression, why="no-time-to-lose")
        return Outcome((spent, calm))
    return Outcome((spent, *_tokens(unit.id, "no-time-to-lose", "aim", "dodge")))


@effect("suppressed", "extreme-discipline")
def _discipline(table: Table, moment: Moment) -> Outcome:
    """Twice a game, after an own unit gained Suppression."""
    unit = table.units[moment.unit]
    used = USED.count(table, "extreme-discipline", moment.side)
    if unit.seat != table.seat_of(moment.side) or used >= DISCIPLINE or not unit.suppression:
        return Outcome()
    return Outcome(then=(discipline_unit.ask(unit.seat, YesNo(), unit.id),))


@choice("extreme-discipline", door=NO_PLACE)
def discipline_unit(answer: Answered[Nothing]) -> Outcome:
    """It drops all Suppression, then suffers a wound."""
    unit = answer.table.units[answer.step.unit]
    if not answer.yes or not unit.here:
        return Outcome()
    calm = UnitChanged(unit=unit.id, what="suppression", by=-unit.suppression, why="extreme-discipline")
    used = USED.add(answer.table, "extreme-discipline", answer.side)
    wound = Gain(units=(unit.id,), what="wound", number=1, why="extreme-discipline")
    return Outcome((used, calm), (wound,))


# Ordnance and Strafing Run ---------------------------------------------------------------------------------


@effect("pools", "ordnance")
def _ordnance(table: Table, moment: Moment) -> Outcome:
    """Once a game, at the end of the Command Phase: place a token?"""
    return _strikes(table, moment, call_ordnance)


@effect("pools", "strafing-run")
def _strafing(table: Table, moment: Moment) -> Outcome:
    """Once a game, at the end of the Command Phase: place a token?"""
    return _strikes(table, moment, call_strafing)


def _strikes(table: Table, moment: Moment, follow: Choice[Nothing]) -> Outcome:
    card = follow.name
    if table.level == "score" or USED.count(table, card, moment.side):
        return Outcome()
    seat = table.seat_of(moment.side)
    return Outcome(then=(follow.ask(seat, YesNo()),))


def _call(answer: Answered[Nothing]) -> Outcome:
    """The token lies until the End Phase."""
    card, side = answer.step.what, answer.side
    marks = USED.add(answer.table, card, side), CALLED[card].add(answer.table, side)
    return Outcome(marks if answer.yes else ())


call_ordnance = choice("ordnance", door=Door("W", "place"))(_call)
call_strafing = choice("strafing-run", door=Door("W", "place"))(_call)


@effect("end-start", "ordnance")
def _ordnance_falls(table: Table, moment: Moment) -> Outcome:
    """Start of the End Phase: three black dice."""
    return _falls(table, moment, roll_ordnance)


@effect("end-start", "strafing-run")
def _strafing_comes(table: Table, moment: Moment) -> Outcome:
    """Start of the End Phase: four black dice."""
    return _falls(table, moment, roll_strafing)


def _falls(table: Table, moment: Moment, follow: Dice[Nothing]) -> Outcome:
    card, seat = follow.name, table.seat_of(moment.side)
    if not CALLED[card].count(table, moment.side):
        return Outcome()
    black = (Die.ATTACK_BLACK,) * STRIKES[card]
    return Outcome(then=(follow.roll(seat, black),))


class Struck(Payload, frozen=True):
    """What the dice showed."""

    hits: int = 0
    criticals: int = 0


def _strike_near(rolled: Rolled[Nothing], follow: Choice[Struck]) -> Outcome:
    """Which units are under it?"""
    known = Struck(rolled.roll.count(Face.HIT), rolled.roll.count(Face.CRITICAL))
    units = tuple(unit.id for unit in on_table(rolled.table))
    step = may_choose(rolled.step.seat, follow, units, most=len(units), known=known)
    return Outcome(then=step if known.hits + known.criticals else ())


@dice("ordnance")
def roll_ordnance(rolled: Rolled[Nothing]) -> Outcome:
    """Three black dice."""
    return _strike_near(rolled, shell_units)


@dice("strafing-run")
def roll_strafing(rolled: Rolled[Nothing]) -> Outcome:
    """Four black dice."""
    return _strike_near(rolled, strafe_units)


@choice("ordnance-near", Struck, told=True, door=Door("F", "distance", far=RANGE_1))
def shell_units(answer: Answered[Struck]) -> Outcome:
    """Armor and Vehicles: two wounds for each Critical, one for each Hit; others a Suppression for each."""
    table, hits, criticals = answer.table, answer.known.hits, answer.known.criticals
    armoured = tuple(id for id in answer.chosen if _armoured(table.units[id]))
    soft = tuple(id for id in answer.chosen if id not in armoured)
    wounds = hits + 2 * criticals
    wound = Gain(units=armoured, what="wound", number=wounds, why="ordnance")
    gains = suppress(soft, hits + criticals, "ordnance")
    return Outcome(then=(*((wound,) if armoured else ()), *gains))


def _armoured(unit: Unit) -> bool:
    return unit.is_type("vehicle") or prints(unit, "armor")


@choice("strafing-run-near", Struck, told=True, door=Door("F", "place"))
def strafe_units(answer: Answered[Struck]) -> Outcome:
    """A Suppression for each Hit or Critical."""
    number = answer.known.hits + answer.known.criticals
    return Outcome(then=suppress(answer.chosen, number, "strafing-run"))
