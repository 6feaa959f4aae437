"""Defining traits of a Paragon in play (rules 45, 213 to 217)."""

from muster.rules.campaign.battle.at_the_table import conspicuous, unsure
from muster.rules.dice.faces import Die
from muster.rules.game.engine.continuations import Answered, Nothing, Rolled, choice, dice
from muster.rules.game.hooks import Moment, card, carrier_acts, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import PrioritySet, UnitChanged
from muster.rules.game.marks import RALLY_MORE, USED, WAVERS
from muster.rules.game.measuring import HALF_RANGE, NO_PLACE, RANGE_1, RANGE_2, RANGE_3, Door
from muster.rules.game.phases.places import near_tokens
from muster.rules.game.scoring.commanding import nominee
from muster.rules.game.scoring.contesting import Looked
from muster.rules.game.scoring.points import may_choose, on_table, suppress
from muster.rules.game.steps import TellPlaces
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.table import GREEN, Table, Unit, other

for _name in ("unsure", "weight-of-responsibility"):
    card(_name, nominee=True)


# Conspicuous -----------------------------------------------------------------------------------------------


@effect("end-start", "conspicuous")
def _conspicuous(table: Table, moment: Moment) -> Outcome:
    """At the start of the End Phase the opponent may let one Commander or Operative within range 2 and in
    sight make a speed-2 move (rule 45; A18)."""
    unit = table.units[moment.carrier]
    seat = other(unit.seat)
    near = conspicuous({unit.id: unit.counts_as for unit in on_table(table, seat)})
    step = may_choose(seat, move_to_conspicuous, near, about=unit.id)
    return Outcome(then=step if unit.deployed else ())


@choice("conspicuous", told=True, door=Door("N", "sight", far=RANGE_2, rules=(45,)))
def move_to_conspicuous(answer: Answered[Nothing]) -> Outcome:
    """It moves on the table (rule 45), so who is near which token is told again before it is scored (G22)."""
    tokens = near_tokens(answer.table) if answer.chosen else ()
    return Outcome(then=(TellPlaces(id=f"{answer.step.id}.places", tokens=tokens),) if tokens else ())


# Unsure and Weight of Responsibility -----------------------------------------------------------------------


@effect("nominated", "unsure", when=carrier_acts)
def _unsure(table: Table, moment: Moment) -> Outcome:
    """Each time it is nominated a red defence die is rolled (rules 216, 217)."""
    seat = table.units[moment.unit].seat
    return Outcome(then=(roll_unsure.roll(seat, (Die.DEFENCE_RED,), moment.unit),))


@dice("unsure")
def roll_unsure(rolled: Rolled[Nothing]) -> Outcome:
    """On a Block, units ordered by the command card this round gain a Suppression (rule 216)."""
    wavers = WAVERS.add(rolled.table, rolled.step.unit)
    return Outcome((wavers,) if unsure(rolled.roll.faces[0]) else ())


@effect("ordered", "unsure")
def _doubt_spreads(table: Table, moment: Moment) -> Outcome:
    """Rule 216, once the orders are given."""
    wavers = WAVERS.count(table, moment.carrier)
    return Outcome(then=suppress(_ordered_units(table, moment), int(wavers > 0), "unsure"))


def _ordered_units(table: Table, moment: Moment) -> tuple[str, ...]:
    seat = table.units[moment.carrier].seat
    return tuple(unit.id for unit in table.army(seat) if unit.order == "faceup")


@effect("ordered", "weight-of-responsibility")
def _weighs(table: Table, moment: Moment) -> Outcome:
    """When its command card orders others but not itself, each of those gains a Suppression."""
    unit, ordered = table.units[moment.carrier], _ordered_units(table, moment)
    chief = nominee(table, unit.seat)
    if chief is None or chief.id != unit.id or unit.id in ordered:
        return Outcome()
    return Outcome(then=suppress(ordered, 1, "weight-of-responsibility"))


@effect("unit-start", "weight-of-responsibility")
def _leads(table: Table, moment: Moment) -> Outcome:
    """While it has a faceup order, is the other allied unit that rallies within range 1 of it?"""
    unit, chief = table.units[moment.unit], table.units[moment.carrier]
    led = unit.seat == chief.seat and unit.id != chief.id and unit.suppression
    if not led or chief.order != "faceup" or not chief.deployed:
        return Outcome()
    return Outcome(then=(rally_near.ask(unit.seat, YesNo(), unit.id, by=chief.id, known=Looked(1)),))


@choice("near-leader", Looked, door=Door("F", "distance", far=RANGE_1))
def rally_near(answer: Answered[Looked]) -> Outcome:
    """It rallies with a die more."""
    return Outcome((RALLY_MORE.add(answer.table, answer.step.unit),) if answer.yes else ())


# Embittered, On the Back Foot, Greedy ----------------------------------------------------------------------


@effect("defeated", "embittered")
def _embittered(table: Table, moment: Moment) -> Outcome:
    """Was the friend that fell within range 3?"""
    unit, lost = table.units[moment.carrier], table.units[moment.unit]
    if lost.seat != unit.seat or not unit.deployed:
        return Outcome()
    return Outcome(then=(grieve.ask(unit.seat, YesNo(), unit.id, by=lost.id, known=Looked(3)),))


@choice("embittered", Looked, door=Door("F", "distance", far=RANGE_3))
def grieve(answer: Answered[Looked]) -> Outcome:
    """It gains 2 Suppression."""
    return Outcome(then=suppress((answer.step.unit,), 2 if answer.yes else 0, "embittered"))


@effect("priority", "on-the-back-foot")
def _back_foot(table: Table, moment: Moment) -> Outcome:
    """Once a game, when priority is decided, the opponent of its player may take it."""
    unit = table.units[moment.carrier]
    if table.priority != unit.seat or USED.count(table, "on-the-back-foot", unit.id):
        return Outcome()
    return Outcome(then=(take_priority.ask(other(unit.seat), YesNo(), unit.id),))


@choice("on-the-back-foot", door=NO_PLACE)
def take_priority(answer: Answered[Nothing]) -> Outcome:
    """The opponent has priority, for once."""
    used = USED.add(answer.table, "on-the-back-foot", answer.step.unit)
    return Outcome((PrioritySet(seat=answer.seat), used) if answer.yes else ())


@effect("unit-end", "greedy", when=carrier_acts)
def _greedy(table: Table, moment: Moment) -> Outcome:
    """At the end of its activation: has it a green token, or does it contest a point of interest?"""
    unit = table.units[moment.unit]
    if any(unit.has(green) for green in GREEN):
        return Outcome(_calmer(unit))
    return Outcome(then=(sate.ask(unit.seat, YesNo(), unit.id),))


def _calmer(unit: Unit) -> tuple[UnitChanged, ...]:
    change = UnitChanged(unit=unit.id, what="suppression", by=-1, why="greedy")
    return (change,) if unit.suppression else ()


@choice("greedy", door=Door("F", "control", far=HALF_RANGE))
def sate(answer: Answered[Nothing]) -> Outcome:
    """It loses a Suppression; without, it gains three."""
    unit = answer.table.units[answer.step.unit]
    if answer.yes:
        return Outcome(_calmer(unit))
    return Outcome(then=suppress((unit.id,), 3, "greedy"))
