"""The advantages that only standard games have: tokens, keywords, and fire from afar."""

from typing import Final

from msgspec.structs import replace

from muster.rules.cards.catalogue import catalogue
from muster.rules.dice.faces import Die, Face
from muster.rules.game.hooks import Cast, Choice, Moment, Told, deed, effect, purpose, question, rolled
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.cards import KeywordGained
from muster.rules.game.log.events import Marked, MarkerChanged, OrdersGiven, PoolsMade, UnitChanged
from muster.rules.game.scoring.commanding import may_be_ordered_aside
from muster.rules.game.scoring.contesting import acts
from muster.rules.game.scoring.points import lying, may_choose, on_table, suppress, this_round
from muster.rules.game.steps import Ask, Confirm, Gain, Pick, RollDice
from muster.rules.game.table import Marker, Side, Table, Unit
from muster.rules.log import Event

SCRAMBLER: Final = "Comms Scrambler"
SMALL: Final = 6
"""Miniatures of a unit that Black Ops still hides."""
OVERRIDES: Final = 2
DISCIPLINE: Final = 2
STRIKES: Final = {"ordnance": 3, "strafing-run": 4}
"""Black dice of fire from afar."""


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
    steps = may_choose(table, table.seat_of(moment.side), "garrison", able)
    return Outcome(then=steps if table.level == "full" else ())


@purpose("garrison")
def _garrisoned(choice: Choice) -> Outcome:
    """It is deployed with the prepared ones (rule 463)."""
    gained = KeywordGained(units=choice.units, keyword="prepared-position", why="garrison")
    return Outcome((gained,) if choice.units else ())


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
    return Outcome(
        then=may_choose(table, table.seat_of(moment.side), "black-ops", able) if _first(table) else ()
    )


@purpose("black-ops")
def _hidden(choice: Choice) -> Outcome:
    """It gains Infiltrate, or an Aim and a Dodge if it has it."""
    events: list[Event] = []
    for unit in choice.units:
        if prints(choice.table.units[unit], "infiltrate"):
            events += _tokens(unit, "black-ops", "aim", "dodge")
        else:
            events.append(KeywordGained(units=(unit,), keyword="infiltrate", why="black-ops"))
    return Outcome(tuple(events))


def _tokens(unit: str, why: str, *tokens: str) -> tuple[UnitChanged, ...]:
    return tuple(UnitChanged(unit=unit, what=token, by=1, why=why) for token in tokens)


@effect("activations", "armored-assault")
def _armored(table: Table, moment: Moment) -> Outcome:
    """Up to three Vehicles gain an Aim each."""
    able = (unit.id for unit in _units(table, moment.side) if unit.is_type("vehicle"))
    steps = may_choose(table, table.seat_of(moment.side), "armored-assault", able, 3)
    return Outcome(then=steps if _first(table) else ())


@purpose("armored-assault")
def _aimed(choice: Choice) -> Outcome:
    """Each gains an Aim."""
    return Outcome(tuple(event for unit in choice.units for event in _tokens(unit, "armored-assault", "aim")))


@effect("activations", "rapid-deployment")
def _rapid(table: Table, moment: Moment) -> Outcome:
    """Up to two Corps Clone Trooper units gain Reinforcements."""
    units = _units(table, moment.side)
    able = (unit.id for unit in units if unit.rank == "corps" and unit.is_type("clone-trooper"))
    steps = may_choose(table, table.seat_of(moment.side), "rapid-deployment", able, 2)
    return Outcome(then=steps if _first(table) else ())


@purpose("rapid-deployment")
def _reinforced(choice: Choice) -> Outcome:
    """They have it for this game."""
    gained = KeywordGained(units=choice.units, keyword="reinforcements", why="rapid-deployment")
    return Outcome((gained,) if choice.units else ())


# Orders ----------------------------------------------------------------------------------------------------


@effect("priority", "coordinated-strike")
def _strike(table: Table, moment: Moment) -> Outcome:
    """Once, before orders are given: up to two Republic units gain Coordinate for the round."""
    if table.level == "score" or table.mark(f"used.coordinated-strike.{moment.side}"):
        return Outcome()
    republic = (unit.id for unit in _units(table, moment.side) if _faction(unit) == "republic")
    return Outcome(then=may_choose(table, table.seat_of(moment.side), "coordinated-strike", republic, 2))


