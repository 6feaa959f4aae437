"""Dice that settle a step: the app's fall by themselves or at a tap, one's own are typed in."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face, Roll, typed_roll
from muster.rules.game.answers import AnySaid, Dice
from muster.rules.game.kernel import Chance, Outcome, either, problem, settles
from muster.rules.game.log.events import ColoursSet
from muster.rules.game.stepping import Step
from muster.rules.game.table import Game, Seat, Side, Table, View
from muster.rules.violations import Refused, Violation

Follows = TypeVar("Follows", bound=Callable[[Game, Any, Roll], Outcome])
Worth = TypeVar("Worth", bound=Callable[[tuple[Face, ...]], tuple[int, ...]])


def own_dice(table: Table, step: Any) -> tuple[Seat, ...]:
    """App dice roll themselves: nobody decides anything here."""
    return (step.seat,) if table.dice == "own" else ()


def app_rolls(table: Table, _step: Step) -> bool:
    """Whether a draw or a roll with nothing to choose is the app's own: in Special Operations, where nothing
    comes from one's own dice or bag. An open question of an older game can still be answered."""
    return table.mode == "special-operations" and table.dice == "app"


def roll_option(_seen: View, step: Step) -> Iterator[AnySaid]:
    """The app rolls; one's own dice are typed in."""
    yield Dice(prompt=step.id)


def faces_wrong(table: Table, dice: Sequence[Die], faces: Sequence[str]) -> Iterator[Violation]:
    """What is wrong with typed faces: a game of app dice takes none, and a die shows only its own."""
    if faces and table.dice == "app":
        yield problem("game.app_dice")
    elif faces:
        try:
            typed_roll(dice, faces)
        except Refused as refused:
            yield from refused.violations


def typed_wrong(
    dice: Callable[[Table, Any], Sequence[Die]],
) -> Callable[[View, Any, Dice], Iterator[Violation]]:
    """What is wrong with the faces typed for a step's dice."""
    return lambda seen, step, said: faces_wrong(seen.table, dice(seen.table, step), said.faces)


def throws(kind: type[Step], purpose: str) -> Callable[[Follows], Follows]:
    """Say what follows from the dice of a kind of step; its field `purpose` says what they are for."""

    def register(follows: Follows) -> Follows:
        @settles(kind, who=own_dice, options=roll_option, wrong=typed_wrong(lambda _, step: step.dice))
        def _fell(game: Game, step: Any, _seat: Seat | None, said: Dice | None, chance: Chance) -> Outcome:
            typed = said.faces if said else ()
            roll, events = chance.roll(step.id, getattr(step, purpose), step.dice, typed)
            outcome = follows(game, step, roll)
            return outcome._replace(events=(*events, *outcome.events))

        return follows

    return register


def contests(kind: type[Step], dice: tuple[Die, ...], more: Side) -> Callable[[Worth], Worth]:
    """Say what a roll for the colours is worth: seat one rolls first, who has more is that side, and a full
    tie is rolled again."""

    def register(worth: Worth) -> Worth:
        @settles(kind, who=either, options=roll_option, wrong=typed_wrong(lambda *_: dice))
        def _rolled(_game: Game, step: Any, seat: Seat, said: Dice, chance: Chance) -> Outcome:
            roll, events = chance.roll(step.id, "colour", dice, said.faces)
            if seat == "one":
                return Outcome(events, (replace(step, id=f"{step.id}.two", seat="two", first=roll.faces),))
            one, two = worth(step.first), worth(roll.faces)
            if one == two:
                tries = step.tries + 1
                again = replace(step, id=f"setup.colour{tries}", tries=tries, seat="one", first=())
                return Outcome(events, (again,))
            return Outcome((*events, ColoursSet(blue="one" if (one > two) is (more == "blue") else "two")))

        return worth

    return register
