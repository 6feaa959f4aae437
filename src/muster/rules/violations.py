"""A problem is a value: code, subject, numbers and the rule it comes from.

The sentence a person reads is made from the code in one place (`muster.rules.messages`), so pages, the
command line and the API all say the same.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

Value = TypeVar("Value")
Param: TypeAlias = int | str | tuple[str, ...]
Params: TypeAlias = Mapping[str, Param]
"""The numbers and words of a sentence; `of` may name by several ids what a problem is about."""


class Violation(msgspec.Struct, frozen=True, kw_only=True):
    """One broken rule. `about` names the things concerned by id; `params` holds the sentence's numbers."""

    code: str
    source: str
    about: tuple[str, ...] = ()
    params: Params = msgspec.field(default_factory=dict)


class Source(NamedTuple):
    """A document that rules come from. Each area creates one and builds its violations with it:

    `problem = Source("Tours of Duty").problem`, then `problem("battle.unknown", rule=12)`.
    """

    name: str

    def problem(
        self, code: str, about: Iterable[str] = (), rule: int | str = "", **params: Param
    ) -> Violation:
        """A broken rule, with its number or its words where it has them."""
        place = f", rule {rule}" if isinstance(rule, int) else f", {rule}" if rule else ""
        return Violation(code=code, source=f"{self.name}{place}", about=tuple(about), params=params)

    def problem_if(
        self, broken: object, code: str, about: Iterable[str] = (), rule: int | str = "", **params: Param
    ) -> Violation | None:
        """The rule where something breaks it, None where nothing does, as `refuse_if` takes them."""
        return self.problem(code, about, rule, **params) if broken else None


class Refused(Exception):
    """A command was refused: not a bug, but an answer. Nothing has changed."""

    def __init__(self, *violations: Violation) -> None:
        super().__init__(*violations)
        self.violations = violations

    def __str__(self) -> str:
        """What was refused and what would help, as people read it, with the code to search for."""
        # By name, because the sentences are made by a module that imports this one.
        sentence_of = import_module("muster.rules.messages").sentence_with_remedy
        return " ".join(f"{sentence_of(violation)} ({violation.code})" for violation in self.violations)


def refuse_if(*problems: Violation | None) -> None:
    """Refuse with every problem there is; nothing happens where there is none."""
    if found := [violation for violation in problems if violation is not None]:
        raise Refused(*found)


def refuse_unless(condition: object, *problems: Violation) -> None:
    """Refuse with these problems where the condition does not hold."""
    if not condition:
        raise Refused(*problems)


def require(value: Value | None, *problems: Violation) -> Value:
    """The value; refused with these problems where there is none."""
    if value is None:
        raise Refused(*problems)
    return value
