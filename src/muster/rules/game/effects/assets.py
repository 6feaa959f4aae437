"""Strategic assets in play: Orbital Bombardment, Combat Drop, Contingency Plan (rules 268, 269, 271)."""

from muster.rules.campaign.register.assets import BOMBARDMENT_DICE, bombardment
from muster.rules.dice.faces import Die
from muster.rules.game.effects.agendas import BEFORE, victories
from muster.rules.game.hooks import EFFECTS, Cast, Choice, Moment, effect, purpose, rolled
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.cards import AgendaSwitched, KeywordGained
from muster.rules.game.log.events import Marked
from muster.rules.game.scoring.points import may_choose, on_table, suppress, units_of
from muster.rules.game.steps import Pick, RollDice
from muster.rules.game.table import Side, Table


def used(table: Table, side: Side, asset: str) -> bool:
    """Whether a side has used an asset in this game."""
    return table.mark(f"used.{asset}.{side}") > 0


# Orbital Bombardment ---------------------------------------------------------------------------------------


@effect("activations", "orbital-bombardment")
def _may_bombard(table: Table, moment: Moment) -> Outcome:
    """Once, at the start of an Activation Phase: a point of interest may be chosen (rule 268)."""
    points = tuple(marker.id for marker in table.lying() if marker.kind == "poi")
    if used(table, moment.side, "orbital-bombardment") or not points or table.level == "score":
        return Outcome()
    name, seat = f"r{table.round}.orbital.{moment.side}", table.seat_of(moment.side)
    return Outcome(then=(Pick(id=name, seat=seat, purpose="orbital-bombardment", options=points),))


@purpose("orbital-bombardment")
def _aimed(choice: Choice) -> Outcome:
    """Five black attack dice (rule 268)."""
    if not choice.units:
        return Outcome()
    dice = (Die.ATTACK_BLACK,) * BOMBARDMENT_DICE
    name = f"{choice.step.id}.dice"
    roll = RollDice(id=name, seat=choice.seat, purpose="orbital-bombardment", dice=dice, about=choice.units)
    return Outcome((Marked(name=f"used.orbital-bombardment.{choice.side}"),), (roll,))


@rolled("orbital-bombardment")
def _struck(cast: Cast) -> Outcome:
    """Each unit within range 1 of the point gains a Suppression for each Hit or Critical (rule 268)."""
    table, number = cast.table, bombardment(cast.roll.faces)
    units = tuple(unit.id for unit in on_table(table))
    step = may_choose(table, cast.step.seat, f"orbital-near:{number}", units, len(units))
    return Outcome(then=step if number else ())


@purpose("orbital-near")
def _suppressed(choice: Choice) -> Outcome:
    """One gain for each of them (rule 268)."""
    return Outcome(then=suppress(choice.table, choice.units, int(choice.step.marker), "orbital-bombardment"))


# Combat Drop and Contingency Plan --------------------------------------------------------------------------


@effect("activations", "combat-drop")
def _may_drop(table: Table, moment: Moment) -> Outcome:
    """Start of the first Activation Phase: an allied unit is chosen (rule 269)."""
    if table.round != 1 or used(table, moment.side, "combat-drop") or table.level == "score":
        return Outcome()
    seat = table.seat_of(moment.side)
    return Outcome(then=may_choose(table, seat, "combat-drop", units_of(table, moment.side)))


@purpose("combat-drop")
def _dropped(choice: Choice) -> Outcome:
    """It has Infiltrate in this game (rule 269)."""
    if not choice.units:
        return Outcome()
    gained = KeywordGained(units=choice.units, keyword="infiltrate", why="combat-drop")
    return Outcome((gained, Marked(name=f"used.combat-drop.{choice.side}")))


@effect("end-start", "contingency-plan")
def _may_switch(table: Table, moment: Moment) -> Outcome:
    """Once, at the start of an End Phase: another agenda of one's own may come into play (rule 271)."""
    seat = table.seat_of(moment.side)
    chair = table.chairs[seat]
    others = tuple(one for one in chair.agendas if one != chair.agenda)
    if used(table, moment.side, "contingency-plan") or not chair.agenda or not others:
        return Outcome()
    name = f"r{table.round}.contingency.{moment.side}"
    return Outcome(then=(Pick(id=name, seat=seat, purpose="contingency-plan", options=others),))


@purpose("contingency-plan")
def _switched(choice: Choice) -> Outcome:
    """That agenda is in play now (rule 271), and what it says for setup is done (G49); without a switch the
    asset is kept (rule 272)."""
    if not choice.units:
        return Outcome()
    (agenda,), side = choice.units, choice.side
    switched = AgendaSwitched(seat=choice.seat, agenda=agenda)
    before = (
        (Marked(name=f"{BEFORE}.{side}", by=number),) if (number := victories(choice.table, side)) else ()
    )
    sets_up = EFFECTS.get(("setup", agenda)) if choice.table.level == "full" else None
    added = sets_up(choice.table, Moment(side)) if sets_up else Outcome()
    used = Marked(name=f"used.contingency-plan.{side}")
    return Outcome((switched, used, *before, *added.events), added.then)
