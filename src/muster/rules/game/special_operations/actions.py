"""The actions of a unit: two in its activation and any free ones, none of them twice (rules 304, 305, 308).

What cards and missions add is registered like the core's own. That a unit stands near enough to whom or what
it acts on is told by naming it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypedDict, TypeVar, Unpack

from msgspec.structs import replace

from muster.rules.game.answers import AnyInput, Take
from muster.rules.game.kernel import Chance, Outcome, problem, step_rule
from muster.rules.game.measuring import NO_PLACE, Door
from muster.rules.game.special_operations.attacks.sheet import may_attack
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.distances import at_objective
from muster.rules.game.special_operations.events import Acted, Moved
from muster.rules.game.special_operations.marks import ACTED, DID, UNABLE, WITHDREW
from muster.rules.game.special_operations.moving import DASH, dash_speed, in_reach, move_unit
from muster.rules.game.special_operations.panic import calm, give, lost_standby
from muster.rules.game.special_operations.units import (
    AbilityKey,
    abilities,
    abilities_by,
    ability,
    ability_key,
    engaged_with,
    is_vehicle,
    slips_away,
    value,
)
from muster.rules.game.spots import Way
from muster.rules.game.steps import Effects
from muster.rules.game.steps.operations import ACTIONS_EACH, Acting, Sheet
from muster.rules.game.table import SIDES, Game, Seat, Side, Table, Unit, View
from muster.rules.log import Event
from muster.rules.violations import Violation

COSTS: Final = {"action": 1, "two": 2, "free": 0}
NOWHERE: Final = ("",)


class Doing(NamedTuple):
    """An action being taken."""

    game: Game
    step: Acting
    unit: Unit
    on: str
    way: Way | None = None

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.game.table


class Action(NamedTuple):
    """What an action costs (None: as its card marks it), on whom or where it may be taken, and what it
    brings. One of a `mission` is for units of its sides alone."""

    cost: int | None
    able: Callable[[Table, Unit], Iterable[str]]
    settle: Callable[[Doing], Outcome]
    mission: str = ""
    sides: tuple[Side, ...] = SIDES
    door: Door | None = None

    def is_for(self, mission: str, side: Side) -> bool:
        """Whether its mission is played, and units of this side take it."""
        return self.mission in ("", mission) and side in self.sides


F = TypeVar("F", bound=Callable[[Doing], Outcome])
ACTIONS: Final[dict[str, Action]] = {}


class Given(TypedDict, total=False):
    """What an action costs where it is not one, whose it is, and what has to be looked for."""

    cost: int | None
    mission: str
    sides: tuple[Side, ...]
    door: Door


def action(
    name: str, able: Callable[[Table, Unit], Iterable[str]], **given: Unpack[Given]
) -> Callable[[F], F]:
    """Say what an action does, where it may be taken, what it costs and whose it is."""

    def register(function: F) -> F:
        if name in ACTIONS:
            raise ValueError(f"{name} is an action already")
        mission, sides, door = given.get("mission", ""), given.get("sides", SIDES), given.get("door")
        ACTIONS[name] = Action(given.get("cost", 1), able, function, mission, sides, door)
        return function

    return register


class Claim(NamedTuple):
    """What a loadout gives a unit that activates near an objective: a token, and so much Suppression less. It
    is no action: nobody stands by on it."""

    token: str
    calms: int = 0

    def gain(self, table: Table, id: str, card: str) -> tuple[Event, ...]:
        """What the unit gains."""
        return (*give(table, id, self.token, why=card), *calm(table, id, self.calms, card))


CLAIMS: Final = {
    "complete-the-mission": Claim("surge", calms=1),
    "aggressive-strategy": Claim("aim", calms=1),
    "mission-tactics": Claim("surge"),
}


# What may be done ------------------------------------------------------------------------------------------


def cost_of(table: Table, unit: Unit, name: str) -> int | None:
    """What an action costs this unit; None where it does not have it."""
    return costs_of(table, unit).get(name)


def costs_of(table: Table, unit: Unit) -> Mapping[str, int]:
    """The actions that a unit has, and what each costs it."""
    return _costs(table.mission.objective, table.side_of(unit.seat), ability_key(table, unit))


@lru_cache(maxsize=4096)
def _costs(mission: str, side: Side, key: AbilityKey) -> Mapping[str, int]:
    own = abilities_by(*key)
    found = {
        name: COSTS.get(own[name].marker) if rule.cost is None and name in own else rule.cost
        for name, rule in ACTIONS.items()
        if rule.cost is None or rule.is_for(mission, side)
    }
    return {name: cost for name, cost in found.items() if cost is not None}


@means("rapid-fire")
def may_repeat(table: Table, unit: Unit, name: str) -> bool:
    """No action twice in an activation, free ones included (rule 304); with Rapid Fire two attacks."""
    most = max(1, value(table, unit, "rapid-fire")) if name == "attack" else 1
    return DID.count(table, unit.id, name) < most


EXCLUDE: Final = {"attack": ("standby", "detonator", "withdraw"), "standby": ("attack", "withdraw"),
                  "detonator": ("attack",), "strafe": ("attack", "standby", "detonator")}  # fmt: skip
"""Actions that are not taken in one activation with others (rule 371)."""


def options_of(table: Table, step: Acting, wanted: str = "") -> Iterator[tuple[str, str]]:
    """Every action of a unit now, or the one that is wanted, on each unit or token it may be taken on."""
    unit = table.units[step.unit]
    if not unit.stands:
        return
    acts = table.acting == unit.id
    first = _first(table, step, unit) if acts else ()
    costs = costs_of(table, unit)
    for name, cost in costs.items() if not wanted else ((wanted, costs[wanted]),) if wanted in costs else ():
        if cost > step.left or (step.only and name not in step.only):
            continue
        if step.entered and name in ("move", "ambush-point"):
            continue
        obeys = not first or name in first or cost == 0
        if obeys and (not acts or _is_allowed(table, unit, name)):
            yield from ((name, on) for on in ACTIONS[name].able(table, unit))


def _is_allowed(table: Table, unit: Unit, name: str) -> bool:
    excluded = any(DID.count(table, unit.id, other) for other in EXCLUDE.get(name, ()))
    return may_repeat(table, unit, name) and not excluded


@means("ai", "mobility-programming")
def owed_actions(table: Table, step: Acting) -> tuple[str, ...]:
    """AI: without a faceup order its first action is one of these, if it can; free actions stand beside."""
    unit = table.units[step.unit]
    first = ability(table, unit, "ai")
    if first is None or unit.order == "faceup" or step.only:
        return ()
    begun = step.left < ACTIONS_EACH or DID.count(table, unit.id, UNABLE)
    return () if begun else first.of


def _first(table: Table, step: Acting, unit: Unit) -> tuple[str, ...]:
    """The actions one of which comes first; none where none of them can be taken."""
    named = owed_actions(table, step)
    able = (name in costs_of(table, unit) and any_of(ACTIONS[name].able(table, unit)) for name in named)
    return named if any(able) else ()


def any_of(places: Iterable[str]) -> bool:
    """Whether there is any, even one without a name."""
    return any(True for _ in places)


def claimable_loadouts(table: Table, step: Acting) -> Iterator[str]:
    """The loadouts that a unit may still claim for activating near an objective: before it does anything, and
    unless somebody has looked already. That it is near enough is told by claiming it."""
    unit = table.units[step.unit]
    first = step.number == 1 and not step.only
    if first and table.acting == unit.id:
        claimed = (card for card in table.chairs[unit.seat].assets if card in CLAIMS)
        fresh = (card for card in claimed if not DID.count(table, unit.id, card))
        yield from (card for card in fresh if at_objective(table, unit.id, card))


def _options(seen: View, step: Acting) -> Iterator[AnyInput]:
    yield from (Take(prompt=step.id, action=card) for card in claimable_loadouts(seen.table, step))
    yield from (Take(prompt=step.id, action=name, on=on) for name, on in options_of(seen.table, step))
    yield Take(prompt=step.id, action=_last(seen.table, step))


def _last(table: Table, step: Acting) -> str:
    """A unit that does not take the action it owes has to be unable to; another just ends."""
    able = any_of(name for name in owed_actions(table, step) for name, _ in options_of(table, step, name))
    return "unable" if able else ""


def _wrong(seen: View, step: Acting, answer: Take) -> Iterator[Violation]:
    table, name = seen.table, answer.action
    listed = (name, answer.on) in options_of(table, step, name) if name in ACTIONS else False
    if not listed and (
        answer.on or (name != _last(table, step) and name not in claimable_loadouts(table, step))
    ):
        about = [word[:40] for word in (answer.action, answer.on) if word]
        yield problem("game.no_action", about or [step.unit], rule=304)


@step_rule(Acting, who=lambda table, step: (step.seat,) if table.units[step.unit].stands else (),
         options=_options, wrong=_wrong, auto_if_single=True)  # fmt: skip
def _take_action(
    game: Game, step: Acting, _seat: Seat | None, answer: Take | None, _chance: Chance
) -> Outcome:
    """One action, then the next; a Standby is lost by acting."""
    if answer is None or not answer.action:
        return Outcome()
    table, unit = game.table, game.table.units[step.unit]
    if answer.action in CLAIMS:
        gained = CLAIMS[answer.action].gain(table, unit.id, answer.action)
        return Outcome((*gained, DID.add(table, unit.id, answer.action)), (_again(step, 0),))
    if answer.action == "unable":
        return Outcome((DID.add(table, unit.id, UNABLE),), (_again(step, 0),))
    events = (
        *_forget_last_action(table, unit.id),
        *lost_standby(table, unit.id),
        *_log_action(table, unit, answer),
    )
    outcome = ACTIONS[answer.action].settle(Doing(game, step, unit, answer.on, answer.way))
    after = Effects(hook="acted", unit=unit.id, by=answer.action)
    cost = cost_of(table, unit, answer.action) or 0
    rest = () if step.only else (_again(step, cost),)
    return Outcome((*events, *outcome.events), (*outcome.then, after, *rest))


def _again(step: Acting, cost: int) -> Acting:
    return replace(step, id="", number=step.number + 1, left=step.left - cost)


def _log_action(table: Table, unit: Unit, answer: Take) -> Iterator[Event]:
    yield Acted(unit=unit.id, action=answer.action, on=answer.on)
    if answer.action not in ("attack", "strafe") and table.acting == unit.id:
        yield DID.add(table, unit.id, answer.action)
    if not ACTED.count(table, unit.id):
        yield ACTED.add(table, unit.id)


def _forget_last_action(table: Table, id: str) -> Iterator[Event]:
    """A new act begins: nobody stands by on the last one any more."""
    for (unit,), count in ACTED.found(table):
        if unit != id:
            yield ACTED.add(table, unit, by=-count)


def grant(table: Table, id: str, only: tuple[str, ...]) -> tuple[Acting, ...]:
    """A unit may take one of these actions for free, beside its activation."""
    unit = table.units[id]
    step = Acting(seat=unit.seat, unit=id, only=only)
    return (step,) if unit.stands and any(options_of(table, step)) else ()


# The core's own --------------------------------------------------------------------------------------------


@means("stationary")
def _moves(table: Table, unit: Unit) -> Iterator[str]:
    """A move, or one into contact with an enemy trooper; a unit that is engaged withdraws."""
    if "stationary" in abilities(table, unit):
        return
    yield ""
    if not engaged_with(table, unit.id) or slips_away(table, unit):
        yield from in_reach(table, unit)


@action("move", _moves, door=Door("A", "place"))
def _move(doing: Doing) -> Outcome:
    """It leaves who it was engaged with; withdrawing it neither attacks nor stands by any more in its
    activation."""
    table, id = doing.table, doing.unit.id
    withdraws = engaged_with(table, id) and not slips_away(table, doing.unit)
    withdrawal = (DID.add(table, id, WITHDREW),) if withdraws and table.acting == id else ()
    went = move_unit(table, id, doing.on, doing.way)
    return went._replace(events=(*went.events, *withdrawal))


def _dashes(table: Table, unit: Unit) -> Iterator[str]:
    """Like a move, also into contact; but nobody withdraws by it."""
    if not engaged_with(table, unit.id):
        yield from _moves(table, unit)


@action("dash", _dashes, door=Door("A", "place"))
def _dash(doing: Doing) -> Outcome:
    """A speed-1 move (rule 305); an engaged unit does not Dash, and no card speaks of it as a move action.
    One that may be faster says so (rule 354)."""
    table, unit, speed = doing.table, doing.unit, dash_speed(doing.table, doing.unit)
    fast = (Moved(unit=unit.id, speed=speed, why="the-codes"),) if speed > DASH else ()
    went = move_unit(table, unit.id, doing.on, doing.way)
    return went._replace(events=(*fast, *went.events))


def dashers(table: Table, units: Iterable[str]) -> tuple[str, ...]:
    """Those of these units that may Dash."""
    return tuple(id for id in units if any_of(_dashes(table, table.units[id])))


def _attacks(table: Table, unit: Unit) -> Iterator[str]:
    if may_attack(table, Sheet(seat=unit.seat, unit=unit.id)):
        yield ""


@action("attack", _attacks, door=Door("A", "sight"))
def _attack(doing: Doing) -> Outcome:
    """An attack with everything it may use."""
    return Outcome(then=(Sheet(seat=doing.step.seat, unit=doing.unit.id, why="action"),))


def _anybody(_table: Table, _unit: Unit) -> Iterable[str]:
    return NOWHERE


@action("aim", _anybody, door=NO_PLACE)
def _aim(doing: Doing) -> Outcome:
    return Outcome(give(doing.table, doing.unit.id, "aim", why="action"))


@action("dodge", _anybody, door=NO_PLACE)
def _dodge(doing: Doing) -> Outcome:
    return Outcome(give(doing.table, doing.unit.id, "dodge", why="action"))


def _shaken(_table: Table, unit: Unit) -> Iterable[str]:
    return NOWHERE if unit.suppression else ()


# All Suppression is gone (core: Recover).
action("recover", _shaken, door=NO_PLACE)(lambda doing: Outcome(recover(doing.table, doing.unit.id)))


def recover(table: Table, id: str) -> tuple[Event, ...]:
    """A unit loses all its Suppression."""
    return calm(table, id, table.units[id].suppression, "recover")


def _troopers(_table: Table, unit: Unit) -> Iterable[str]:
    return () if is_vehicle(unit) or unit.has("standby") else NOWHERE


@action("standby", _troopers, door=NO_PLACE)
def _standby(doing: Doing) -> Outcome:
    """One token, troopers only; it comes after the action that would have lost it."""
    return Outcome(give(doing.table, doing.unit.id, "standby", why="action"))
