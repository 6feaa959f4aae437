"""Wipe Them Out (rules 49 to 61): positions fall one by one while Red flies its units out.

The numbers are the campaign's own (`rules.campaign.battle.wipe_them_out`); here they meet tokens and units.
"""

from typing import Final

from msgspec.structs import replace

from muster.rules.campaign.battle.wipe_them_out import (
    Ground,
    advances,
    captures,
    check_advance,
    check_deployment,
    is_captured,
    score,
    shelter,
    transports,
)
from muster.rules.cards.vocabulary import Rank
from muster.rules.game.hooks import Choice, Moment, Told, deed, effect, purpose, question
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.cards import KeywordGained
from muster.rules.game.log.events import Marked, MarkerChanged, TakenOff
from muster.rules.game.scoring.contesting import braver_decides, contesting, secured_by, secures
from muster.rules.game.scoring.points import (
    lying,
    may_choose,
    on_table,
    on_the_map,
    scored,
    this_round,
    units_of,
)
from muster.rules.game.scoring.told import Asked, asks
from muster.rules.game.steps import Ask, Effects
from muster.rules.game.table import Marker, Table, Unit
from muster.rules.log import Event
from muster.rules.violations import refuse_if

CARD: Final = "wipe-them-out"
POSITION: Final = "Defensive Position"
EVACUATION: Final = "Evacuation Point"


@effect("setup", CARD)
def _setup(table: Table, _: Moment) -> Outcome:
    """Tokens as the map shows (rule 49); every Red unit gains Prepared Position and must use it (rule 60)."""
    red = units_of(table, "red")
    prepared = tuple(unit for unit in red if table.units[unit].prepared)
    gains = tuple(unit for problem in check_deployment(red, prepared) for unit in problem.about)
    events = (KeywordGained(units=gains, keyword="prepared-position", why=CARD),) if gains else ()
    return Outcome(events, (on_the_map(CARD),))


# Scoring ---------------------------------------------------------------------------------------------------


@effect("score", CARD)
def _score(table: Table, _: Moment) -> Outcome:
    """From round 2 each token secured is 1 VP, for Blue 2, and then Blue's leave (rules 50, 51, 52); the
    secondary follows with what is left."""
    events = tuple(event for marker in table.lying() for event in _token(table, marker))
    gone = (event.marker for event in events if isinstance(event, MarkerChanged))
    fell = any(marker.name == POSITION for marker in gone)
    events = (*events, *(_uncovered(table) if fell else ()))
    return Outcome(events, (Effects(id=f"r{table.round}.secondary", hook="secondary"),))


def _uncovered(table: Table) -> tuple[Event, ...]:
    """A position is gone: who was sheltered is looked at again when it decides (rules 51, 61)."""
    known = ((name, count) for name, count in table.marks.items() if name.startswith("sheltered."))
    return tuple(Marked(name=name, by=-count) for name, count in known)


def _token(table: Table, marker: Marker) -> tuple[Event, ...]:
    ground = Ground(positions=int(marker.name == POSITION), evacuation=marker.name == EVACUATION)
    side, nothing = secured_by(table, marker), Ground()
    if side is None:
        return ()
    blue, red = (ground, nothing) if side == "blue" else (nothing, ground)
    result = score(table.round, ground, blue, red)
    points = result.blue + result.red
    gone = (MarkerChanged(marker=replace(marker, gone=True), why=CARD),) if not result.left.points else ()
    return (scored(table, side, points, f"{CARD}.secured", [marker.id]), *gone) if points else ()


@effect("secondary", CARD)
def _secondary(table: Table, _: Moment) -> Outcome:
    """From round 1: Red, if it still secures the Evacuation Point, may take off one unit contesting it (54);
    Blue scores 1 VP if it captured anybody this round (57)."""
    caught = captures(table.mark(this_round(table, "captured")) + table.mark("told.captured"))
    events = (scored(table, "blue", caught, f"{CARD}.captured"),) if caught else ()
    point = next(iter(lying(table, EVACUATION)), None)
    if point is None or not secures(table, point, "red"):
        return Outcome(events)
    if table.level == "score":
        ranks: dict[str, Rank] = {"off": "corps", "off-leader": "commander"}
        told = (rank for mark, rank in ranks.items() if table.mark(f"told.{mark}"))
        return Outcome((*events, *(event for rank in told for event in _flown(table, rank))))
    able = (unit.id for unit in contesting(table, point, "red"))
    return Outcome(events, may_choose(table, table.seat_of("red"), "evacuate", able))


