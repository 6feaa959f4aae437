"""Tokens that wait for their unit's activation: what they do as it begins and as it ends (core: Unit
activation, page 23, steps 1 and 4)."""

from collections.abc import Iterator
from typing import Final

from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import Nothing, Rolled, dice
from muster.rules.game.engine.outcome import Outcome
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.marks import FEWER
from muster.rules.game.steps import AnyStep, Gain
from muster.rules.game.table import Table, Unit

ION: Final = "ion"
DAMAGE: Final = "vehicle-damage"
POISON: Final = "poison"
ENDS: Final = (ION, POISON, "immobilize")
"""What goes as the activation ends (core: pages 59 and 60)."""


def as_it_begins(unit: Unit) -> Iterator[AnyStep]:
    """A white defence die for each Ion token, and one for a Vehicle Damage token, but for vehicles with AI
    (core: Ion token, page 59; Resilience, page 40)."""
    if number := unit.tokens.get(ION, 0):
        yield ion_dice.roll(unit.seat, (Die.DEFENCE_WHITE,) * number, unit.id)
    if unit.has(DAMAGE) and "ai" not in unit.keywords:
        yield damage_die.roll(unit.seat, (Die.DEFENCE_WHITE,), unit.id)


@dice("ion-tokens")
def ion_dice(rolled: Rolled[Nothing]) -> Outcome:
    """Any Blank costs one action, however many there are (core: Ion token, page 59)."""
    return _fewer(rolled, ION)


@dice("vehicle-damage")
def damage_die(rolled: Rolled[Nothing]) -> Outcome:
    """A Blank costs one action (core: Resilience, page 40)."""
    return _fewer(rolled, DAMAGE)


def _fewer(rolled: Rolled[Nothing], why: str) -> Outcome:
    lost = Face.BLANK in rolled.roll.faces
    return Outcome(FEWER.change_to(rolled.table, int(lost), why, rolled.step.unit))


def actions_lost(table: Table, unit: Unit) -> tuple[str, ...]:
    """The tokens that cost it an action in this activation; such losses add up (core: Losing actions, page
    23; K13)."""
    return tuple(why for why in (ION, DAMAGE) if FEWER.count(table, why, unit.id))


def as_it_ends(table: Table, unit: Unit) -> Outcome:
    """Poison wounds once for each of its tokens; it, Ion and Immobilize are gone (core: pages 59 and 60), and
    so is what the dice cost, for a unit that acts twice."""
    cost = actions_lost(table, unit)
    if not (unit.tokens or cost):
        return Outcome()
    lost = (FEWER.add(table, why, unit.id, by=-1) for why in cost)
    gone = tuple(
        UnitChanged(unit=unit.id, what=token, by=-unit.tokens[token], why="ended")
        for token in ENDS if unit.has(token)
    )  # fmt: skip
    poison = unit.tokens.get(POISON, 0)
    wounds = (Gain(units=(unit.id,), what="wound", number=poison, why=POISON),) if poison else ()
    return Outcome((*gone, *lost), wounds)
