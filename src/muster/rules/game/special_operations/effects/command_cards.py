"""What the command cards of Rebels and Republic do beside their orders: one small function each. What they
give for the round is data (`gains`, `weapon`); the other factions stand in `more_command_cards`."""

from muster.rules.dice.faces import Die, Face, Roll
from muster.rules.game.hooks import Moment, effect, together
from muster.rules.game.kernel import Outcome
from muster.rules.game.operation_steps import Decide, Throw
from muster.rules.game.special_operations.actions import recovers
from muster.rules.game.special_operations.deciding import (
    Decision,
    Thrown,
    decides,
    may_pick,
    means,
    throw,
    thrown,
)
from muster.rules.game.special_operations.effects.helping import (
    all_give,
    as_measured,
    attacks,
    bout,
    command,
    known,
    looked_at,
    ordered,
    own,
    seat_of,
    to_ordered,
)
from muster.rules.game.special_operations.moving import free_move
from muster.rules.game.special_operations.panic import (
    PANIC_CARDS,
    calm,
    give,
    hurt,
    suffers,
)
from muster.rules.game.special_operations.units import (
    friends,
    in_play,
    squad,
    weapons,
)
from muster.rules.game.steps import AnyStep
from muster.rules.game.table import SEATS, Seat, Table, other

NOTHING = Outcome()
means("set-charges")(weapons)


# Rebels ----------------------------------------------------------------------------------------------------


to_ordered(
    "hero-of-the-rebellion",
    lambda table, one: (*recovers(table, one), *give(table, one, "aim"), *give(table, one, "dodge")),
)


@effect("shaken-out", "built-on-hope")
def _hope(table: Table, moment: Moment) -> Outcome:
    """A friendly unit that panics then loses a Suppression (G48)."""
    return (
        Outcome(calm(table, moment.unit, 1, "built-on-hope")) if own(table, moment, moment.unit) else NOTHING
    )


@effect("declared", "feel-like-a-hundred")
def _hundred(table: Table, moment: Moment) -> Outcome:
    shot = attacks(table, moment) and table.mark("bout.ranged")
    return bout("suppressive") if shot else NOTHING


@means("defiant-defense")
def _defiant(roll: Roll) -> tuple[int, int]:
    """Panic wounds by Criticals only; each Surge removes one."""
    return roll.count(Face.CRITICAL), roll.count(Face.SURGE)


PANIC_CARDS["defiant-defense"] = _defiant


@effect("revealed", "silent-approach")
def _silent(table: Table, moment: Moment) -> Outcome:
    """Each friendly unit gives an enemy unit in sight an Observation, or sees none."""
    seat = seat_of(table, moment)
    return Outcome(then=_looks(table, seat, squad(table, seat), moment.place))


def _looks(table: Table, seat: Seat, units: tuple[str, ...], place: str) -> tuple[Decide, ...]:
    foes = squad(table, other(seat))
    looks = (may_pick("silent-approach", seat, foes, f"{place}.{one}", unit=one) for one in units)
    return tuple(step for steps in looks for step in steps)


@decides("silent-approach")
def _watching(choice: Decision) -> Outcome:
    """An older game asked by number: as many units as were left look after it."""
    left = int(choice.step.about[0]) if choice.step.about else 0
    rest = squad(choice.table, choice.seat)[-left:] if left else ()
    seen = all_give(choice.table, choice.picked, "observation")
    return seen._replace(then=_looks(choice.table, choice.seat, rest, choice.step.id))


@effect("revealed", "log-traps")
def _log_traps(table: Table, moment: Moment) -> Outcome:
    dice = (Die.DEFENCE_RED,) * command(table, "log-traps").value
    return Outcome(then=throw("log-traps", seat_of(table, moment), dice, moment.place))


@thrown("log-traps")
def _sprung(cast: Thrown) -> Outcome:
    """Enemy units at 3 inches of an objective gain a Suppression for each Block."""
    seat, blocks = cast.step.seat, cast.roll.count(Face.BLOCK)
    foes = squad(cast.table, other(seat)) if blocks else ()
    return Outcome(then=may_pick("log-traps", seat, foes, cast.step.id, most=len(foes), about=(str(blocks),)))


