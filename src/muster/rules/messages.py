"""Sentences by violation code: the one catalogue behind pages, JSON and the command line."""

from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from muster.rules.violations import Violation


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong, in one sentence with {params}; and, where there is one, what would help.

    `means` is set where it is no rule that stands in the way: the thing is missing, somebody else's, has
    moved on meanwhile, or must wait.
    """

    what: str
    fix: str = ""
    means: Literal["", "missing", "forbidden", "stale", "busy"] = ""


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


def told(violation: Violation) -> dict[str, Any]:
    """A violation with its sentence as plain values: the same shape in JSON everywhere."""
    return {
        "code": violation.code,
        "about": list(violation.about),
        "params": dict(violation.params),
        "message": explain(violation),
        "source": violation.source,
    }


def _fill(template: str, violation: Violation) -> str:
    return template.format(**{"about": ", ".join(violation.about), **violation.params})
