"""What the command cards of the Separatists do beside their orders: one small function each. What they
give for the round is data (`gains`, `weapon`)."""

from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import Moment, effect, together
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.special_operations.deciding import may_pick
from muster.rules.game.special_operations.effects.helping import (
    at_objective_adds,
    attacks,
    command,
    each_gains,
    is_own,
    lets_pick,
    seat_of,
    to_ordered,
)
from muster.rules.game.special_operations.ending import returnable
from muster.rules.game.special_operations.events import Returned
from muster.rules.game.special_operations.marks import MORE_CRITICAL
from muster.rules.game.special_operations.missions.disabled_vehicle import ambushes, hides
from muster.rules.game.special_operations.moving import arrive, free_move
from muster.rules.game.special_operations.panic import give
from muster.rules.game.special_operations.units import ability, forget_facts, in_play, leave_melee
from muster.rules.game.table import Table, other

NOTHING = Outcome()


to_ordered("orbital-command-ship", lambda table, id: give(table, id, "surge"))


@effect("revealed", "combat-protocols")
def _combat_protocols(table: Table, moment: Moment) -> Outcome:
    """Units with AI gain an Aim, the others a Surge."""
    units = in_play(table, seat_of(table, moment))
    tokens = {id: "aim" if ability(table, table.units[id], "ai") else "surge" for id in units}
    return Outcome.of(event for id, token in tokens.items() for event in give(table, id, token))


at_objective_adds("occupation-protocols", MORE_CRITICAL, lambda _table, moment: moment.surges)


def _onward(table: Table, moment: Moment) -> Outcome:
    """A unit with a faceup order that defeats or panics an enemy unit may move at speed 1."""
    mine = is_own(table, moment, moment.by) and not is_own(table, moment, moment.unit)
    runs = mine and table.units[moment.by].order == "faceup" and table.units[moment.by].here
    return free_move(table, moment.by, 1, "onward-to-victory") if runs else NOTHING


effect("defeated", "onward-to-victory")(_onward)


@effect("shaken-out", "onward-to-victory")
def _onward_at_panic(table: Table, moment: Moment) -> Outcome:
    """A panic that defeats the unit gives one move, that for the defeat (G50)."""
    return _onward(table, moment) if table.units[moment.unit].here else NOTHING


@effect("end-start", "endless-legions")
def _endless(table: Table, moment: Moment) -> Outcome:
    """Up to two defeated Corps or Heavy units return in the deployment zone."""
    seat, most = seat_of(table, moment), command(table, "endless-legions").value
    able = [f"return {id}" for id in returnable(table, seat)]
    return Outcome(then=may_pick(use_endless_legions, seat, able, most=most))


@choice("endless-legions", door=NO_PLACE)
def use_endless_legions(answer: Answered[Nothing]) -> Outcome:
    """They stand far from whom they fell to, and have arrived (G34); where their side has no zone they are in
    the Network (G36)."""
    table, units = answer.table, [id.removeprefix("return ") for id in answer.chosen]
    freed = [event for id in units for event in (*leave_melee(table, id), *forget_facts(table, id))]
    hidden = ambushes(table, answer.seat)
    back = (
        Outcome((Returned(unit=id), hides(id))) if hidden
        else arrive(id, "endless-legions", (Returned(unit=id),))
        for id in units
    )  # fmt: skip
    return together((Outcome.of(freed), *back))


@lets_pick(
    "revealed", "analyze-and-annihilate", each_gains("observation"),
    most=lambda table, _moment: command(table, "analyze-and-annihilate").value,
)  # fmt: skip
def _analyze(table: Table, moment: Moment) -> tuple[str, ...]:
    return in_play(table, other(seat_of(table, moment)))


@effect("declared", "analyze-and-annihilate")
def _annihilate(table: Table, moment: Moment) -> Outcome:
    """A unit attacking an enemy with an Observation gains an Aim before rolling."""
    watched = attacks(table, moment) and table.units[moment.by].has("observation")
    return Outcome(give(table, moment.unit, "aim")) if watched else NOTHING
