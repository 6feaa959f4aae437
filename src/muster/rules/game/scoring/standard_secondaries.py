"""The secondaries that only standard games have, but for those about assets (`standard_assets`)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.game.engine.continuations import Answered, Choice, Nothing, choice
from muster.rules.game.hooks import Asked, Counted, Moment, card, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged
from muster.rules.game.marks import BASE_FELL, BASE_SCORED, SWEEP, SWEPT, Told
from muster.rules.game.measuring import NO_PLACE, Door
from muster.rules.game.scoring.contesting import contesting, secures
from muster.rules.game.scoring.points import (
    choose,
    gain,
    if_full,
    lying,
    place_by,
    remove,
    scored,
    told_points,
    units_of,
)
from muster.rules.game.steps.choices import Among
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SIDES, Marker, Side, Table, Unit, against
from muster.rules.log import Event

# Destroy Enemy Base ----------------------------------------------------------------------------------------

BASE: Final = "Base"
BOMB: Final = "Base Bomb"
BASE_WORTH: Final = 4
TOLD_BASE, TOLD_TARGETS = Told("base", ("side",)), Told("targets", ("side",))


@effect("setup", "destroy-enemy-base")
def _base_setup(table: Table, _: Moment) -> Outcome:
    """Blue first: each places a Base, not within range 1 of any edge, and gives a Bomb to an own unit."""
    bases = (Marker(id=f"base-{side}", name=BASE, of=side) for side in SIDES)
    places = (place_by(table, side, "base", "place-base") for side in SIDES)
    bombs = if_full(table, (choose(table, side, give_bomb, 1) for side in SIDES))
    if table.level == "score":
        return Outcome.of(then=places)
    return Outcome.of(
        (MarkerChanged(marker=base, why="destroy-enemy-base") for base in bases), (*places, *bombs)
    )


@choice("give-bomb", told=True, door=NO_PLACE)
def give_bomb(answer: Answered[Nothing]) -> Outcome:
    """It holds the Bomb, an asset."""
    bomb = Marker(id=f"bomb-{answer.side}", name=BOMB, kind="asset", of=answer.side)
    return Outcome.of(
        MarkerChanged(marker=replace(bomb, holder=unit), why="give-bomb") for unit in answer.chosen
    )


@card("destroy-enemy-base").claims(BOMB)
def _claims_bomb(table: Table, unit: Unit, _bomb: Marker) -> bool:
    """Any unit that holds none."""
    return not any(marker.holder == unit.id for marker in lying(table, BOMB))


@effect("end-start", "destroy-enemy-base")
def _base_destroyed(table: Table, _: Moment) -> Outcome:
    """If a unit with a Bomb contests an enemy Base that its side secures, its side's Bombs there go and the
    Base is destroyed. Any round."""
    events = (event for base in lying(table, BASE) for event in _blow_up_base(table, base))
    return Outcome.of(events)


def _blow_up_base(table: Table, base: Marker) -> Iterator[Event]:
    side = against(base.of or "blue")
    there = {unit.id for unit in contesting(table, base, side)}
    bombs = [marker for marker in lying(table, BOMB) if marker.holder in there]
    if bombs and secures(table, base, side):
        for marker in (*bombs, base):
            yield remove(marker, "destroy-enemy-base")
        yield BASE_FELL.add(table, side)


@effect("score", "destroy-enemy-base")
def _base_score(table: Table, _: Moment) -> Outcome:
    """4 VP in the End Phase in which the enemy's Base is destroyed."""
    by_players = [side for side in SIDES if TOLD_BASE.count(table, side)]
    fell = [side for side in SIDES if BASE_FELL.count(table, side)]
    why, sides = "destroy-enemy-base.destroyed", (*by_players, *fell)
    points = ((scored(table, side, BASE_WORTH, why), BASE_SCORED.add(table, side)) for side in sides)
    return Outcome.of(event for pair in points for event in pair)


@card("destroy-enemy-base").asks
def _base_asks(table: Table) -> Asked:
    """Whether the enemy's Base was destroyed, once a side."""
    return Asked(marks=tuple(TOLD_BASE.word(side) for side in SIDES if not BASE_SCORED.count(table, side)))


# Marked Targets --------------------------------------------------------------------------------------------

TARGET: Final = "marked"


