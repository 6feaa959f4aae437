"""The lists of faults: each a claim, the words of the program that keep it, and what stood there before."""

import tomllib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
LISTS = sorted(file.stem for file in FOLDER.glob("*.toml"))


class Fault(NamedTuple):
    """One mend that can be taken out: `old` stands once in the file, `new` brings the fault back."""

    claim: str
    file: str
    old: str
    new: str
    tests: list[str]

    def holds(self, words: str) -> bool:
        """Whether its claim, its file or one of its tests has these words."""
        return any(words in text for text in (self.claim, self.file, *self.tests))

    def brought_back(self, text: str) -> str:
        """The text of the file with the fault."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.claim}: not once in {self.file}: {self.old}")
        return text.replace(self.old, self.new)


def faults(listing: str) -> list[Fault]:
    """Every fault of a list, in its order."""
    read = tomllib.loads((FOLDER / f"{listing}.toml").read_text())
    return [Fault(**fault) for fault in read["fault"]]
