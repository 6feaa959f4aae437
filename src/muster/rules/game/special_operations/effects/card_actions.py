"""Abilities that cost an action, two, or are free: one small function each. That whom they name is near
enough is told by naming them."""

from collections.abc import Callable, Iterable

from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import together
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import NEAR, NO_PLACE, WITHIN, Door, in_sight, touching
from muster.rules.game.special_operations.actions import ACTIONS, NOWHERE, Doing, action, grant
from muster.rules.game.special_operations.attacks.sheet import targets
from muster.rules.game.special_operations.deciding import may_pick, means
from muster.rules.game.special_operations.distances import within
from muster.rules.game.special_operations.effects.helping import pick_choice
from muster.rules.game.special_operations.events import OrderTurned
from muster.rules.game.special_operations.marks import DID, STRAFED
from muster.rules.game.special_operations.moving import free_move, free_to_move
from muster.rules.game.special_operations.panic import calm, give, mend, spend
from muster.rules.game.special_operations.units import (
    ability,
    enemies,
    friends,
    is_droid,
    is_vehicle,
    squad,
    value,
)
from muster.rules.game.steps.operations import Sheet
from muster.rules.game.table import Table, Unit
from muster.rules.log import Event

ATTACKS = ("attack", "strafe")


def _some(among: Callable[[Table, str], Iterable[str]]) -> Callable[[Table, Unit], Iterable[str]]:
    """Somebody it may be used on."""
    return lambda table, unit: NOWHERE if any(True for _ in among(table, unit.id)) else ()


def _up_to(
    name: str, among: Callable[[Table, str], Iterable[str]], do: Callable[[Table, str], Iterable[Event]]
) -> None:
    """An action that names up to as many units as its card says, and what becomes of each."""
    follow = pick_choice(name, NEAR, do)

    def near(table: Table, id: str) -> Iterable[str]:
        return within(table, name, id, among(table, id))

    def settle(doing: Doing) -> Outcome:
        most = value(doing.table, doing.unit, name) or 1
        units = near(doing.table, doing.unit.id)
        return Outcome(then=may_pick(follow, doing.unit.seat, units, most=most, unit=doing.unit.id))

    action(name, _some(near), cost=None, door=WITHIN)(settle)


_up_to("spotter", friends, lambda table, unit: give(table, unit, "aim", why="spotter"))
_up_to("take-cover", friends, lambda table, unit: give(table, unit, "dodge", why="take-cover"))


def _scan(table: Table, id: str) -> Iterable[Event]:
    dodges = table.units[id].tokens.get("dodge", 0)
    return (
        *spend(table, id, "dodge", dodges, "pulse-scan"),
        *give(table, id, "observation", why="pulse-scan"),
    )


_up_to("pulse-scan", enemies, _scan)


def _near(name: str, among: Callable[[Table, Unit], Iterable[str]]) -> Callable[[Table, Unit], Iterable[str]]:
    """Those of these units that its ability reaches."""
    return lambda table, unit: within(table, name, unit.id, among(table, unit))


# On one unit -----------------------------------------------------------------------------------------------


def _wounded_friends(table: Table, unit: Unit) -> Iterable[str]:
    """Friendly units that are no droids, with something to heal."""
    near = (table.units[id] for id in squad(table, unit.seat))
    return tuple(unit.id for unit in near if not is_droid(unit) and not is_vehicle(unit) and unit.lost)


def _patients(table: Table, unit: Unit) -> Iterable[str]:
    trained = "advanced-medical-training" in table.chairs[unit.seat].assets
    near = (table.units[id] for id in squad(table, unit.seat) if trained)
    shaken = (unit.id for unit in near if not is_droid(unit) and not is_vehicle(unit) and unit.suppression)
    return tuple(dict.fromkeys((*_wounded_friends(table, unit), *shaken)))


@action("heal", _near("heal", _patients), cost=None, door=WITHIN)
@means("advanced-medical-training")
def _heal(doing: Doing) -> Outcome:
    """Two wounds; with Advanced Medical Training two Suppression as well."""
    table, amount = doing.table, value(doing.table, doing.unit, "heal")
    trained = "advanced-medical-training" in table.chairs[doing.unit.seat].assets
    more = calm(table, doing.on, 2, "heal") if trained else ()
    return Outcome((*mend(table, doing.on, amount, "heal"), *more))


