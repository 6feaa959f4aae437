"""Bodyguards: friendly units that suffer some of the wounds of an attack for their Commander."""

from muster.rules.game.engine.continuations import Answered, Payload, choice
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import NEAR
from muster.rules.game.special_operations.deciding import may_pick, means
from muster.rules.game.special_operations.distances import within
from muster.rules.game.special_operations.marks import GUARDED
from muster.rules.game.special_operations.panic import hurt
from muster.rules.game.special_operations.units import friends, value
from muster.rules.game.steps.operations import Attack
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Table


@means("bodyguard")
def bodyguards(table: Table, attack: Attack, asked: tuple[str, ...] = ()) -> tuple[Choose, ...]:
    """Who may suffer how many wounds for a Commander near it, up to its number each: `two.6 2`. Those who
    were asked already stand in `asked`."""
    foe = table.units[attack.on]
    if not attack.wounds or not foe.is_commander:
        return ()
    others = (one for one in friends(table, foe.id) if one not in asked)
    able = {one: min(value(table, table.units[one], "bodyguard"), attack.wounds) for one in others}
    guards = (one for one in able if able[one] and within(table, "bodyguard", one, (foe.id,)))
    options = [f"{one} {number}" for one in guards for number in range(able[one], 0, -1)]
    known = Guarded(attack.wounds, asked)
    return may_pick(guard_commander, foe.seat, options, unit=foe.id, by=attack.by, known=known)


class Guarded(Payload, frozen=True):
    """The wounds that are still to be suffered, and who was asked."""

    wounds: int
    asked: tuple[str, ...] = ()


@choice("bodyguard", Guarded, door=NEAR, optional=True)
def guard_commander(answer: Answered[Guarded]) -> Outcome:
    """The Bodyguard suffers them in its place; then the next one may. An older game names the unit alone."""
    table, step = answer.table, answer.step
    guard, _, told = answer.first.partition(" ")
    wounds, asked = answer.known.wounds, answer.known.asked
    most = min(wounds, value(table, table.units[guard], "bodyguard"))
    taken = min(int(told), most) if told else most
    hurts = hurt(table, guard, taken, step.by)
    rest = Attack(by=step.by, on=step.unit, weapons=(), wounds=wounds - taken)
    more = bodyguards(table, rest, (*asked, guard))
    return Outcome((*hurts.events, GUARDED.add(table, by=taken)), (*hurts.then, *more))
