"""What the command cards of the Rebels do beside their orders: one small function each. What they
give for the round is data (`gains`, `weapon`)."""

from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import Answered, Nothing, Payload, Rolled, choice, dice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import Door, in_sight
from muster.rules.game.special_operations.actions import recover
from muster.rules.game.special_operations.deciding import may_pick, means, throw
from muster.rules.game.special_operations.distances import AT_OBJECTIVES
from muster.rules.game.special_operations.effects.helping import (
    adds_bonus,
    all_give,
    command,
    is_own,
    seat_of,
    shoots,
    to_ordered,
)
from muster.rules.game.special_operations.marks import MORE_SUPPRESSIVE
from muster.rules.game.special_operations.panic import calm, give, suffer
from muster.rules.game.special_operations.units import squad, weapons
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Seat, Table, other

NOTHING = Outcome()
means("set-charges")(weapons)


to_ordered(
    "hero-of-the-rebellion",
    lambda table, id: (*recover(table, id), *give(table, id, "aim"), *give(table, id, "dodge")),
)


@effect("shaken-out", "built-on-hope")
def _hope(table: Table, moment: Moment) -> Outcome:
    """A friendly unit that panics then loses a Suppression (G48)."""
    return (
        Outcome(calm(table, moment.unit, 1, "built-on-hope"))
        if is_own(table, moment, moment.unit)
        else NOTHING
    )


adds_bonus("feel-like-a-hundred", MORE_SUPPRESSIVE, shoots)


@effect("revealed", "silent-approach")
def _silent(table: Table, moment: Moment) -> Outcome:
    """Each friendly unit gives an enemy unit in sight an Observation, or sees none."""
    seat = seat_of(table, moment)
    return Outcome(then=_looks(table, seat, squad(table, seat)))


def _looks(table: Table, seat: Seat, units: tuple[str, ...]) -> tuple[Choose, ...]:
    foes = squad(table, other(seat))
    looks = (may_pick(use_silent_approach, seat, in_sight(table, id, foes), unit=id) for id in units)
    return tuple(step for steps in looks for step in steps)


class Left(Payload, frozen=True):
    """How many units look after this one, in an older game."""

    left: int = 0


@choice("silent-approach", Left, door=Door("N", "sight"))
def use_silent_approach(answer: Answered[Left]) -> Outcome:
    """An older game asked by number: as many units as were left look after it."""
    left = answer.known.left
    rest = squad(answer.table, answer.seat)[-left:] if left else ()
    seen = all_give(answer.table, answer.chosen, "observation")
    return seen._replace(then=_looks(answer.table, answer.seat, rest))


@effect("revealed", "log-traps")
def _log_traps(table: Table, moment: Moment) -> Outcome:
    dice = (Die.DEFENCE_RED,) * command(table, "log-traps").value
    return Outcome(then=throw(roll_log_traps, seat_of(table, moment), dice))


@dice("log-traps")
def roll_log_traps(rolled: Rolled[Nothing]) -> Outcome:
    """Enemy units at 3 inches of an objective gain a Suppression for each Block."""
    seat, blocks = rolled.step.seat, rolled.roll.count(Face.BLOCK)
    foes = squad(rolled.table, other(seat)) if blocks else ()
    known = Sprung(blocks)
    return Outcome(then=may_pick(use_log_traps, seat, foes, most=len(foes), known=known))


class Sprung(Payload, frozen=True):
    """How much Suppression each unit gains."""

    number: int


@choice("log-traps", Sprung, door=AT_OBJECTIVES)
def use_log_traps(answer: Answered[Sprung]) -> Outcome:
    return Outcome(then=suffer(answer.chosen, answer.known.number))
