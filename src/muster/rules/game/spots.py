"""Places on a drawn board, in whole micrometres: empty at a table, where the players see who stands where."""

from typing import Literal

import msgspec


class Spot(msgspec.Struct, frozen=True):
    """Where a unit or a token stands, and which way it faces."""

    x: int
    y: int
    facing: int = 0


class Meant(msgspec.Struct, frozen=True):
    """What a move is meant to achieve: out of somebody's sight, in cover from it, at so many inches of it or
    beyond."""

    what: Literal["hidden-from", "covered-from", "at", "beyond"]
    of: str
    inches: int = 0


class Way(msgspec.Struct, frozen=True):
    """Where a unit goes: the end, at most one joint, which way it faces then, and what is meant by it."""

    x: int
    y: int
    via: tuple[int, int] | None = None
    facing: int = 0
    meant: tuple[Meant, ...] = ()
