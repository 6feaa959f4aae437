"""The four Paragon command cards in play (rules 273 to 275)."""

from typing import Final

from msgspec.structs import replace

from muster.rules.game.effects.agendas import agenda_of, victories
from muster.rules.game.effects.attackers import worth
from muster.rules.game.hooks import Choice, Moment, deed, effect, purpose
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked, UnitChanged
from muster.rules.game.scoring.points import choose, this_round
from muster.rules.game.steps import Pick
from muster.rules.game.table import GREEN, Seat, Side, Table, Unit
from muster.rules.log import Event

BEST: Final = "the-best-of-us"
DOWN: Final = "enemy-down"
COMPLETE: Final = "objective-complete"
REWARDED: Final = "objective-rewarded"
STANDING: Final = "standing-orders-paragon"
BEST_OF: Final = ("two-aims", "two-dodges", "relentless", "fearless", "heal-two")


def paragon(table: Table, seat: Seat) -> Unit | None:
    """The Paragon of a seat, while it takes part."""
    return next((unit for unit in table.army(seat) if unit.paragon), None)


def _ordered(table: Table, moment: Moment) -> tuple[str, ...]:
    seat = table.seat_of(moment.side)
    return tuple(unit.id for unit in table.army(seat) if unit.order == "faceup")


def _pick(table: Table, unit: Unit, what: str, options: tuple[str, ...], number: int) -> Pick:
    name, least = f"r{table.round}.{what}.{unit.id}", number if what != STANDING else 0
    return Pick(
        id=name, seat=unit.seat, purpose=what, options=options, least=least, most=number, unit=unit.id
    )


def _of(choice: Choice) -> str:
    return choice.step.unit if isinstance(choice.step, Pick) else ""


# The Best of Us --------------------------------------------------------------------------------------------


@effect("revealed", BEST)
def _best(table: Table, moment: Moment) -> Outcome:
    """Choose two for the Paragon."""
    unit = paragon(table, table.seat_of(moment.side))
    return Outcome(then=(_pick(table, unit, BEST, BEST_OF, 2),) if unit else ())


@purpose(BEST)
def _best_chosen(choice: Choice) -> Outcome:
    """Two Aims; two Dodges; Relentless this round; Courage “–” this round; up to two wounds removed."""
    table, unit = choice.table, choice.table.units[_of(choice)]
    gains: dict[str, Event] = {
        "two-aims": UnitChanged(unit=unit.id, what="aim", by=2, why=BEST),
        "two-dodges": UnitChanged(unit=unit.id, what="dodge", by=2, why=BEST),
        "relentless": Marked(name=this_round(table, f"relentless.{unit.id}")),
        "fearless": Marked(name=f"fearless.r{table.round}.{unit.id}"),
        "heal-two": UnitChanged(unit=unit.id, what="wound", by=-min(2, unit.lost), why=BEST),
    }
    return Outcome(tuple(gains[one] for one in choice.units))


# Enemy Down! -----------------------------------------------------------------------------------------------


@effect("ordered", DOWN)
def _aims(table: Table, moment: Moment) -> Outcome:
    """Ordered units gain two Aims; who they are is kept for the round."""
    events = (
        event
        for unit in _ordered(table, moment)
        for event in (
            UnitChanged(unit=unit, what="aim", by=2, why=DOWN),
            Marked(name=this_round(table, f"ordered.{DOWN}.{unit}")),
        )
    )
    return Outcome(tuple(events))


@worth(DOWN)
def _downed(table: Table, _side: Side, attacker: Unit, _fell: Unit) -> tuple[Event, ...]:
    """An ordered unit that defeats an enemy unit this round gains 2 Experience: kept for the record."""
    ordered = table.mark(this_round(table, f"ordered.{DOWN}.{attacker.id}"))
    return (Marked(name=f"{DOWN}.{attacker.id}"),) if ordered else ()


# Objective Complete! ---------------------------------------------------------------------------------------


