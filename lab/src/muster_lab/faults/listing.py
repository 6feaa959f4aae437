"""The lists of faults: each a claim, the piece of the program that keeps it, and what stood there before.

In Python a piece is named by its function and its code, in templates, scripts and data by its text:

    where = "src/muster/app/shared_logs.py:SharedLogs.keep"   # without `:…` if it lies in no function
    expression = 'name not in unsettled'
    instead = 'name or unsettled'

    file = "src/muster/web/templates/armies/army.html"
    old = '{% if mine %}'
    new = '{% if True %}'
"""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from muster_lab.faults import places

FOLDER = Path(__file__).parent
LISTS = sorted(file.stem for file in FOLDER.glob("*.toml"))


class Fault(NamedTuple):
    """A mend that can be taken out: `old` occurs once in the file, or once in the function of its Python, and
    `new` brings the fault back."""

    claim: str
    file: str
    old: str
    new: str
    tests: list[str]
    function: str | None = None
    """Its qualified name in a Python file, empty for the module itself; None if the file is read as text."""

    def holds(self, words: str) -> bool:
        """Whether its claim, its file or one of its tests contains these words."""
        return any(words in text for text in (self.claim, self.file, *self.tests))

    def brought_back(self, text: str) -> str:
        """The text of the file with the fault."""
        if self.function is not None:
            try:
                return places.replace_code(text, self.function, self.old, self.new)
            except places.NotFound as problem:
                raise ValueError(f"{self.claim}: {self.file}: {problem}: {self.old}") from None
        if text.count(self.old) != 1:
            raise ValueError(f"{self.claim}: not once in {self.file}: {self.old}")
        return text.replace(self.old, self.new)


def faults(listing: str) -> list[Fault]:
    """All faults of a list, in order."""
    read = tomllib.loads((FOLDER / f"{listing}.toml").read_text())
    return [_fault(entry) for entry in read["fault"]]


def _fault(entry: dict[str, Any]) -> Fault:
    """A fault from its table in the list; unknown or missing keys raise."""
    if "where" not in entry:
        return Fault(**entry)
    file, _, function = entry.pop("where").partition(":")
    old, new = entry.pop("expression"), entry.pop("instead")
    return Fault(file=file, old=old, new=new, function=function, **entry)
