"""Choices and dice of Special Operations: what may be said. What follows stands with the card or the mission,
registered under a name."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias, TypedDict, TypeVar, Unpack

from msgspec.structs import replace

from muster.rules.dice.faces import Die, Roll
from muster.rules.game.answers import AnySaid, Picked
from muster.rules.game.hooks import registers
from muster.rules.game.kernel import Chance, Outcome, either, settles
from muster.rules.game.operation_steps import Decide, Throw
from muster.rules.game.phases.choosing import count_wrong, some_of
from muster.rules.game.phases.rolling import throws
from muster.rules.game.table import Game, Seat, Table, Unit, View
from muster.rules.violations import Violation

YES_OR_NO: Final = ("yes", "no")


class Decision(NamedTuple):
    """What a seat picked, and the step that asked for it."""

    game: Game
    step: Decide
    seat: Seat
    picked: tuple[str, ...]

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.game.table

    @property
    def one(self) -> str:
        """The one thing picked, or nothing."""
        return self.picked[0] if self.picked else ""

    @property
    def yes(self) -> bool:
        """Whether the answer was yes."""
        return self.one == "yes"


class Thrown(NamedTuple):
    """Dice that fell."""

    game: Game
    step: Throw
    roll: Roll

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.game.table

    @property
    def unit(self) -> Unit:
        """The unit it concerns."""
        return self.game.table.units[self.step.unit]


class Typed(NamedTuple):
    """A choice that is typed in: which option is meant, and what is wrong where none is."""

    read: Callable[[str], str]
    wrong: Violation


F = TypeVar("F", bound=Callable[..., object])
Unable: TypeAlias = Callable[[View, Decide, tuple[str, ...]], Iterator[Violation]]
DECISIONS: Final[dict[str, Callable[[Decision], Outcome]]] = {}
THROWS: Final[dict[str, Callable[[Thrown], Outcome]]] = {}
UNABLE: Final[dict[str, Unable]] = {}
TYPED: Final[dict[str, "Typed"]] = {}
"""Why a seat cannot pick something, by what it alone knows."""
MEANT: Final[dict[str, tuple[Callable[..., object], ...]]] = {}
"""The functions in which an ability, keyword, loadout or card is at work beside the hooks."""


def decides(name: str) -> Callable[[Callable[[Decision], Outcome]], Callable[[Decision], Outcome]]:
    """Say what follows from a decision."""
    return registers(DECISIONS, name)


def unable(name: str) -> Callable[[Unable], Unable]:
    """Say what a seat cannot pick, by what it alone knows."""
    return registers(UNABLE, name)


def typed(name: str, wrong: Violation) -> Callable[[Callable[[str], str]], Callable[[str], str]]:
    """Say which option is meant by what is typed in, and what is wrong where none is."""

    def register(read: Callable[[str], str]) -> Callable[[str], str]:
        TYPED[name] = Typed(read, wrong)
        return read

    return register


def thrown(name: str) -> Callable[[Callable[[Thrown], Outcome]], Callable[[Thrown], Outcome]]:
    """Say what dice mean."""
    return registers(THROWS, name)


def means(*ids: str) -> Callable[[F], F]:
    """Say which abilities, keywords and cards a function carries out."""

    def register(function: F) -> F:
        for id in ids:
            MEANT[id] = (*MEANT.get(id, ()), function)
        return function

    return register


# Asking ----------------------------------------------------------------------------------------------------


class Remembered(TypedDict, total=False):
    """What a step remembers: whom it concerns, and what else."""

    unit: str
    by: str
    about: tuple[str, ...]


class Bounds(Remembered, total=False):
    """How many things are picked, where it is not up to one."""

    least: int
    most: int


def may_pick(
    what: str, seat: Seat, options: Iterable[str], place: str, **more: Unpack[Bounds]
) -> tuple[Decide, ...]:
    """A choice of at least none and at most one of these unless `least` and `most` say otherwise, where there
    are any; `more` is what the step remembers."""
    options = tuple(dict.fromkeys(options))
    least, most = (min(number, len(options)) for number in (more.pop("least", 0), more.pop("most", 1)))
    step = Decide(id=f"{place}.{what}", seat=seat, what=what, options=options, **more)
    return (replace(step, least=least, most=most),) if most else ()


def asks(what: str, seat: Seat | None, place: str, **more: Unpack[Remembered]) -> Decide:
    """A question with yes or no for an answer; `more` is what the step remembers."""
    return Decide(id=f"{place}.{what}", seat=seat, what=what, options=YES_OR_NO, **more)


def open_options(table: Table, step: Decide) -> tuple[tuple[str, ...], int, int]:
    """What may still be picked: units may have fallen meanwhile."""
    left = tuple(one for one in step.options if one not in table.units or table.units[one].here)
    return left, min(step.least, len(left)), min(step.most, len(left))


def _options(seen: View, step: Decide) -> Iterator[AnySaid]:
    for options in some_of(*open_options(seen.table, step)):
        if not any(_unable(seen, step, options)):
            yield Picked(prompt=step.id, options=options)


def _unable(seen: View, step: Decide, picked: tuple[str, ...]) -> Iterator[Violation]:
    knows = UNABLE.get(step.what) if seen.own else None
    return knows(seen, step, picked) if knows else iter(())


def _wrong(seen: View, step: Decide, said: Picked) -> Iterator[Violation]:
    if (typing := TYPED.get(step.what)) and not set(_meant(step, said)) & set(step.options):
        yield typing.wrong
        return
    yield from count_wrong(_meant(step, said), *open_options(seen.table, step))
    yield from _unable(seen, step, said.options)


@settles(Decide, who=either, options=_options, wrong=_wrong, alone=True)
def _decided(game: Game, step: Decide, seat: Seat, said: Picked, _chance: Chance) -> Outcome:
    """What follows is with the card or the mission."""
    return DECISIONS[step.what](Decision(game, step, seat, _meant(step, said)))


def _meant(step: Decide, said: Picked) -> tuple[str, ...]:
    """What was picked, or the options that were meant by what was typed in."""
    typing = TYPED.get(step.what)
    return tuple(map(typing.read, said.options)) if typing else said.options


# Dice ------------------------------------------------------------------------------------------------------


def throw(
    what: str, seat: Seat, dice: Iterable[Die], place: str, **more: Unpack[Remembered]
) -> tuple[Throw, ...]:
    """Dice for a card or a rule, where there are any; `more` is what the step remembers."""
    step = Throw(id=f"{place}.{what}", seat=seat, what=what, dice=tuple(dice), **more)
    return (step,) if step.dice else ()


@throws(Throw, "what")
def _fell(game: Game, step: Throw, roll: Roll) -> Outcome:
    """What the dice mean is with the card or the mission."""
    return THROWS[step.what](Thrown(game, step, roll))
