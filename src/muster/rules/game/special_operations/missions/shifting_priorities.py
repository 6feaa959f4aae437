"""Shifting Priorities: three objectives, one of them worth more from round 2 on (rules 328 to 335)."""

from collections.abc import Iterator
from typing import Final

from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import Nothing, Rolled, dice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import GameEnded, Scored
from muster.rules.game.scoring.points import scored
from muster.rules.game.special_operations.deciding import throw
from muster.rules.game.special_operations.ending import ROUNDS, fights_on
from muster.rules.game.special_operations.marks import PRIORITY
from muster.rules.game.special_operations.missions.operation import Operation
from muster.rules.game.special_operations.units import supports
from muster.rules.game.table import SIDES, Ended, Marker, Side, Table

MISSION: Final = "shifting-priorities-operation"
WINNING: Final = 7
PLACES: Final = {Face.CRITICAL: "objective-right", Face.SURGE: "objective-left", Face.HIT: "objective-centre"}
"""Left and right as Blue sees the table (G10); a Blank names none (rule 330)."""
MIRRORED: Final = {"objective-right": "objective-left", "objective-left": "objective-right"}
"""As Red sees it, where players set it so."""


@effect("round", MISSION)
def _new_priority(table: Table, _moment: Moment) -> Outcome:
    """From the second Command Phase on Blue rolls a black die (rule 329)."""
    if table.round < 2:
        return Outcome()
    seat = table.seat_of("blue")
    return Outcome(then=throw(roll_priority, seat, (Die.ATTACK_BLACK,)))


@dice("priority-objective")
def roll_priority(rolled: Rolled[Nothing]) -> Outcome:
    place = PLACES.get(rolled.roll.faces[0])
    if place and not rolled.table.holds_to("G10"):
        place = MIRRORED.get(place, place)
    return Outcome((PRIORITY.add(rolled.table, place),) if place else ())


def _objectives(table: Table) -> tuple[str, ...]:
    return tuple(marker.id for marker in table.lying() if marker.id.startswith("objective-"))


def strength(table: Table, marker: Marker, side: Side) -> int:
    """Unit leaders at 3 inches; a Support unit counts as two (rule 332)."""
    seat = table.seat_of(side)
    near = (table.units[id] for id in table.places.get(marker.id, ()))
    return sum(1 + supports(table, unit) for unit in near if unit.seat == seat and unit.stands)


def controls(table: Table, marker: Marker) -> Side | None:
    """More controls it, equal nobody (rule 332)."""
    blue, red = (strength(table, marker, side) for side in SIDES)
    return None if blue == red else "blue" if blue > red else "red"


def _points(table: Table) -> Iterator[Scored]:
    for id in _objectives(table):
        side = controls(table, table.markers[id])
        if side:
            yield scored(table, side, 1, "shifting-priorities-operation.controlled", (id,))
        if side and PRIORITY.count(table, id):
            yield scored(table, side, 1, "shifting-priorities-operation.priority", (id,))


@effect("score", MISSION)
def _scores(table: Table, _moment: Moment) -> Outcome:
    """A point for each objective, one more for the priority one; with seven and more than the other a side
    has won once both have scored (rules 331, 333, 334; G9)."""
    scores = tuple(_points(table))
    totals = {
        side: table.points(side) + sum(event.score.points for event in scores if event.score.side == side)
        for side in SIDES
    }
    ahead = leader(totals)
    won = ahead is not None and totals[ahead] >= WINNING
    ended = (GameEnded(ended=Ended(winner=ahead, ground="mission")),) if won else ()
    return Outcome((*scores, *ended))


def leader(totals: dict[Side, int]) -> Side | None:
    """Who has more."""
    blue, red = (totals[side] for side in SIDES)
    return None if blue == red else "blue" if blue > red else "red"


def _decided(table: Table) -> Ended | None:
    """After round 4 more points win; level, one more round is played, and level again is a tie (rule 335;
    G8)."""
    ahead = leader({side: table.points(side) for side in SIDES})
    if table.round < ROUNDS or (ahead is None and table.round == ROUNDS):
        return None
    return Ended(winner=ahead, ground="rounds" if ahead else "draw")


MOST_POINTS: Final = len(PLACES) + 1
"""What a side scores in an End Phase at most: every objective, and one more for the priority one."""


def _may_win(table: Table) -> tuple[Side | None, ...]:
    """Who may still be ahead in the end, and whether it may end level: a side without units, and
    without a card that returns some, scores nothing any more."""
    left = MOST_POINTS * max(1, ROUNDS + 1 - table.round)
    have = {side: table.points(side) for side in SIDES}
    most = {side: have[side] + (left if fights_on(table, side) else 0) for side in SIDES}
    ahead = tuple(side for side, other in (SIDES, SIDES[::-1]) if most[side] > have[other])
    level = max(have.values()) <= min(most.values())
    return (*ahead, None) if level else ahead


OPERATION: Final = Operation(MISSION, WINNING, _decided, _may_win, _objectives)
