"""Tournament structures: how many Swiss rounds and how large a cut, from the number of players.

Basic and Advanced are tables of the regulations (rules 639 to 646), two more are the publisher's current
ones; Custom is anything else (rule 647): any rounds, any cut that is a power of two, or elimination alone.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from muster.rules.violations import Refused, Violation

StructureKind: TypeAlias = Literal["basic", "advanced", "custom", "current", "current-no-cut"]

MOST_ROUNDS: Final = 99
FEWEST_PLAYERS: Final = 2


class Size(NamedTuple):
    """A line of a table: from how many players on, how many Swiss rounds, which cut (0: none)."""

    players: int
    rounds: int
    cut: int = 0


TABLES: Final[Mapping[StructureKind, tuple[Size, ...]]] = {
    "basic": (Size(4, 2), Size(9, 3), Size(33, 4), Size(49, 5)),
    "advanced": (Size(9, 3, 2), Size(25, 4, 2), Size(45, 5, 2), Size(91, 5, 4)),
    "current": (
        Size(4, 4),
        Size(17, 4, 8),
        Size(33, 5, 8),
        Size(65, 6, 8),
        Size(129, 7, 16),
        Size(257, 8, 16),
    ),
    "current-no-cut": (Size(4, 5), Size(17, 5), Size(33, 6), Size(65, 7), Size(129, 8), Size(257, 9)),
}
NAMES: Final[Mapping[StructureKind, str]] = {
    "basic": "Basic",
    "advanced": "Advanced",
    "custom": "Custom",
    "current": "Current, with a cut",
    "current-no-cut": "Current, without a cut",
}


LARGEST_REGULATION_CUT: Final = 16


class CustomStructure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the organiser chose. `rounds` and `cut` are for Custom alone; 0 rounds there: elimination only."""

    kind: StructureKind = "basic"
    rounds: int = 0
    cut: int = 0


class Structure(msgspec.Struct, frozen=True, kw_only=True):
    """What an event will play: Swiss rounds, players in the cut (0: none), elimination rounds."""

    kind: StructureKind
    rounds: int
    cut: int
    elimination: int


def structure(plan: CustomStructure, players: int) -> Structure:
    """The structure of an event with so many players (rule 590); refused with what would help."""
    if found := structure_problems(plan, players):
        raise Refused(*found)
    rounds, cut = (plan.rounds, plan.cut) if plan.kind == "custom" else _size(plan.kind, players)[1:]
    bracket = cut or (0 if rounds else players)
    elimination = (bracket - 1).bit_length() if bracket else 0
    return Structure(kind=plan.kind, rounds=rounds, cut=cut, elimination=elimination)


def _size(kind: StructureKind, players: int) -> Size:
    """The last line of a table that so many players reach."""
    return [size for size in TABLES[kind] if size.players <= players][-1]


def structure_problems(plan: CustomStructure, players: int) -> tuple[Violation, ...]:
    """Why so many players cannot play by a plan."""
    if plan.kind == "custom":
        return tuple(_custom_problems(plan, players))
    if plan.rounds or plan.cut:
        return (_violation("structure.follows_players", plan.kind, structure=NAMES[plan.kind]),)
    fewest = TABLES[plan.kind][0].players
    if players >= fewest:
        return ()
    code = "structure.too_few" if fitting_structures(players) else "structure.too_few_for_any"
    params: dict[str, int | str] = {
        "have": players,
        "need": fewest,
        "more": fewest - players,
        "others": _others(players),
    }
    return (_violation(code, plan.kind, structure=NAMES[plan.kind], **params),)


def fitting_structures(players: int) -> tuple[StructureKind, ...]:
    """The structures that so many players can play, Custom among them from two players on."""
    tables = tuple(kind for kind, sizes in TABLES.items() if sizes[0].players <= players)
    return (*tables, "custom") if players >= FEWEST_PLAYERS else tables


def _others(players: int) -> str:
    return " or ".join(NAMES[kind] for kind in fitting_structures(players))


def _custom_problems(plan: CustomStructure, players: int) -> list[Violation]:
    """Rule 647: anything that can be played."""
    found = []
    if players < FEWEST_PLAYERS:
        found.append(_violation("structure.nobody", "custom", have=players, need=FEWEST_PLAYERS))
    if not 0 <= plan.rounds <= MOST_ROUNDS:
        found.append(_violation("structure.rounds", "custom", have=plan.rounds, most=MOST_ROUNDS))
    if wrong := cut_problems(plan.cut):
        found += wrong
    elif plan.cut > players:
        found.append(_violation("structure.cut_too_large", "custom", have=plan.cut, players=players))
    if plan.cut and not plan.rounds:
        found.append(_violation("structure.cut_from_nothing", "custom", have=plan.cut))
    return found


def cut_problems(cut: int, *, regulations: bool = False) -> list[Violation]:
    """A cut makes a bracket (rule 605); under the regulations only those that document 004 has (T8)."""
    if cut and (cut < 2 or cut & (cut - 1)):
        return [_violation("structure.cut_power", "custom", have=cut)]
    if regulations and cut > LARGEST_REGULATION_CUT:
        return [_violation("structure.cut_004", "custom", have=cut)]
    return []


def structure_notes(plan: CustomStructure, players: int) -> tuple[Violation, ...]:
    """What the organiser should know of a structure that can be played: more rounds than opponents."""
    if structure_problems(plan, players):
        return ()
    rounds, opponents = structure(plan, players).rounds, players - 1 + players % 2
    if rounds <= opponents:
        return ()
    return (_violation("structure.rematches", plan.kind, rounds=rounds, most=opponents),)


def _violation(code: str, kind: StructureKind, **params: int | str) -> Violation:
    return Violation(code=code, source="tournament regulations: structures", about=(kind,), params=params)
