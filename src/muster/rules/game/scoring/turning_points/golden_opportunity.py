"""Golden Opportunity: machines to push to the Ramp, and units that escape over it."""

from typing import Final

from muster.rules.game.engine.continuations import Answered, Choice, Nothing, choice
from muster.rules.game.hooks import FIRST_SCORING, Asked, Moment, card, full_game, unit_action
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.cards import KeywordGained
from muster.rules.game.log.events import Deployed, TakenOff, UnitChanged
from muster.rules.game.marks import AT_RAMP, ESCAPED, FELL, MOVED, POOL, Told
from muster.rules.game.measuring import HALF_RANGE, NO_PLACE, RANGE_1, Door
from muster.rules.game.scoring.contesting import acts, at_token, secured_by, secures
from muster.rules.game.scoring.points import lying, may_choose, on_table, on_the_map, remove, scored
from muster.rules.game.steps import Effects, TellPlaces
from muster.rules.game.steps.choices import Among
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import GREEN, Table, Unit
from muster.rules.log import Event

CARD: Final = "golden-opportunity"
MISSION: Final = card(CARD)
EQUIPMENT: Final = "Military Equipment"
RAMP: Final = "Cargo Ramp"
REMOVED, TOLD_ESCAPED = Told("removed", ("token",)), Told("escaped")
TWO_DEFEATED: Final = Told("two-defeated")
BROKEN: Final = 2
"""Blue units that Red has to defeat in a round for its secondary."""


@MISSION.at("setup")
def _setup(table: Table, _: Moment) -> Outcome:
    """Tokens as the map shows; up to one Commander and one Special Forces unit of Blue start within half
    range of the Ramp; Red has a pool of an Aim, a Dodge and a Surge."""
    if table.level == "score":
        return Outcome(then=(on_the_map(CARD),))
    blue = table.seat_of("blue")
    steps = (
        step
        for rank in ("commander", "special-forces")
        for step in may_choose(
            blue, start_at_ramp, (unit.id for unit in table.army(blue) if unit.rank == rank), about=rank
        )
    )
    return Outcome.of((POOL.add(table, green) for green in GREEN), (on_the_map(CARD), *steps))


@choice("at-ramp", told=True, door=Door("W", "distance", far=HALF_RANGE))
def start_at_ramp(answer: Answered[Nothing]) -> Outcome:
    """It starts on the table."""
    return Outcome.of(
        event for unit in answer.chosen for event in (Deployed(unit=unit), AT_RAMP.add(answer.table, unit))
    )


# Moving Equipment ------------------------------------------------------------------------------------------


@MISSION.at("end-start")
def _may_move(table: Table, _: Moment) -> Outcome:
    """Any round: Blue may move each Equipment it secures up to range 1 (G39)."""
    if table.level == "score":
        removed_ones = [marker for marker in lying(table, EQUIPMENT) if REMOVED.count(table, marker.id)]
        return Outcome.of(remove(marker, CARD) for marker in removed_ones)
    secured = tuple(marker.id for marker in lying(table, EQUIPMENT) if secures(table, marker, "blue"))
    return Outcome(then=_picks(table, move_equipment, secured))


def _picks(table: Table, follow: Choice[Nothing], markers: tuple[str, ...]) -> tuple[Choose, ...]:
    seat = table.seat_of("blue")
    return (follow.ask(seat, Among(markers, 0, len(markers))),) if markers else ()


@choice("move-equipment", told=True, door=Door("W", "distance", far=RANGE_1))
def move_equipment(answer: Answered[Nothing]) -> Outcome:
    """Which of them are now within half range of the Ramp?"""
    moved = tuple(MOVED.add(answer.table, id) for id in answer.chosen)
    return Outcome(moved, _picks(answer.table, remove_equipment, answer.chosen))


@choice("at-the-ramp", told=True, door=Door("F", "distance", far=HALF_RANGE))
def remove_equipment(answer: Answered[Nothing]) -> Outcome:
    """Those are removed; who is near the others is told again (G22)."""
    gone = tuple(remove(answer.table.markers[id], CARD) for id in answer.chosen)
    left = tuple(id for id in answer.step.options if id not in answer.chosen)
    return Outcome(gone, _tell_places_again(answer.table, left))


def _tell_places_again(table: Table, markers: tuple[str, ...]) -> tuple[TellPlaces, ...]:
    name = f"r{table.round}.places-again.{'-'.join(markers)}"
    return (TellPlaces(id=name, tokens=markers),) if markers else ()


@MISSION.at("secondary", when=full_game)
def _may_push(table: Table, _: Moment) -> Outcome:
    """After scoring: one that Blue contests without securing it may move up to half range, once a round."""
    able = tuple(
        marker.id
        for marker in lying(table, EQUIPMENT)
        if "blue" in at_token(table, marker) and not secures(table, marker, "blue")
        if not MOVED.count(table, marker.id)
    )
    return Outcome(then=_picks(table, push_equipment, able))


