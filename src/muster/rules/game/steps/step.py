"""What every step of a game has, and the two kinds that cards and missions use: `Choose` and `Roll`.

What follows an answer stands with the card (`continuations`); a step holds only its name and what it has to
remember.
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
    """Something to be settled. The id is its prompt's, unique in its game: the engine gives one to every step
    that comes without."""

    id: str = ""


class SeatStep(Step, frozen=True, kw_only=True):
    """A step of one seat."""

    seat: Seat


class UnitStep(SeatStep, frozen=True, kw_only=True):
    """A step of one seat, about a unit."""

    unit: str


class Choose(Step, frozen=True, kw_only=True):
    """Somebody chooses. `what` names the continuation that follows, `unit` and `by` whom it concerns, `known`
    is what the continuation remembers. Without a seat either player answers."""

    seat: Seat | None
    what: str
    choice: AnyChoice
    unit: str = ""
    by: str = ""
    known: Known = {}

    @property
    def options(self) -> Chosen:
        """What is offered, where things are."""
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
    """Dice fall, or `draws` of the order tokens in `bag` are drawn. The fields are those of a choice."""

    seat: Seat
    what: str
    dice: tuple[Die, ...] = ()
    bag: tuple[Rank, ...] = ()
    draws: int = 0
    unit: str = ""
    by: str = ""
    known: Known = {}
