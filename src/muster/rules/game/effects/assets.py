"""Strategic assets in play: Orbital Bombardment, Combat Drop, Contingency Plan (rules 268, 269, 271)."""

from muster.rules.campaign.register.assets import BOMBARDMENT_DICE, bombardment_suppression
from muster.rules.dice.faces import Die
from muster.rules.game.effects.agendas import victories
from muster.rules.game.engine.continuations import Answered, Nothing, Payload, Rolled, choice, dice
from muster.rules.game.hooks import CARDS, Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.cards import AgendaSwitched, KeywordGained
from muster.rules.game.marks import BEFORE, USED
from muster.rules.game.measuring import NO_PLACE, RANGE_1, Door
from muster.rules.game.scoring.points import may_choose, on_table, suppress, units_of
from muster.rules.game.steps.choices import Among
from muster.rules.game.table import Side, Table


def is_used(table: Table, side: Side, asset: str) -> bool:
    """Whether a side has used an asset in this game."""
    return USED.count(table, asset, side) > 0


# Orbital Bombardment ---------------------------------------------------------------------------------------


@effect("activations", "orbital-bombardment")
def _may_bombard(table: Table, moment: Moment) -> Outcome:
    """Once, at the start of an Activation Phase: a point of interest may be chosen (rule 268)."""
    points = tuple(marker.id for marker in table.lying() if marker.kind == "poi")
    if is_used(table, moment.side, "orbital-bombardment") or not points or table.level == "score":
        return Outcome()
    seat = table.seat_of(moment.side)
    return Outcome(then=(aim_bombardment.ask(seat, Among(points, 0)),))


@choice("orbital-bombardment", told=True, door=NO_PLACE, optional=True)
def aim_bombardment(answer: Answered[Nothing]) -> Outcome:
    """Five black attack dice (rule 268)."""
    black = (Die.ATTACK_BLACK,) * BOMBARDMENT_DICE
    roll = roll_bombardment.roll(answer.seat, black, answer.first)
    return Outcome((USED.add(answer.table, "orbital-bombardment", answer.side),), (roll,))


class Struck(Payload, frozen=True):
    """How much Suppression each unit gains."""

    number: int


@dice("orbital-bombardment")
def roll_bombardment(rolled: Rolled[Nothing]) -> Outcome:
    """Each unit within range 1 of the point gains a Suppression for each Hit or Critical (rule 268)."""
    table, number = rolled.table, bombardment_suppression(rolled.roll.faces)
    units = tuple(unit.id for unit in on_table(table))
    step = may_choose(rolled.step.seat, suppress_near, units, most=len(units), known=Struck(number))
    return Outcome(then=step if number else ())


@choice("orbital-near", Struck, told=True, door=Door("F", "distance", far=RANGE_1, rules=(268,)))
def suppress_near(answer: Answered[Struck]) -> Outcome:
    """One gain for each of them (rule 268)."""
    return Outcome(then=suppress(answer.chosen, answer.known.number, "orbital-bombardment"))


# Combat Drop and Contingency Plan --------------------------------------------------------------------------


@effect("activations", "combat-drop")
def _may_drop(table: Table, moment: Moment) -> Outcome:
    """Start of the first Activation Phase: an allied unit is chosen (rule 269)."""
    if table.round != 1 or is_used(table, moment.side, "combat-drop") or table.level == "score":
        return Outcome()
    seat = table.seat_of(moment.side)
    return Outcome(then=may_choose(seat, drop_unit, units_of(table, moment.side)))


@choice("combat-drop", told=True, door=NO_PLACE, optional=True)
def drop_unit(answer: Answered[Nothing]) -> Outcome:
    """It has Infiltrate in this game (rule 269)."""
    gained = KeywordGained(units=answer.chosen, keyword="infiltrate", why="combat-drop")
    return Outcome((gained, USED.add(answer.table, "combat-drop", answer.side)))


@effect("end-start", "contingency-plan")
def _may_switch(table: Table, moment: Moment) -> Outcome:
    """Once, at the start of an End Phase: another agenda of one's own may come into play (rule 271)."""
    seat = table.seat_of(moment.side)
    chair = table.chairs[seat]
    others = tuple(agenda for agenda in chair.agendas if agenda != chair.agenda)
    if is_used(table, moment.side, "contingency-plan") or not chair.agenda or not others:
        return Outcome()
    return Outcome(then=(switch_agenda.ask(seat, Among(others, 0)),))


@choice("contingency-plan", told=True, door=NO_PLACE, optional=True)
def switch_agenda(answer: Answered[Nothing]) -> Outcome:
    """That agenda is in play now (rule 271), and what it says for setup is done (G49); without a switch the
    asset is kept (rule 272)."""
    (agenda,), side = answer.chosen, answer.side
    switched = AgendaSwitched(seat=answer.seat, agenda=agenda)
    number = victories(answer.table, side)
    before = (BEFORE.add(answer.table, side, by=number),) if number else ()
    known = agenda in CARDS and answer.table.level == "full"
    sets_up = CARDS[agenda].effects.get("setup") if known else None
    added = sets_up(answer.table, Moment(side)) if sets_up else Outcome()
    used = USED.add(answer.table, "contingency-plan", side)
    return Outcome((switched, used, *before, *added.events), added.then)
