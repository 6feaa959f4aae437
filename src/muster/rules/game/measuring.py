"""What needs eyes: distance, sight, cover, arcs, contact, reach, control, and room to stand.

`measure` is the one door. At a table nobody but the players can tell: a fact is asked for, and whoever names
a unit or acts on it tells by that that it is near enough. What is asked or offered so has a `Door`, declared
with the choice, the action or the field of a sheet that needs it; `muster game doors` lists them.
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
    """Which of these are at so many inches of any of those, base to base (G1), and in its sight; or only how
    many are."""

    among: Chosen
    of: Chosen
    inches: int
    sight: bool = False
    counted: bool = False


class Beyond(msgspec.Struct, frozen=True, tag=True):
    """Which of these are farther than so many inches from somebody."""

    among: Chosen
    of: str
    inches: int


class Seen(msgspec.Struct, frozen=True, tag=True):
    """Which of these does somebody see."""

    among: Chosen
    by: str


class Touching(msgspec.Struct, frozen=True, tag=True):
    """Which of these does somebody touch, base to base."""

    among: Chosen
    by: str


class WholeInches(msgspec.Struct, frozen=True, tag=True):
    """How many whole inches lie between two."""

    by: str
    to: str


class Cover(msgspec.Struct, frozen=True, tag=True):
    """How much cover somebody has from another, of what may be told."""

    by: str
    on: str
    among: Chosen


class Arcs(msgspec.Struct, frozen=True, tag=True):
    """In which arcs of a vehicle somebody stands, of those that matter."""

    by: str
    on: str
    among: Chosen


class Room(msgspec.Struct, frozen=True, tag=True):
    """At which of these tokens there is room to stand."""

    among: Chosen


AnyQuestion: TypeAlias = Within | Beyond | Seen | Touching | WholeInches | Cover | Arcs | Room


class Door(NamedTuple):
    """A place where eyes are needed: of which kind, what is looked for, the name under which the data has its
    inches where that is not its own (or `far` they are where it has none), and the rules that say so. A fact
    has its `question`."""

    kind: Kind
    looks: Looks
    inches: str = ""
    rules: tuple[int, ...] = ()
    far: int = 0
    question: Callable[[Table, Choose], AnyQuestion] | None = None


NO_PLACE: Final = Door("-", "-")
"""What is chosen or done is the same wherever anybody stands."""


NEAR: Final = Door("N", "distance")
"""A choice among those that are near enough by its card."""


WITHIN: Final = Door("A", "distance")
"""An action on somebody who is near enough by its card or mission."""


def measure(_table: Table, _question: AnyQuestion) -> Chosen | None:
    """What eyes see: those that are meant, a number, or None where it has to be asked for. At a table it
    always has."""
    return None


def fact(table: Table, step: Choose, door: Door | None) -> Chosen | None:
    """The answer to a question of fact, where it is known without asking anybody."""
    asked = door.question if door and table.board else None
    found = measure(table, asked(table, step)) if asked else None
    if found is None or not isinstance(step.choice, YesNo):
        return found
    return (YES if found else NO,)


# Those who are near enough: all of them where the choice itself tells it -----------------------------------


def near(table: Table, who: str, ids: Iterable[str], inches: int, sight: bool = False) -> Chosen:
    """Those of these that are at so many inches of somebody."""
    ids = tuple(ids)
    return _measured_or_all(table, ids, Within(ids, (who,), inches, sight)) if table.board else ids


def beyond(table: Table, who: str, ids: Iterable[str], inches: int) -> Chosen:
    """Those of these that are farther than so many inches from somebody."""
    ids = tuple(ids)
    return _measured_or_all(table, ids, Beyond(ids, who, inches)) if table.board else ids


def in_sight(table: Table, who: str, ids: Iterable[str]) -> Chosen:
    """Those of these that somebody sees."""
    ids = tuple(ids)
    return _measured_or_all(table, ids, Seen(ids, who)) if table.board else ids


def touching(table: Table, who: str, ids: Iterable[str]) -> Chosen:
    """Those of these that somebody touches."""
    ids = tuple(ids)
    return _measured_or_all(table, ids, Touching(ids, who)) if table.board else ids


def room(table: Table, ids: Iterable[str]) -> Chosen:
    """Those of these tokens at which there is room to stand."""
    ids = tuple(ids)
    return _measured_or_all(table, ids, Room(ids)) if table.board else ids


def covers(table: Table, by: str, on: str, among: Iterable[int]) -> tuple[int, ...]:
    """The covers by terrain that may be told of a target."""
    known = tuple(map(str, among))
    return tuple(map(int, _measured_or_all(table, known, Cover(by, on, known)) if table.board else known))


def arcs(table: Table, by: str, on: str, among: Iterable[str]) -> Chosen:
    """The arcs of a vehicle that somebody may be in."""
    ids = tuple(among)
    return _measured_or_all(table, ids, Arcs(by, on, ids)) if table.board else ids


def _measured_or_all(table: Table, ids: Chosen, question: AnyQuestion) -> Chosen:
    found = measure(table, question)
    return ids if found is None else found
