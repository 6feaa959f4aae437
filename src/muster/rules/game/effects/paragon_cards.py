"""The four Paragon command cards in play (rules 273 to 275)."""

from typing import Final

from muster.rules.game.effects.agendas import agenda_of, victories
from muster.rules.game.effects.attackers import worth
from muster.rules.game.engine.continuations import Answered, Choice, Nothing, choice
from muster.rules.game.hooks import Moment, effect, unit_action
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.marks import (
    AGENDA,
    ENEMY_DOWN,
    FEARLESS,
    OBJECTIVE_COMPLETE,
    ORDERED,
    PLACED,
    RELENTLESS,
    REWARDED,
)
from muster.rules.game.measuring import NO_PLACE, Door
from muster.rules.game.scoring.points import choose
from muster.rules.game.steps.choices import Among
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import GREEN, Seat, Side, Table, Unit
from muster.rules.log import Event

BEST: Final = "the-best-of-us"
DOWN: Final = "enemy-down"
COMPLETE: Final = "objective-complete"
STANDING: Final = "standing-orders-paragon"
BEST_OF: Final = ("two-aims", "two-dodges", "relentless", "fearless", "heal-two")


def paragon(table: Table, seat: Seat) -> Unit | None:
    """The Paragon of a seat, while it takes part."""
    return next((unit for unit in table.army(seat) if unit.paragon), None)


def _ordered_units(table: Table, moment: Moment) -> tuple[str, ...]:
    seat = table.seat_of(moment.side)
    return tuple(unit.id for unit in table.army(seat) if unit.order == "faceup")


def _pick(unit: Unit, follow: Choice[Nothing], among: Among) -> Choose:
    return follow.ask(unit.seat, among, unit.id)


# The Best of Us --------------------------------------------------------------------------------------------


@effect("revealed", BEST)
def _best(table: Table, moment: Moment) -> Outcome:
    """Choose two for the Paragon."""
    unit = paragon(table, table.seat_of(moment.side))
    return Outcome(then=(_pick(unit, choose_best, Among(BEST_OF, 2, 2)),) if unit else ())


@choice(BEST, told=True, door=NO_PLACE)
def choose_best(answer: Answered[Nothing]) -> Outcome:
    """Two Aims; two Dodges; Relentless this round; Courage “–” this round; up to two wounds removed."""
    table, unit = answer.table, answer.table.units[answer.step.unit]
    gains: dict[str, Event] = {
        "two-aims": UnitChanged(unit=unit.id, what="aim", by=2, why=BEST),
        "two-dodges": UnitChanged(unit=unit.id, what="dodge", by=2, why=BEST),
        "relentless": RELENTLESS.add(table, unit.id),
        "fearless": FEARLESS.add(table, unit.id),
        "heal-two": UnitChanged(unit=unit.id, what="wound", by=-min(2, unit.lost), why=BEST),
    }
    return Outcome.of(gains[gain] for gain in answer.chosen)


# Enemy Down! -----------------------------------------------------------------------------------------------


@effect("ordered", DOWN)
def _aims(table: Table, moment: Moment) -> Outcome:
    """Ordered units gain two Aims; who they are is kept for the round."""
    events = (
        event
        for unit in _ordered_units(table, moment)
        for event in (UnitChanged(unit=unit, what="aim", by=2, why=DOWN), ORDERED.add(table, DOWN, unit))
    )
    return Outcome.of(events)


@worth(DOWN)
def _downed(table: Table, _side: Side, attacker: Unit, _fell: Unit) -> tuple[Event, ...]:
    """An ordered unit that defeats an enemy unit this round gains 2 Experience: kept for the record."""
    ordered = ORDERED.count(table, DOWN, attacker.id)
    return (ENEMY_DOWN.add(table, attacker.id),) if ordered else ()


# Objective Complete! ---------------------------------------------------------------------------------------


