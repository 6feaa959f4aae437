"""List formats, and what an import and an export answer: army or text, and what did not make it."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import TypeAlias

import msgspec

from muster.rules.armies.army import Army
from muster.rules.cards.catalogue import Catalogue, shorten
from muster.rules.violations import Param, Refused, Violation

SOURCE = "list formats, docs/reference/interchange.md"
SHOWN = 80

# Remarks about what was assumed or differs; every other note names a piece of the input that needs a person.
REMARKS = frozenset(
    {
        "import.assumed_faction",
        "import.assumed_force",
        "import.assumed_format",
        "import.encoding",
        "import.points_differ",
    }
)


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """An army read from a list, what needs a person's eye, and the format it was written in.

    Every note has the exact piece of the input in `params["piece"]` and where it stood in `params["where"]`.
    `text` is the input as it was decoded, once: reading it again gives the same army.
    """

    army: Army
    format: str
    text: str = ""
    notes: tuple[Violation, ...] = ()

    @property
    def unresolved(self) -> tuple[Violation, ...]:
        """The pieces that were not understood, or that may mean several cards."""
        return tuple(note for note in self.notes if note.code not in REMARKS)


Reader: TypeAlias = Callable[[str, Catalogue, Mapping[str, str], date | None], Imported]


class Format(msgspec.Struct, frozen=True):
    """A list format: its id, what people call it, how it is read and written; `place` orders the lists.

    A module of this package that holds `FORMATS` has its formats offered everywhere.
    """

    id: str
    name: str
    read: Reader
    write: Callable[[Army, Catalogue], str]
    suffix: str = "txt"
    place: int = 100


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """An army written in a format, and exactly what of this army the format cannot carry."""

    text: str
    format: str
    lost: tuple[Violation, ...] = ()


def note(code: str, where: str, piece: str, about: Iterable[str] = (), **params: Param) -> Violation:
    """A note about one piece of the input; `shown` is the piece cut to fit a sentence."""
    words = {"where": where, "piece": piece, "shown": shorten(" ".join(piece.split()), SHOWN), **params}
    return Violation(code=code, source=SOURCE, about=tuple(about), params=words)


def import_refusal(code: str, **params: Param) -> Refused:
    """A refusal of the whole input."""
    return Refused(Violation(code=code, source=SOURCE, params=params))
