"""Bodyguards: friendly units that suffer some of the wounds of an attack for their Commander."""

from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked
from muster.rules.game.operation_steps import Attack, Decide
from muster.rules.game.special_operations.deciding import Decision, decides, may_pick, means
from muster.rules.game.special_operations.panic import hurt
from muster.rules.game.special_operations.units import friends, value
from muster.rules.game.table import Table


@means("bodyguard")
def bodyguards(table: Table, attack: Attack, place: str, asked: tuple[str, ...] = ()) -> tuple[Decide, ...]:
    """Who may suffer how many wounds for a Commander near it, up to its number each: `two.6 2`. Those who
    were asked already stand in `asked`."""
    foe = table.units[attack.on]
    if not attack.wounds or not foe.is_commander:
        return ()
    near = (one for one in friends(table, foe.id) if one not in asked)
    able = {one: min(value(table, table.units[one], "bodyguard"), attack.wounds) for one in near}
    options = [f"{one} {number}" for one, most in able.items() for number in range(most, 0, -1)]
    about = (str(attack.wounds), *asked)
    return may_pick("bodyguard", foe.seat, options, place, unit=foe.id, by=attack.by, about=about)


@decides("bodyguard")
def _guarded(choice: Decision) -> Outcome:
    """The Bodyguard suffers them in its place; then the next one may. An older game names the unit alone."""
    if not choice.one:
        return Outcome()
    table, step = choice.table, choice.step
    guard, _, told = choice.one.partition(" ")
    wounds, *asked = step.about
    most = min(int(wounds), value(table, table.units[guard], "bodyguard"))
    taken = min(int(told), most) if told else most
    hurts = hurt(table, guard, taken, step.id, step.by)
    rest = Attack(by=step.by, on=step.unit, weapons=(), wounds=int(wounds) - taken)
    more = bodyguards(table, rest, step.id, (*asked, guard))
    return Outcome((*hurts.events, Marked(name="bout.guarded", by=taken)), (*hurts.then, *more))