def _faction(unit: Unit) -> str:
    return next((card.faction for card in catalogue().data.units if card.id == unit.card), "")


@purpose("coordinated-strike")
def _coordinated(choice: Choice) -> Outcome:
    """Its token is spent; the units pass orders on this round."""
    used = Marked(name=f"used.coordinated-strike.{choice.side}")
    marks = (Marked(name=this_round(choice.table, f"coordinate.{unit}")) for unit in choice.units)
    return Outcome((used, *marks) if choice.units else ())


@effect("ordered", "command-override")
def _override(table: Table, moment: Moment) -> Outcome:
    """Twice a game: a unit with AI gives itself an order."""
    left = OVERRIDES - table.mark(f"used.command-override.{moment.side}")
    seat = table.seat_of(moment.side)
    if table.level == "score" or left <= 0:
        return Outcome()
    able = (id for id in may_be_ordered_aside(table, seat) if prints(table.units[id], "ai"))
    return Outcome(then=may_choose(table, seat, "command-override", able, left))


@purpose("command-override")
def _overridden(choice: Choice) -> Outcome:
    """A token for each; the pools are made after it."""
    if not choice.units:
        return Outcome()
    used = Marked(name=f"used.command-override.{choice.side}", by=len(choice.units))
    return Outcome((used, OrdersGiven(seat=choice.seat, units=choice.units)))


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


@deed("remove-scrambler", able=_removable, once=True)
def _scrambler_gone(table: Table, _unit: Unit, marker: str) -> Outcome:
    """An action of an enemy unit within half range."""
    return Outcome((MarkerChanged(marker=replace(table.markers[marker], gone=True), why="scrambled-orders"),))


# In the round ----------------------------------------------------------------------------------------------


@effect("unit-start", "no-time-to-lose")
def _no_time(table: Table, moment: Moment) -> Outcome:
    """A token of the Pass Pool may be spent when an own unit begins its activation."""
    unit, seat = table.units[moment.unit], table.seat_of(moment.side)
    if unit.seat != seat or not table.chairs[seat].passes:
        return Outcome()
    name = f"r{table.round}.no-time.{unit.id}"
    options = ("aim-and-dodge", "recover")
    return Outcome(then=(Pick(id=name, seat=seat, purpose="no-time-to-lose", options=options, unit=unit.id),))


@purpose("no-time-to-lose")
def _hurried(choice: Choice) -> Outcome:
    """An Aim and a Dodge, or a free Recover: all Suppression goes."""
    if not choice.units or not isinstance(choice.step, Pick):
        return Outcome()
    table, unit = choice.table, choice.table.units[choice.step.unit]
    pools = {one: chair.pool for one, chair in table.chairs.items()}
    passes = {one: chair.passes - (one == choice.seat) for one, chair in table.chairs.items()}
    spent = PoolsMade(pools=pools, passes=passes)
    if choice.units == ("recover",):
        calm = UnitChanged(unit=unit.id, what="suppression", by=-unit.suppression, why="no-time-to-lose")
        return Outcome((spent, calm))
    return Outcome((spent, *_tokens(unit.id, "no-time-to-lose", "aim", "dodge")))


@effect("suppressed", "extreme-discipline")
def _discipline(table: Table, moment: Moment) -> Outcome:
    """Twice a game, after an own unit gained Suppression."""
    unit = table.units[moment.unit]
    used = table.mark(f"used.extreme-discipline.{moment.side}")
    if unit.seat != table.seat_of(moment.side) or used >= DISCIPLINE or not unit.suppression:
        return Outcome()
    name = f"r{table.round}.discipline.{unit.id}.{unit.suppression}"
    return Outcome(then=(Ask(id=name, seat=unit.seat, what="extreme-discipline", unit=unit.id),))


