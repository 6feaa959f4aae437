"""What the command cards of the Republic do beside their orders: one small function each. What they
give for the round is data (`gains`, `weapon`)."""

from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import Answered, Nothing, Rolled, choice, dice
from muster.rules.game.hooks import Moment, effect, together
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import NO_PLACE, Door, Within
from muster.rules.game.special_operations.deciding import may_pick, throw
from muster.rules.game.special_operations.distances import inches
from muster.rules.game.special_operations.effects.helping import (
    all_give,
    as_measured,
    attacks,
    command,
    known_bonus,
    measured,
    ordered_units,
    seat_of,
    shoots,
    to_ordered,
)
from muster.rules.game.special_operations.marks import MORE_CRITICAL
from muster.rules.game.special_operations.moving import free_move
from muster.rules.game.special_operations.panic import calm, give, hurt, suffer
from muster.rules.game.special_operations.units import friends, in_play, squad
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SEATS, Table, other

NOTHING = Outcome()


to_ordered("brothers-in-arms", lambda table, id: calm(table, id, 1, "brothers-in-arms"))
to_ordered("born-for-this", lambda table, id: give(table, id, "surge"))


@effect("ordered", "quick-response-team")
def _responds(table: Table, moment: Moment) -> Outcome:
    """Each unit given an order gains a Dodge and may move at speed 1."""
    units = ordered_units(table, seat_of(table, moment))
    moves = (free_move(table, id, 1, "quick-response-team") for id in units)
    return together((all_give(table, units, "dodge"), *moves))


def _team(table: Table, moment: Moment) -> int:
    return len(friends(table, moment.unit)) if attacks(table, moment) else 0


@effect("declared", "teamwork")
def _teamwork(table: Table, moment: Moment) -> Outcome:
    """Critical 1 for each other friendly unit at 3 inches of the attacker."""
    return known_bonus(table, "teamwork", moment.unit, str(_team(table, moment)), MORE_CRITICAL)


@effect("rolled", "teamwork")
def _is_near(table: Table, moment: Moment) -> Outcome:
    """Somebody looks once there is a Surge to turn."""
    near = _team(table, moment)
    open_ = moment.surges and near and not measured(table, "teamwork", moment.unit, str(near))
    numbers = [str(count) for count in range(near + 1)] if open_ else []
    seat = table.units[moment.unit].seat
    return Outcome(then=may_pick(use_teamwork, seat, numbers, least=1, unit=moment.unit))


def _team_near(table: Table, step: Choose) -> Within:
    team = friends(table, step.unit)
    return Within(team, (step.unit,), inches(table, "teamwork"), counted=True)


@choice("teamwork", door=Door("F", "distance", question=_team_near))
def use_teamwork(answer: Answered[Nothing]) -> Outcome:
    near = str(len(friends(answer.table, answer.step.unit)))
    return as_measured(answer, near, MORE_CRITICAL, int(answer.first))


@effect("ordered", "good-intel")
def _good_intel(table: Table, moment: Moment) -> Outcome:
    foes = in_play(table, other(seat_of(table, moment)))
    return all_give(table, [id for id in foes if table.units[id].order != "faceup"], "observation")


@effect("attacked", "target-designation")
def _designated(table: Table, moment: Moment) -> Outcome:
    return Outcome(give(table, moment.by, "observation")) if shoots(table, moment) else NOTHING


@effect("revealed", "fire-support")
def _fire_support(table: Table, moment: Moment) -> Outcome:
    """An enemy unit is named while one is on the table (G51)."""
    seat = seat_of(table, moment)
    return Outcome(then=may_pick(use_fire_support, seat, squad(table, other(seat)), least=1))


@choice("fire-support", door=NO_PLACE, optional=True)
def use_fire_support(answer: Answered[Nothing]) -> Outcome:
    """Who else is at 6 inches of the target is told, of either side, before any dice fall (G51)."""
    table = answer.table
    near = [id for seat in SEATS for id in squad(table, seat) if id != answer.first]
    more: tuple[AnyStep, ...] = may_pick(
        use_fire_support_near, answer.seat, near, most=len(near), by=answer.first
    )
    return Outcome(then=more or _salvo(table, answer.chosen, answer))


def _near_target(table: Table, step: Choose) -> Within:
    return Within(step.options, (step.by,), inches(table, "fire-support"))


@choice("fire-support-near", door=Door("F", "distance", "fire-support", question=_near_target))
def use_fire_support_near(answer: Answered[Nothing]) -> Outcome:
    return Outcome(then=_salvo(answer.table, (answer.step.by, *answer.chosen), answer))


def _salvo(table: Table, units: tuple[str, ...], answer: Answered[Nothing]) -> tuple[AnyStep, ...]:
    """Dice for each of them, the named one first; each is settled before the next (G51)."""
    dice = (Die.ATTACK_BLACK,) * command(table, "fire-support").value
    return tuple(step for id in units for step in throw(roll_fire_support, answer.seat, dice, unit=id))


@dice("fire-support")
def roll_fire_support(rolled: Rolled[Nothing]) -> Outcome:
    """A wound for each Critical, a Suppression for each Hit or Surge; it is no attack (G51)."""
    hurts = hurt(rolled.table, rolled.step.unit, rolled.roll.count(Face.CRITICAL))
    shaken = suffer((rolled.step.unit,), rolled.roll.count(Face.HIT, Face.SURGE))
    return hurts._replace(then=(*hurts.then, *shaken))
