"""Names of opponents without a Register. Names of people are stored outside the log and can be erased."""

from collections.abc import Collection
from typing import Protocol

from muster.rules.campaign.register.recruiting import clean_name


class Opponents(Protocol):
    """The names stored for battles."""

    def keep(self, account: str, battle: str, name: str) -> None:
        """Store a name, or erase it with an empty one. It is deleted with the account that wrote it."""

    def name(self, battle: str) -> str:
        """The name of a battle's opponent; empty where none was written down."""

    def names(self, battles: Collection[str]) -> dict[str, str]:
        """The names of many battles' opponents, those that were written down."""


def clean_opponent(name: str) -> str:
    """A name as names are kept: one line, at most 60 letters."""
    return clean_name(name, "your opponent's name")
