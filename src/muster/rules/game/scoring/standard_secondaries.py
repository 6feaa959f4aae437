"""The secondaries that only standard games have, but for those about assets (`standard_assets`)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.game.hooks import Choice, Moment, claims, effect, purpose
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked, MarkerChanged, UnitChanged
from muster.rules.game.scoring.contesting import contesting, secures
from muster.rules.game.scoring.points import choose, if_full, lying, scored, this_round, units_of
from muster.rules.game.scoring.told import Asked, Counted, asks
from muster.rules.game.steps import ChooseUnits, Confirm, Pick
from muster.rules.game.table import SIDES, Marker, Side, Table, Unit, against
from muster.rules.log import Event

# Destroy Enemy Base ----------------------------------------------------------------------------------------

BASE: Final = "Base"
BOMB: Final = "Base Bomb"
BASE_WORTH: Final = 4


@effect("setup", "destroy-enemy-base")
def _base_setup(table: Table, _: Moment) -> Outcome:
    """Blue first: each places a Base, not within range 1 of any edge, and gives a Bomb to an own unit."""
    bases = (Marker(id=f"base-{side}", name=BASE, of=side) for side in SIDES)
    places = (
        Confirm(id=f"setup.base.{side}", about="place-base", seat=table.seat_of(side)) for side in SIDES
    )
    bombs = if_full(table, (choose(table, side, "give-bomb", 1) for side in SIDES))
    if table.level == "score":
        return Outcome(then=tuple(places))
    return Outcome(
        tuple(MarkerChanged(marker=base, why="destroy-enemy-base") for base in bases), (*places, *bombs)
    )


@purpose("give-bomb")
def _gave_bomb(choice: Choice) -> Outcome:
    """It holds the Bomb, an asset."""
    bomb = Marker(id=f"bomb-{choice.side}", name=BOMB, kind="asset", of=choice.side)
    return Outcome(
        tuple(MarkerChanged(marker=replace(bomb, holder=unit), why="give-bomb") for unit in choice.units)
    )


@claims(BOMB)
def _claims_bomb(table: Table, unit: Unit, _bomb: Marker) -> bool:
    """Any unit that holds none."""
    return not any(one.holder == unit.id for one in lying(table, BOMB))


@effect("end-start", "destroy-enemy-base")
def _base_destroyed(table: Table, _: Moment) -> Outcome:
    """If a unit with a Bomb contests an enemy Base that its side secures, its side's Bombs there go and the
    Base is destroyed. Any round."""
    events = (event for base in lying(table, BASE) for event in _blown(table, base))
    return Outcome(tuple(events))


def _blown(table: Table, base: Marker) -> Iterator[Event]:
    side = against(base.of or "blue")
    there = {unit.id for unit in contesting(table, base, side)}
    bombs = [one for one in lying(table, BOMB) if one.holder in there]
    if bombs and secures(table, base, side):
        for one in (*bombs, base):
            yield MarkerChanged(marker=replace(one, gone=True, holder=""), why="destroy-enemy-base")
        yield Marked(name=this_round(table, f"base-fell.{side}"))


@effect("score", "destroy-enemy-base")
def _base_score(table: Table, _: Moment) -> Outcome:
    """4 VP in the End Phase in which the enemy's Base is destroyed."""
    told = [side for side in SIDES if table.mark(f"told.base.{side}")]
    fell = [side for side in SIDES if table.mark(this_round(table, f"base-fell.{side}"))]
    return Outcome(
        tuple(
            event
            for side in (*told, *fell)
            for event in (
                scored(table, side, BASE_WORTH, "destroy-enemy-base.destroyed"),
                Marked(name=f"base.{side}"),
            )
        )
    )


@asks("destroy-enemy-base")
def _base_asks(table: Table) -> Asked:
    """Whether the enemy's Base was destroyed, once a side."""
    return Asked(marks=tuple(f"base.{side}" for side in SIDES if not table.mark(f"base.{side}")))


# Marked Targets --------------------------------------------------------------------------------------------

TARGET: Final = "marked"


