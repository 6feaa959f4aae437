"""Where the facts of the data files come from, and under which licence."""

from functools import cache
from importlib import resources

import msgspec


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who gave what, and to which data files; `games/*` are all files of a folder and those below it."""

    name: str
    licence: str
    gave: str
    files: tuple[str, ...]
    address: str = ""


class _SourceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: tuple[Source, ...]


@cache
def sources() -> tuple[Source, ...]:
    """All sources, those of the cards first."""
    text = resources.files("muster.data").joinpath("sources.json").read_bytes()
    return msgspec.json.decode(text, type=_SourceFile).sources
