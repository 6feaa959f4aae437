"""Where the cards of a mission have their say: one small function for each card and moment.

Numbers and words are data; what a card does is a function registered under its id on a hook. `PURPOSES` say
what becomes of units that a seat chose, `QUESTIONS` what follows from a yes or no.
"""

from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from muster.rules.game.kernel import Outcome
from muster.rules.game.steps import Ask, ChooseUnits
from muster.rules.game.table import Seat, Side, Table

Hook: TypeAlias = Literal[
    "setup", "round", "activations", "unit-end", "suppressed", "end-start", "score", "end-end", "told"
]


class Moment(NamedTuple):
    """When a card is asked: for which side, where it belongs to one, and about which unit."""

    side: Side = "blue"
    unit: str = ""


class Choice(NamedTuple):
    """Units a seat chose, and the step that asked for them."""

    table: Table
    step: ChooseUnits
    seat: Seat
    units: tuple[str, ...]

    @property
    def side(self) -> Side:
        """The colour of who chose."""
        return self.table.side_of(self.seat)


class Told(NamedTuple):
    """A yes or no, and the step that asked for it."""

    table: Table
    step: Ask
    seat: Seat
    yes: bool

    @property
    def side(self) -> Side:
        """The colour of who answered."""
        return self.table.side_of(self.seat)


Effect: TypeAlias = Callable[[Table, Moment], Outcome]
Purpose: TypeAlias = Callable[[Choice], Outcome]
Question: TypeAlias = Callable[[Told], Outcome]

EFFECTS: Final[dict[tuple[Hook, str], Effect]] = {}
PURPOSES: Final[dict[str, Purpose]] = {}
QUESTIONS: Final[dict[str, Question]] = {}


def effect(hook: Hook, card: str) -> Callable[[Effect], Effect]:
    """Say what a card does at a moment."""

    def register(function: Effect) -> Effect:
        if (hook, card) in EFFECTS:
            raise ValueError(f"{card} has two effects at {hook}")
        EFFECTS[hook, card] = function
        return function

    return register


def purpose(name: str) -> Callable[[Purpose], Purpose]:
    """Say what becomes of the units chosen for a purpose."""

    def register(function: Purpose) -> Purpose:
        PURPOSES[name] = function
        return function

    return register


def question(name: str) -> Callable[[Question], Question]:
    """Say what follows from a yes or no."""

    def register(function: Question) -> Question:
        QUESTIONS[name] = function
        return function

    return register


def cards_in_force(table: Table) -> Iterator[tuple[str, Side]]:
    """Objective, secondary, Blue's advantage, Red's advantage: the order of rule 461."""
    mission = table.mission
    for card, side in (
        (mission.objective, "blue"),
        (mission.secondary, "blue"),
        (mission.blue_advantage, "blue"),
        (mission.red_advantage, "red"),
    ):
        if card:
            yield card, "red" if side == "red" else "blue"


def at(table: Table, hook: Hook, unit: str = "") -> Outcome:
    """What all cards in force do at a moment, in their order."""
    outcomes = [
        EFFECTS[hook, card](table, Moment(side, unit))
        for card, side in cards_in_force(table)
        if (hook, card) in EFFECTS
    ]
    return Outcome(
        tuple(event for one in outcomes for event in one.events),
        tuple(step for one in outcomes for step in one.then),
    )