@effect("ordered", COMPLETE)
def _readies(table: Table, moment: Moment) -> Outcome:
    """Each ordered unit gains an Aim, a Dodge or a Surge; who they are is kept for the round, and how many
    tokens lay on the agenda before."""
    units = _ordered_units(table, moment)
    marks = tuple(ORDERED.add(table, COMPLETE, unit) for unit in units)
    if before := _tokens_on_agendas(table, moment.side):
        marks = (*marks, PLACED.add(table, moment.side, by=before))
    return Outcome.of(marks, (_pick(table.units[unit], ready_unit, Among(GREEN)) for unit in units))


def _ready(answer: Answered[Nothing]) -> Outcome:
    """The token it chose; a move is made on the table."""
    unit, why = answer.step.unit, answer.step.what
    greens = (token for token in answer.chosen if token in GREEN)
    return Outcome.of(UnitChanged(unit=unit, what=token, by=1, why=why) for token in greens)


ready_unit = choice(COMPLETE, told=True, door=NO_PLACE)(_ready)
stand_by_orders = choice(STANDING, told=True, door=Door("W", "place"))(_ready)


def _tokens_on_agendas(table: Table, side: Side) -> int:
    """The tokens on the agendas of a side; each score of Small Victories is one."""
    own = sum(count for (_, whose), count in AGENDA.found(table) if whose == side)
    scores = agenda_of(table, side) == "small-victories"
    return own + (victories(table, side) if scores else 0)


def _tokens_without_reward(table: Table, side: Side) -> int:
    """The tokens placed on the agenda since the orders of this round that rewarded nobody yet."""
    return _tokens_on_agendas(table, side) - PLACED.count(table, side) - REWARDED.count(table, side)


def _completing(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units that Objective Complete! ordered this round."""
    return tuple(unit.id for unit in table.army(seat) if ORDERED.count(table, COMPLETE, unit.id))


def _completes(table: Table, unit: Unit) -> tuple[str, ...]:
    ordered = unit.id in _completing(table, unit.seat)
    return ("",) if ordered and _tokens_without_reward(table, table.side_of(unit.seat)) > 0 else ()


@unit_action(COMPLETE, able=_completes)
def _completed(table: Table, unit: Unit, _marker: str) -> Outcome:
    """For each token put on the agenda this round an ordered unit gains 1 Experience and the Register 1 SP,
    kept for the record (rule 273)."""
    return Outcome(_reward(table, table.side_of(unit.seat), unit.id))


def _reward(table: Table, side: Side, unit: str) -> tuple[Event, ...]:
    return OBJECTIVE_COMPLETE.add(table, unit), REWARDED.add(table, side)


# Before the card is discarded somebody is rewarded for each token that is left, those of the End Phase
# among them.
effect("clean", COMPLETE)(lambda table, moment: _asks(table, moment.side))


# A token that lies on the agenda at the very end of the round is one of the round too (rule 273).
effect("late-token", "against-all-odds")(lambda table, moment: _asks(table, moment.side))


def _asks(table: Table, side: Side) -> Outcome:
    able, left = _completing(table, table.seat_of(side)), _tokens_without_reward(table, side)
    step = choose(table, side, reward_unit, 1, able)
    return Outcome(then=(step,) * left if able else ())


@choice("objective-rewarded", told=True, door=NO_PLACE)
def reward_unit(answer: Answered[Nothing]) -> Outcome:
    """That unit gains 1 Experience and the Register 1 SP (rule 273)."""
    return Outcome.of(event for unit in answer.chosen for event in _reward(answer.table, answer.side, unit))


# Standing Orders -------------------------------------------------------------------------------------------


@effect("revealed", STANDING)
def _standing(table: Table, moment: Moment) -> Outcome:
    """The Paragon may make a speed-1 move, or take an Aim or a Dodge."""
    unit = paragon(table, table.seat_of(moment.side))
    among = Among(("move", "aim", "dodge"), 0)
    return Outcome(then=(_pick(unit, stand_by_orders, among),) if unit else ())
