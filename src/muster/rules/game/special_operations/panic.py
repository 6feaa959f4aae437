"""Suppression, panic, wounds and tokens of Special Operations: each has one door.

Panic comes at the very gain that would lift Suppression above the unit's own Courage, in anybody's activation
and whoever caused it (rules 306, 311 to 314).
"""

from typing import Final

from muster.rules.dice.faces import Die, Face, Roll
from muster.rules.game.engine.continuations import Nothing, Rolled, dice
from muster.rules.game.hooks import together
from muster.rules.game.kernel import Outcome, automatic
from muster.rules.game.log.events import Defeated, UnitChanged
from muster.rules.game.log.evolve import evolve
from muster.rules.game.special_operations.deciding import means, throw
from muster.rules.game.special_operations.ending import end_if_tabled
from muster.rules.game.special_operations.events import Panicked
from muster.rules.game.steps import Effects
from muster.rules.game.steps.operations import Suffer
from muster.rules.game.table import Game, Table
from muster.rules.log import Event

DEFIANT: Final = "defiant-defense"


def gain(table: Table, id: str, number: int, by: str = "") -> Outcome:
    """The one door for Suppression. What lies above its Courage is rolled for at once, and the unit is left
    with Suppression equal to its Courage (rules 312 to 314). Units without Courage gain none; a Standby is
    lost."""
    unit = table.units[id]
    if number <= 0 or not unit.here or unit.courage is None:
        return Outcome()
    over = max(0, unit.suppression + number - unit.courage)
    events: list[Event] = [*lost_standby(table, id)]
    if number > over:
        events.append(UnitChanged(unit=id, what="suppression", by=number - over, why=by))
    dice = (Die.ATTACK_BLACK,) * over
    return Outcome.of(events, throw(roll_panic, unit.seat, dice, unit=id, by=by))


@dice("panic")
def roll_panic(rolled: Rolled[Nothing]) -> Outcome:
    """A wound for each Hit or Critical; then what a card heals, and effects that react (rule 313; G48)."""
    table, step = rolled.table, rolled.step
    wounds, healed = panic_wounds(table.chairs[rolled.unit.seat].played, rolled.roll)
    hurts = hurt(table, step.unit, wounds, step.by)
    panicked = Panicked(unit=step.unit, by=step.by, wounds=wounds)
    mended = mend(evolve(rolled.game, *hurts.events).table, step.unit, healed)
    after = Effects(hook="shaken-out", unit=step.unit, by=step.by)
    return Outcome((panicked, *hurts.events, *mended), (*hurts.then, after))


@means(DEFIANT)
def panic_wounds(card: str, roll: Roll) -> tuple[int, int]:
    """The wounds suffered by a panic, and those removed (rule 313): with Defiant Defense Criticals alone
    wound, and each Surge removes one."""
    if card == DEFIANT:
        return roll.count(Face.CRITICAL), roll.count(Face.SURGE)
    return roll.count(Face.HIT, Face.CRITICAL), 0


def calm(table: Table, id: str, number: int, why: str = "") -> tuple[Event, ...]:
    """A unit loses Suppression, as far as it has some."""
    lost = min(number, table.units[id].suppression) if table.units[id].here else 0
    return (UnitChanged(unit=id, what="suppression", by=-lost, why=why),) if lost > 0 else ()


def hurt(table: Table, id: str, number: int, by: str = "") -> Outcome:
    """The one door for wounds: with the last one a unit is defeated, and the cards have their say."""
    unit = table.units[id]
    number = min(number, unit.wounds - unit.lost)
    if number <= 0 or not unit.here:
        return Outcome()
    change = UnitChanged(unit=id, what="wound", by=number, why=by)
    if unit.lost + number < unit.wounds:
        return Outcome((change,))
    falls = Effects(hook="defeated", unit=id, by=by)
    return Outcome((change, Defeated(unit=id, by=by), *end_if_tabled(table, id)), (falls,))


def mend(table: Table, id: str, number: int, why: str = "") -> tuple[Event, ...]:
    """Wounds are removed, as far as there are some."""
    removed = min(number, table.units[id].lost) if table.units[id].here else 0
    return (UnitChanged(unit=id, what="wound", by=-removed, why=why),) if removed > 0 else ()


def give(table: Table, id: str, token: str, number: int = 1, why: str = "") -> tuple[Event, ...]:
    """A unit gains tokens; never a second Standby, detonator or Codes token (rules 359, 369)."""
    unit = table.units[id]
    if token in ONE_EACH:
        number = min(number, 1 - unit.tokens.get(token, 0))
    return (UnitChanged(unit=id, what=token, by=number, why=why),) if unit.here and number > 0 else ()


ONE_EACH: Final = ("standby", "detonator", "code")


def spend(table: Table, id: str, token: str, number: int = 1, why: str = "") -> tuple[Event, ...]:
    """A unit loses tokens, as far as it has them."""
    number = min(number, table.units[id].tokens.get(token, 0))
    return (UnitChanged(unit=id, what=token, by=-number, why=why),) if number > 0 else ()


def lost_standby(table: Table, id: str) -> tuple[Event, ...]:
    """Moving, attacking, acting or gaining Suppression loses a Standby."""
    return spend(table, id, "standby", why="lost")


@automatic(Suffer)
def _settle_suffer(game: Game, step: Suffer) -> Outcome:
    """Units gain Suppression or suffer wounds, one after the other, each in one gain."""
    outcomes = []
    door = gain if step.what == "suppression" else hurt
    for id in step.units:
        outcomes.append(door(game.table, id, step.number, step.by))
        game = evolve(game, *outcomes[-1].events)
    return together(outcomes)


def suffer(units: tuple[str, ...], number: int, by: str = "") -> tuple[Suffer, ...]:
    """These units gain Suppression."""
    step = Suffer(units=units, what="suppression", number=number, by=by)
    return (step,) if units and number > 0 else ()
