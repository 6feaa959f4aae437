"""Golden games: what the players say in each round, and the VP after it, as the mission card gives them.

A file says only what matters: who is where, what is done, asked and rolled. Everything else is answered with
the least there is: no, nobody, nothing, the next unit.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from muster.cli.recorded import written_operations
from muster.cli.recorded.script import Script, ScriptRound
from muster.cli.recorded.written import Written

FOLDER = Path(__file__).parents[2] / "golden" / "games"


class Golden(Written):
    """A game from what was written down; its rows as they stand in a file."""

    def __init__(self, data: dict[str, Any], **more: Any) -> None:
        super().__init__(msgspec.convert(data, Script), **more)

    @property
    def row(self) -> ScriptRound:
        return self._row

    @row.setter
    def row(self, told: dict[str, Any] | ScriptRound) -> None:
        self._row = msgspec.convert(told, ScriptRound)


def written(data: dict[str, Any]) -> Written:
    """A game of whichever mode, from what was written down."""
    return written_operations.play_written(msgspec.convert(data, Script))


def read(name: str) -> dict[str, Any]:
    """A golden game as it was written down."""
    return json.loads((FOLDER / f"{name}.json").read_text())


def names(mode: str = "") -> list[str]:
    """Every golden game, by its file; those of Special Operations by themselves."""
    found = sorted(path.stem for path in FOLDER.glob("*.json"))
    return [one for one in found if one.startswith("so-") == (mode == "special-operations")]
