"""Dice that settle a step: the app's fall by themselves or at a tap, one's own are typed in."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face, typed_roll
from muster.rules.game.answers import AnyInput, Dice, SetDice
from muster.rules.game.kernel import Chance, Outcome, Settle, Who, change_rule, named_seat, problem, step_rule
from muster.rules.game.log.events import ColoursSet
from muster.rules.game.log.game_settings import DiceSet
from muster.rules.game.steps import ColourPools
from muster.rules.game.steps.operations import ColourDice
from muster.rules.game.steps.step import Step
from muster.rules.game.table import Game, Seat, Side, Table, View
from muster.rules.violations import Refused, Violation

S = TypeVar("S", bound=Step)
ColourStep = TypeVar("ColourStep", bound=ColourPools | ColourDice)
Worth = TypeVar("Worth", bound=Callable[[tuple[Face, ...]], tuple[int, ...]])


class Seated(Protocol):
    """A step that one seat answers."""

    @property
    def seat(self) -> Seat:
        """Who that is."""


def own_dice(table: Table, step: Seated) -> tuple[Seat, ...]:
    """App dice roll themselves: nobody decides anything here."""
    return (step.seat,) if table.dice_of(step.seat) == "own" else ()


def app_rolls(table: Table, seats: Iterable[Seat]) -> bool:
    """Whether a draw or a roll with nothing to choose is the app's own, where nothing comes from the dice or
    the bag of who is asked: then nobody is. An open question of an older game can still be answered."""
    return all(table.dice_of(seat) == "app" for seat in seats)


def roll_option(_seen: View, step: Step) -> Iterator[AnyInput]:
    """The app rolls; one's own dice are typed in."""
    yield Dice(prompt=step.id)


def faces_wrong(table: Table, seat: str, dice: Sequence[Die], faces: Sequence[str]) -> Iterator[Violation]:
    """What is wrong with typed faces: a seat with app dice enters none, and a die shows only its own."""
    if faces and table.dice_of(seat) == "app":
        yield problem("game.app_dice")
    elif faces:
        try:
            typed_roll(dice, faces)
        except Refused as refused:
            yield from refused.violations


def typed_wrong(dice: Callable[[Table, S], Sequence[Die]]) -> Callable[[View, S, Dice], Iterator[Violation]]:
    """What is wrong with the faces typed for a step's dice."""
    return lambda seen, step, answer: faces_wrong(
        seen.table, seen.audience, dice(seen.table, step), answer.faces
    )


def roll_rule(
    kind: type[S], who: Who[S], dice: Sequence[Die]
) -> Callable[[Settle[S, Seat, Dice]], Settle[S, Seat, Dice]]:
    """A step at which a seat rolls these dice, or types what its own show."""
    wrong = typed_wrong(lambda _table, _step: dice)

    def alone(table: Table, step: S) -> bool:
        return app_rolls(table, who(table, step))

    return step_rule(kind, who=who, options=roll_option, wrong=wrong, auto_if_single=alone)


def colour_contest(kind: type[ColourStep], dice: tuple[Die, ...], more: Side) -> Callable[[Worth], Worth]:
    """Say what a roll for the colours is worth: seat one rolls first, who has more is that side, and a full
    tie is rolled again."""

    def register(worth: Worth) -> Worth:
        @roll_rule(kind, named_seat, dice)
        def _rolled(_game: Game, step: ColourStep, seat: Seat, answer: Dice, chance: Chance) -> Outcome:
            roll, events = chance.roll(step.id, "colour", dice, answer.faces)
            if seat == "one":
                return Outcome(events, (replace(step, id=f"{step.id}.two", seat="two", first=roll.faces),))
            first, two = worth(step.first), worth(roll.faces)
            if first == two:
                tries = step.tries + 1
                again = replace(step, id=f"setup.colour{tries}", tries=tries, seat="one", first=())
                return Outcome(events, (again,))
            return Outcome((*events, ColoursSet(blue="one" if (first > two) is (more == "blue") else "two")))

        return worth

    return register


# Whose dice ------------------------------------------------------------------------------------------------


def _dice_wrong(seen: View, said: SetDice) -> Iterator[Violation]:
    if seen.table.dice_of(seen.audience) == said.dice:
        yield problem("game.same_dice")


@change_rule(SetDice, _dice_wrong)
def _set_dice(_game: Game, seat: Seat, said: SetDice) -> Outcome:
    """Each seat says whose dice it rolls; a roll that waits for its own dice falls at once if it gives them
    up."""
    return Outcome((DiceSet(seat=seat, dice=said.dice),))
