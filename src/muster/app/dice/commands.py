"""What may be done at a dice table: pages and API build the same values."""

from muster.app.acting import Command
from muster.rules.dice.faces import Die


class OpenTable(Command, frozen=True, kw_only=True):
    """Lay out a tray under a name."""

    name: str = ""


class RollDice(Command, frozen=True, kw_only=True):
    """The app rolls these dice; `note` says what for."""

    dice: tuple[Die, ...]
    note: str = ""


class TypeDice(Command, frozen=True, kw_only=True):
    """Somebody's own dice: every die with the face it shows."""

    dice: tuple[Die, ...]
    faces: tuple[str, ...]
    note: str = ""


class UndoRoll(Command, frozen=True, kw_only=True):
    """Take back one's own latest roll, named by its act."""

    batch: str


class CloseTable(Command, frozen=True, kw_only=True):
    """End the table and open every seed."""
