"""Who sits where: a fixed table for a player who needs one, a fresh one for everybody else.

A pair should not get a table one of them has had before, as long as that can be avoided. It is a matching of
pairs and tables; each pair looks for the table of its own number first, so the top games stay at the top.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TypeAlias

import msgspec

from muster.rules.tournament.games import Player

Pair: TypeAlias = tuple[Player, Player]


class Seating(msgspec.Struct, frozen=True):
    """The table of each pair, in the order of the pairs, and the pairs that get one they have had."""

    tables: tuple[int, ...]
    again: tuple[Pair, ...] = ()
    moved: tuple[Player, ...] = ()


def seat(
    pairs: Sequence[Pair],
    fixed: Mapping[Player, int],
    had: Mapping[Player, Set[int]],
    tables: int = 0,
) -> Seating:
    """A table for every pair. `had` is where each player sat before; `tables` is how many the hall has.

    Where two players with fixed tables meet, the first named keeps theirs and the other is `moved`.
    """
    held, moved = _fixed_pairs(pairs, fixed)
    kept = set(fixed.values())
    free = [number for number in range(1, max(len(pairs), tables) + len(kept) + 1) if number not in kept]
    rest = [place for place in range(len(pairs)) if place not in held]
    # Only as many tables as the hall has, unless the pairs need more.
    free = free[: max(len(rest), tables - len(kept))]
    avoid = [had.get(pairs[place][0], frozenset()) | had.get(pairs[place][1], frozenset()) for place in rest]
    found = assign_tables(free, avoid)
    left = iter(sorted(set(free) - {table for table in found if table}))
    seats = {place: table or next(left) for place, table in zip(rest, found, strict=True)}
    again = tuple(pairs[place] for place, table in zip(rest, found, strict=True) if not table)
    return Seating(tuple((held | seats)[place] for place in range(len(pairs))), again, tuple(moved))


def _fixed_pairs(pairs: Sequence[Pair], fixed: Mapping[Player, int]) -> tuple[dict[int, int], list[Player]]:
    """The pairs at fixed tables, and those who had to give way."""
    held: dict[int, int] = {}
    moved: list[Player] = []
    for place, pair in enumerate(pairs):
        wanted = [player for player in pair if player in fixed]
        if wanted:
            held[place] = fixed[wanted[0]]
            moved += [player for player in wanted[1:] if fixed[player] != held[place]]
    return held, moved


def assign_tables(tables: Sequence[int], avoid: Sequence[Set[int]]) -> list[int]:
    """A table for as many as possible, none that they avoid; 0 where none is left (augmenting paths)."""
    seats: dict[int, int] = {}
    holders: dict[int, int] = {}
    for pair in range(len(avoid)):
        _place(pair, tables, avoid, seats, holders)
    return [seats.get(pair, 0) for pair in range(len(avoid))]


def _place(
    pair: int,
    tables: Sequence[int],
    avoid: Sequence[Set[int]],
    seats: dict[int, int],
    holders: dict[int, int],
) -> None:
    """Breadth first: find a free table, moving others to tables that suit them as well."""
    asked_by: dict[int, int] = {}
    looking = [pair]
    for who in looking:
        for table in _choices(who, tables, avoid[who]):
            if table in asked_by:
                continue
            asked_by[table] = who
            if table not in holders:
                _shift(table, asked_by, seats, holders)
                return
            looking.append(holders[table])


def _choices(who: int, tables: Sequence[int], avoid: Set[int]) -> Iterator[int]:
    """The tables that suit, from the one of the own number on."""
    count = len(tables)
    ordered = (tables[(who + step) % count] for step in range(count))
    return (table for table in ordered if table not in avoid)


def _shift(table: int, asked_by: dict[int, int], seats: dict[int, int], holders: dict[int, int]) -> None:
    """Everybody on the way moves to the table they asked for."""
    while table:
        who = asked_by[table]
        table, left = seats.get(who, 0), table
        seats[who], holders[left] = left, who
