"""Sentences by violation code: the one catalogue behind pages, JSON and the command line.

A sentence holds {params}, and counts things by the form after the colon:

- `{count}`: the number with its thousands: 1,000
- `{count:table has|tables have}`: the number and the words for one or for many: 1 table has, 2 tables have
- `{count:=is|are}`: those words alone, where the number stands elsewhere: there {count:=is|are} {count}
- `{kind:a}`: with its article: a unit, an upgrade
- `{names:+Near names: |.}`: the words with what stands between them, or nothing where it is empty
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from muster.rules.violations import Violation


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong, in one sentence with {params}; and, where there is one, what would help.

    `means` is set where it isn't a rule that is in the way: the thing is missing, someone else's, has
    changed meanwhile, must wait, or was tried too often.
    """

    what: str
    fix: str = ""
    means: Literal["", "missing", "forbidden", "stale", "busy", "often"] = ""


def language() -> str:
    """The language that sentences and pages are in. There is one so far; what is kept of a page is kept by
    it."""
    return "en"


@cache
def messages() -> dict[str, Message]:
    """All sentences, read once from the data files."""
    raw = resources.files("muster.data").joinpath("messages.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, Message])


def explain(violation: Violation) -> str:
    """The plain sentence for a violation, with its numbers filled in."""
    return _fill(messages()[violation.code].what, violation)


def remedy(violation: Violation) -> str:
    """What would help, or an empty string where nothing general can be said."""
    return _fill(messages()[violation.code].fix, violation)


def sentence_with_remedy(violation: Violation) -> str:
    """What is wrong and what would help, in one string. Falls back to the code where no sentence can be
    made."""
    try:
        return f"{explain(violation)} {remedy(violation)}".strip()
    except (KeyError, ValueError):  # no sentence, or a number of it is missing
        return violation.code


def outline(code: str) -> str:
    """The sentence of a code without its numbers and names: dots stand for them."""
    return messages()[code].what.format_map(_Dots())


def as_values(violation: Violation) -> dict[str, object]:
    """A violation with its sentence as plain values: the same shape in JSON everywhere."""
    return {
        "code": violation.code,
        "about": list(violation.about),
        "params": dict(violation.params),
        "message": explain(violation),
        "source": violation.source,
    }


def plural(count: int, singular: str, many: str = "") -> str:
    """1 card, 2 cards, 1,000 cards"""
    return f"{count:,} {singular if count == 1 else many or singular + 's'}"


@dataclass(frozen=True, slots=True)
class _Given:
    """A param as its sentence asks for it."""

    value: object

    def __format__(self, form: str) -> str:
        number = f"{self.value:,}" if type(self.value) is int else str(self.value)
        if not form:
            return number
        if form == "a":
            return f"{'an' if number.startswith(('a', 'e', 'i', 'o', 'up')) else 'a'} {number}"
        if form.startswith("+"):
            return form[1:].replace("|", number) if number else ""
        singular, _, many = form.removeprefix("=").partition("|")
        words = singular if number == "1" else many
        return words if form.startswith("=") else f"{number} {words}"


class _Dots(dict[str, "_Dotted"]):
    """Dots for every param that a sentence asks for."""

    def __missing__(self, name: str) -> "_Dotted":
        return _Dotted()


class _Dotted:
    """A param that is not known: dots, with the words for many."""

    def __format__(self, form: str) -> str:
        if form.startswith("+"):
            return ""
        if form == "a":
            return "a …"
        many = form.removeprefix("=").rpartition("|")[2]
        return many if form.startswith("=") else f"… {many}".rstrip()


def fill(template: str, params: Mapping[str, object]) -> str:
    """A sentence with its {params} filled in."""
    return template.format(**{name: _Given(value) for name, value in params.items()})


def _fill(template: str, violation: Violation) -> str:
    return fill(template, {"about": ", ".join(violation.about), **violation.params})