@effect("setup", "marked-targets")
def _targets_setup(table: Table, _: Moment) -> Outcome:
    """Blue first: each marks two own and two enemy units, no unit twice."""
    return Outcome(then=if_full(table, (_marks(table, "blue", mark_own),)))


def _marks(table: Table, side: Side, follow: Choice[Nothing], taken: tuple[str, ...] = ()) -> Choose:
    whose = side if follow is mark_own else against(side)
    free = tuple(
        unit for unit in units_of(table, whose) if unit not in taken and not table.units[unit].has(TARGET)
    )
    return choose(table, side, follow, 2, free)


def _mark(answer: Answered[Nothing]) -> tuple[Event, ...]:
    return gain(answer.chosen, TARGET, "marked-targets")


@choice("mark-own", told=True, door=NO_PLACE)
def mark_own(answer: Answered[Nothing]) -> Outcome:
    """After its own a side marks the enemy's."""
    return Outcome(_mark(answer), (_marks(answer.table, answer.side, mark_enemy),))


@choice("mark-enemy", told=True, door=NO_PLACE)
def mark_enemy(answer: Answered[Nothing]) -> Outcome:
    """Then it is the other's turn."""
    last = answer.side == "red"
    return Outcome(_mark(answer), () if last else (_marks(answer.table, "red", mark_own, answer.chosen),))


@effect("defeated", "marked-targets")
def _target_fell(table: Table, moment: Moment) -> Outcome:
    """1 VP to the opponent when a marked unit is defeated, at once and in any round."""
    unit = table.units[moment.unit]
    if not unit.has(TARGET):
        return Outcome()
    side = against(table.side_of(unit.seat))
    return Outcome((scored(table, side, 1, "marked-targets.defeated", [unit.id]),))


@effect("score", "marked-targets")
def _targets_told(table: Table, _: Moment) -> Outcome:
    """With the score only: as many as were told for this round."""
    return Outcome.of(told_points(table, TOLD_TARGETS, "marked-targets.defeated"))


@card("marked-targets").asks
def _targets_asks(_table: Table) -> Asked:
    """How many marked units of the other side were defeated this round: four at most."""
    return Asked(counts=tuple(Counted((TOLD_TARGETS.word(side),), 4) for side in SIDES))


# Sweep and Clear -------------------------------------------------------------------------------------------

BOXES: Final = {"any": 1, "allied": 1, "contested": 1, "enemy": 2}
"""Boxes by where the attacker's leader stands, and what they are worth."""


def open_boxes(table: Table, side: Side) -> tuple[str, ...]:
    """The boxes a side may still tick: each once a game, one a round."""
    if SWEPT.count(table, side):
        return ()
    return tuple(box for box in BOXES if not SWEEP.count(table, box, side))


@effect("defeated", "sweep-and-clear")
def _sweep_asked(table: Table, moment: Moment) -> Outcome:
    """An enemy unit was defeated: by an attack one open box may be ticked, once a round."""
    unit = table.units[moment.unit]
    side = against(table.side_of(unit.seat))
    boxes = open_boxes(table, side)
    own_doing = moment.by in table.units and table.units[moment.by].seat == unit.seat
    if not boxes or own_doing or moment.card:
        return Outcome()
    seat = table.seat_of(side)
    return Outcome(then=(tick_sweep_box.ask(seat, Among(boxes, 0), unit.id),))


@choice("sweep-and-clear", told=True, door=Door("F", "place"))
def tick_sweep_box(answer: Answered[Nothing]) -> Outcome:
    """The box is ticked: 1 VP, 2 in the enemy's Territory."""
    return Outcome.of(event for box in answer.chosen for event in _box_points(answer.table, answer.side, box))


def _box_points(table: Table, side: Side, box: str) -> tuple[Event, ...]:
    if box not in open_boxes(table, side):
        return ()
    marks = (SWEEP.add(table, box, side), SWEPT.add(table, side))
    return scored(table, side, BOXES[box], f"sweep-and-clear.{box}"), *marks


@card("sweep-and-clear").asks
def _sweep_asks(table: Table) -> Asked:
    """Which box a side ticked this round: one at most."""
    blue, red = (
        {f"sweep-{box}.{side}": _box_points(table, side, box) for box in open_boxes(table, side)}
        for side in SIDES
    )
    return Asked(worth={**blue, **red}, one_of=(tuple(blue), tuple(red)))
