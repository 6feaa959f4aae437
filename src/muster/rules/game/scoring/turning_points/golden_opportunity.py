"""Golden Opportunity: machines to push to the Ramp, and units that escape over it."""

from typing import Final

from msgspec.structs import replace

from muster.rules.game.hooks import Choice, Moment, deed, effect, purpose
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.cards import KeywordGained
from muster.rules.game.log.events import Deployed, Marked, MarkerChanged, TakenOff, UnitChanged
from muster.rules.game.scoring.contesting import acts, at_token, secured_by, secures
from muster.rules.game.scoring.points import (
    FIRST_SCORING,
    lying,
    may_choose,
    on_table,
    on_the_map,
    scored,
    this_round,
)
from muster.rules.game.scoring.told import Asked, asks
from muster.rules.game.steps import Effects, Pick, TellPlaces
from muster.rules.game.table import GREEN, Table, Unit
from muster.rules.log import Event

CARD: Final = "golden-opportunity"
EQUIPMENT: Final = "Military Equipment"
RAMP: Final = "Cargo Ramp"
BROKEN: Final = 2
"""Blue units that Red has to defeat in a round for its secondary."""


@effect("setup", CARD)
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
            table, blue, f"at-ramp:{rank}", (one.id for one in table.army(blue) if one.rank == rank)
        )
    )
    return Outcome(tuple(Marked(name=f"pool.{green}") for green in GREEN), (on_the_map(CARD), *steps))


@purpose("at-ramp")
def _at_ramp(choice: Choice) -> Outcome:
    """It starts on the table."""
    return Outcome(
        tuple(
            event for unit in choice.units for event in (Deployed(unit=unit), Marked(name=f"at-ramp.{unit}"))
        )
    )


# Moving Equipment ------------------------------------------------------------------------------------------


@effect("end-start", CARD)
def _may_move(table: Table, _: Moment) -> Outcome:
    """Any round: Blue may move each Equipment it secures up to range 1 (G39)."""
    if table.level == "score":
        told = [one for one in lying(table, EQUIPMENT) if table.mark(f"told.removed.{one.id}")]
        return Outcome(tuple(MarkerChanged(marker=replace(one, gone=True), why=CARD) for one in told))
    secured = tuple(one.id for one in lying(table, EQUIPMENT) if secures(table, one, "blue"))
    return Outcome(then=_picks(table, "move-equipment", secured))


def _picks(table: Table, what: str, markers: tuple[str, ...]) -> tuple[Pick, ...]:
    name, seat = f"r{table.round}.{what}", table.seat_of("blue")
    step = Pick(id=name, seat=seat, purpose=what, options=markers, most=len(markers))
    return (step,) if markers else ()


@purpose("move-equipment")
def _moved(choice: Choice) -> Outcome:
    """Which of them are now within half range of the Ramp?"""
    moved = tuple(Marked(name=this_round(choice.table, f"moved.{one}")) for one in choice.units)
    return Outcome(moved, _picks(choice.table, "at-the-ramp", choice.units))


@purpose("at-the-ramp")
def _removed(choice: Choice) -> Outcome:
    """Those are removed; who is near the others is told again (G22)."""
    markers = (choice.table.markers[id] for id in choice.units)
    gone = tuple(MarkerChanged(marker=replace(one, gone=True), why=CARD) for one in markers)
    options = choice.step.options if isinstance(choice.step, Pick) else ()
    return Outcome(gone, _told_again(choice.table, tuple(id for id in options if id not in choice.units)))


def _told_again(table: Table, markers: tuple[str, ...]) -> tuple[TellPlaces, ...]:
    name = f"r{table.round}.places-again.{'-'.join(markers)}"
    return (TellPlaces(id=name, tokens=markers),) if markers else ()


@effect("secondary", CARD)
def _may_push(table: Table, _: Moment) -> Outcome:
    """After scoring: one that Blue contests without securing it may move up to half range, once a round."""
    if table.level == "score":
        return Outcome()
    able = tuple(
        one.id
        for one in lying(table, EQUIPMENT)
        if "blue" in at_token(table, one) and not secures(table, one, "blue")
        if not table.mark(this_round(table, f"moved.{one.id}"))
    )
    return Outcome(then=_picks(table, "push-equipment", able))


@purpose("push-equipment")
def _pushed(choice: Choice) -> Outcome:
    """They lie elsewhere: who is near is told again."""
    return Outcome(then=_told_again(choice.table, choice.units))


# Scoring ---------------------------------------------------------------------------------------------------


def removed(table: Table) -> int:
    """How many Equipment were removed so far."""
    return sum(one.gone for one in table.markers.values() if one.name == EQUIPMENT)


