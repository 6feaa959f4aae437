"""Score only: what the players tell at the end of a round, worth what it is worth in a full game.

Beside one chip for each token a card may want a few marks and counts. A card says what it asks for; what was
told stands on the table until the round is cleaned up (`told.<mark>`), where the functions that score read
it, unless the card says at once what a mark is worth.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from muster.rules.game.hooks import mission_in_force
from muster.rules.game.log.events import Marked
from muster.rules.game.table import Side, Table
from muster.rules.log import Event


class Counted(NamedTuple):
    """Numbers that a card asks for, which together are at most so many."""

    names: tuple[str, ...]
    most: int


class Asked(NamedTuple):
    """What a card has to know beside who holds what; of the marks in a group at most one is told."""

    marks: tuple[str, ...] = ()
    one_of: tuple[tuple[str, ...], ...] = ()
    counts: tuple[Counted, ...] = ()
    both: bool = False


Worth: TypeAlias = Callable[[Table, str], tuple[Event, ...]]
ASKS: Final[dict[str, tuple[Callable[[Table], Asked], Worth]]] = {}


def stands(_table: Table, mark: str) -> tuple[Event, ...]:
    """What was told stands on the table until the round is over."""
    return (Marked(name=f"told.{mark}"),)


def asks(card: str, worth: Worth = stands) -> Callable[[Callable[[Table], Asked]], Callable[[Table], Asked]]:
    """Say what a card asks for when only the score is kept, and what a mark is worth."""

    def register(function: Callable[[Table], Asked]) -> Callable[[Table], Asked]:
        ASKS[card] = (function, worth)
        return function

    return register


def asked(table: Table) -> Iterator[tuple[Asked, Worth]]:
    """What the cards of the mission ask for."""
    for card, _ in mission_in_force(table):
        if card in ASKS:
            function, worth = ASKS[card]
            yield function(table), worth


TABLED: Final[dict[str, Side]] = {"tabled.blue": "blue", "tabled.red": "red"}
"""A side has no unit left: with the score only, somebody says so."""


def marks_offered(table: Table) -> tuple[str, ...]:
    """What score-only has to know beside who holds what, by the cards in play, and whether a side is gone."""
    return (*(mark for one, _ in asked(table) for mark in one.marks), *TABLED)


def counts_offered(table: Table) -> tuple[Counted, ...]:
    """The numbers score-only has to know, by the cards in play."""
    return tuple(group for one, _ in asked(table) for group in one.counts)


def one_of(table: Table) -> tuple[tuple[str, ...], ...]:
    """The marks of which at most one is told."""
    return tuple(group for one, _ in asked(table) for group in one.one_of)


def told_marks(table: Table, marks: tuple[str, ...], counts: Mapping[str, int]) -> tuple[Event, ...]:
    """What the marks and counts of a score-only round are worth."""
    worths = {mark: worth for one, worth in asked(table) for mark in one.marks}
    told = (event for mark in marks if mark in worths for event in worths[mark](table, mark))
    return (*told, *(Marked(name=f"told.{name}", by=number) for name, number in counts.items() if number))