@choice("push-equipment", told=True, door=Door("W", "distance", far=HALF_RANGE))
def push_equipment(answer: Answered[Nothing]) -> Outcome:
    """They lie elsewhere: who is near is told again."""
    return Outcome(then=_tell_places_again(answer.table, answer.chosen))


# Scoring ---------------------------------------------------------------------------------------------------


def removed_equipment(table: Table) -> int:
    """How many Equipment were removed so far."""
    return sum(marker.gone for marker in table.markers.values() if marker.name == EQUIPMENT)


def _counting(table: Table) -> int:
    """Removed Equipment counts in every End Phase, by a switch only in the first that scores it (G24)."""
    before = sum(score.points for score in table.scores if score.reason == "removed" and score.card == CARD)
    return removed_equipment(table) - (0 if table.holds_to("G24") else before)


@MISSION.at("score")
def _score(table: Table, _: Moment) -> Outcome:
    """From round 2: Blue 1 VP for each Equipment removed so far, every End Phase (G24); Red 1 for each it
    secures, 2 for the Ramp. Then Blue 1 if a unit escaped this round, Red 2 if two Blue units were
    defeated."""
    last = (Effects(hook="secondary"),)
    if table.round < FIRST_SCORING:
        return Outcome(then=last)
    events: list[Event] = []
    if count := _counting(table):
        events.append(scored(table, "blue", count, f"{CARD}.removed"))
    events += [
        scored(table, "red", 2 if marker.name == RAMP else 1, f"{CARD}.secured", [marker.id])
        for marker in table.lying()
        if secured_by(table, marker) == "red"
    ]
    if ESCAPED.count(table) or TOLD_ESCAPED.count(table):
        events.append(scored(table, "blue", 1, f"{CARD}.escaped"))
    if FELL.count(table) >= BROKEN or TWO_DEFEATED.count(table):
        events.append(scored(table, "red", 2, f"{CARD}.two-defeated"))
    return Outcome.of(events, last)


@MISSION.asks
def _asks(table: Table) -> Asked:
    """Which Equipment reached the Ramp; from round 2 whether a unit escaped and two were defeated."""
    gone = tuple(REMOVED.word(marker.id) for marker in lying(table, EQUIPMENT))
    late = table.round >= FIRST_SCORING
    return Asked(marks=(*gone, *((TOLD_ESCAPED.word(), TWO_DEFEATED.word()) if late else ())))


@MISSION.at("defeated")
def _fell(table: Table, moment: Moment) -> Outcome:
    """Blue units defeated this round are counted."""
    blue = table.units[moment.unit].seat == table.seat_of("blue")
    return Outcome((FELL.add(table),) if blue else ())


def _escapes(table: Table, unit: Unit) -> tuple[str, ...]:
    own = table.mission.objective == CARD and table.side_of(unit.seat) == "blue"
    able = own and acts(table, unit)
    return ("",) if able and lying(table, RAMP) else ()


@unit_action("escape", able=_escapes)
def _escaped(table: Table, unit: Unit, _marker: str) -> Outcome:
    """An action of a Blue unit within half range of the Ramp and not engaged: it leaves the table (G25)."""
    return Outcome((TakenOff(unit=unit.id), ESCAPED.add(table)))


# Advantages ------------------------------------------------------------------------------------------------


@MISSION.at("activations", when=full_game)
def _activations(table: Table, _: Moment) -> Outcome:
    """First Activation Phase: those at the Ramp gain Incognito. Any: Red may spend its pool."""
    hidden = tuple(unit.id for unit in table.units.values() if AT_RAMP.count(table, unit.id))
    incognito = KeywordGained(units=hidden, keyword="incognito", why=CARD)
    seat = table.seat_of("red")
    units = tuple(unit.id for unit in on_table(table, seat))
    steps = (
        step
        for green in GREEN
        if POOL.count(table, green)
        for step in may_choose(seat, spend_pool, units, about=green)
    )
    return Outcome.of((incognito,) if table.round == 1 and hidden else (), steps)


spend_pool = choice("spend-pool", told=True, door=NO_PLACE)(lambda answer: _pass_token(answer, 1))
"""A Red unit gains the token out of the pool."""


def _pass_token(answer: Answered[Nothing], by: int) -> Outcome:
    """A token goes from the pool to each unit, or from the unit into it."""
    green = answer.step.unit
    changes = (
        (UnitChanged(unit=unit, what=green, by=by, why=CARD), POOL.add(answer.table, green, by=-by))
        for unit in answer.chosen
    )
    return Outcome.of(event for pair in changes for event in pair)


@MISSION.at("clean", when=full_game)
def _may_refill(table: Table, _: Moment) -> Outcome:
    """When tokens are removed, the pool is refilled from up to three Red units."""
    seat = table.seat_of("red")
    steps = (
        step
        for green in GREEN
        if not POOL.count(table, green)
        for step in may_choose(
            seat, refill_pool, (unit.id for unit in table.army(seat) if unit.has(green)), about=green
        )
    )
    return Outcome.of(then=steps)


refill_pool = choice("refill-pool", told=True, door=NO_PLACE)(lambda answer: _pass_token(answer, -1))
"""The token goes from the unit into the pool."""
