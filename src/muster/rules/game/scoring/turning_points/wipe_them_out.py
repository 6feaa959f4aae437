"""Wipe Them Out (rules 49 to 61): positions fall one by one while Red flies its units out.

The numbers are the campaign's own (`rules.campaign.battle.wipe_them_out`); here they meet tokens and units.
"""

from typing import Final

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
from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import Asked, Moment, card, full_game, unit_action
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged, TakenOff
from muster.rules.game.marks import CAPTURED, SHELTERED, Told
from muster.rules.game.measuring import RANGE_1, Door
from muster.rules.game.scoring.contesting import braver_decides, contesting, secured_by, secures, sheltered
from muster.rules.game.scoring.points import (
    give_keyword,
    lying,
    may_choose,
    on_table,
    on_the_map,
    remove,
    scored,
    units_of,
)
from muster.rules.game.steps import Effects
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.table import Marker, Table, Unit
from muster.rules.log import Event
from muster.rules.violations import refuse_if

CARD: Final = "wipe-them-out"
MISSION: Final = card(CARD)
POSITION: Final = "Defensive Position"
EVACUATION: Final = "Evacuation Point"
OFF, LEADER_OFF, TOLD_CAPTURED = map(Told, ("off", "off-leader", "captured"))


@MISSION.at("setup")
def _setup(table: Table, _: Moment) -> Outcome:
    """Tokens as the map shows (rule 49); every Red unit gains Prepared Position and must use it (rule 60)."""
    red = units_of(table, "red")
    prepared = tuple(unit for unit in red if table.units[unit].prepared)
    gains = tuple(unit for problem in check_deployment(red, prepared) for unit in problem.about)
    return Outcome(give_keyword(gains, "prepared-position", CARD), (on_the_map(CARD),))


# Scoring ---------------------------------------------------------------------------------------------------


@MISSION.at("score")
def _score(table: Table, _: Moment) -> Outcome:
    """From round 2 each token secured is 1 VP, for Blue 2, and then Blue's leave (rules 50, 51, 52); the
    secondary follows with what is left."""
    events = tuple(event for marker in table.lying() for event in _token_points(table, marker))
    gone = (event.marker for event in events if isinstance(event, MarkerChanged))
    fell = any(marker.name == POSITION for marker in gone)
    # A position is gone: who was sheltered is looked at again when it decides (rules 51, 61).
    events = (*events, *(SHELTERED.clear(table) if fell else ()))
    return Outcome(events, (Effects(hook="secondary"),))


def _token_points(table: Table, marker: Marker) -> tuple[Event, ...]:
    ground = Ground(positions=int(marker.name == POSITION), evacuation=marker.name == EVACUATION)
    side, nothing = secured_by(table, marker), Ground()
    if side is None:
        return ()
    blue, red = (ground, nothing) if side == "blue" else (nothing, ground)
    result = score(table.round, ground, blue, red)
    points = result.blue + result.red
    gone = (remove(marker, CARD),) if not result.left.points else ()
    return (scored(table, side, points, f"{CARD}.secured", [marker.id]), *gone) if points else ()


@MISSION.at("secondary")
def _secondary(table: Table, _: Moment) -> Outcome:
    """From round 1: Red, if it still secures the Evacuation Point, may take off one unit contesting it (54);
    Blue scores 1 VP if it captured anybody this round (57)."""
    caught = captures(CAPTURED.count(table) + TOLD_CAPTURED.count(table))
    events = (scored(table, "blue", caught, f"{CARD}.captured"),) if caught else ()
    point = next(iter(lying(table, EVACUATION)), None)
    if point is None or not secures(table, point, "red"):
        return Outcome(events)
    if table.level == "score":
        ranks: dict[Told, Rank] = {OFF: "corps", LEADER_OFF: "commander"}
        ranks_off = (rank for flown, rank in ranks.items() if flown.count(table))
        return Outcome((*events, *(event for rank in ranks_off for event in _flight_points(table, rank))))
    able = (unit.id for unit in contesting(table, point, "red"))
    return Outcome(events, may_choose(table.seat_of("red"), evacuate_unit, able))


