"""A piece of a program and everything it names; the rules that a docstring states."""

import re
from pathlib import Path
from typing import TypeAlias

import msgspec

Scope: TypeAlias = dict[str, str]
"""Local names; each with the absolute name it stands for, or nothing."""

RULE_NUMBERS = re.compile(r"\b[Rr]ules? ((?:\d+)(?:(?:,| and| or|,? to|–|-) ?\d+)*)")
SPAN = re.compile(r"(\d+)(?: to |–|-)(\d+)|(\d+)")


class Piece(msgspec.Struct):
    """One piece of the program and everything it names."""

    name: str
    module: str
    kind: str
    file: Path
    line: int = 0
    owner: str = ""
    names: set[str] = msgspec.field(default_factory=set)
    of_types: set[tuple[str, str]] = msgspec.field(default_factory=set)
    words: set[str] = msgspec.field(default_factory=set)
    texts: set[str] = msgspec.field(default_factory=set)
    loads: set[str] = msgspec.field(default_factory=set)
    decorators: list[str] = msgspec.field(default_factory=list)
    bases: list[str] = msgspec.field(default_factory=list)
    parameters: tuple[str, ...] = ()
    fixtures: set[str] = msgspec.field(default_factory=set)
    returns: str = ""
    fills: set[str] = msgspec.field(default_factory=set)
    rules: frozenset[int] = frozenset()


class Source(msgspec.Struct):
    """A module: its pieces by their names in it, what it imports, and what its names stand for."""

    name: str
    file: Path
    pieces: dict[str, Piece] = msgspec.field(default_factory=dict)
    bindings: Scope = msgspec.field(default_factory=dict)
    imports: set[str] = msgspec.field(default_factory=set)
    addresses: list[tuple[str, str]] = msgspec.field(default_factory=list)


def rule_numbers(text: str) -> frozenset[int]:
    """`rules 12, 14 to 16 and 20` names six rules."""
    found: set[int] = set()
    for listed in RULE_NUMBERS.findall(text):
        for first, last, single in SPAN.findall(listed):
            found.update([int(single)] if single else range(int(first), int(last) + 1))
    return frozenset(found)
