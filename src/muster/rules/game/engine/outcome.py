"""What settling a step needs and brings: chance, and an outcome."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from muster.rules.dice.faces import Die
from muster.rules.dice.faces import Roll as Faces
from muster.rules.game.steps import AnyStep
from muster.rules.log import Event


class Chance(Protocol):
    """Dice and draws: kept from an undone step, fresh with a seed, typed in or scripted."""

    def roll(
        self, step: str, purpose: str, dice: Sequence[Die], typed: Sequence[str] = ()
    ) -> tuple[Faces, tuple[Event, ...]]:
        """The faces for a step, and the events that hold them."""

    def below(self, step: str, purpose: str, number: int) -> tuple[int, tuple[Event, ...]]:
        """A number from 0 to one less than asked, and the events that hold it."""


class Outcome(NamedTuple):
    """What settling brings: events, and steps that come before the rest of the stack.

    Not `done`: the other seat has still to answer, and all events are secret.
    """

    events: tuple[Event, ...] = ()
    then: tuple[AnyStep, ...] = ()
    done: bool = True

    @classmethod
    def of(cls, events: Iterable[Event] = (), then: Iterable[AnyStep] = ()) -> "Outcome":
        """What happened and what comes next, from whatever yields them."""
        return cls(tuple(events), tuple(then))
