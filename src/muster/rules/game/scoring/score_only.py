"""Score only: what the players tell at the end of a round, worth what it is worth in a full game.

Beside one chip for each token a card may want a few marks and counts. A card says what it asks for; what was
told stands on the table until the round is cleaned up (`told.<mark>`), where the functions that score read
it, unless the card says at once what a mark is worth.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from muster.rules.game.hooks import FIRST_SCORING, Asked, Counted, mission_rules
from muster.rules.game.marks import TOLD, Told
from muster.rules.game.scoring.points import scored
from muster.rules.game.table import SIDES, Side, Table
from muster.rules.log import Event


def questions(table: Table) -> Iterator[Asked]:
    """What the cards of the mission ask for."""
    return (card.asked(table) for card in mission_rules(table) if card.asked)


def each_side(table: Table, why: str, points: int) -> dict[str, tuple[Event, ...]]:
    """A mark for each side, from round 2, that is worth so much at once: its name is the reason."""
    sides = SIDES if table.round >= FIRST_SCORING else ()
    return {f"{why.partition('.')[2]}.{side}": (scored(table, side, points, why),) for side in sides}


def counted_by_side(table: Table, mark: Told, most: int) -> Asked:
    """A number of each side, together at most so many, from round 2."""
    group = Counted(tuple(mark.word(side) for side in SIDES), most)
    return Asked(counts=(group,) if table.round >= FIRST_SCORING else ())


GONE: Final[dict[str, Side]] = {"tabled.blue": "blue", "tabled.red": "red"}
"""The words that say that a side has no unit left."""


def marks_offered(table: Table) -> tuple[str, ...]:
    """What score-only has to know beside who holds what, by the cards in play, and whether a side is gone."""
    return (*(mark for card in questions(table) for mark in (*card.marks, *card.worth)), *GONE)


def counts_offered(table: Table) -> tuple[Counted, ...]:
    """The numbers score-only has to know, by the cards in play."""
    return tuple(group for card in questions(table) for group in card.counts)


def one_of(table: Table) -> tuple[tuple[str, ...], ...]:
    """The marks of which at most one is told."""
    return tuple(group for card in questions(table) for group in card.one_of)


def events_of_marks(table: Table, marks: tuple[str, ...], counts: Mapping[str, int]) -> tuple[Event, ...]:
    """What the marks and counts of a score-only round are worth."""
    worth = {mark: events for card in questions(table) for mark, events in card.worth.items()}
    marked = (event for mark in marks for event in worth.get(mark, (TOLD.add(table, mark),)))
    return (*marked, *(TOLD.add(table, name, by=number) for name, number in counts.items() if number))