def _flight_points(table: Table, rank: Rank, unit: str = "") -> tuple[Event, ...]:
    points = transports(table.round, True, rank)
    return (scored(table, "red", points, f"{CARD}.transports", [unit] if unit else ()),)


@choice("evacuate", told=True, door=Door("N", "contact", rules=(54, 55)))
def evacuate_unit(answer: Answered[Nothing]) -> Outcome:
    """2 VP, a Commander or Operative 1 more in round 3 and 2 more from round 4 (rules 54, 55; G25)."""
    events = (
        event
        for id in answer.chosen
        for event in (*_flight_points(answer.table, answer.table.units[id].counts_as, id), TakenOff(unit=id))
    )
    return Outcome.of(events)


@MISSION.at("defeated")
def _defeated(table: Table, moment: Moment) -> Outcome:
    """A Red unit defeated by an attack from within range 1 is captured (rule 56): somebody looks."""
    if table.units[moment.unit].seat == table.seat_of("blue") or moment.card:
        return Outcome()
    if moment.near:
        return Outcome(_capture_marks(table, True))
    return Outcome(then=(tell_captured.ask(None, YesNo(), moment.unit),))


def _capture_marks(table: Table, near: bool) -> tuple[Event, ...]:
    return (CAPTURED.add(table),) if is_captured(True, near) else ()


@choice("captured", door=Door("F", "distance", far=RANGE_1, rules=(56,)))
def tell_captured(answer: Answered[Nothing]) -> Outcome:
    """Rule 56, as told."""
    return Outcome(_capture_marks(answer.table, answer.yes))


@MISSION.asks
def _asks(_table: Table) -> Asked:
    """Whether Red flew a unit out, a leader or another, and whether Blue captured anybody (54, 55, 57)."""
    flown = OFF.word(), LEADER_OFF.word()
    return Asked(marks=(*flown, TOLD_CAPTURED.word()), one_of=(flown,))


# Advantages ------------------------------------------------------------------------------------------------


@MISSION.at("activations", when=full_game)
def _advance(table: Table, _: Moment) -> Outcome:
    """One different Blue unit for each position removed may make a speed-2 move (rule 59)."""
    seat = table.seat_of("blue")
    able = (unit.id for unit in on_table(table, seat))
    most = advances(Ground(positions=len(lying(table, POSITION))))
    return Outcome(then=may_choose(seat, advance_units, able, most=most) if most else ())


@choice("advance", told=True, door=Door("W", "place", rules=(59,)))
def advance_units(answer: Answered[Nothing]) -> Outcome:
    """They move on the table (rule 59)."""
    refuse_if(*check_advance(Ground(positions=len(lying(answer.table, POSITION))), answer.chosen))
    return Outcome()


def _may_shelter(table: Table, unit: Unit) -> bool:
    return table.side_of(unit.seat) == "red" and unit.deployed and bool(lying(table, POSITION))


@MISSION.at("panic", "suppressed")
def _shelter_asked(table: Table, moment: Moment) -> Outcome:
    """Completely within half range of a position a Red unit has Courage +1, Cover 2 and Low Profile (rule
    61): asked where it decides."""
    unit, more = table.units[moment.unit], shelter(True).courage
    if (
        SHELTERED.count(table, unit.id)
        or not _may_shelter(table, unit)
        or not braver_decides(table, unit, more)
    ):
        return Outcome()
    return Outcome(then=(sheltered.ask(unit.seat, YesNo(), unit.id),))


# A unit that acted may stand elsewhere: somebody looks again when it decides.
MISSION.at("unit-end")(lambda table, moment: Outcome(SHELTERED.change_to(table, 0, moment.unit)))


def _toggles(table: Table, unit: Unit) -> tuple[str, ...]:
    mission = table.mission.objective == CARD
    return ("",) if mission and _may_shelter(table, unit) else ()


@unit_action("shelter", able=_toggles)
def _sheltered(table: Table, unit: Unit, _marker: str) -> Outcome:
    """A Red unit is completely within half range of a position, or is no longer (rule 61)."""
    return Outcome(SHELTERED.change_to(table, not SHELTERED.count(table, unit.id), unit.id))
