"""A fragment in parts: what a browser has already is named instead of sent.

A template puts `<!--part-->` and `<!--/part-->` around an element that often stays as it is while others
change: a row, a line, a pane; parts may lie in parts. Each is named after all that is in it, so the same name
is the same content, and a browser that holds a part by this name holds it as it is now. Nobody learns more
from a name than from the content it was sent with, and each audience has names of its own.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

HEADER: Final = "Muster-Parts"
"""The parts that whoever asks has already, by their names."""

MOST_NAMES: Final = 400
NAME_BYTES: Final = 6
NAME: Final = re.compile(r"[A-Za-z0-9_-]{8}", re.ASCII)
_MARKS: Final = re.compile(r"<!--(/?)part-->")


class _Part(NamedTuple):
    """An element: its name, its own markup with the parts that lie in it, and all of it as it is sent."""

    name: str
    inside: tuple["str | _Part", ...]
    html: str


class Fragment:
    """What a template drew for an audience."""

    def __init__(self, audience: str, marked: str) -> None:
        self._inside = tuple(_read(audience, marked))

    @cached_property
    def html(self) -> str:
        """All of it."""
        return "".join(piece if isinstance(piece, str) else piece.html for piece in self._inside)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all parts."""
        return frozenset(_names(self._inside))

    @cached_property
    def shape(self) -> str:
        """What stands for the whole: equal only where everything is."""
        return "".join(piece if isinstance(piece, str) else f"<{piece.name}>" for piece in self._inside)

    def since(self, had: Collection[str]) -> str:
        """For who has some of the parts: those are only named."""
        return "".join(_sent(self._inside, had)) if had else self.html


def parts_named(header: str) -> frozenset[str]:
    """The parts that a request says it has; what is no name is none."""
    return frozenset(NAME.findall(header)[:MOST_NAMES])


def _read(audience: str, marked: str) -> Iterator["str | _Part"]:
    """The pieces of a fragment. A part that lies in another is named after the place of the outermost, too:
    the same row in two panes is two parts, and each stays in its own."""
    place, open_parts = 0, list[list[str | _Part]]()
    pieces = _MARKS.split(marked)
    yield pieces[0]
    for closing, text in zip(pieces[1::2], pieces[2::2], strict=True):
        if closing:
            part = _named(f"{audience} {place}", open_parts.pop())
            if not open_parts:
                yield part
                yield text
                continue
            open_parts[-1] += [part, text]
        else:
            place += not open_parts
            open_parts.append([text])


def _named(salt: str, inside: "list[str | _Part]") -> _Part:
    if len(inside) == 1:
        return _leaf(salt, str(inside[0]))
    return _made(salt, inside)


@lru_cache(maxsize=8192)
def _leaf(salt: str, html: str) -> _Part:
    """A row or a line as it was before: most of them are."""
    return _made(salt, [html])


def _made(salt: str, inside: "list[str | _Part]") -> _Part:
    shape = "".join(piece if isinstance(piece, str) else piece.name for piece in inside)
    digest = blake2b(f"{salt}\n{shape}".encode(), digest_size=NAME_BYTES).digest()
    name, first = urlsafe_b64encode(digest).decode(), str(inside[0])
    tag, _, rest = first.partition(">")
    inside[0] = f'{tag} data-part="{name}">{rest}'
    html = "".join(piece if isinstance(piece, str) else piece.html for piece in inside)
    return _Part(name, tuple(inside), html)


def _names(inside: "tuple[str | _Part, ...]") -> Iterator[str]:
    for piece in inside:
        if isinstance(piece, _Part):
            yield piece.name
            yield from _names(piece.inside)


def _sent(inside: "tuple[str | _Part, ...]", had: Collection[str]) -> Iterator[str]:
    """The names of parts that follow one another are said together."""
    named: list[str] = []
    for piece in inside:
        if isinstance(piece, _Part) and piece.name in had:
            named.append(piece.name)
        elif piece:
            if named:
                yield _named_only(named)
                named = []
            if isinstance(piece, str):
                yield piece
            else:
                yield from _sent(piece.inside, had)
    if named:
        yield _named_only(named)


def _named_only(names: list[str]) -> str:
    return f'<template data-parts="{" ".join(names)}"></template>'