def _flown(table: Table, rank: Rank, unit: str = "") -> tuple[Event, ...]:
    points = transports(table.round, True, rank)
    return (scored(table, "red", points, f"{CARD}.transports", [unit] if unit else ()),)


@purpose("evacuate")
def _evacuated(choice: Choice) -> Outcome:
    """2 VP, a Commander or Operative 1 more in round 3 and 2 more from round 4 (rules 54, 55; G25)."""
    events = (
        event
        for id in choice.units
        for event in (*_flown(choice.table, choice.table.units[id].counts_as, id), TakenOff(unit=id))
    )
    return Outcome(tuple(events))


@effect("defeated", CARD)
def _defeated(table: Table, moment: Moment) -> Outcome:
    """A Red unit defeated by an attack from within range 1 is captured (rule 56): somebody looks."""
    if table.units[moment.unit].seat == table.seat_of("blue") or moment.card:
        return Outcome()
    if moment.near:
        return Outcome(_captured(table, True))
    return Outcome(then=(Ask(id=f"captured.{moment.unit}", seat=None, what="captured", unit=moment.unit),))


def _captured(table: Table, near: bool) -> tuple[Event, ...]:
    return (Marked(name=this_round(table, "captured")),) if is_captured(True, near) else ()


@question("captured")
def _told_captured(told: Told) -> Outcome:
    """Rule 56, as told."""
    return Outcome(_captured(told.table, told.yes))


@asks(CARD)
def _asks(_table: Table) -> Asked:
    """Whether Red flew a unit out, a leader or another, and whether Blue captured anybody (54, 55, 57)."""
    return Asked(marks=("off", "off-leader", "captured"), one_of=(("off", "off-leader"),))


# Advantages ------------------------------------------------------------------------------------------------


@effect("activations", CARD)
def _advance(table: Table, _: Moment) -> Outcome:
    """One different Blue unit for each position removed may make a speed-2 move (rule 59)."""
    if table.level == "score":
        return Outcome()
    seat = table.seat_of("blue")
    able = (unit.id for unit in on_table(table, seat))
    most = advances(Ground(positions=len(lying(table, POSITION))))
    return Outcome(then=may_choose(table, seat, "advance", able, most) if most else ())


@purpose("advance")
def _advanced(choice: Choice) -> Outcome:
    """They move on the table (rule 59)."""
    refuse_if(*check_advance(Ground(positions=len(lying(choice.table, POSITION))), choice.units))
    return Outcome()


def _may_shelter(table: Table, unit: Unit) -> bool:
    return table.side_of(unit.seat) == "red" and unit.deployed and bool(lying(table, POSITION))


@effect("panic", CARD)
@effect("suppressed", CARD)
def _shelter_asked(table: Table, moment: Moment) -> Outcome:
    """Completely within half range of a position a Red unit has Courage +1, Cover 2 and Low Profile (rule
    61): asked where it decides."""
    unit, more = table.units[moment.unit], shelter(True).courage
    known = table.mark(f"sheltered.{unit.id}")
    if known or not _may_shelter(table, unit) or not braver_decides(table, unit, more):
        return Outcome()
    name = f"r{table.round}.sheltered.{unit.id}.{unit.suppression}"
    return Outcome(then=(Ask(id=name, seat=unit.seat, what="sheltered", unit=unit.id),))


@effect("unit-end", CARD)
def _shelter_left(table: Table, moment: Moment) -> Outcome:
    """A unit that acted may stand elsewhere: somebody looks again when it decides."""
    known = table.mark(f"sheltered.{moment.unit}")
    return Outcome((Marked(name=f"sheltered.{moment.unit}", by=-known),) if known else ())


def _toggles(table: Table, unit: Unit) -> tuple[str, ...]:
    mission = table.mission.objective == CARD
    return ("",) if mission and _may_shelter(table, unit) else ()


@deed("shelter", able=_toggles)
def _sheltered(table: Table, unit: Unit, _marker: str) -> Outcome:
    """A Red unit is completely within half range of a position, or is no longer (rule 61)."""
    known = table.mark(f"sheltered.{unit.id}")
    return Outcome((Marked(name=f"sheltered.{unit.id}", by=-1 if known else 1),))
