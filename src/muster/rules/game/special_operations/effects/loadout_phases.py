"""What the sides of loadout cards do at the start of rounds, phases and activations, with orders, panic and
defeat, and in the End Phase: one small function each."""

from muster.rules.game.engine.continuations import Answered, Choice, Nothing, choice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import NEAR, NO_PLACE, Door, Within, beyond
from muster.rules.game.special_operations.actions import CLAIMS, recovers
from muster.rules.game.special_operations.deciding import may_pick
from muster.rules.game.special_operations.distances import AT_OBJECTIVE, inches
from muster.rules.game.special_operations.effects.helping import (
    all_give,
    loadout,
    near_objective,
    ordered,
    own,
    picked,
    seat_of,
    shaken,
)
from muster.rules.game.special_operations.ending import ROUNDS
from muster.rules.game.special_operations.marks import DID
from muster.rules.game.special_operations.panic import calm, give, spend
from muster.rules.game.special_operations.units import in_play, squad
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Table, Unit, other

NOTHING = Outcome()


# Start of a round, a phase, an activation ------------------------------------------------------------------


@effect("round", "desperation")
def _desperation(table: Table, moment: Moment) -> Outcome:
    """All recover at the start of round 4 (G33)."""
    units = in_play(table, seat_of(table, moment)) if table.round == ROUNDS else ()
    return Outcome.of(event for one in units for event in recovers(table, one))


@effect("round", "priority-target")
def _priority_target(table: Table, moment: Moment) -> Outcome:
    seat = seat_of(table, moment)
    foes, most = in_play(table, other(seat)), loadout(table, "priority-target").value
    return Outcome(then=may_pick(use_priority_target, seat, foes, most=most))


use_priority_target = picked("priority-target", NO_PLACE, lambda table, one: give(table, one, "observation"))


@effect("activations", "dug-in")
def _dug_in(table: Table, moment: Moment) -> Outcome:
    first = table.round == 1
    return all_give(table, in_play(table, seat_of(table, moment)) if first else (), "dodge", why="dug-in")


@effect("activations", "networked-calculations")
def _networked(table: Table, moment: Moment) -> Outcome:
    side = loadout(table, "networked-calculations")
    chiefs = [one for one in in_play(table, seat_of(table, moment)) if table.units[one].card in side.units]
    return all_give(table, chiefs, "surge", side.value, "networked-calculations")


@effect("activations", "fan-out")
def _fan_out(table: Table, moment: Moment) -> Outcome:
    """ISF Troopers without an order and not at 8 inches of the Captain gain an Aim or a Dodge."""
    side, seat = loadout(table, "fan-out"), seat_of(table, moment)
    troopers = (table.units[one] for one in in_play(table, seat) if table.units[one].card in side.units)
    alone = (unit.id for unit in troopers if not unit.order and not _led(table, unit))
    return Outcome.of(
        then=(step for one in alone for step in may_pick(use_fan_out, seat, ("aim", "dodge"), unit=one))
    )


def _led(table: Table, unit: Unit) -> bool:
    """Whether a Captain is known to be near; at a table its player takes nothing where one is."""
    captains = tuple(one.id for one in table.army(unit.seat) if one.stands and one.is_commander)
    return unit.stands and beyond(table, unit.id, captains, inches(table, "fan-out")) != captains


@choice("fan-out", door=NEAR)
def use_fan_out(answer: Answered[Nothing]) -> Outcome:
    return all_give(answer.table, (answer.step.unit,) if answer.first else (), answer.first)


@effect("unit-start", "complete-the-mission")
def _complete(table: Table, moment: Moment) -> Outcome:
    return _ask_first(table, moment, use_complete_the_mission)


@effect("unit-start", "aggressive-strategy")
def _aggressive(table: Table, moment: Moment) -> Outcome:
    return _ask_first(table, moment, use_aggressive_strategy)


def _ask_first(table: Table, moment: Moment, follow: Choice[Nothing]) -> Outcome:
    """Before a rally somebody looks: a Suppression less is a die less. Else it is a button of the
    activation."""
    rallies = own(table, moment, moment.unit) and table.units[moment.unit].suppression
    return near_objective(table, follow, moment.unit) if rallies else NOTHING


def _look(answer: Answered[Nothing]) -> Outcome:
    """Whatever was seen, it is not asked again in this activation."""
    id, card = answer.step.unit, answer.step.what
    given = CLAIMS[card].gain(answer.table, id, card) if answer.yes else ()
    return Outcome((*given, DID.add(answer.table, id, card)))


