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
from muster.rules.game.hooks import Moment, effect, full_first_round, full_game, unit_action
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged, OrdersGiven, PoolsMade, UnitChanged
from muster.rules.game.marks import COORDINATES, ORDNANCE, STRAFING, USED
from muster.rules.game.measuring import NO_PLACE, RANGE_1, Door
from muster.rules.game.scoring.commanding import may_be_ordered_aside
from muster.rules.game.scoring.contesting import acts
from muster.rules.game.scoring.points import (
    give_keyword,
    gives_keyword,
    gives_token,
    lying,
    may_choose,
    offers_units,
    on_table,
    place_by,
    remove,
    suppress,
)
from muster.rules.game.steps import Gain
from muster.rules.game.steps.choices import Among, YesNo
from muster.rules.game.table import Marker, Table, Unit

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
    printed = known is not None and any(ability.id == keyword for ability in known.keywords)
    return printed or keyword in unit.keywords


# Setup and the first Activation Phase ----------------------------------------------------------------------


garrison_unit = gives_keyword("garrison", "prepared-position", "garrison")
"""Up to one Corps unit without Prepared Position: it is deployed with the prepared ones (rule 463)."""
offers_units("setup", garrison_unit, lambda unit: unit.rank == "corps" and not unit.prepared)


def _may_hide(unit: Unit) -> bool:
    troopers = unit.rank in ("corps", "special-forces") and unit.is_type("trooper")
    return troopers and unit.miniatures <= SMALL


@choice("black-ops", told=True, door=NO_PLACE)
def hide_unit(answer: Answered[Nothing]) -> Outcome:
    """One Corps or Special Forces Trooper unit of up to six miniatures gains Infiltrate, or an Aim and a
    Dodge if it has it."""
    hidden = [unit for unit in answer.chosen if prints(answer.table.units[unit], "infiltrate")]
    ready = (event for unit in hidden for event in _tokens(unit, "black-ops", "aim", "dodge"))
    others = (unit for unit in answer.chosen if unit not in hidden)
    return Outcome((*ready, *give_keyword(others, "infiltrate", "black-ops")))


offers_units("activations", hide_unit, _may_hide, when=full_first_round)


def _tokens(unit: str, why: str, *tokens: str) -> tuple[UnitChanged, ...]:
    return tuple(UnitChanged(unit=unit, what=token, by=1, why=why) for token in tokens)


aim_vehicles = gives_token("armored-assault", "aim", "armored-assault")
"""Up to three Vehicles gain an Aim each."""
offers_units("activations", aim_vehicles, lambda unit: unit.is_type("vehicle"), 3, full_first_round)


reinforce_units = gives_keyword("rapid-deployment", "reinforcements", "rapid-deployment")
"""Up to two Corps Clone Trooper units gain Reinforcements."""


def _is_clone_corps(unit: Unit) -> bool:
    return unit.rank == "corps" and unit.is_type("clone-trooper")


offers_units("activations", reinforce_units, _is_clone_corps, 2, full_first_round)


# Orders ----------------------------------------------------------------------------------------------------


def _faction(unit: Unit) -> str:
    return next((card.faction for card in catalogue().data.units if card.id == unit.card), "")


@choice("coordinated-strike", told=True, door=NO_PLACE)
def coordinate_units(answer: Answered[Nothing]) -> Outcome:
    """Its token is spent; the units pass orders on this round."""
    used = USED.add(answer.table, "coordinated-strike", answer.side)
    marks = (COORDINATES.add(answer.table, unit) for unit in answer.chosen)
    return Outcome((used, *marks) if answer.chosen else ())


def _may_coordinate(table: Table, moment: Moment) -> bool:
    return full_game(table, moment) and not USED.count(table, "coordinated-strike", moment.side)


# Once, before orders are given: up to two Republic units gain Coordinate for the round.
offers_units("priority", coordinate_units, lambda unit: _faction(unit) == "republic", 2, _may_coordinate)


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
    place = place_by(table, moment.side, "scrambler", "place-scrambler")
    kept = (MarkerChanged(marker=token, why="scrambled-orders"),) if table.level == "full" else ()
    return Outcome(kept, (place,))


def _removable(table: Table, unit: Unit) -> tuple[str, ...]:
    side = table.side_of(unit.seat)
    able = acts(table, unit)
    return tuple(marker.id for marker in lying(table, SCRAMBLER) if able and marker.of != side)


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
    pools = {seat: chair.pool for seat, chair in table.chairs.items()}
    passes = {seat: chair.passes - (seat == answer.seat) for seat, chair in table.chairs.items()}
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


def _call(answer: Answered[Nothing]) -> Outcome:
    """The token lies until the End Phase."""
    card, side = answer.step.what, answer.side
    marks = USED.add(answer.table, card, side), CALLED[card].add(answer.table, side)
    return Outcome(marks if answer.yes else ())


call_ordnance = choice("ordnance", door=Door("W", "place"))(_call)
call_strafing = choice("strafing-run", door=Door("W", "place"))(_call)


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


roll_ordnance = dice("ordnance")(lambda rolled: _strike_near(rolled, shell_units))
roll_strafing = dice("strafing-run")(lambda rolled: _strike_near(rolled, strafe_units))


def _fire_from_afar(call: Choice[Nothing], roll: Dice[Nothing]) -> None:
    """Once a game, at the end of the Command Phase: place a token? Its dice fall at the start of the End
    Phase."""

    @effect("pools", call.name, when=full_game)
    def offer(table: Table, moment: Moment) -> Outcome:
        used = USED.count(table, call.name, moment.side)
        return Outcome(then=() if used else (call.ask(table.seat_of(moment.side), YesNo()),))

    @effect("end-start", call.name)
    def fall(table: Table, moment: Moment) -> Outcome:
        black = (Die.ATTACK_BLACK,) * STRIKES[call.name]
        called = CALLED[call.name].count(table, moment.side)
        return Outcome(then=(roll.roll(table.seat_of(moment.side), black),) if called else ())


_fire_from_afar(call_ordnance, roll_ordnance)
_fire_from_afar(call_strafing, roll_strafing)