@effect("setup", "marked-targets")
def _targets_setup(table: Table, _: Moment) -> Outcome:
    """Blue first: each marks two own and two enemy units, no unit twice."""
    return Outcome(then=if_full(table, (_marks(table, "blue", "mark-own"),)))


def _marks(table: Table, side: Side, what: str, taken: tuple[str, ...] = ()) -> ChooseUnits:
    whose = side if what == "mark-own" else against(side)
    free = tuple(
        unit for unit in units_of(table, whose) if unit not in taken and not table.units[unit].has(TARGET)
    )
    return replace(choose(table, side, what, 2, free), id=f"setup.{what}.{side}")


@purpose("mark-own")
@purpose("mark-enemy")
def _marked(choice: Choice) -> Outcome:
    """After its own a side marks the enemy's; then it is the other's turn."""
    table, side = choice.table, choice.side
    events = tuple(UnitChanged(unit=unit, what=TARGET, by=1, why="marked-targets") for unit in choice.units)
    if choice.step.purpose == "mark-own":
        return Outcome(events, (_marks(table, side, "mark-enemy"),))
    return Outcome(events, (_marks(table, "red", "mark-own", choice.units),) if side == "blue" else ())


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
    return Outcome(
        tuple(
            scored(table, side, count, "marked-targets.defeated")
            for side in SIDES
            if (count := table.mark(f"told.targets.{side}"))
        )
    )


@asks("marked-targets")
def _targets_asks(_table: Table) -> Asked:
    """How many marked units of the other side were defeated this round: four at most."""
    return Asked(counts=tuple(Counted((f"targets.{side}",), 4) for side in SIDES))


# Sweep and Clear -------------------------------------------------------------------------------------------

BOXES: Final = {"any": 1, "allied": 1, "contested": 1, "enemy": 2}
"""Boxes by where the attacker's leader stands, and what they are worth."""


def open_boxes(table: Table, side: Side) -> tuple[str, ...]:
    """The boxes a side may still tick: each once a game, one a round."""
    if table.mark(this_round(table, f"swept.{side}")):
        return ()
    return tuple(box for box in BOXES if not table.mark(f"sweep.{box}.{side}"))


@effect("defeated", "sweep-and-clear")
def _sweep_asked(table: Table, moment: Moment) -> Outcome:
    """An enemy unit was defeated: by an attack one open box may be ticked, once a round."""
    unit = table.units[moment.unit]
    side = against(table.side_of(unit.seat))
    boxes = open_boxes(table, side)
    own_doing = moment.by in table.units and table.units[moment.by].seat == unit.seat
    if not boxes or own_doing or moment.card:
        return Outcome()
    name, seat = f"r{table.round}.sweep.{unit.id}", table.seat_of(side)
    return Outcome(then=(Pick(id=name, seat=seat, purpose="sweep-and-clear", options=boxes, unit=unit.id),))


@purpose("sweep-and-clear")
def _swept(choice: Choice) -> Outcome:
    """The box is ticked: 1 VP, 2 in the enemy's Territory."""
    return Outcome(tuple(event for box in choice.units for event in _ticked(choice.table, choice.side, box)))


def _ticked(table: Table, side: Side, box: str) -> tuple[Event, ...]:
    if box not in open_boxes(table, side):
        return ()
    marks = (Marked(name=f"sweep.{box}.{side}"), Marked(name=this_round(table, f"swept.{side}")))
    return scored(table, side, BOXES[box], f"sweep-and-clear.{box}"), *marks


def _sweep_worth(table: Table, mark: str) -> tuple[Event, ...]:
    box, _, whose = mark.removeprefix("sweep-").partition(".")
    return _ticked(table, "blue" if whose == "blue" else "red", box)


@asks("sweep-and-clear", worth=_sweep_worth)
def _sweep_asks(table: Table) -> Asked:
    """Which box a side ticked this round: one at most."""
    groups = tuple(tuple(f"sweep-{box}.{side}" for box in open_boxes(table, side)) for side in SIDES)
    return Asked(marks=tuple(mark for group in groups for mark in group), one_of=groups)
