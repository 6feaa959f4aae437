"""Dice of a mission's actions, which may be rolled again before they count: at a Console by a Support unit
(rule 339), any of them with Interface Protocols."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from muster.rules.dice.faces import Die, Face
from muster.rules.game.engine.continuations import (
    DICE,
    Answered,
    Dice,
    Payload,
    Rolled,
    choice,
    register_dice,
)
from muster.rules.game.kernel import Outcome
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.special_operations.deciding import may_pick, means, throw
from muster.rules.game.special_operations.units import ability, supports
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Table, Unit

Counts: TypeAlias = Callable[[Table, Roll | Choose, tuple[Face, ...], str], Outcome]


class Worked(Payload, frozen=True):
    """On whom the dice count, and those that were kept when the others are rolled `again`."""

    target: str = ""
    again: bool = False
    faces: tuple[Face, ...] = ()

    @classmethod
    def of(cls, step: Roll) -> "Worked":
        """What a roll remembers."""
        return msgspec.convert(step.known, cls)


class Again(Payload, frozen=True):
    """What the dice were rolled for, on whom they count, and what they show."""

    what: str
    target: str
    faces: tuple[Face, ...]


class Work(Dice[Worked]):
    """Dice of a mission's action: of which kind, and what they bring, on whom or what, when nobody rolls them
    again."""

    def __init__(self, what: str, die: Die, counts: Counts) -> None:
        super().__init__(what, Worked, self.fall)
        self.die, self.counts = die, counts

    @classmethod
    def named(cls, what: str) -> "Work":
        """The dice rolled for something."""
        found = DICE[what]
        assert isinstance(found, cls)  # noqa: S101 - what was rolled before was rolled by one of these
        return found

    def fall(self, rolled: Rolled[Worked]) -> Outcome:
        """Dice may be rolled again; then they do what they were rolled for."""
        step, known, faces = rolled.step, rolled.known, rolled.roll.faces
        again = rerolls(rolled.table, rolled.unit, step.what, len(faces))
        if not again or known.again:
            return self.counts(rolled.table, step, (*known.faces, *faces), known.target)
        options, lie = map(str, range(len(faces))), Again(step.what, known.target, faces)
        return Outcome(then=may_pick(reroll_dice, step.seat, options, most=again, unit=step.unit, known=lie))


def works(what: str, die: Die) -> Callable[[Counts], Work]:
    """Say what dice of a mission's action bring when nobody rolls them again."""

    def register(counts: Counts) -> Work:
        work = Work(what, die, counts)
        register_dice(work)
        return work

    return register


@means("interface-protocols")
def rerolls(table: Table, unit: Unit, what: str, dice: int) -> int:
    """How many of the dice may be rolled again: a Support unit's one at a Console (rule 339), with Interface
    Protocols all."""
    if ability(table, unit, "interface-protocols"):
        return dice
    return int(what == "console" and supports(table, unit))


@choice("reroll", Again, door=NO_PLACE)
def reroll_dice(answer: Answered[Again]) -> Outcome:
    """Those that were chosen fall once more; the others are kept."""
    step, known = answer.step, answer.known
    kept = tuple(face for number, face in enumerate(known.faces) if str(number) not in answer.chosen)
    work = Work.named(known.what)
    if not answer.chosen:
        return work.counts(answer.table, step, kept, known.target)
    again, more = Worked(known.target, again=True, faces=kept), (work.die,) * len(answer.chosen)
    return Outcome(then=throw(work, answer.seat, more, unit=step.unit, known=again))
