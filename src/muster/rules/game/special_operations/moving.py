"""How a unit comes to stand where it stands: it arrives at the table, or moves, by an action, a card or a
Standby; and whom a move brings it into contact with."""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from muster.rules.game.engine.continuations import Answered, Nothing, Payload, choice
from muster.rules.game.kernel import Outcome, automatic
from muster.rules.game.log.events import Deployed
from muster.rules.game.log.measured import Walked
from muster.rules.game.measuring import NO_PLACE, Door, Touching
from muster.rules.game.special_operations.deciding import may_pick
from muster.rules.game.special_operations.events import Moved, TouchedMore
from muster.rules.game.special_operations.marks import ACTED, DID
from muster.rules.game.special_operations.panic import lost_standby
from muster.rules.game.special_operations.units import (
    abilities,
    enemies,
    engage,
    engaged_with,
    forget_facts,
    is_crack,
    is_vehicle,
    leave_melee,
    slips_away,
    supports,
)
from muster.rules.game.spots import Way
from muster.rules.game.steps import Effects
from muster.rules.game.steps.operations import Stand
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Game, Table, Unit
from muster.rules.log import Event

DASH: Final = 1
"""The speed of a Dash (rule 305)."""
DOORS: Final = {
    "move": Door("W", "place", rules=(305,)),
    "dash": Door("W", "place", rules=(305, 354)),
    "free-move": Door("W", "place"),
    "free-dash": Door("W", "place", rules=(305,)),
    "scout": Door("W", "place"),
    "deploy": Door("W", "place", rules=(326, 351, 365)),
    "covert-token": Door("W", "place", rules=(326,)),
    "ambush": Door("W", "contact", rules=(367,)),
    "reinforce": Door("W", "place", rules=(345, 346)),
    "endless-legions": Door("W", "place"),
    "covert-deploy": Door("W", "distance", rules=(327,)),
    "facing": Door("W", "place", rules=(365,)),
}
Arrival: TypeAlias = Literal["deploy", "ambush", "reinforce", "endless-legions", "covert-deploy"]
FAR_DASH: Final = 2
"""That of a Support unit of the Crack Squad with a token (rule 354)."""
DASHES: Final = ("for-the-republic", "sentry-mode")
"""Cards whose free move is a Dash."""


def arrive(id: str, why: Arrival, before: tuple[Event, ...] = (), after: tuple[Event, ...] = ()) -> Outcome:
    """A unit stands on the table; what it loses or gains by that comes `before` or `after`."""
    by = why if why == "covert-deploy" else ""
    return Outcome((*before, Deployed(unit=id), *after), (Effects(hook="arrived", unit=id, by=by),))


@automatic(Stand)
def _stood(_game: Game, _step: Stand) -> Outcome:
    """At a table the players see where it stands: nobody has to say it."""
    return Outcome()


def in_reach(table: Table, unit: Unit) -> Iterator[str]:
    """The enemy troopers that a move may bring it into contact with: not those it is engaged with."""
    held = engaged_with(table, unit.id)
    yield from (id for id in enemies(table, unit.id) if not is_vehicle(table.units[id]) and id not in held)


def move_unit(table: Table, id: str, on: str = "", way: Way | None = None) -> Outcome:
    """The one door for moves: a unit leaves who it was engaged with, and is engaged with whom it moved into;
    what was measured from it holds no more; on a board it stands at the end of its way."""
    met = (engage(id, on),) if on else ()
    walked = (
        (Walked(unit=id, x=way.x, y=way.y, via=way.via, facing=way.facing, meant=way.meant),)
        if way and table.board
        else ()
    )
    return Outcome(
        (*leave_melee(table, id), *met, *forget_facts(table, id), *walked), touches_more(table, id, on)
    )


def touches_more(table: Table, id: str, on: str) -> tuple[Choose, ...]:
    """A unit may be engaged with several enemy units (rule 361): who moved into contact with one names the
    others that it touches as well."""
    unit = table.units[id]
    others = [id for id in in_reach(table, unit) if id != on] if on else []
    return may_pick(tell_touched, unit.seat, others, most=len(others), unit=id, by=on)


def _touched(_table: Table, step: Choose) -> Touching:
    return Touching(step.options, step.unit)


@choice("touches-more", door=Door("F", "contact", rules=(361,), question=_touched), optional=True)
def tell_touched(answer: Answered[Nothing]) -> Outcome:
    id = answer.step.unit
    engaged = (engage(id, unit_id) for unit_id in answer.chosen)
    return Outcome((TouchedMore(unit=id, on=answer.chosen), *engaged))


def dash_speed(table: Table, unit: Unit) -> int:
    """How fast a unit Dashes (rules 305, 354)."""
    far = is_crack(table, unit) and supports(table, unit) and unit.has("code")
    return FAR_DASH if far else DASH


def free_to_move(table: Table, unit: Unit) -> bool:
    """Whether a unit can move beside its actions: not when it is stationary, nor while it is engaged, since
    only a move action withdraws, unless it slips away."""
    held = engaged_with(table, unit.id) and not slips_away(table, unit)
    return unit.stands and not held and "stationary" not in abilities(table, unit)


class Free(Payload, frozen=True):
    """The speed of a move beside a unit's actions, and the card or token that gives it."""

    speed: int
    why: str


def free_move(table: Table, id: str, speed: int, why: str) -> Outcome:
    """A unit may move beside its actions, also into contact."""
    unit = table.units[id]
    if not free_to_move(table, unit):
        return Outcome()
    options = ("clear", *in_reach(table, unit))
    known = Free(dash_speed(table, unit) if why in DASHES else speed, why)
    return Outcome(then=may_pick(move_freely, unit.seat, options, unit=id, known=known))


def free_dash(table: Table, id: str, why: str) -> Outcome:
    """A unit that was named for it Dashes (rule 305): only whom it moves into contact with is asked."""
    unit = table.units[id]
    options = ("clear", *in_reach(table, unit)) if free_to_move(table, unit) else ()
    known = Free(dash_speed(table, unit), why)
    return Outcome(then=may_pick(dash_freely, unit.seat, options, least=1, unit=id, known=known))


def _move(answer: Answered[Free], dashes: bool) -> Outcome:
    """It moves clear of enemies, into contact with one, or stays; moving loses a Standby, and enemies
    stand by on it. A free Dash in its own activation is its Dash (rule 304)."""
    table, id, known = answer.table, answer.step.unit, answer.known
    if not answer.first or not free_to_move(table, table.units[id]):
        return Outcome()
    on = answer.first if answer.first in table.units else ""
    moved = Moved(unit=id, speed=known.speed, why=known.why, on=on)
    watched = table.phase == "activation" and not ACTED.count(table, id)
    seen = (ACTED.add(table, id),) if watched else ()
    went = move_unit(table, id, on, answer.way)
    events = (*lost_standby(table, id), moved, *went.events, *seen)
    if not dashes:
        return Outcome(events, went.then)
    dashed = Effects(hook="acted", unit=id, by="dash")
    once = (DID.add(table, id, "dash"),) if table.acting == id else ()
    return Outcome((*events, *once), (*went.then, dashed))


@choice("free-move", Free, door=NO_PLACE)
def move_freely(answer: Answered[Free]) -> Outcome:
    """Where it moves to, if it does."""
    return _move(answer, dashes=answer.known.why in DASHES)


dash_freely = choice("free-dash", Free, door=NO_PLACE)(lambda answer: _move(answer, dashes=True))
"""Where it Dashes to."""
