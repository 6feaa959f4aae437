"""Splits a fragment into parts, so that parts the browser already has are named instead of sent.

A template puts `<!--part-->` and `<!--/part-->` around elements that often stay the same while others change:
a row, a line, a pane. Parts may be nested. A part's name is a hash of its content, so a browser that has a
part of that name has the current content. A name reveals nothing beyond the content it was sent with, and
each audience has its own names.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

HEADER: Final = "Muster-Parts"
"""The request header that lists the names of the parts the browser has."""

MOST_NAMES: Final = 400
NAME_BYTES: Final = 6
NAME: Final = re.compile(r"[A-Za-z0-9_-]{8}", re.ASCII)
_MARKS: Final = re.compile(r"<!--(/?)part-->")


class _Part(NamedTuple):
    """An element: its name, its markup interleaved with nested parts, and its complete HTML."""

    name: str
    inside: tuple["str | _Part", ...]
    html: str


class Fragment:
    """A rendered template, split into parts, for one audience."""

    def __init__(self, audience: str, marked: str) -> None:
        self._inside = tuple(_split_parts(audience, marked))

    @cached_property
    def html(self) -> str:
        """The complete HTML."""
        return "".join(piece if isinstance(piece, str) else piece.html for piece in self._inside)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all parts, nested ones included."""
        return frozenset(_names(self._inside))

    @cached_property
    def shape(self) -> str:
        """A short stand-in for the content: two fragments have the same shape only if they are equal."""
        return "".join(piece if isinstance(piece, str) else f"<{piece.name}>" for piece in self._inside)

    def since(self, had: Collection[str]) -> str:
        """The HTML for a browser that has the parts in `had`; those are only named."""
        return "".join(_pieces_to_send(self._inside, had)) if had else self.html


def read_part_names(header: str) -> frozenset[str]:
    """The valid part names in a request header."""
    return frozenset(NAME.findall(header)[:MOST_NAMES])


def _split_parts(audience: str, marked: str) -> Iterator["str | _Part"]:
    """Yield the pieces of a fragment. The name also depends on the position of the outermost part: the same
    row in two panes is two parts, and each stays in its pane."""
    place, open_parts = 0, list[list[str | _Part]]()
    pieces = _MARKS.split(marked)
    yield pieces[0]
    for closing, text in zip(pieces[1::2], pieces[2::2], strict=True):
        if closing:
            part = _make_part(f"{audience} {place}", open_parts.pop())
            if not open_parts:
                yield part
                yield text
                continue
            open_parts[-1] += [part, text]
        else:
            place += not open_parts
            open_parts.append([text])


def _make_part(salt: str, inside: "list[str | _Part]") -> _Part:
    if len(inside) == 1:
        return _leaf_part(salt, str(inside[0]))
    return _build_part(salt, inside)


@lru_cache(maxsize=8192)
def _leaf_part(salt: str, html: str) -> _Part:
    """A part without nested parts; cached, since most rows and lines have not changed."""
    return _build_part(salt, [html])


def _build_part(salt: str, inside: "list[str | _Part]") -> _Part:
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


def _pieces_to_send(inside: "tuple[str | _Part, ...]", had: Collection[str]) -> Iterator[str]:
    """Yield what to send; the names of consecutive known parts share one placeholder."""
    named: list[str] = []
    for piece in inside:
        if isinstance(piece, _Part) and piece.name in had:
            named.append(piece.name)
        elif piece:
            if named:
                yield _placeholder(named)
                named = []
            if isinstance(piece, str):
                yield piece
            else:
                yield from _pieces_to_send(piece.inside, had)
    if named:
        yield _placeholder(named)


def _placeholder(names: list[str]) -> str:
    return f'<template data-parts="{" ".join(names)}"></template>'
