"""Standby: after an enemy's attack, move or action near enough and in sight, a unit with the token may move
or attack that enemy for free. Not in its own activation. The button stays until the next act begins."""

from collections.abc import Iterator
from typing import Final, Literal

from muster.rules.game.answers import AnyInput, React
from muster.rules.game.kernel import Outcome, change_rule, problem
from muster.rules.game.measuring import Door, near
from muster.rules.game.special_operations.attacks.sheet import targets
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.distances import inches
from muster.rules.game.special_operations.marks import ACTED
from muster.rules.game.special_operations.moving import free_move, free_to_move
from muster.rules.game.special_operations.panic import spend
from muster.rules.game.special_operations.units import ability, speed_of
from muster.rules.game.steps import Effects
from muster.rules.game.steps.operations import Fight, Sheet
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import SEATS, Game, Seat, Table, Unit, View
from muster.rules.violations import Violation

DOORS: Final = {"React": Door("S", "distance", "standby")}
WAYS: Final[tuple[Literal["move", "attack"], ...]] = ("move", "attack")
QUIET: Final = (Choose, Sheet, Fight, Roll)
"""Steps in the middle of something: a Standby waits until that is over."""


@means("sentinel", "high-alert")
def standby_reach(table: Table, unit: Unit) -> int:
    """How near and in sight of it somebody has to act; farther with Sentinel."""
    return inches(table, "sentinel" if ability(table, unit, "sentinel") else "standby", unit.id)


def provoker(table: Table, seat: Seat) -> str:
    """The enemy unit that acted last, while nobody has acted since."""
    busy = table.todo and isinstance(table.todo[-1], QUIET)
    acted = (unit for (unit,), _ in ACTED.found(table))
    theirs = (id for id in acted if table.units[id].seat != seat and table.units[id].stands)
    return "" if busy or table.phase != "activation" else next(theirs, "")


def _sheet(unit: Unit, foe: str) -> Sheet:
    return Sheet(
        seat=unit.seat, unit=unit.id, targets=(foe,), optional=True,
        why="standby",
    )  # fmt: skip


def units_on_standby(table: Table, seat: Seat) -> Iterator[tuple[Unit, str]]:
    """Units of a seat that may use their Standby now, and on whom."""
    if table.mode == "special-operations" and (foe := provoker(table, seat)):
        waiting = (unit for unit in table.army(seat) if unit.has("standby") and unit.deployed)
        for unit in waiting:
            reach = standby_reach(table, unit)
            if unit.id != table.acting and near(table, unit.id, (foe,), reach, sight=True):
                yield unit, foe


def _options(seen: View) -> Iterator[AnyInput]:
    for seat in (seat for seat in SEATS if seat == seen.audience):
        for unit, foe in units_on_standby(seen.table, seat):
            yield from (React(unit=unit.id, what=what) for what in WAYS if _can(seen.table, unit, foe, what))


def _can(table: Table, unit: Unit, foe: str, what: str) -> bool:
    return free_to_move(table, unit) if what == "move" else bool(targets(table, _sheet(unit, foe)))


def _wrong(seen: View, change: React) -> Iterator[Violation]:
    seat: Seat = "one" if seen.audience == "one" else "two"
    foe = next((foe for unit, foe in units_on_standby(seen.table, seat) if unit.id == change.unit), "")
    if not foe or not _can(seen.table, seen.table.units[change.unit], foe, change.what):
        yield problem("game.no_standby", [change.unit[:40]])


@change_rule(React, _wrong, _options)
def _use_standby(game: Game, seat: Seat, change: React) -> Outcome:
    """The token is spent; then it moves, or attacks who acted."""
    table, unit = game.table, game.table.units[change.unit]
    events = spend(table, unit.id, "standby", why="used")
    sheet = _sheet(unit, provoker(table, seat))
    used = Effects(hook="stood-by", unit=unit.id)
    if change.what == "move":
        moves = free_move(table, unit.id, speed_of(table, unit), "standby")
        return Outcome((*events, *moves.events), (*moves.then, used))
    return Outcome(events, (sheet, used))
