"""What the sides of loadout cards do at the start of rounds, phases and activations, with orders, panic and
defeat, and in the End Phase: one small function each."""

from functools import partial
from typing import Final

from muster.rules.game.engine.continuations import Answered, Choice, Nothing, choice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import NEAR, NO_PLACE, Door, Within, beyond
from muster.rules.game.special_operations.actions import CLAIMS, recover
from muster.rules.game.special_operations.deciding import may_pick
from muster.rules.game.special_operations.distances import AT_OBJECTIVE, inches
from muster.rules.game.special_operations.effects.helping import (
    all_give,
    each_gains,
    every_one,
    is_own,
    lets_pick,
    loadout,
    near_objective,
    ordered_units,
    seat_of,
    shaken_units,
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
    return Outcome.of(event for id in units for event in recover(table, id))


@lets_pick(
    "round", "priority-target", each_gains("observation"),
    most=lambda table, _moment: loadout(table, "priority-target").value,
)  # fmt: skip
def _priority_target(table: Table, moment: Moment) -> tuple[str, ...]:
    return in_play(table, other(seat_of(table, moment)))


@effect("activations", "dug-in")
def _dug_in(table: Table, moment: Moment) -> Outcome:
    first = table.round == 1
    return all_give(table, in_play(table, seat_of(table, moment)) if first else (), "dodge", why="dug-in")


@effect("activations", "networked-calculations")
def _networked(table: Table, moment: Moment) -> Outcome:
    side = loadout(table, "networked-calculations")
    chiefs = [id for id in in_play(table, seat_of(table, moment)) if table.units[id].card in side.units]
    return all_give(table, chiefs, "surge", side.value, "networked-calculations")


@effect("activations", "fan-out")
def _fan_out(table: Table, moment: Moment) -> Outcome:
    """ISF Troopers without an order and not at 8 inches of the Captain gain an Aim or a Dodge."""
    side, seat = loadout(table, "fan-out"), seat_of(table, moment)
    troopers = (table.units[id] for id in in_play(table, seat) if table.units[id].card in side.units)
    alone = (unit.id for unit in troopers if not unit.order and not _led(table, unit))
    return Outcome.of(
        then=(step for id in alone for step in may_pick(use_fan_out, seat, ("aim", "dodge"), unit=id))
    )


def _led(table: Table, unit: Unit) -> bool:
    """Whether a Captain is known to be near; at a table its player takes nothing where one is."""
    captains = tuple(ally.id for ally in table.army(unit.seat) if ally.stands and ally.is_commander)
    return unit.stands and beyond(table, unit.id, captains, inches(table, "fan-out")) != captains


@choice("fan-out", door=NEAR)
def use_fan_out(answer: Answered[Nothing]) -> Outcome:
    return all_give(answer.table, (answer.step.unit,) if answer.first else (), answer.first)


def _look(answer: Answered[Nothing]) -> Outcome:
    """Whatever was seen, it is not asked again in this activation."""
    id, card = answer.step.unit, answer.step.what
    given = CLAIMS[card].gain(answer.table, id, card) if answer.yes else ()
    return Outcome((*given, DID.add(answer.table, id, card)))


def _look_first(follow: Choice[Nothing]) -> None:
    """Before a rally somebody looks: a Suppression less is a die less. Else it is a button of the
    activation."""

    @effect("unit-start", follow.name)
    def ask_first(table: Table, moment: Moment) -> Outcome:
        rallies = is_own(table, moment, moment.unit) and table.units[moment.unit].suppression
        return near_objective(table, follow, moment.unit) if rallies else NOTHING


_look_first(choice("complete-the-mission", door=AT_OBJECTIVE)(_look))
_look_first(choice("aggressive-strategy", door=AT_OBJECTIVE)(_look))
choice("mission-tactics", door=AT_OBJECTIVE)(_look)


# Orders, panic, defeat -------------------------------------------------------------------------------------


@lets_pick("ordered", "just-like-the-simulations", recover)
def _simulations(table: Table, moment: Moment) -> list[str]:
    """Once a round a unit that is given an order may recover."""
    return [id for id in ordered_units(table, seat_of(table, moment)) if table.units[id].suppression]


def _hearing(table: Table, step: Choose) -> Within:
    officers = (unit for unit in table.army(step.seat or "one") if unit.order == "faceup" and unit.stands)
    speaking = tuple(unit.id for unit in officers if unit.card in loadout(table, step.what).units)
    return Within(step.options, speaking, inches(table, step.what))


HEARING: Final = Door("F", "distance", question=_hearing)


@lets_pick("ordered", "inspiring-oration", partial(calm, number=1), HEARING, most=every_one)
def _oration(table: Table, moment: Moment) -> tuple[str, ...]:
    """When the Officer is ordered, friendly units at 6 inches lose a Suppression each; nobody hears it in the
    Network (G36)."""
    seat, side = seat_of(table, moment), loadout(table, "inspiring-oration")
    officers = (table.units[id] for id in ordered_units(table, seat))
    return (
        shaken_units(table, seat) if any(unit.card in side.units and unit.stands for unit in officers) else ()
    )


@lets_pick("shaken-out", "push-them-back", partial(calm, number=1))
def _push_them_back(table: Table, moment: Moment) -> list[str]:
    """When an enemy unit panics, a friendly one loses a Suppression."""
    enemy = not is_own(table, moment, moment.unit)
    units = in_play(table, seat_of(table, moment))
    return [id for id in units if enemy and table.units[id].suppression]


@effect("defeated", "avengers")
def _avengers(table: Table, moment: Moment) -> Outcome:
    """After a friendly unit is defeated another gains an Aim or a Dodge."""
    seat = seat_of(table, moment)
    able = in_play(table, seat) if is_own(table, moment, moment.unit) else ()
    options = [f"{id} {token}" for id in able for token in ("aim", "dodge")]
    return Outcome(then=may_pick(use_avengers, seat, options))


@choice("avengers", door=NO_PLACE)
def use_avengers(answer: Answered[Nothing]) -> Outcome:
    id, _, token = answer.first.partition(" ")
    return all_give(answer.table, (id,) if id else (), token)


# End Phase -------------------------------------------------------------------------------------------------


@lets_pick(
    "clean", "vigilant", each_gains("kept-dodge"),
    most=lambda table, _moment: loadout(table, "vigilant").value,
)  # fmt: skip
def _vigilant(table: Table, moment: Moment) -> list[str]:
    """Three troopers keep a Dodge: it is set aside while tokens are removed."""
    return [id for id in in_play(table, seat_of(table, moment)) if table.units[id].has("dodge")]


@effect("end-end", "vigilant")
def _return_dodges(table: Table, moment: Moment) -> Outcome:
    units = [id for id in in_play(table, seat_of(table, moment)) if table.units[id].has("kept-dodge")]
    return Outcome.of(
        event for id in units for event in (*spend(table, id, "kept-dodge"), *give(table, id, "dodge"))
    )


@effect("clean", "guard-duty")
def _guards(table: Table, moment: Moment) -> Outcome:
    """Stormtroopers about to lose a Standby here."""
    side = loadout(table, "guard-duty")
    units = [table.units[id] for id in squad(table, seat_of(table, moment))]
    return all_give(
        table, [unit.id for unit in units if unit.card in side.units and unit.has("standby")], "on-guard"
    )


@effect("end-end", "guard-duty")
def _aim_guards(table: Table, moment: Moment) -> Outcome:
    units = [id for id in squad(table, seat_of(table, moment)) if table.units[id].has("on-guard")]
    return Outcome.of(
        event for id in units for event in (*spend(table, id, "on-guard"), *give(table, id, "aim"))
    )
