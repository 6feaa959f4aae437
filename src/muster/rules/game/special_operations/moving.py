"""Moves and who they bring into contact: those a unit takes as an action, and those that a card or a Standby
gives it beside its actions."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked
from muster.rules.game.operation_steps import Decide
from muster.rules.game.special_operations.deciding import Decision, decides, may_pick
from muster.rules.game.special_operations.events import Moved, TouchedMore
from muster.rules.game.special_operations.panic import lost_standby
from muster.rules.game.special_operations.units import (
    abilities,
    contact,
    enemies,
    engaged_with,
    forgets,
    is_vehicle,
    slips_away,
    stands,
)
from muster.rules.game.steps import Effects
from muster.rules.game.table import Table, Unit
from muster.rules.log import Event

DASH: Final = 1
"""The speed of a Dash (rule 305)."""
DASHES: Final = ("for-the-republic", "sentry-mode")
"""Cards whose free move is a Dash."""


def in_reach(table: Table, unit: Unit) -> Iterator[str]:
    """The enemy troopers that a move may bring it into contact with: not those it is engaged with."""
    held = engaged_with(table, unit.id)
    yield from (
        one for one in enemies(table, unit.id) if not is_vehicle(table.units[one]) and one not in held
    )


def changes_contact(table: Table, id: str, on: str) -> Iterator[Event]:
    """A unit that moves leaves who it was engaged with, and is engaged with whom it moved into."""
    yield from (Marked(name=contact(id, one), by=-1) for one in engaged_with(table, id))
    if on:
        yield Marked(name=contact(id, on))


def touches_more(table: Table, id: str, on: str, place: str) -> tuple[Decide, ...]:
    """A unit may be engaged with several enemy units (rule 361): who moved into contact with one names the
    others that it touches as well."""
    unit = table.units[id]
    others = [one for one in in_reach(table, unit) if one != on] if on else []
    return may_pick("touches-more", unit.seat, others, place, most=len(others), unit=id, by=on)


@decides("touches-more")
def _touched(choice: Decision) -> Outcome:
    id = choice.step.unit
    if not choice.picked:
        return Outcome()
    engaged = (Marked(name=contact(id, one)) for one in choice.picked)
    return Outcome((TouchedMore(unit=id, on=choice.picked), *engaged))


def free_to_move(table: Table, unit: Unit) -> bool:
    """Whether a unit can move beside its actions: not when it is stationary, nor while it is engaged, since
    only a move action withdraws, unless it slips away."""
    held = engaged_with(table, unit.id) and not slips_away(table, unit)
    return stands(unit) and not held and "stationary" not in abilities(table, unit)


def free_move(table: Table, id: str, speed: int, why: str, place: str) -> Outcome:
    """A unit may move beside its actions, also into contact."""
    unit = table.units[id]
    if not free_to_move(table, unit):
        return Outcome()
    options = ("clear", *in_reach(table, unit))
    about = (str(speed), why)
    return Outcome(then=may_pick("free-move", unit.seat, options, f"{place}.{id}", unit=id, about=about))


def free_dash(table: Table, id: str, why: str, place: str) -> Outcome:
    """A unit that was named for it Dashes (rule 305): only whom it moves into contact with is asked."""
    asked = free_move(table, id, DASH, why, place).then
    return Outcome(
        then=tuple(replace(one, id=f"{place}.{id}.free-dash", what="free-dash", least=1) for one in asked)
    )


@decides("free-move")
@decides("free-dash")
def _moved(choice: Decision) -> Outcome:
    """It moves clear of enemies, into contact with one, or stays; moving loses a Standby, and enemies
    stand by on it. A free Dash in its own activation is its Dash (rule 304)."""
    table, id, (speed, why) = choice.table, choice.step.unit, choice.step.about
    if not choice.one or not free_to_move(table, table.units[id]):
        return Outcome()
    on = choice.one if choice.one in table.units else ""
    moved = Moved(unit=id, speed=int(speed), why=why, on=on)
    watched = table.phase == "activation" and not table.mark(f"acted.{id}")
    seen = (Marked(name=f"acted.{id}"),) if watched else ()
    left = (*lost_standby(table, id), *changes_contact(table, id, on), *forgets(table, id))
    more = touches_more(table, id, on, choice.step.id)
    if choice.step.what != "free-dash" and why not in DASHES:
        return Outcome((*left, moved, *seen), more)
    dashed = Effects(id=f"{choice.step.id}.acted", hook="acted", unit=id, by="dash")
    once = (Marked(name=f"did.{id}.dash"),) if table.acting == id else ()
    return Outcome((*left, moved, *seen, *once), (*more, dashed))
