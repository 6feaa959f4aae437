"""Decodes JSON from outside, and refuses input nested deeper than anything we write ourselves.

A few kilobytes can open fifty thousand brackets, and any recursive code that walks such a value, ours or a
library's, would run out of stack. So the depth is measured on the text, before anything is built.
"""

import re
from array import array
from itertools import accumulate
from typing import Final, TypeAlias, TypeVar, overload

import msgspec

DEEPEST: Final = 100
TOO_DEEP: Final = f"it is nested deeper than {DEEPEST} levels"
_PATH: Final = re.compile(r"\$\.?([^`]*)")
_FIELD: Final = re.compile(r"Object (missing required|contains unknown) field `(.+)`")
_TEXTS: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_UP_OR_DOWN: Final = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")  # one more open, or one less

T = TypeVar("T")

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""What JSON can hold, as it is decoded without a type."""


@overload
def decode_json(raw: bytes | str, kind: type[T]) -> T: ...


@overload
def decode_json(raw: bytes | str) -> Json: ...


def decode_json(raw: bytes | str, kind: type[T] | None = None) -> T | Json:
    """The value in a text from outside; `msgspec.DecodeError` says what does not fit."""
    if is_too_deep(raw):
        raise msgspec.DecodeError(TOO_DEEP)
    if kind is not None:
        return msgspec.json.decode(raw, type=kind)
    found: Json = msgspec.json.decode(raw)
    return found


def misfit(error: msgspec.ValidationError) -> tuple[str, str]:
    """Where a text does not fit, as a path, and what is wrong there; the path ends in the field that is
    missing or unknown."""
    what, _, place = str(error).partition(" - at ")
    path = _PATH.search(place)
    where = path[1] if path else ""
    if field := _FIELD.fullmatch(what):
        where = f"{where}.{field[2]}".lstrip(".")
        what = "This field is missing" if field[1] == "missing required" else "There is no such field"
    return where, what


def is_too_deep(raw: bytes | str) -> bool:
    """Whether more than `DEEPEST` brackets are open at once. Brackets inside strings do not count."""
    text = raw.encode(errors="surrogatepass") if isinstance(raw, str) else raw
    if text.count(b"[") + text.count(b"{") <= DEEPEST:
        return False
    steps = array("b", _TEXTS.sub(b"", text).translate(_UP_OR_DOWN, _NO_BRACKETS))
    return max(accumulate(steps), default=0) > DEEPEST
