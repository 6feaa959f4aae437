"""Story arcs of people's own: kept as the file they came in, read into the library that pages play with."""

from datetime import datetime
from typing import Protocol

import msgspec


class OwnArc(msgspec.Struct, frozen=True, kw_only=True):
    """An arc that an account brought. One no longer offered stays for the Registers that play it."""

    account: str
    arc: str
    name: str
    document: str
    offered: bool = True
    changed: datetime


class ArcShelf(Protocol):
    """Where people's own arcs are kept."""

    def arcs(self) -> list[OwnArc]:
        """All of them, oldest first."""

    def keep(self, own: OwnArc) -> None:
        """Write an arc in place of the same account's older one of this id."""