@question("extreme-discipline")
def _disciplined(told: Told) -> Outcome:
    """It drops all Suppression, then suffers a wound."""
    unit = told.table.units[told.step.unit]
    if not told.yes or not unit.here:
        return Outcome()
    calm = UnitChanged(unit=unit.id, what="suppression", by=-unit.suppression, why="extreme-discipline")
    used = Marked(name=f"used.extreme-discipline.{told.side}")
    wound = Gain(
        id=f"{told.step.id}.wound", units=(unit.id,), what="wound", number=1, why="extreme-discipline"
    )
    return Outcome((used, calm), (wound,))


# Ordnance and Strafing Run ---------------------------------------------------------------------------------


@effect("pools", "ordnance")
def _ordnance(table: Table, moment: Moment) -> Outcome:
    """Once a game, at the end of the Command Phase: place a token?"""
    return _strikes(table, moment, "ordnance")


@effect("pools", "strafing-run")
def _strafing(table: Table, moment: Moment) -> Outcome:
    """Once a game, at the end of the Command Phase: place a token?"""
    return _strikes(table, moment, "strafing-run")


def _strikes(table: Table, moment: Moment, card: str) -> Outcome:
    if table.level == "score" or table.mark(f"used.{card}.{moment.side}"):
        return Outcome()
    name, seat = f"r{table.round}.{card}.{moment.side}", table.seat_of(moment.side)
    return Outcome(then=(Ask(id=name, seat=seat, what=card),))


@question("ordnance")
@question("strafing-run")
def _called(told: Told) -> Outcome:
    """The token lies until the End Phase."""
    card = told.step.what
    marks = (
        Marked(name=f"used.{card}.{told.side}"),
        Marked(name=this_round(told.table, f"{card}.{told.side}")),
    )
    return Outcome(marks if told.yes else ())


@effect("end-start", "ordnance")
def _ordnance_falls(table: Table, moment: Moment) -> Outcome:
    """Start of the End Phase: three black dice."""
    return _falls(table, moment, "ordnance")


@effect("end-start", "strafing-run")
def _strafing_comes(table: Table, moment: Moment) -> Outcome:
    """Start of the End Phase: four black dice."""
    return _falls(table, moment, "strafing-run")


def _falls(table: Table, moment: Moment, card: str) -> Outcome:
    if not table.mark(this_round(table, f"{card}.{moment.side}")):
        return Outcome()
    name, dice = f"r{table.round}.{card}-dice.{moment.side}", (Die.ATTACK_BLACK,) * STRIKES[card]
    return Outcome(then=(RollDice(id=name, seat=table.seat_of(moment.side), purpose=card, dice=dice),))


@rolled("ordnance")
@rolled("strafing-run")
def _struck(cast: Cast) -> Outcome:
    """Which units are under it?"""
    table, card = cast.table, cast.step.purpose
    hits, criticals = cast.roll.count(Face.HIT), cast.roll.count(Face.CRITICAL)
    units = tuple(unit.id for unit in on_table(table))
    what = f"{card}-near:{hits}/{criticals}"
    return Outcome(
        then=may_choose(table, cast.step.seat, what, units, len(units)) if hits + criticals else ()
    )


@purpose("ordnance-near")
def _shelled(choice: Choice) -> Outcome:
    """Armor and Vehicles: two wounds for each Critical, one for each Hit; others a Suppression for each."""
    table = choice.table
    hits, criticals = map(int, choice.step.marker.split("/"))
    armoured = tuple(id for id in choice.units if _armoured(table.units[id]))
    soft = tuple(id for id in choice.units if id not in armoured)
    name, wounds = f"{choice.step.id}.wounds", hits + 2 * criticals
    wound = Gain(id=name, units=armoured, what="wound", number=wounds, why="ordnance")
    gains = suppress(table, soft, hits + criticals, "ordnance")
    return Outcome(then=(*((wound,) if armoured else ()), *gains))


def _armoured(unit: Unit) -> bool:
    return unit.is_type("vehicle") or prints(unit, "armor")


@purpose("strafing-run-near")
def _strafed(choice: Choice) -> Outcome:
    """A Suppression for each Hit or Critical."""
    number = sum(map(int, choice.step.marker.split("/")))
    return Outcome(then=suppress(choice.table, choice.units, number, "strafing-run"))
