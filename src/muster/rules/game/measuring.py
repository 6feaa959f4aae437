"""Everything that has to be measured or seen: distance, sight, cover, arcs, contact, reach, control, room.

All of it goes through `measure`. At a real table only the players can see these things, so facts are asked
for, and naming a unit or acting on it counts as saying that it is near enough. Each choice, action or field
of a sheet that depends on such a fact declares a `Door`; `muster game doors` lists them all.
"""

from collections.abc import Callable, Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from muster.rules.game.steps.choices import NO, YES, Chosen, YesNo
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Table

Kind: TypeAlias = Literal["F", "N", "A", "S", "W", "-"]
Looks: TypeAlias = Literal["distance", "sight", "reach", "cover", "arc", "contact", "control", "place", "-"]
KINDS: Final[dict[Kind, str]] = {
    "F": "facts: asked, and answered by who looks",
    "N": "narrowed choices: of those that are near enough",
    "A": "actions: taken where they can be",
    "S": "sheets: fields of an attack",
    "W": "where: a way or a place goes with the answer",
    "-": "no place matters",
}
RANGE: Final = 6
"""The inches of a step of range (rule 299)."""


HALF_RANGE, RANGE_1, RANGE_2, RANGE_3 = RANGE // 2, RANGE, 2 * RANGE, 3 * RANGE


def range_inches(number: int) -> int:
    """A range of the core rules in inches: 6 for each number (rule 299)."""
    return RANGE * number


# Questions -------------------------------------------------------------------------------------------------


class Within(msgspec.Struct, frozen=True, tag=True):
    """Which of `among` are within so many inches of any of `of`, base to base (G1), and in its sight if that
    is asked; with `counted` only how many."""

    among: Chosen
    of: Chosen
    inches: int
    sight: bool = False
    counted: bool = False


class Beyond(msgspec.Struct, frozen=True, tag=True):
    """Which of these are more than so many inches away from a unit."""

    among: Chosen
    of: str
    inches: int


class Seen(msgspec.Struct, frozen=True, tag=True):
    """Which of these a unit sees."""

    among: Chosen
    by: str


class Touching(msgspec.Struct, frozen=True, tag=True):
    """Which of these a unit touches, base to base."""

    among: Chosen
    by: str


class WholeInches(msgspec.Struct, frozen=True, tag=True):
    """How many whole inches lie between two units."""

    by: str
    to: str


class Cover(msgspec.Struct, frozen=True, tag=True):
    """How much cover a unit has from another, out of the possible answers."""

    by: str
    on: str
    among: Chosen


class Arcs(msgspec.Struct, frozen=True, tag=True):
    """In which arcs of a vehicle a unit stands, out of those that matter."""

    by: str
    on: str
    among: Chosen


class Room(msgspec.Struct, frozen=True, tag=True):
    """At which of these tokens there is room to stand."""

    among: Chosen


AnyQuestion: TypeAlias = Within | Beyond | Seen | Touching | WholeInches | Cover | Arcs | Room


class Door(NamedTuple):
    """A place in the rules where something has to be measured or seen: its kind, what is looked for, and the
    rules that say so. `inches` is the name of the distance in the data if it differs from the card's own;
    `far` is the distance where the data has none. A fact also has its `question`."""

    kind: Kind
    looks: Looks
    inches: str = ""
    rules: tuple[int, ...] = ()
    far: int = 0
    question: Callable[[Table, Choose], AnyQuestion] | None = None


NO_PLACE: Final = Door("-", "-")
"""For choices and actions that do not depend on where anybody stands."""


NEAR: Final = Door("N", "distance")
"""A choice among units that are near enough according to the card."""


WITHIN: Final = Door("A", "distance")
"""An action on a unit that is near enough according to its card or mission."""


def measure(_table: Table, _question: AnyQuestion) -> Chosen | None:
    """Answer a question: the units meant, or a number. Returns None where players have to be asked, which at
    a table is always."""
    return None


def fact(table: Table, step: Choose, door: Door | None) -> Chosen | None:
    """The answer to a question of fact if it is known without asking a player."""
    asked = door.question if door and table.board else None
    found = measure(table, asked(table, step)) if asked else None
    if found is None or not isinstance(step.choice, YesNo):
        return found
    return (YES if found else NO,)


# Narrowing a choice: at a table all remain, and choosing one says that it qualifies -----------------------


def near(table: Table, who: str, ids: Iterable[str], inches: int, sight: bool = False) -> Chosen:
    """Those that are within so many inches of a unit."""
    return _measured(table, tuple(ids), lambda ids: Within(ids, (who,), inches, sight))


def beyond(table: Table, who: str, ids: Iterable[str], inches: int) -> Chosen:
    """Those that are more than so many inches away from a unit."""
    return _measured(table, tuple(ids), lambda ids: Beyond(ids, who, inches))


def in_sight(table: Table, who: str, ids: Iterable[str]) -> Chosen:
    """Those that a unit sees."""
    return _measured(table, tuple(ids), lambda ids: Seen(ids, who))


def touching(table: Table, who: str, ids: Iterable[str]) -> Chosen:
    """Those that a unit touches."""
    return _measured(table, tuple(ids), lambda ids: Touching(ids, who))


def room(table: Table, ids: Iterable[str]) -> Chosen:
    """The tokens that have room for a unit beside them."""
    return _measured(table, tuple(ids), Room)


def covers(table: Table, by: str, on: str, among: Iterable[int]) -> tuple[int, ...]:
    """The amounts of cover from terrain that a target may have."""
    return tuple(map(int, _measured(table, tuple(map(str, among)), lambda known: Cover(by, on, known))))


def arcs(table: Table, by: str, on: str, among: Iterable[str]) -> Chosen:
    """The arcs of a vehicle that a unit may be in."""
    return _measured(table, tuple(among), lambda known: Arcs(by, on, known))


def _measured(table: Table, ids: Chosen, question: Callable[[Chosen], AnyQuestion]) -> Chosen:
    """The ones that a board shows to qualify; at a table, or if that is unknown, all of them."""
    found = measure(table, question(ids)) if table.board else None
    return ids if found is None else found
