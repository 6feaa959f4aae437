"""Defining traits of a Paragon in play (rules 45, 213 to 217)."""

from muster.rules.campaign.battle.at_the_table import conspicuous, unsure
from muster.rules.dice.faces import Die
from muster.rules.game.hooks import (
    NEED_NOMINEE,
    Cast,
    Choice,
    Moment,
    Told,
    effect,
    purpose,
    question,
    rolled,
)
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked, PrioritySet, UnitChanged
from muster.rules.game.phases.places import near_tokens
from muster.rules.game.scoring.commanding import nominee
from muster.rules.game.scoring.points import may_choose, on_table, suppress, this_round
from muster.rules.game.steps import Ask, RollDice, TellPlaces
from muster.rules.game.table import GREEN, Table, Unit, other

NEED_NOMINEE.update(("unsure", "weight-of-responsibility"))


# Conspicuous -----------------------------------------------------------------------------------------------


@effect("end-start", "conspicuous")
def _conspicuous(table: Table, moment: Moment) -> Outcome:
    """At the start of the End Phase the opponent may let one Commander or Operative within range 2 and in
    sight make a speed-2 move (rule 45; A18)."""
    unit = table.units[moment.carrier]
    seat = other(unit.seat)
    near = conspicuous({one.id: one.counts_as for one in on_table(table, seat)})
    return Outcome(then=may_choose(table, seat, f"conspicuous:{unit.id}", near) if unit.deployed else ())


@purpose("conspicuous")
def _moves(choice: Choice) -> Outcome:
    """It moves on the table (rule 45), so who is near which token is told again before it is scored (G22)."""
    tokens = near_tokens(choice.table) if choice.units else ()
    return Outcome(then=(TellPlaces(id=f"{choice.step.id}.places", tokens=tokens),) if tokens else ())


# Unsure and Weight of Responsibility -----------------------------------------------------------------------


@effect("nominated", "unsure")
def _unsure(table: Table, moment: Moment) -> Outcome:
    """Each time it is nominated a red defence die is rolled (rules 216, 217)."""
    if moment.unit != moment.carrier:
        return Outcome()
    seat, name = table.units[moment.unit].seat, f"r{table.round}.unsure.{moment.unit}"
    dice = (Die.DEFENCE_RED,)
    return Outcome(then=(RollDice(id=name, seat=seat, purpose="unsure", dice=dice, about=(moment.unit,)),))


@rolled("unsure")
def _wavers(cast: Cast) -> Outcome:
    """On a Block, units ordered by the command card this round gain a Suppression (rule 216)."""
    name = this_round(cast.table, f"wavers.{cast.step.about[0]}")
    return Outcome((Marked(name=name),) if unsure(cast.roll.faces[0]) else ())


@effect("ordered", "unsure")
def _doubt_spreads(table: Table, moment: Moment) -> Outcome:
    """Rule 216, once the orders are given."""
    wavers = table.mark(this_round(table, f"wavers.{moment.carrier}"))
    return Outcome(then=suppress(table, _ordered(table, moment), int(wavers > 0), "unsure"))


def _ordered(table: Table, moment: Moment) -> tuple[str, ...]:
    seat = table.units[moment.carrier].seat
    return tuple(unit.id for unit in table.army(seat) if unit.order == "faceup")


@effect("ordered", "weight-of-responsibility")
def _weighs(table: Table, moment: Moment) -> Outcome:
    """When its command card orders others but not itself, each of those gains a Suppression."""
    unit, ordered = table.units[moment.carrier], _ordered(table, moment)
    chief = nominee(table, unit.seat)
    if chief is None or chief.id != unit.id or unit.id in ordered:
        return Outcome()
    return Outcome(then=suppress(table, ordered, 1, "weight-of-responsibility"))


@effect("unit-start", "weight-of-responsibility")
def _leads(table: Table, moment: Moment) -> Outcome:
    """While it has a faceup order, is the other allied unit that rallies within range 1 of it?"""
    unit, chief = table.units[moment.unit], table.units[moment.carrier]
    led = unit.seat == chief.seat and unit.id != chief.id and unit.suppression
    if not led or chief.order != "faceup" or not chief.deployed:
        return Outcome()
    name = f"r{table.round}.responsible.{unit.id}"
    return Outcome(
        then=(Ask(id=name, seat=unit.seat, what="near-leader", unit=unit.id, by=chief.id, reach=1),)
    )


@question("near-leader")
def _rallies(told: Told) -> Outcome:
    """It rallies with a die more."""
    name = this_round(told.table, f"rally-more.{told.step.unit}")
    return Outcome((Marked(name=name),) if told.yes else ())


# Embittered, On the Back Foot, Greedy ----------------------------------------------------------------------


@effect("defeated", "embittered")
def _embittered(table: Table, moment: Moment) -> Outcome:
    """Was the friend that fell within range 3?"""
    unit, lost = table.units[moment.carrier], table.units[moment.unit]
    if lost.seat != unit.seat or not unit.deployed:
        return Outcome()
    name = f"r{table.round}.embittered.{unit.id}.{lost.id}"
    return Outcome(then=(Ask(id=name, seat=unit.seat, what="embittered", unit=unit.id, by=lost.id, reach=3),))


@question("embittered")
def _grieves(told: Told) -> Outcome:
    """It gains 2 Suppression."""
    return Outcome(then=suppress(told.table, (told.step.unit,), 2 if told.yes else 0, "embittered"))


@effect("priority", "on-the-back-foot")
def _back_foot(table: Table, moment: Moment) -> Outcome:
    """Once a game, when priority is decided, the opponent of its player may take it."""
    unit = table.units[moment.carrier]
    if table.priority != unit.seat or table.mark(f"used.on-the-back-foot.{unit.id}"):
        return Outcome()
    name = f"r{table.round}.back-foot"
    return Outcome(then=(Ask(id=name, seat=other(unit.seat), what="on-the-back-foot", unit=unit.id),))


@question("on-the-back-foot")
def _takes_priority(told: Told) -> Outcome:
    """The opponent has priority, for once."""
    taken = (PrioritySet(seat=told.seat), Marked(name=f"used.on-the-back-foot.{told.step.unit}"))
    return Outcome(taken if told.yes else ())


@effect("unit-end", "greedy")
def _greedy(table: Table, moment: Moment) -> Outcome:
    """At the end of its activation: has it a green token, or does it contest a point of interest?"""
    if moment.unit != moment.carrier:
        return Outcome()
    unit = table.units[moment.unit]
    if any(unit.has(green) for green in GREEN):
        return Outcome(_calmer(unit))
    name = f"r{table.round}.greedy.{unit.id}"
    return Outcome(then=(Ask(id=name, seat=unit.seat, what="greedy", unit=unit.id),))


def _calmer(unit: Unit) -> tuple[UnitChanged, ...]:
    change = UnitChanged(unit=unit.id, what="suppression", by=-1, why="greedy")
    return (change,) if unit.suppression else ()


@question("greedy")
def _sated(told: Told) -> Outcome:
    """It loses a Suppression; without, it gains three."""
    unit = told.table.units[told.step.unit]
    return Outcome(_calmer(unit)) if told.yes else Outcome(then=suppress(told.table, (unit.id,), 3, "greedy"))
