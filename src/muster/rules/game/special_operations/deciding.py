"""Choices and dice of Special Operations: how cards and missions ask for them, each with what follows."""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar, Unpack

from muster.rules.dice.faces import Die
from muster.rules.game.engine.continuations import Choice, Concerning, Dice, P
from muster.rules.game.steps.choices import Among, YesNo
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Seat

F = TypeVar("F", bound=Callable[..., object])
MEANS: Final = "means"


def means(*ids: str) -> Callable[[F], F]:
    """Say which abilities, keywords, loadouts and cards a function carries out beside the hooks; it is kept
    with the function itself."""

    def name(function: F) -> F:
        setattr(function, MEANS, (*getattr(function, MEANS, ()), *ids))
        return function

    return name


class Bounds(Concerning[P], total=False):
    """How many things are picked where it is not up to one, and whom it concerns."""

    least: int
    most: int
    unit: str


class About(Concerning[P], total=False):
    """Whom a question or a roll concerns."""

    unit: str


def may_pick(
    follow: Choice[P], seat: Seat, options: Iterable[str], **more: Unpack[Bounds[P]]
) -> tuple[Choose, ...]:
    """A choice of at least none and at most one of these unless `least` and `most` say otherwise, where there
    are any."""
    options = tuple(dict.fromkeys(options))
    least, most = (min(number, len(options)) for number in (more.get("least", 0), more.get("most", 1)))
    among, unit = Among(options, least, most), more.get("unit", "")
    step = follow.ask(seat, among, unit, by=more.get("by", ""), known=more.get("known"))
    return (step,) if most else ()


def ask(follow: Choice[P], seat: Seat | None, **more: Unpack[About[P]]) -> Choose:
    """A question with yes or no for an answer."""
    return follow.ask(seat, YesNo(), **more)


def throw(follow: Dice[P], seat: Seat, dice: Iterable[Die], **more: Unpack[About[P]]) -> tuple[Roll, ...]:
    """Dice for a card or a rule, where there are any."""
    step = follow.roll(seat, dice, **more)
    return (step,) if step.dice else ()