@action("medical-aid", _near("medical-aid", _wounded_friends), cost=None, door=WITHIN)
def _medical_aid(doing: Doing) -> Outcome:
    return Outcome(mend(doing.table, doing.on, value(doing.table, doing.unit, "medical-aid"), "medical-aid"))


@action("observe", lambda table, unit: in_sight(table, unit.id, enemies(table, unit.id)), cost=None,
        door=Door("A", "sight"))  # fmt: skip
def _observe(doing: Doing) -> Outcome:
    return Outcome(
        give(doing.table, doing.on, "observation", value(doing.table, doing.unit, "observe"), "observe")
    )


def _touched_enemies(table: Table, unit: Unit) -> Iterable[str]:
    foes = (table.units[id] for id in enemies(table, unit.id))
    able = (unit.id for unit in foes if unit.order != "facedown" and not is_vehicle(unit))
    return touching(table, unit.id, able)


@action("incapacitate", _touched_enemies, cost=None, door=Door("A", "contact"))
def _incapacitate(doing: Doing) -> Outcome:
    """An enemy in base contact has its order turned facedown, or gains a facedown one."""
    return Outcome((OrderTurned(unit=doing.on, order="facedown"),))


@action("resupply", _near("resupply", lambda table, unit: friends(table, unit.id)), cost=None, door=WITHIN)
def _resupply(doing: Doing) -> Outcome:
    options = ("surge", "suppression") if doing.table.units[doing.on].suppression else ("surge",)
    return Outcome(then=may_pick(use_resupply, doing.unit.seat, options, least=1, unit=doing.on))


@choice("resupply", door=NO_PLACE)
def use_resupply(answer: Answered[Nothing]) -> Outcome:
    id = answer.step.unit
    return Outcome(give(answer.table, id, "surge") if answer.first == "surge" else calm(answer.table, id, 1))


# Others act ------------------------------------------------------------------------------------------------


def _named_friends(table: Table, unit: Unit, name: str) -> tuple[str, ...]:
    found = ability(table, unit, name)
    cards = found.units if found else ()
    able = (id for id in friends(table, unit.id) if table.units[id].card in cards)
    return within(table, name, unit.id, able)


def _hunters(table: Table, unit: Unit) -> tuple[str, ...]:
    near = _named_friends(table, unit, "call-the-hunt")
    return tuple(id for id in near if free_to_move(table, table.units[id]))


@action("call-the-hunt", lambda table, unit: NOWHERE if _hunters(table, unit) else (), cost=None, door=WITHIN)
def _call_the_hunt(doing: Doing) -> Outcome:
    """Each other Ewok Hunter at 6 inches may move at speed 1."""
    hunters = _hunters(doing.table, doing.unit)
    return together(free_move(doing.table, id, 1, "call-the-hunt") for id in hunters)


@action("get-them", lambda table, unit: _named_friends(table, unit, "get-them"), cost=None, door=WITHIN)
def _get_them(doing: Doing) -> Outcome:
    """A Stormtrooper takes a move action, then may make a melee attack."""
    seat = doing.unit.seat
    sheet = Sheet(seat=seat, unit=doing.on, kind="melee", optional=True, why="card")
    return Outcome(then=(*grant(doing.table, doing.on, ("move",)), sheet))


def _droids(table: Table, unit: Unit) -> Iterable[str]:
    return tuple(id for id in friends(table, unit.id) if is_droid(table.units[id]))


@action("guidance", _near("guidance", _droids), cost=None, door=WITHIN)
def _guidance(doing: Doing) -> Outcome:
    """A droid takes a free action that is no attack, one of the mission as well."""
    able = tuple(name for name in ACTIONS if name not in ATTACKS)
    return Outcome(then=grant(doing.table, doing.on, able))


def _strafing(table: Table, unit: Unit) -> Iterable[str]:
    return NOWHERE if targets(table, Sheet(seat=unit.seat, unit=unit.id, kind="ranged")) else ()


@action("strafe", _strafing, cost=None, door=Door("A", "sight"))
@means("backpack-power-supply")
def _strafe(doing: Doing) -> Outcome:
    """It attacks, then attacks another enemy near the first."""
    sheet = Sheet(seat=doing.unit.seat, unit=doing.unit.id, kind="ranged", why="strafe")
    return Outcome((DID.add(doing.table, doing.unit.id, STRAFED),), (sheet,))
