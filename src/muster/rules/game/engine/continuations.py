"""What follows an answer: an ordinary function, reachable by "go to definition", with a typed payload.

    @choice("give-bomb")
    def give_bomb(answer: Answered) -> Outcome: ...

    give_bomb.ask(seat, Among(units))

Code that asks refers to the function itself. Logs and prompt texts store its name, so it must never change.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Generic, NamedTuple, TypeAlias, TypedDict, TypeVar, Unpack, cast, overload

import msgspec

from muster.rules.cards.vocabulary import Rank
from muster.rules.dice import faces
from muster.rules.dice.faces import Die
from muster.rules.game.engine.outcome import Outcome
from muster.rules.game.measuring import Door
from muster.rules.game.spots import Way
from muster.rules.game.steps.choices import NO, YES, AnyChoice, Chosen
from muster.rules.game.steps.step import Choose, Known, Roll
from muster.rules.game.table import Game, Seat, Side, Table, Unit, View
from muster.rules.violations import Violation


class Payload(msgspec.Struct, frozen=True):
    """What a continuation has to remember from the moment it was asked for."""


class Nothing(Payload, frozen=True):
    """For continuations that have nothing to remember."""


NOTHING: Final = Nothing()
P = TypeVar("P", bound=Payload)


class Concerning(TypedDict, Generic[P], total=False):
    """Which other unit a step concerns, and what it remembers."""

    by: str
    known: P | None


class Answered(NamedTuple, Generic[P]):
    """What a seat chose, and the step that asked; for a move on a board also its path."""

    game: Game
    step: Choose
    seat: Seat
    chosen: Chosen
    known: P
    way: Way | None = None

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.game.table

    @property
    def side(self) -> Side:
        """The colour of the seat that chose."""
        return self.game.table.side_of(self.seat)

    @property
    def first(self) -> str:
        """The first thing chosen, or an empty string."""
        return self.chosen[0] if self.chosen else ""

    @property
    def yes(self) -> bool:
        """Whether the answer was yes."""
        return self.first == YES


class Rolled(NamedTuple, Generic[P]):
    """Dice that were rolled or order tokens that were drawn, and the step that asked."""

    game: Game
    step: Roll
    roll: faces.Roll
    ranks: tuple[Rank, ...]
    known: P

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.game.table

    @property
    def unit(self) -> Unit:
        """The unit it concerns."""
        return self.game.table.units[self.step.unit]


Refusal: TypeAlias = Callable[[View, P, Chosen], Iterator[Violation]]


class Typed(NamedTuple):
    """For a choice that is typed in: how to read it, and the problem if it means no option."""

    read: Callable[[str], str]
    wrong: Violation


class Choice(Generic[P]):
    """What follows a choice. With `told` the log records what was chosen. `door` says what has to be measured
    or seen, `refusal` why a seat may not choose something because of what only it knows, `typed` how typed
    answers are read."""

    def __init__(
        self, name: str, payload: type[P], follow: Callable[[Answered[P]], Outcome], more: "Told"
    ) -> None:
        self.name, self.payload, self.follow = name, payload, follow
        self.told, self.door = more.get("told", False), more.get("door")
        self.optional = more.get("optional", False)
        self.refusal: Refusal[P] | None = None
        self.typed: Typed | None = None

    def ask(
        self, seat: Seat | None, choice: AnyChoice, unit: str = "", **more: Unpack[Concerning[P]]
    ) -> Choose:
        """The step that asks for it."""
        known, by = _as_known(more.get("known")), more.get("by", "")
        return Choose(seat=seat, what=self.name, choice=choice, unit=unit, by=by, known=known)

    def refuses(self, refusal: Refusal[P]) -> Refusal[P]:
        """Register why a seat may not choose something because of what only it knows."""
        self.refusal = refusal
        return refusal

    def refused(self, seen: View, step: Choose, chosen: Chosen) -> Iterator[Violation]:
        """Why this seat cannot choose this."""
        if self.refusal and seen.own:
            yield from self.refusal(seen, msgspec.convert(step.known, self.payload), chosen)

    def __call__(
        self, game: Game, step: Choose, seat: Seat, chosen: Chosen, way: Way | None = None
    ) -> Outcome:
        """Settle what was chosen."""
        if self.optional and chosen in ((), (NO,)):
            return Outcome()
        known = msgspec.convert(step.known, self.payload)
        return self.follow(Answered(game, step, seat, chosen, known, way))


class Dice(Generic[P]):
    """What follows a roll or a draw."""

    def __init__(self, name: str, payload: type[P], follow: Callable[[Rolled[P]], Outcome]) -> None:
        self.name, self.payload, self.follow = name, payload, follow

    def roll(self, seat: Seat, dice: Iterable[Die], unit: str = "", **more: Unpack[Concerning[P]]) -> Roll:
        """The step that rolls these dice."""
        known, by = _as_known(more.get("known")), more.get("by", "")
        return Roll(seat=seat, what=self.name, dice=tuple(dice), unit=unit, by=by, known=known)

    def draw(self, seat: Seat, bag: Iterable[Rank], number: int) -> Roll:
        """The step that draws this many order tokens."""
        return Roll(seat=seat, what=self.name, bag=tuple(bag), draws=number)

    def __call__(self, game: Game, step: Roll, roll: faces.Roll, ranks: tuple[Rank, ...] = ()) -> Outcome:
        """Settle what was rolled or drawn."""
        return self.follow(Rolled(game, step, roll, ranks, msgspec.convert(step.known, self.payload)))


CHOICES: Final[dict[str, Choice[Payload]]] = {}
DICE: Final[dict[str, Dice[Payload]]] = {}


class Told(TypedDict, total=False):
    """`told`: the log records what was chosen. `optional`: nothing follows an empty choice or a no. `door`:
    what has to be measured or seen."""

    told: bool
    optional: bool
    door: Door


@overload
def choice(
    name: str, **more: Unpack[Told]
) -> Callable[[Callable[[Answered[Nothing]], Outcome]], Choice[Nothing]]: ...


@overload
def choice(
    name: str, payload: type[P], **more: Unpack[Told]
) -> Callable[[Callable[[Answered[P]], Outcome]], Choice[P]]: ...


def choice(
    name: str, payload: type[P] | type[Nothing] = Nothing, **more: Unpack[Told]
) -> Callable[[Callable[[Answered[P]], Outcome]], Choice[P]]:
    """Register what follows a choice, under the name that logs and prompt texts use."""

    def register(follow: Callable[[Answered[P]], Outcome]) -> Choice[P]:
        if name in CHOICES:
            raise ValueError(f"two functions follow the choice {name}")
        made = Choice(name, cast("type[P]", payload), follow, more)
        CHOICES[name] = cast("Choice[Payload]", made)
        return made

    return register


@overload
def dice(name: str) -> Callable[[Callable[[Rolled[Nothing]], Outcome]], Dice[Nothing]]: ...


@overload
def dice(name: str, payload: type[P]) -> Callable[[Callable[[Rolled[P]], Outcome]], Dice[P]]: ...


def dice(
    name: str, payload: type[P] | type[Nothing] = Nothing
) -> Callable[[Callable[[Rolled[P]], Outcome]], Dice[P]]:
    """Register what follows a roll or a draw, under the name that logs and prompt texts use."""

    def register(follow: Callable[[Rolled[P]], Outcome]) -> Dice[P]:
        return register_dice(Dice(name, cast("type[P]", payload), follow))

    return register


def register_dice(made: Dice[P]) -> Dice[P]:
    """Add what follows a roll to the registry."""
    if made.name in DICE:
        raise ValueError(f"two functions follow the roll {made.name}")
    DICE[made.name] = cast("Dice[Payload]", made)
    return made


def _as_known(known: Payload | None) -> Known:
    return cast("Known", msgspec.to_builtins(known)) if known is not None else {}
