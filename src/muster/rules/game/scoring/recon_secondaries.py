"""The three Recon secondaries (003, rules 487 to 498): scanners, suppression, reconnaissance."""

from collections.abc import Iterator
from typing import Final, Literal

from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import FIRST_SCORING, Asked, Moment, card, effect, full_game, full_scoring_round
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged
from muster.rules.game.marks import HEEL, RECON, SCAN
from muster.rules.game.measuring import HALF_RANGE, NO_PLACE, RANGE_2, Door
from muster.rules.game.scoring.contesting import contesting, more_suppressed, panicked
from muster.rules.game.scoring.points import choose, gain, if_full, may_choose, on_table, scored
from muster.rules.game.scoring.score_only import each_side
from muster.rules.game.steps.choices import Among, YesNo
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SIDES, Marker, Side, Table, Unit, against, other
from muster.rules.log import Event

# Surface Scan and Recon Mission ----------------------------------------------------------------------------


@effect("setup", "surface-scan")
def _scan_setup(table: Table, _: Moment) -> Outcome:
    """Blue first, each player gives a Scanner to two own units (rule 487)."""
    return Outcome(then=if_full(table, (choose(table, side, give_two_scanners, 2) for side in SIDES)))


@effect("setup", "recon-mission")
def _recon_setup(table: Table, _: Moment) -> Outcome:
    """Blue first, each player gives a Scanner to one own unit (rule 495)."""
    return Outcome(then=if_full(table, (choose(table, side, give_scanner, 1) for side in SIDES)))


def _give_scanners(answer: Answered[Nothing]) -> Outcome:
    """Each unit chosen holds an own Scanner, an asset (rules 487, 495)."""
    side = answer.side
    return Outcome.of(
        MarkerChanged(
            marker=Marker(id=f"scanner-{side}-{number}", name="Scanner", kind="asset", of=side, holder=unit),
            why=answer.step.what,
        )
        for number, unit in enumerate(answer.chosen, start=1)
    )


give_two_scanners = choice("surface-scan", told=True, door=NO_PLACE)(_give_scanners)
give_scanner = choice("recon-mission", told=True, door=NO_PLACE)(_give_scanners)


@card("surface-scan").claims("Scanner")
@card("recon-mission").claims("Scanner")
def _claims_scanner(table: Table, unit: Unit, scanner: Marker) -> bool:
    """Own Scanners, for a unit that holds none (rules 490, 497)."""
    holds = any(marker.holder == unit.id for marker in table.lying())
    return not holds and scanner.of == table.side_of(unit.seat)


def scanners(table: Table, side: Side) -> tuple[Marker, ...]:
    """The Scanners of a side, held or dropped."""
    return tuple(marker for marker in table.lying() if marker.name == "Scanner" and marker.of == side)


def scanner_holders(table: Table, side: Side) -> tuple[str, ...]:
    """The units of a side on the table that hold a Scanner (rules 488, 489, 496, 498)."""
    there = {unit.id for unit in on_table(table, table.seat_of(side))}
    return tuple(marker.holder for marker in scanners(table, side) if marker.holder in there)


@effect("score", "surface-scan", when=full_game)
def _scan_asked(table: Table, _: Moment) -> Outcome:
    """What needs eyes, after what happens as the End Phase starts: which Scanner holders
    are outside their Territory, and who contests a dropped enemy Scanner (rules 488, 489)."""
    return Outcome.of(then=(step for side in SIDES for step in _scan_questions(table, side)))


def _scan_questions(table: Table, side: Side) -> Iterator[Choose]:
    holders, away = scanner_holders(table, side), maybe_out(table, side)
    if table.round >= FIRST_SCORING and len(away) >= 2:
        yield from may_choose(table.seat_of(side), tell_scanners_out, away, most=len(away))
    dropped = any(not marker.holder for marker in scanners(table, against(side)))
    if holders and dropped and not SCAN.count(table, side):
        yield tell_scanner_contested.ask(table.seat_of(side), YesNo())


def maybe_out(table: Table, side: Side) -> tuple[str, ...]:
    """The Scanner holders that may be outside their Territory: who was told to contest a point of interest in
    it is not asked about (rule 488)."""
    inside = (marker for marker in table.lying() if marker.kind == "poi" and marker.side == side)
    home = {unit.id for marker in inside for unit in contesting(table, marker, side)}
    return tuple(id for id in scanner_holders(table, side) if id not in home)


@choice("scanners-out", told=True, door=Door("F", "place", rules=(488,)))
def tell_scanners_out(answer: Answered[Nothing]) -> Outcome:
    """Two such units are 1 VP (rule 488)."""
    if len(answer.chosen) < 2:
        return Outcome()
    return Outcome((scored(answer.table, answer.side, 1, "surface-scan.scanners-out", answer.chosen),))


def scanner_points(table: Table, side: Side) -> tuple[Event, ...]:
    """A holder contests an unclaimed enemy Scanner: 2 VP, once a game (rule 489)."""
    if SCAN.count(table, side):
        return ()
    return scored(table, side, 2, "surface-scan.enemy-scanner"), SCAN.add(table, side)