def _counting(table: Table) -> int:
    """Removed Equipment counts in every End Phase, by a switch only in the first that scores it (G24)."""
    before = sum(one.points for one in table.scores if one.reason == "removed" and one.card == CARD)
    return removed(table) - (0 if table.holds_to("G24") else before)


@effect("score", CARD)
def _score(table: Table, _: Moment) -> Outcome:
    """From round 2: Blue 1 VP for each Equipment removed so far, every End Phase (G24); Red 1 for each it
    secures, 2 for the Ramp. Then Blue 1 if a unit escaped this round, Red 2 if two Blue units were
    defeated."""
    last = (Effects(id=f"r{table.round}.push", hook="secondary"),)
    if table.round < FIRST_SCORING:
        return Outcome(then=last)
    events: list[Event] = []
    if count := _counting(table):
        events.append(scored(table, "blue", count, f"{CARD}.removed"))
    events += [
        scored(table, "red", 2 if one.name == RAMP else 1, f"{CARD}.secured", [one.id])
        for one in table.lying()
        if secured_by(table, one) == "red"
    ]
    if table.mark(this_round(table, "escaped")) or table.mark("told.escaped"):
        events.append(scored(table, "blue", 1, f"{CARD}.escaped"))
    if table.mark(this_round(table, "fell")) >= BROKEN or table.mark("told.two-defeated"):
        events.append(scored(table, "red", 2, f"{CARD}.two-defeated"))
    return Outcome(tuple(events), last)


@asks(CARD)
def _asks(table: Table) -> Asked:
    """Which Equipment reached the Ramp; from round 2 whether a unit escaped and two were defeated."""
    gone = tuple(f"removed.{one.id}" for one in lying(table, EQUIPMENT))
    late = table.round >= FIRST_SCORING
    return Asked(marks=(*gone, *(("escaped", "two-defeated") if late else ())))


@effect("defeated", CARD)
def _fell(table: Table, moment: Moment) -> Outcome:
    """Blue units defeated this round are counted."""
    blue = table.units[moment.unit].seat == table.seat_of("blue")
    return Outcome((Marked(name=this_round(table, "fell")),) if blue else ())


def _escapes(table: Table, unit: Unit) -> tuple[str, ...]:
    own = table.mission.objective == CARD and table.side_of(unit.seat) == "blue"
    able = own and acts(table, unit)
    return ("",) if able and lying(table, RAMP) else ()


@deed("escape", able=_escapes)
def _escaped(table: Table, unit: Unit, _marker: str) -> Outcome:
    """An action of a Blue unit within half range of the Ramp and not engaged: it leaves the table (G25)."""
    return Outcome((TakenOff(unit=unit.id), Marked(name=this_round(table, "escaped"))))


# Advantages ------------------------------------------------------------------------------------------------


@effect("activations", CARD)
def _activations(table: Table, _: Moment) -> Outcome:
    """First Activation Phase: those at the Ramp gain Incognito. Any: Red may spend its pool."""
    if table.level == "score":
        return Outcome()
    hidden = tuple(unit.id for unit in table.units.values() if table.mark(f"at-ramp.{unit.id}"))
    incognito = KeywordGained(units=hidden, keyword="incognito", why=CARD)
    seat = table.seat_of("red")
    units = tuple(unit.id for unit in on_table(table, seat))
    steps = (
        step
        for green in GREEN
        if table.mark(f"pool.{green}")
        for step in may_choose(table, seat, f"spend-pool:{green}", units)
    )
    return Outcome((incognito,) if table.round == 1 and hidden else (), tuple(steps))


@purpose("spend-pool")
def _spent(choice: Choice) -> Outcome:
    """A Red unit gains the token out of the pool."""
    return _passed(choice, 1)


def _passed(choice: Choice, by: int) -> Outcome:
    """A token goes from the pool to each unit, or from the unit into it."""
    green = choice.step.marker
    changes = (
        (UnitChanged(unit=unit, what=green, by=by, why=CARD), Marked(name=f"pool.{green}", by=-by))
        for unit in choice.units
    )
    return Outcome(tuple(event for pair in changes for event in pair))


@effect("clean", CARD)
def _may_refill(table: Table, _: Moment) -> Outcome:
    """When tokens are removed, the pool is refilled from up to three Red units."""
    if table.level == "score":
        return Outcome()
    seat = table.seat_of("red")
    steps = (
        step
        for green in GREEN
        if not table.mark(f"pool.{green}")
        for step in may_choose(
            table, seat, f"refill-pool:{green}", (one.id for one in table.army(seat) if one.has(green))
        )
    )
    return Outcome(then=tuple(steps))


@purpose("refill-pool")
def _refilled(choice: Choice) -> Outcome:
    """The token goes from the unit into the pool."""
    return _passed(choice, -1)
