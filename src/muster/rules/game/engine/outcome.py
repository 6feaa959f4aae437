"""What settling a step takes and returns: a source of chance, and an outcome."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from muster.rules.dice.faces import Die
from muster.rules.dice.faces import Roll as Faces
from muster.rules.game.steps import AnyStep
from muster.rules.log import Event


class Chance(Protocol):
    """Where dice and draws come from: an undone step, a fresh seed, a player's own dice, or a script."""

    def roll(
        self, step: str, purpose: str, dice: Sequence[Die], typed: Sequence[str] = ()
    ) -> tuple[Faces, tuple[Event, ...]]:
        """The faces for a step, and the events that record them."""

    def below(self, step: str, purpose: str, number: int) -> tuple[int, tuple[Event, ...]]:
        """A random number below `number`, and the events that record it."""


class Outcome(NamedTuple):
    """The result of settling: events, and steps to push onto the stack.

    Not `done` means that the other seat has yet to answer; all events are secret then. A change may drop
    (`drops`) that many of the open steps.
    """

    events: tuple[Event, ...] = ()
    then: tuple[AnyStep, ...] = ()
    done: bool = True
    drops: int = 0

    @classmethod
    def of(cls, events: Iterable[Event] = (), then: Iterable[AnyStep] = ()) -> "Outcome":
        """Make an outcome from any iterables."""
        return cls(tuple(events), tuple(then))
