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
    others = (id for id in friends(table, foe.id) if id not in asked)
    able = {id: min(value(table, table.units[id], "bodyguard"), attack.wounds) for id in others}
    guards = (id for id in able if able[id] and within(table, "bodyguard", id, (foe.id,)))
    options = [f"{id} {number}" for id in guards for number in range(able[id], 0, -1)]
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
    guard, _, number = answer.first.partition(" ")
    wounds, asked = answer.known.wounds, answer.known.asked
    most = min(wounds, value(table, table.units[guard], "bodyguard"))
    taken = min(int(number), most) if number else most
    hurts = hurt(table, guard, taken, step.by)
    rest = Attack(by=step.by, on=step.unit, weapons=(), wounds=wounds - taken)
    more = bodyguards(table, rest, (*asked, guard))
    return Outcome((*hurts.events, GUARDED.add(table, by=taken)), (*hurts.then, *more))
