"""Dice of a mission's actions, which may be rolled again before they count: at a Console by a Support unit
(rule 339), any of them with Interface Protocols."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from muster.rules.dice.faces import Die, Face
from muster.rules.game.kernel import Outcome
from muster.rules.game.operation_steps import Decide, Throw
from muster.rules.game.special_operations.deciding import (
    Decision,
    Thrown,
    decides,
    may_pick,
    means,
    throw,
    thrown,
)
from muster.rules.game.special_operations.units import ability, supports
from muster.rules.game.table import Table, Unit

Counts: TypeAlias = Callable[[Table, Throw | Decide, tuple[Face, ...], tuple[str, ...]], Outcome]


class Work(NamedTuple):
    """The dice of an action, and what they bring once they lie."""

    die: Die
    counts: Counts


WORKS: Final[dict[str, Work]] = {}


def works(what: str, die: Die) -> Callable[[Counts], Counts]:
    """Say what dice of a mission's action bring, on whom or what, when nobody rolls them again."""

    def register(function: Counts) -> Counts:
        WORKS[what] = Work(die, function)
        thrown(what)(_fell)
        return function

    return register


@means("interface-protocols")
def rerolls(table: Table, unit: Unit, what: str, dice: int) -> int:
    """How many of the dice may be rolled again: a Support unit's one at a Console (rule 339), with Interface
    Protocols all."""
    if ability(table, unit, "interface-protocols"):
        return dice
    return int(what == "console" and supports(table, unit))


def _fell(cast: Thrown) -> Outcome:
    """Dice may be rolled again; then they do what they were rolled for."""
    step, faces = cast.step, cast.roll.faces
    again = rerolls(cast.table, cast.unit, step.what, len(faces))
    if again and not step.about[1:]:
        told = (step.what, *step.about[:1], "|", *(face.value for face in faces))
        options = tuple(str(number) for number in range(len(faces)))
        return Outcome(
            then=may_pick("reroll", step.seat, options, step.id, most=again, unit=step.unit, about=told)
        )
    kept = tuple(Face(one) for one in step.about[2:])
    return WORKS[step.what].counts(cast.table, step, (*kept, *faces), step.about[:1])


@decides("reroll")
def _rerolled(choice: Decision) -> Outcome:
    step = choice.step
    split = step.about.index("|")
    what, target = step.about[0], step.about[1:split]
    faces = [Face(one) for one in step.about[split + 1 :]]
    kept = [face for number, face in enumerate(faces) if str(number) not in choice.picked]
    if not choice.picked:
        return WORKS[what].counts(choice.table, step, tuple(kept), target)
    about = (*(target or ("",)), "again", *(face.value for face in kept))
    dice = (WORKS[what].die,) * len(choice.picked)
    return Outcome(then=throw(what, choice.seat, dice, step.id, unit=step.unit, about=about))