@card("surface-scan").asks
def _scan_asks(table: Table) -> Asked:
    """Two Scanners out, from round 2; an enemy Scanner, once a game (rules 488, 489)."""
    out = each_side(table, "surface-scan.scanners-out", 1)
    scan = {f"scan.{side}": scanner_points(table, side) for side in SIDES if not SCAN.count(table, side)}
    return Asked(worth={**out, **scan})


@choice("contests-scanner", door=Door("F", "control", far=HALF_RANGE, rules=(489,)))
def tell_scanner_contested(answer: Answered[Nothing]) -> Outcome:
    """Rule 489, as told."""
    return Outcome(scanner_points(answer.table, answer.side) if answer.yes else ())


@effect("unit-end", "recon-mission")
def _recon_asked(table: Table, moment: Moment) -> Outcome:
    """When a Scanner holder ends its activation: which enemies are within range 2 and in sight (496, 498)?"""
    unit = table.units[moment.unit]
    side = table.side_of(unit.seat)
    enemies = tuple(enemy.id for enemy in table.army(other(unit.seat)) if enemy.deployed)
    if moment.unit not in scanner_holders(table, side) or not enemies:
        return Outcome()
    among = Among(enemies, 0, len(enemies))
    return Outcome(then=(tell_seen.ask(unit.seat, among),))


@choice("seen", told=True, door=Door("F", "sight", far=RANGE_2, rules=(496, 498)))
def tell_seen(answer: Answered[Nothing]) -> Outcome:
    """Each gains Observation; two or more are 1 VP from round 2, once a round for a side (rules 496, 498)."""
    table, side, units = answer.table, answer.side, answer.chosen
    seen = gain(units, "observation", "recon-mission")
    parts = side, str(table.round)
    if len(units) < 2 or table.round < FIRST_SCORING or RECON.count(table, *parts):
        return Outcome(seen)
    once = RECON.add(table, *parts)
    return Outcome((*seen, scored(table, side, 1, "recon-mission.in-sight", units), once))


# Two enemies in sight of a Scanner, from round 2, at most once a round (rule 496).
card("recon-mission").asks(lambda table: Asked(worth=each_side(table, "recon-mission.in-sight", 1)))


# Bring Them to Heel ----------------------------------------------------------------------------------------

Box = Literal["panicked", "all-suppressed"]
BOXES: Final[tuple[Box, ...]] = ("all-suppressed", "panicked")
HEELED: Final = card("bring-them-to-heel", panic=True)


def open_boxes(table: Table, side: Side) -> tuple[Box, ...]:
    """The boxes a side may tick now: never ticked, none this round, and the condition holds (492 to 494)."""
    if HEEL.count(table, side, str(table.round)):
        return ()
    return tuple(box for box in BOXES if not HEEL.count(table, side, box) and _holds(table, side, box))


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
    return Outcome.of(then=(_tick(table, side, box) for box in open_boxes(table, side)[:1]))


def _tick(table: Table, side: Side, box: str) -> Choose:
    follow = tick_panicked if box == "panicked" else tick_all_suppressed
    return follow.ask(table.seat_of(side), YesNo())


def box_points(table: Table, side: Side, box: str) -> tuple[Event, ...]:
    """2 VP at once, each box once a game and one a round (rules 492, 493, 494)."""
    if box not in open_boxes(table, side) and table.level == "full":
        return ()
    marks = (HEEL.add(table, side, box), HEEL.add(table, side, str(table.round)))
    return scored(table, side, 2, f"bring-them-to-heel.{box}"), *marks


@card("bring-them-to-heel").asks
def _heel_asks(table: Table) -> Asked:
    """More Suppressed enemies, from round 2, which only one side can have; open boxes, one a round (rules
    491, 492)."""
    more = each_side(table, "bring-them-to-heel.more-suppressed", 1)
    blue, red = (
        {f"{box}.{side}": box_points(table, side, box) for box in BOXES if not HEEL.count(table, side, box)}
        for side in SIDES
    )
    return Asked(worth={**more, **blue, **red}, one_of=(tuple(more), tuple(blue), tuple(red)))


def _tick_box(answer: Answered[Nothing], box: Box) -> Outcome:
    """Rule 492, where the player wants it now; only who leaves one box open is asked about the other."""
    table, side = answer.table, answer.side
    if answer.yes:
        return Outcome(box_points(table, side, box))
    return Outcome.of(then=(_tick(table, side, other) for other in open_boxes(table, side) if other > box))


tick_panicked = choice("tick-panicked", door=NO_PLACE)(lambda answer: _tick_box(answer, "panicked"))
"""Rule 492."""


@choice("tick-all-suppressed", door=NO_PLACE)
def tick_all_suppressed(answer: Answered[Nothing]) -> Outcome:
    """Rule 492."""
    return _tick_box(answer, "all-suppressed")


@effect("score", "bring-them-to-heel", when=full_scoring_round)
def _heel_score(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP if more enemy than own units have their Courage in Suppression (rule 491)."""
    return Outcome.of(
        scored(table, side, 1, "bring-them-to-heel.more-suppressed")
        for side in SIDES
        if more_suppressed(table, side)
    )
