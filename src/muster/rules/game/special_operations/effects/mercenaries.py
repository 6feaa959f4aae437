"""What the command cards of Mercenaries do beside their orders: one small function each. What they
give for the round is data (`gains`, `weapon`)."""

from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import Moment, effect, together
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.special_operations.attacks.sheet import targets
from muster.rules.game.special_operations.deciding import may_pick
from muster.rules.game.special_operations.effects.helping import (
    adds_bonus,
    all_give,
    attacks,
    command,
    is_own,
    ordered_units,
    seat_of,
)
from muster.rules.game.special_operations.marks import DEFEATED, DID, GAUNTLET, MORE_SUPPRESSIVE
from muster.rules.game.special_operations.moving import free_move, free_to_move
from muster.rules.game.special_operations.panic import give, suffer
from muster.rules.game.special_operations.units import engaged_with, in_play
from muster.rules.game.steps.operations import Sheet
from muster.rules.game.table import Table

NOTHING = Outcome()


@effect("ordered", "brash-tactics")
def _brash(table: Table, moment: Moment) -> Outcome:
    seat = seat_of(table, moment)
    able = [id for id in ordered_units(table, seat) if free_to_move(table, table.units[id])]
    return Outcome(then=may_pick(use_brash_tactics, seat, able))


@choice("brash-tactics", door=NO_PLACE, optional=True)
def use_brash_tactics(answer: Answered[Nothing]) -> Outcome:
    """A unit given an order moves at speed 3 and gains an Observation."""
    moves = free_move(answer.table, answer.first, 3, "brash-tactics")
    return moves._replace(events=(*moves.events, *give(answer.table, answer.first, "observation")))


def _bold(table: Table, moment: Moment) -> bool:
    """Who has a faceup order and attacks who has none."""
    led = attacks(table, moment) and table.units[moment.unit].order == "faceup"
    return led and not table.units[moment.by].order


adds_bonus("ruthless", MORE_SUPPRESSIVE, _bold)


@effect("ordered", "diversionary-tactics")
def _diversion(table: Table, moment: Moment) -> Outcome:
    """The ordered gain an Observation and a Dodge, the others an Aim."""
    seat = seat_of(table, moment)
    bait = ordered_units(table, seat)
    others = [id for id in in_play(table, seat) if id not in bait]
    return together(
        (all_give(table, bait, "observation"), all_give(table, bait, "dodge"), all_give(table, others, "aim"))
    )


@effect("unit-end", "gauntlet-support-run")
def _support_run(table: Table, moment: Moment) -> Outcome:
    """Once, at the end of a Commander's activation, an attack at any range."""
    unit, this_round = table.units[moment.unit], (f"r{table.round}", moment.side)
    sheet = Sheet(
        seat=unit.seat, unit=unit.id, kind="ranged", optional=True,
        weapons=("gauntlet-support-run",), why="card",
    )  # fmt: skip
    fresh = is_own(table, moment, unit.id) and unit.is_commander and not GAUNTLET.count(table, *this_round)
    able = fresh and targets(table, sheet)
    return Outcome((GAUNTLET.add(table, *this_round),), (sheet,)) if able else NOTHING


@effect("defeated", "victory-or-death")
def _victory(table: Table, moment: Moment) -> Outcome:
    mine = (
        is_own(table, moment, moment.by)
        and not is_own(table, moment, moment.unit)
        and table.acting == moment.by
    )
    return Outcome((DID.add(table, moment.by, DEFEATED),)) if mine else NOTHING


@effect("unit-end", "victory-or-death")
def _or_death(table: Table, moment: Moment) -> Outcome:
    """Who did not defeat an enemy unit, or is not engaged with one, gains two Suppression."""
    unit = table.units[moment.unit]
    spared = DID.count(table, unit.id, DEFEATED) and engaged_with(table, unit.id)
    if spared or not is_own(table, moment, unit.id):
        return NOTHING
    return Outcome(then=suffer((unit.id,), command(table, "victory-or-death").value))
