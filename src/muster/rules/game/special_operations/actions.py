"""The actions of a unit: two in its activation and any free ones, none of them twice (rules 304, 305, 308).

What cards and missions add is registered like the core's own. That a unit stands near enough to whom or what
it acts on is told by naming it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from muster.rules.game.answers import AnySaid, Take
from muster.rules.game.hooks import registers
from muster.rules.game.kernel import Chance, Outcome, problem, settles
from muster.rules.game.log.events import Marked
from muster.rules.game.operation_steps import ACTIONS_EACH, Acting, Sheet
from muster.rules.game.special_operations.attacks.sheet import may_attack
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.events import Acted
from muster.rules.game.special_operations.moving import changes_contact, in_reach, touches_more
from muster.rules.game.special_operations.panic import calm, give, lost_standby
from muster.rules.game.special_operations.units import (
    abilities,
    ability,
    did,
    engaged_with,
    forgets,
    is_vehicle,
    slips_away,
    stands,
    value,
)
from muster.rules.game.steps import Effects
from muster.rules.game.table import Game, Seat, Table, Unit, View
from muster.rules.log import Event
from muster.rules.violations import Violation

COSTS: Final = {"action": 1, "two": 2, "free": 0}
NOWHERE: Final = ("",)
MOVING: Final = ("move", "dash", "ambush-point")


class Doing(NamedTuple):
    """An action being taken."""

    game: Game
    step: Acting
    unit: Unit
    on: str

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.game.table

    @property
    def place(self) -> str:
        """Where the ids of what follows begin."""
        return self.step.id


class Action(NamedTuple):
    """What an action costs (None: as its card marks it), on whom or where it may be taken, and what it
    brings."""

    cost: int | None
    able: Callable[[Table, Unit], Iterable[str]]
    settle: Callable[[Doing], Outcome]


F = TypeVar("F", bound=Callable[[Doing], Outcome])
ACTIONS: Final[dict[str, Action]] = {}


def action(name: str, able: Callable[[Table, Unit], Iterable[str]], cost: int | None = 1) -> Callable[[F], F]:
    """Say what an action does, where it may be taken, and what it costs."""

    def register(function: F) -> F:
        if name in ACTIONS:
            raise ValueError(f"{name} is an action already")
        ACTIONS[name] = Action(cost, able, function)
        return function

    return register


Gain: TypeAlias = Callable[[Table, str], tuple[Event, ...]]
STARTS: Final[dict[str, Gain]] = {}
"""What loadouts give a unit that activates near an objective. It is no action: nobody stands by on it."""


def starts(name: str) -> Callable[[Gain], Gain]:
    """Say what a loadout gives a unit that activates near an objective."""
    return registers(STARTS, name)


# What may be done ------------------------------------------------------------------------------------------


def cost_of(table: Table, unit: Unit, name: str) -> int | None:
    """What an action costs this unit; None where it does not have it."""
    cost = ACTIONS[name].cost
    if cost is not None:
        return cost
    own = ability(table, unit, name)
    return COSTS.get(own.marker) if own else None


@means("rapid-fire")
def may_repeat(table: Table, unit: Unit, name: str) -> bool:
    """No action twice in an activation, free ones included (rule 304); with Rapid Fire two attacks."""
    most = max(1, value(table, unit, "rapid-fire")) if name == "attack" else 1
    return did(table, unit.id, name) < most


EXCLUDE: Final = {"attack": ("standby", "detonator", "withdraw"), "standby": ("attack", "withdraw"),
                  "detonator": ("attack",), "strafe": ("attack", "standby", "detonator")}  # fmt: skip
"""Actions that are not taken in one activation with others (rule 371)."""


def options_of(table: Table, step: Acting) -> Iterator[tuple[str, str]]:
    """Every action of a unit now, on each unit or token it may be taken on."""
    unit = table.units[step.unit]
    if not stands(unit):
        return
    acts = table.acting == unit.id
    first = _first(table, step, unit) if acts else ()
    for name, rule in ACTIONS.items():
        cost = cost_of(table, unit, name)
        if cost is None or cost > step.left or (step.only and name not in step.only):
            continue
        if step.entered and name in ("move", "ambush-point"):
            continue
        obeys = not first or name in first or cost == 0
        if obeys and (not acts or _allowed(table, unit, name)):
            yield from ((name, on) for on in rule.able(table, unit))


def _allowed(table: Table, unit: Unit, name: str) -> bool:
    excluded = any(did(table, unit.id, other) for other in EXCLUDE.get(name, ()))
    return may_repeat(table, unit, name) and not excluded


@means("ai", "mobility-programming")
def owed(table: Table, step: Acting) -> tuple[str, ...]:
    """AI: without a faceup order its first action is one of these, if it can; free actions stand beside."""
    unit = table.units[step.unit]
    first = ability(table, unit, "ai")
    if first is None or unit.order == "faceup" or step.only:
        return ()
    begun = step.left < ACTIONS_EACH or did(table, unit.id, "unable")
    return () if begun else first.of


def _first(table: Table, step: Acting, unit: Unit) -> tuple[str, ...]:
    """The actions one of which comes first; none where none of them can be taken."""
    named = owed(table, step)
    able = (cost_of(table, unit, one) is not None and any_of(ACTIONS[one].able(table, unit)) for one in named)
    return named if any(able) else ()


def any_of(places: Iterable[str]) -> bool:
    """Whether there is any, even one without a name."""
    return any(True for _ in places)


def started(table: Table, step: Acting) -> Iterator[str]:
    """The loadouts that a unit may still claim for activating near an objective: before it does anything, and
    unless somebody has looked already. That it is near enough is told by claiming it."""
    unit = table.units[step.unit]
    first = step.number == 1 and not step.only and table.acting == unit.id
    if first and stands(unit) and any_of(one.id for one in table.lying()):
        claimed = (one for one in table.chairs[unit.seat].assets if one in STARTS)
        yield from (one for one in claimed if not did(table, unit.id, one))


def _options(seen: View, step: Acting) -> Iterator[AnySaid]:
    named, able = owed(seen.table, step), False
    yield from (Take(prompt=step.id, action=one) for one in started(seen.table, step))
    for name, on in options_of(seen.table, step):
        able = able or name in named
        yield Take(prompt=step.id, action=name, on=on)
    yield Take(prompt=step.id, action="unable") if able else Take(prompt=step.id)


def _wrong(seen: View, step: Acting, said: Take) -> Iterator[Violation]:
    if said not in _options(seen, step):
        about = [one[:40] for one in (said.action, said.on) if one]
        yield problem("game.no_action", about or [step.unit], rule=304)


@settles(Acting, who=lambda table, step: (step.seat,) if stands(table.units[step.unit]) else (),
         options=_options, wrong=_wrong, alone=True)  # fmt: skip
def _acts(game: Game, step: Acting, _seat: Seat | None, said: Take | None, _chance: Chance) -> Outcome:
    """One action, then the next; a Standby is lost by acting."""
    if said is None or not said.action:
        return Outcome()
    table, unit = game.table, game.table.units[step.unit]
    if said.action in STARTS:
        claimed = Marked(name=f"did.{unit.id}.{said.action}")
        return Outcome((*STARTS[said.action](table, unit.id), claimed), (_again(step, 0),))
    if said.action == "unable":
        return Outcome((Marked(name=f"did.{unit.id}.unable"),), (_again(step, 0),))
    events = (*_forgotten(table, unit.id), *lost_standby(table, unit.id), *_told(table, unit, said))
    outcome = ACTIONS[said.action].settle(Doing(game, step, unit, said.on))
    after = Effects(id=f"{step.id}.{said.action}.acted", hook="acted", unit=unit.id, by=said.action)
    cost = cost_of(table, unit, said.action) or 0
    rest = () if step.only else (_again(step, cost),)
    return Outcome((*events, *outcome.events), (*outcome.then, after, *rest))


def _again(step: Acting, cost: int) -> Acting:
    place = step.id.rpartition(".act")[0]
    return replace(step, id=f"{place}.act{step.number + 1}", number=step.number + 1, left=step.left - cost)


def _told(table: Table, unit: Unit, said: Take) -> Iterator[Event]:
    yield Acted(unit=unit.id, action=said.action, on=said.on)
    if said.action in MOVING:
        yield from forgets(table, unit.id)
    if said.action not in ("attack", "strafe") and table.acting == unit.id:
        yield Marked(name=f"did.{unit.id}.{said.action}")
    if not table.mark(f"acted.{unit.id}"):
        yield Marked(name=f"acted.{unit.id}")


def _forgotten(table: Table, id: str) -> Iterator[Event]:
    """A new act begins: nobody stands by on the last one any more."""
    for name, count in table.marks.items():
        if name.startswith("acted.") and name != f"acted.{id}":
            yield Marked(name=name, by=-count)


def grant(table: Table, id: str, only: tuple[str, ...], place: str) -> tuple[Acting, ...]:
    """A unit may take one of these actions for free, beside its activation."""
    unit = table.units[id]
    step = Acting(id=f"{place}.{id}.act1", seat=unit.seat, unit=id, only=only)
    return (step,) if stands(unit) and any(options_of(table, step)) else ()


# The core's own --------------------------------------------------------------------------------------------


@means("stationary")
def _moves(table: Table, unit: Unit) -> Iterator[str]:
    """A move, or one into contact with an enemy trooper; a unit that is engaged withdraws."""
    if "stationary" in abilities(table, unit):
        return
    yield ""
    if not engaged_with(table, unit.id) or slips_away(table, unit):
        yield from in_reach(table, unit)


@action("move", _moves)
def _move(doing: Doing) -> Outcome:
    """It leaves who it was engaged with; withdrawing it neither attacks nor stands by any more in its
    activation."""
    table, id = doing.table, doing.unit.id
    withdraws = engaged_with(table, id) and not slips_away(table, doing.unit)
    told = (Marked(name=f"did.{id}.withdraw"),) if withdraws and table.acting == id else ()
    more = touches_more(table, id, doing.on, doing.place)
    return Outcome((*changes_contact(table, id, doing.on), *told), more)


def _dashes(table: Table, unit: Unit) -> Iterator[str]:
    """Like a move, also into contact; but nobody withdraws by it."""
    if not engaged_with(table, unit.id):
        yield from _moves(table, unit)


@action("dash", _dashes)
def _dash(doing: Doing) -> Outcome:
    """A speed-1 move (rule 305); an engaged unit does not Dash, and no card speaks of it as a move action."""
    table, id, on = doing.table, doing.unit.id, doing.on
    return Outcome(tuple(changes_contact(table, id, on)), touches_more(table, id, on, doing.place))


def dashers(table: Table, units: Iterable[str]) -> tuple[str, ...]:
    """Those of these units that may Dash."""
    return tuple(one for one in units if any_of(_dashes(table, table.units[one])))


def _attacks(table: Table, unit: Unit) -> Iterator[str]:
    if may_attack(table, Sheet(id="", seat=unit.seat, unit=unit.id)):
        yield ""


@action("attack", _attacks)
def _attack(doing: Doing) -> Outcome:
    """An attack with everything it may use."""
    return Outcome(
        then=(Sheet(id=f"{doing.place}.attack", seat=doing.step.seat, unit=doing.unit.id, why="action"),)
    )


def _anybody(_table: Table, _unit: Unit) -> Iterable[str]:
    return NOWHERE


@action("aim", _anybody)
def _aim(doing: Doing) -> Outcome:
    return Outcome(give(doing.table, doing.unit.id, "aim", why="action"))


@action("dodge", _anybody)
def _dodge(doing: Doing) -> Outcome:
    return Outcome(give(doing.table, doing.unit.id, "dodge", why="action"))


def _shaken(_table: Table, unit: Unit) -> Iterable[str]:
    return NOWHERE if unit.suppression else ()


@action("recover", _shaken)
def _recover(doing: Doing) -> Outcome:
    """All Suppression is gone (core: Recover)."""
    return Outcome(recovers(doing.table, doing.unit.id))


def recovers(table: Table, id: str) -> tuple[Event, ...]:
    """A unit loses all its Suppression."""
    return calm(table, id, table.units[id].suppression, "recover")


def _troopers(_table: Table, unit: Unit) -> Iterable[str]:
    return () if is_vehicle(unit) or unit.has("standby") else NOWHERE


@action("standby", _troopers)
def _standby(doing: Doing) -> Outcome:
    """One token, troopers only; it comes after the action that would have lost it."""
    return Outcome(give(doing.table, doing.unit.id, "standby", why="action"))
