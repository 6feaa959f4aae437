"""A table with cards in force and units in places, to ask one card at a time."""

from typing import Any

import msgspec
from msgspec.structs import replace

from muster.rules.dice.faces import Roll
from muster.rules.game import game as engine
from muster.rules.game.engine.continuations import CHOICES, DICE
from muster.rules.game.hooks import at
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Scored
from muster.rules.game.log.older_steps import lift_stack
from muster.rules.game.missions import mission_cards
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.steps.step import Choose
from muster.rules.game.steps.step import Roll as RollStep
from muster.rules.game.table import SEATS, Chair, Game, Marker, Mission, Table, Unit
from tests.rules.game.game_table import army


def table(objective: str = "", secondary: str = "", **more: Any) -> Table:
    """Seat one is Blue; everybody is on the table; round 2."""
    units = {unit.id: replace(unit, deployed=True) for unit in (*army("one"), *army("two"))}
    tokens = mission_cards()[objective].tokens if objective else ()
    fields = {
        "mode": "standard", "round": 2, "phase": "end", "blue": "one", "units": units,
        "chairs": {seat: Chair() for seat in SEATS}, "markers": {one.id: one for one in tokens},
        "mission": Mission(objective=objective, secondary=secondary), **more,
    }  # fmt: skip
    return Table(**fields)


def with_unit(before: Table, unit: str, **fields: Any) -> Table:
    """The same with a unit changed."""
    changed: Unit = replace(before.units[unit], **fields)
    return replace(before, units={**before.units, unit: changed})


def with_markers(before: Table, *markers: Marker) -> Table:
    """The same with these tokens."""
    return replace(before, markers={**before.markers, **{one.id: one for one in markers}})


def after(before: Table, *outcomes: Outcome) -> Table:
    """The table after what happened."""
    game = Game(table=before)
    for outcome in outcomes:
        for event in outcome.events:
            game = engine.evolve(game, event)
    return game.table


def scored(*outcomes: Outcome) -> tuple[int, int]:
    """The VP of Blue and Red in what happened."""
    scores = [event.score for one in outcomes for event in one.events if isinstance(event, Scored)]
    blue, red = (sum(one.points for one in scores if one.side == side) for side in ("blue", "red"))
    return blue, red


def points(before: Table, hook: Any = "score") -> tuple[int, int]:
    """The VP of Blue and Red that the cards give at a moment."""
    return scored(at(before, hook))


def is_question(step: AnyStep) -> bool:
    """Whether a step asks for yes or no."""
    return isinstance(step, Choose) and isinstance(step.choice, YesNo)


def older_step(**stored: Any) -> AnyStep:
    """A step as an older game stored it, in today's kinds."""
    stack: Any = lift_stack({"todo": [stored]})
    step: AnyStep = msgspec.convert(stack["todo"][0], AnyStep)
    return step


def answered(before: Table, step: Choose, *chosen: str) -> Outcome:
    """What follows when the seat that is asked chooses this."""
    return CHOICES[step.what](Game(table=before), step, step.seat or "one", chosen)


def fell(before: Table, step: RollStep, roll: Roll) -> Outcome:
    """What follows when dice fall like this."""
    return DICE[step.what](Game(table=before), step, roll)
