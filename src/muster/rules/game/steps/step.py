"""The base classes of steps, and the two kinds that cards and missions use: `Choose` and `Roll`.

What follows an answer is defined with the card (`continuations`); a step stores only the name of that
function and what it has to remember.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Die
from muster.rules.game.steps.choices import Among, AnyChoice, Chosen

Seat: TypeAlias = Literal["one", "two"]
Known: TypeAlias = Mapping[str, str | int | bool | tuple[str, ...]]


class Step(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something to be settled. Its id is also the prompt's and is unique in the game; the engine assigns one
    to steps that come without."""

    id: str = ""


class SeatStep(Step, frozen=True, kw_only=True):
    """A step of one seat."""

    seat: Seat


class UnitStep(SeatStep, frozen=True, kw_only=True):
    """A step of one seat, about a unit."""

    unit: str


class Choose(Step, frozen=True, kw_only=True):
    """A player chooses. `what` names the continuation that follows, `unit` and `by` the units concerned, and
    `known` is what the continuation has to remember. Without a seat either player may answer."""

    seat: Seat | None
    what: str
    choice: AnyChoice
    unit: str = ""
    by: str = ""
    known: Known = {}

    @property
    def options(self) -> Chosen:
        """The options, if the choice is among things."""
        return self.choice.options if isinstance(self.choice, Among) else ()

    @property
    def least(self) -> int:
        """At least so many."""
        return self.choice.least if isinstance(self.choice, Among) else 1

    @property
    def most(self) -> int:
        """At most so many."""
        return self.choice.most if isinstance(self.choice, Among) else 1


class Roll(Step, frozen=True, kw_only=True):
    """Roll dice, or draw so many order tokens (`draws`) from a `bag`. The rest is as in a choice."""

    seat: Seat
    what: str
    dice: tuple[Die, ...] = ()
    bag: tuple[Rank, ...] = ()
    draws: int = 0
    unit: str = ""
    by: str = ""
    known: Known = {}
