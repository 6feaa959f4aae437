"""The lists of faults: for each a claim, the code that keeps it, and what was there before the fix."""

import tomllib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
LISTS = sorted(file.stem for file in FOLDER.glob("*.toml"))


class Fault(NamedTuple):
    """A fix that can be removed: `old` occurs exactly once in the file, `new` brings the bug back."""

    claim: str
    file: str
    old: str
    new: str
    tests: list[str]

    def holds(self, words: str) -> bool:
        """Whether its claim, its file or one of its tests contains these words."""
        return any(words in text for text in (self.claim, self.file, *self.tests))

    def brought_back(self, text: str) -> str:
        """The text of the file with the bug."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.claim}: not once in {self.file}: {self.old}")
        return text.replace(self.old, self.new)


def faults(listing: str) -> list[Fault]:
    """All faults of a list, in order."""
    read = tomllib.loads((FOLDER / f"{listing}.toml").read_text())
    return [Fault(**fault) for fault in read["fault"]]