use_complete_the_mission = choice("complete-the-mission", door=AT_OBJECTIVE)(_look)
use_aggressive_strategy = choice("aggressive-strategy", door=AT_OBJECTIVE)(_look)
use_mission_tactics = choice("mission-tactics", door=AT_OBJECTIVE)(_look)


# Orders, panic, defeat -------------------------------------------------------------------------------------


@effect("ordered", "just-like-the-simulations")
def _simulations(table: Table, moment: Moment) -> Outcome:
    """Once a round a unit that is given an order may recover."""
    seat = seat_of(table, moment)
    able = [one for one in ordered(table, seat) if table.units[one].suppression]
    return Outcome(then=may_pick(use_just_like_the_simulations, seat, able))


use_just_like_the_simulations = picked("just-like-the-simulations", NO_PLACE, recovers)


@effect("ordered", "inspiring-oration")
def _oration(table: Table, moment: Moment) -> Outcome:
    """When the Officer is ordered, friendly units at 6 inches lose a Suppression each; nobody hears it in the
    Network (G36)."""
    seat, side = seat_of(table, moment), loadout(table, "inspiring-oration")
    officers = (table.units[one] for one in ordered(table, seat))
    speaks = any(one.card in side.units and one.stands for one in officers)
    able = shaken(table, seat) if speaks else ()
    return Outcome(then=may_pick(use_inspiring_oration, seat, able, most=len(able)))


def _hearing(table: Table, step: Choose) -> Within:
    officers = (unit for unit in table.army(step.seat or "one") if unit.order == "faceup" and unit.stands)
    speaking = tuple(unit.id for unit in officers if unit.card in loadout(table, step.what).units)
    return Within(step.options, speaking, inches(table, step.what))


use_inspiring_oration = picked(
    "inspiring-oration", Door("F", "distance", question=_hearing), lambda table, one: calm(table, one, 1)
)


@effect("shaken-out", "push-them-back")
def _push_them_back(table: Table, moment: Moment) -> Outcome:
    """When an enemy unit panics, a friendly one loses a Suppression."""
    seat = seat_of(table, moment)
    enemy = not own(table, moment, moment.unit)
    able = [one for one in in_play(table, seat) if enemy and table.units[one].suppression]
    return Outcome(then=may_pick(use_push_them_back, seat, able))


use_push_them_back = picked("push-them-back", NO_PLACE, lambda table, one: calm(table, one, 1))


@effect("defeated", "avengers")
def _avengers(table: Table, moment: Moment) -> Outcome:
    """After a friendly unit is defeated another gains an Aim or a Dodge."""
    seat = seat_of(table, moment)
    able = in_play(table, seat) if own(table, moment, moment.unit) else ()
    options = [f"{one} {token}" for one in able for token in ("aim", "dodge")]
    return Outcome(then=may_pick(use_avengers, seat, options))


@choice("avengers", door=NO_PLACE)
def use_avengers(answer: Answered[Nothing]) -> Outcome:
    id, _, token = answer.first.partition(" ")
    return all_give(answer.table, (id,) if id else (), token)


# End Phase -------------------------------------------------------------------------------------------------


@effect("clean", "vigilant")
def _vigilant(table: Table, moment: Moment) -> Outcome:
    """Three troopers keep a Dodge: it is set aside while tokens are removed."""
    seat, most = seat_of(table, moment), loadout(table, "vigilant").value
    able = [one for one in in_play(table, seat) if table.units[one].has("dodge")]
    return Outcome(then=may_pick(use_vigilant, seat, able, most=most))


use_vigilant = picked("vigilant", NO_PLACE, lambda table, one: give(table, one, "kept-dodge"))


@effect("end-end", "vigilant")
def _kept(table: Table, moment: Moment) -> Outcome:
    units = [one for one in in_play(table, seat_of(table, moment)) if table.units[one].has("kept-dodge")]
    return Outcome.of(
        event for one in units for event in (*spend(table, one, "kept-dodge"), *give(table, one, "dodge"))
    )


@effect("clean", "guard-duty")
def _guards(table: Table, moment: Moment) -> Outcome:
    """Stormtroopers about to lose a Standby here."""
    side = loadout(table, "guard-duty")
    units = [table.units[one] for one in squad(table, seat_of(table, moment))]
    return all_give(
        table, [one.id for one in units if one.card in side.units and one.has("standby")], "on-guard"
    )


@effect("end-end", "guard-duty")
def _guarded(table: Table, moment: Moment) -> Outcome:
    units = [one for one in squad(table, seat_of(table, moment)) if table.units[one].has("on-guard")]
    return Outcome.of(
        event for one in units for event in (*spend(table, one, "on-guard"), *give(table, one, "aim"))
    )