@effect("ordered", COMPLETE)
def _readies(table: Table, moment: Moment) -> Outcome:
    """Each ordered unit gains an Aim, a Dodge or a Surge; who they are is kept for the round, and how many
    tokens lay on the agenda before."""
    units = _ordered(table, moment)
    marks = tuple(Marked(name=this_round(table, f"ordered.{COMPLETE}.{unit}")) for unit in units)
    if before := _placed(table, moment.side):
        marks = (*marks, Marked(name=this_round(table, f"placed.{moment.side}"), by=before))
    return Outcome(marks, tuple(_pick(table, table.units[unit], COMPLETE, GREEN, 1) for unit in units))


@purpose(COMPLETE)
@purpose(STANDING)
def _readied(choice: Choice) -> Outcome:
    """The token it chose; a move is made on the table."""
    greens = (one for one in choice.units if one in GREEN)
    why = choice.step.purpose
    return Outcome(tuple(UnitChanged(unit=_of(choice), what=one, by=1, why=why) for one in greens))


def _placed(table: Table, side: Side) -> int:
    """The tokens on the agendas of a side; each score of Small Victories is one."""
    marks = ((name.split("."), count) for name, count in table.marks.items())
    own = sum(count for name, count in marks if (name[0], name[-1]) == ("agenda", side))
    scores = agenda_of(table, side) == "small-victories"
    return own + (victories(table, side) if scores else 0)


def _unrewarded(table: Table, side: Side) -> int:
    """The tokens placed on the agenda since the orders of this round that rewarded nobody yet."""
    before, used = (table.mark(this_round(table, f"{name}.{side}")) for name in ("placed", "rewarded"))
    return _placed(table, side) - before - used


def _completing(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units that Objective Complete! ordered this round."""
    army = table.army(seat)
    return tuple(one.id for one in army if table.mark(this_round(table, f"ordered.{COMPLETE}.{one.id}")))


def _completes(table: Table, unit: Unit) -> tuple[str, ...]:
    ordered = unit.id in _completing(table, unit.seat)
    return ("",) if ordered and _unrewarded(table, table.side_of(unit.seat)) > 0 else ()


@deed(COMPLETE, able=_completes)
def _completed(table: Table, unit: Unit, _marker: str) -> Outcome:
    """For each token put on the agenda this round an ordered unit gains 1 Experience and the Register 1 SP,
    kept for the record (rule 273)."""
    return Outcome(_reward(table, table.side_of(unit.seat), unit.id))


def _reward(table: Table, side: Side, unit: str) -> tuple[Event, ...]:
    return Marked(name=f"{COMPLETE}.{unit}"), Marked(name=this_round(table, f"rewarded.{side}"))


@effect("clean", COMPLETE)
def _rewards(table: Table, moment: Moment) -> Outcome:
    """Before the card is discarded somebody is rewarded for each token that is left, those of the End Phase
    among them."""
    return _asks(table, moment.side, "")


@effect("late-token", "against-all-odds")
def _late_reward(table: Table, moment: Moment) -> Outcome:
    """A token that lies on the agenda at the very end of the round is one of the round too (rule 273)."""
    return _asks(table, moment.side, "late")


def _asks(table: Table, side: Side, when: str) -> Outcome:
    able, left = _completing(table, table.seat_of(side)), _unrewarded(table, side)
    step = choose(table, side, REWARDED, 1, able)
    steps = (replace(step, id=f"{step.id}{when}{number}") for number in range(1, left + 1))
    return Outcome(then=tuple(steps) if able else ())


@purpose(REWARDED)
def _rewarded(choice: Choice) -> Outcome:
    """That unit gains 1 Experience and the Register 1 SP (rule 273)."""
    return Outcome(
        tuple(event for unit in choice.units for event in _reward(choice.table, choice.side, unit))
    )


# Standing Orders -------------------------------------------------------------------------------------------


@effect("revealed", STANDING)
def _standing(table: Table, moment: Moment) -> Outcome:
    """The Paragon may make a speed-1 move, or take an Aim or a Dodge."""
    unit = paragon(table, table.seat_of(moment.side))
    options = ("move", "aim", "dodge")
    return Outcome(then=(_pick(table, unit, STANDING, options, 1),) if unit else ())