@decides("log-traps")
def _trapped(choice: Decision) -> Outcome:
    return Outcome(then=suffers(choice.picked, int(choice.step.about[0]), choice.step.id))


# Republic --------------------------------------------------------------------------------------------------


to_ordered("brothers-in-arms", lambda table, one: calm(table, one, 1, "brothers-in-arms"))
to_ordered("born-for-this", lambda table, one: give(table, one, "surge"))


@effect("ordered", "quick-response-team")
def _responds(table: Table, moment: Moment) -> Outcome:
    """Each unit given an order gains a Dodge and may move at speed 1."""
    units = ordered(table, seat_of(table, moment))
    moves = (free_move(table, one, 1, "quick-response-team", moment.place) for one in units)
    return together((all_give(table, units, "dodge"), *moves))


def _team(table: Table, moment: Moment) -> int:
    return len(friends(table, moment.unit)) if attacks(table, moment) else 0


@effect("declared", "teamwork")
def _teamwork(table: Table, moment: Moment) -> Outcome:
    """Critical 1 for each other friendly unit at 3 inches of the attacker."""
    return known(table, "teamwork", moment.unit, str(_team(table, moment)), "critical")


@effect("rolled", "teamwork")
def _is_near(table: Table, moment: Moment) -> Outcome:
    """Somebody looks once there is a Surge to turn."""
    near = _team(table, moment)
    open_ = moment.surges and near and not looked_at(table, "teamwork", moment.unit, str(near))
    numbers = [str(count) for count in range(near + 1)] if open_ else []
    return Outcome(
        then=may_pick(
            "teamwork",
            table.units[moment.unit].seat,
            numbers,
            moment.place,
            least=1,
            unit=moment.unit,
        )
    )


@decides("teamwork")
def _together(choice: Decision) -> Outcome:
    near = str(len(friends(choice.table, choice.step.unit)))
    return as_measured(choice, near, "critical", int(choice.one))


@effect("ordered", "good-intel")
def _good_intel(table: Table, moment: Moment) -> Outcome:
    foes = in_play(table, other(seat_of(table, moment)))
    return all_give(table, [one for one in foes if table.units[one].order != "faceup"], "observation")


@effect("attacked", "target-designation")
def _designated(table: Table, moment: Moment) -> Outcome:
    shot = attacks(table, moment) and table.mark("bout.ranged")
    return Outcome(give(table, moment.by, "observation")) if shot else NOTHING


@effect("revealed", "fire-support")
def _fire_support(table: Table, moment: Moment) -> Outcome:
    """An enemy unit is named while one is on the table (G51)."""
    seat = seat_of(table, moment)
    return Outcome(then=may_pick("fire-support", seat, squad(table, other(seat)), moment.place, least=1))


@decides("fire-support")
def _called(choice: Decision) -> Outcome:
    """Who else is at 6 inches of the target is told, of either side, before any dice fall (G51)."""
    table = choice.table
    if not choice.one:
        return NOTHING
    near = [one for seat in SEATS for one in squad(table, seat) if one != choice.one]
    more: tuple[AnyStep, ...] = may_pick(
        "fire-support-near", choice.seat, near, choice.step.id, most=len(near), about=choice.picked
    )
    return Outcome(then=more or _salvo(table, choice.picked, choice))


@decides("fire-support-near")
def _near(choice: Decision) -> Outcome:
    return Outcome(then=_salvo(choice.table, (*choice.step.about, *choice.picked), choice))


def _salvo(table: Table, units: tuple[str, ...], choice: Decision) -> tuple[Throw, ...]:
    """Dice for each of them, the named one first; each is settled before the next (G51)."""
    dice = (Die.ATTACK_BLACK,) * command(table, "fire-support").value
    return tuple(
        step
        for one in units
        for step in throw("fire-support", choice.seat, dice, f"{choice.step.id}.{one}", unit=one)
    )


@thrown("fire-support")
def _shelled(cast: Thrown) -> Outcome:
    """A wound for each Critical, a Suppression for each Hit or Surge; it is no attack (G51)."""
    hurts = hurt(cast.table, cast.step.unit, cast.roll.count(Face.CRITICAL), cast.step.id)
    shaken = suffers((cast.step.unit,), cast.roll.count(Face.HIT, Face.SURGE), cast.step.id)
    return hurts._replace(then=(*hurts.then, *shaken))
