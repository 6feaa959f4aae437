"""The three Recon secondaries (003, rules 487 to 498): scanners, suppression, reconnaissance."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from muster.rules.game.hooks import NEED_PANIC, Choice, Moment, Told, claims, effect, purpose, question
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked, MarkerChanged, UnitChanged
from muster.rules.game.scoring.contesting import contesting, more_suppressed, panicked
from muster.rules.game.scoring.points import FIRST_SCORING, choose, if_full, on_table, scored
from muster.rules.game.scoring.told import Asked, asks
from muster.rules.game.steps import Ask, ChooseUnits
from muster.rules.game.table import SIDES, Marker, Side, Table, Unit, against, other
from muster.rules.log import Event

# Surface Scan and Recon Mission ----------------------------------------------------------------------------


@effect("setup", "surface-scan")
def _scan_setup(table: Table, _: Moment) -> Outcome:
    """Blue first, each player gives a Scanner to two own units (rule 487)."""
    return Outcome(then=if_full(table, (choose(table, side, "surface-scan", 2) for side in SIDES)))


@effect("setup", "recon-mission")
def _recon_setup(table: Table, _: Moment) -> Outcome:
    """Blue first, each player gives a Scanner to one own unit (rule 495)."""
    return Outcome(then=if_full(table, (choose(table, side, "recon-mission", 1) for side in SIDES)))


@purpose("surface-scan")
@purpose("recon-mission")
def _gave_scanners(choice: Choice) -> Outcome:
    """Each unit chosen holds an own Scanner, an asset (rules 487, 495)."""
    side = choice.side
    return Outcome(
        tuple(
            MarkerChanged(
                marker=Marker(
                    id=f"scanner-{side}-{number}", name="Scanner", kind="asset", of=side, holder=unit
                ),
                why=choice.step.purpose,
            )
            for number, unit in enumerate(choice.units, start=1)
        )
    )


@claims("Scanner")
def _claims_scanner(table: Table, unit: Unit, scanner: Marker) -> bool:
    """Own Scanners, for a unit that holds none (rules 490, 497)."""
    holds = any(one.holder == unit.id for one in table.lying())
    return not holds and scanner.of == table.side_of(unit.seat)


def scanners(table: Table, side: Side) -> tuple[Marker, ...]:
    """The Scanners of a side, held or dropped."""
    return tuple(one for one in table.lying() if one.name == "Scanner" and one.of == side)


def scanner_holders(table: Table, side: Side) -> tuple[str, ...]:
    """The units of a side on the table that hold a Scanner (rules 488, 489, 496, 498)."""
    there = {unit.id for unit in on_table(table, table.seat_of(side))}
    return tuple(one.holder for one in scanners(table, side) if one.holder in there)


@effect("score", "surface-scan")
def _scan_asked(table: Table, _: Moment) -> Outcome:
    """What needs eyes, after what happens as the End Phase starts: which Scanner holders
    are outside their Territory, and who contests a dropped enemy Scanner (rules 488, 489)."""
    if table.level == "score":
        return Outcome()
    return Outcome(then=tuple(step for side in SIDES for step in _scan_questions(table, side)))


def _scan_questions(table: Table, side: Side) -> Iterator[ChooseUnits | Ask]:
    holders, away = scanner_holders(table, side), maybe_out(table, side)
    if table.round >= FIRST_SCORING and len(away) >= 2:
        step = choose(table, side, "scanners-out", len(away), away)
        yield replace(step, least=0)
    dropped = any(not one.holder for one in scanners(table, against(side)))
    if holders and dropped and not table.mark(f"scan.{side}"):
        yield Ask(id=f"r{table.round}.scan.{side}", seat=table.seat_of(side), what="contests-scanner")


def maybe_out(table: Table, side: Side) -> tuple[str, ...]:
    """The Scanner holders that may be outside their Territory: who was told to contest a point of interest in
    it is not asked about (rule 488)."""
    inside = (one for one in table.lying() if one.kind == "poi" and one.side == side)
    home = {unit.id for one in inside for unit in contesting(table, one, side)}
    return tuple(id for id in scanner_holders(table, side) if id not in home)


@purpose("scanners-out")
def _scanners_out(choice: Choice) -> Outcome:
    """Two such units are 1 VP (rule 488)."""
    if len(choice.units) < 2:
        return Outcome()
    return Outcome((scored(choice.table, choice.side, 1, "surface-scan.scanners-out", choice.units),))


def scanned(table: Table, side: Side) -> tuple[Event, ...]:
    """A holder contests an unclaimed enemy Scanner: 2 VP, once a game (rule 489)."""
    if table.mark(f"scan.{side}"):
        return ()
    return scored(table, side, 2, "surface-scan.enemy-scanner"), Marked(name=f"scan.{side}")


def _scan_worth(table: Table, mark: str) -> tuple[Event, ...]:
    what, side = _mark_and_side(mark)
    return scanned(table, side) if what == "scan" else (scored(table, side, 1, f"surface-scan.{what}"),)


def _mark_and_side(mark: str) -> tuple[str, Side]:
    """A mark is told for a side: `scan.blue`."""
    what, side = mark.rsplit(".", 1)
    return what, "blue" if side == "blue" else "red"


@asks("surface-scan", worth=_scan_worth)
def _scan_asks(table: Table) -> Asked:
    """Two Scanners out, from round 2; an enemy Scanner, once a game (rules 488, 489)."""
    late = table.round >= FIRST_SCORING
    out = (f"scanners-out.{side}" for side in SIDES if late)
    return Asked(marks=(*out, *(f"scan.{side}" for side in SIDES if not table.mark(f"scan.{side}"))))


@question("contests-scanner")
def _contests_scanner(told: Told) -> Outcome:
    """Rule 489, as told."""
    return Outcome(scanned(told.table, told.side) if told.yes else ())


@effect("unit-end", "recon-mission")
def _recon_asked(table: Table, moment: Moment) -> Outcome:
    """When a Scanner holder ends its activation: which enemies are within range 2 and in sight (496, 498)?"""
    unit = table.units[moment.unit]
    side = table.side_of(unit.seat)
    enemies = tuple(one.id for one in table.army(other(unit.seat)) if one.deployed)
    if moment.unit not in scanner_holders(table, side) or not enemies:
        return Outcome()
    step = ChooseUnits(
        id=f"r{table.round}.seen.{moment.unit}",
        seat=unit.seat,
        purpose="seen",
        units=enemies,
        most=len(enemies),
    )
    return Outcome(then=(step,))


@purpose("seen")
def _seen(choice: Choice) -> Outcome:
    """Each gains Observation; two or more are 1 VP from round 2, once a round for a side (rules 496, 498)."""
    table, side, units = choice.table, choice.side, choice.units
    seen = tuple(UnitChanged(unit=unit, what="observation", by=1, why="recon-mission") for unit in units)
    name = f"recon.{side}.{table.round}"
    if len(units) < 2 or table.round < FIRST_SCORING or table.mark(name):
        return Outcome(seen)
    return Outcome((*seen, scored(table, side, 1, "recon-mission.in-sight", units), Marked(name=name)))


def _sight_worth(table: Table, mark: str) -> tuple[Event, ...]:
    what, side = _mark_and_side(mark)
    return (scored(table, side, 1, f"recon-mission.{what}"),)


@asks("recon-mission", worth=_sight_worth)
def _sight_asks(table: Table) -> Asked:
    """Two enemies in sight of a Scanner, from round 2, at most once a round (rule 496)."""
    late = table.round >= FIRST_SCORING
    return Asked(marks=tuple(f"in-sight.{side}" for side in SIDES if late))


# Bring Them to Heel ----------------------------------------------------------------------------------------

Box = Literal["panicked", "all-suppressed"]
BOXES: Final[tuple[Box, ...]] = ("all-suppressed", "panicked")
NEED_PANIC.add("bring-them-to-heel")


def open_boxes(table: Table, side: Side) -> tuple[Box, ...]:
    """The boxes a side may tick now: never ticked, none this round, and the condition holds (492 to 494)."""
    if table.mark(f"heel.{side}.{table.round}"):
        return ()
    return tuple(box for box in BOXES if not table.mark(f"heel.{side}.{box}") and _holds(table, side, box))


def _holds(table: Table, side: Side, box: Box) -> bool:
    """All enemy units are those not defeated, by a switch only those on the table (G27)."""
    enemies = tuple(table.army(table.seat_of(against(side))))
    if box == "panicked":
        return any(panicked(table, unit) for unit in enemies)
    everywhere = table.holds_to("G27")
    able = [unit for unit in enemies if unit.courage is not None and (unit.deployed or everywhere)]
    return bool(able) and all(unit.suppression > 0 for unit in able)


@effect("suppressed", "bring-them-to-heel")
def _heel_asked(table: Table, moment: Moment) -> Outcome:
    """After a unit gained Suppression its opponent may tick one box (rule 492)."""
    side = against(table.side_of(table.units[moment.unit].seat))
    return Outcome(then=tuple(_tick(table, side, box) for box in open_boxes(table, side)[:1]))


def _tick(table: Table, side: Side, box: str) -> Ask:
    return Ask(id=f"r{table.round}.heel.{side}.{box}", seat=table.seat_of(side), what=f"tick-{box}")


def ticked(table: Table, side: Side, box: str) -> tuple[Event, ...]:
    """2 VP at once, each box once a game and one a round (rules 492, 493, 494)."""
    if box not in open_boxes(table, side) and table.level == "full":
        return ()
    marks = (Marked(name=f"heel.{side}.{box}"), Marked(name=f"heel.{side}.{table.round}"))
    return scored(table, side, 2, f"bring-them-to-heel.{box}"), *marks


def _heel_worth(table: Table, mark: str) -> tuple[Event, ...]:
    what, side = _mark_and_side(mark)
    if what in BOXES:
        return ticked(table, side, what)
    return (scored(table, side, 1, f"bring-them-to-heel.{what}"),)


@asks("bring-them-to-heel", worth=_heel_worth)
def _heel_asks(table: Table) -> Asked:
    """More Suppressed enemies, from round 2, which only one side can have; open boxes, one a round (rules
    491, 492)."""
    late = table.round >= FIRST_SCORING
    more = tuple(f"more-suppressed.{side}" for side in SIDES if late)
    boxes = tuple(
        tuple(f"{box}.{side}" for box in BOXES if not table.mark(f"heel.{side}.{box}")) for side in SIDES
    )
    return Asked(marks=(*more, *boxes[0], *boxes[1]), one_of=(more, *boxes))


@question("tick-panicked")
@question("tick-all-suppressed")
def _ticked(told: Told) -> Outcome:
    """Rule 492, where the player wants it now; only who leaves one box open is asked about the other."""
    box = told.step.what.removeprefix("tick-")
    if told.yes:
        return Outcome(ticked(told.table, told.side, box))
    return Outcome(
        then=tuple(
            _tick(told.table, told.side, one) for one in open_boxes(told.table, told.side) if one > box
        )
    )


@effect("score", "bring-them-to-heel")
def _heel_score(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP if more enemy than own units have their Courage in Suppression (rule 491)."""
    if table.round < FIRST_SCORING or table.level == "score":
        return Outcome()
    return Outcome(
        tuple(
            scored(table, side, 1, "bring-them-to-heel.more-suppressed")
            for side in SIDES
            if more_suppressed(table, side)
        )
    )
