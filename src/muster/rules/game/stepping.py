"""What every step of a game has: an id, unique in its game, that is the id of its prompt."""

from typing import Literal, TypeAlias

import msgspec

Seat: TypeAlias = Literal["one", "two"]


class Step(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something to be settled."""

    id: str
