"""What the history of an army calls a change: stored as a code with ids and numbers, told in words when it is
read.

The words of each code are in `data/army_changes.json`; names come from the catalogue of the day of reading.
Versions of older programs hold their sentence as it was written: `read_label` makes a change of it.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources

import msgspec

from muster.rules.cards.catalogue import Catalogue
from muster.rules.messages import fill

LONGEST = 60
WRITTEN = "written"
"""The code of a change that an older program stored as a sentence."""
COPIED_FROM = "Copied from "
STEPS = frozenset({"new", "undo", "redo"})


class ArmyChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change by its code; `about` holds ids of cards, forces and formats, and numbers."""

    code: str
    about: Mapping[str, str | int] = {}


NO_CHANGE = ArmyChange("")


def change(code: str, **about: str | int) -> ArmyChange:
    """A change; texts that people typed are cut."""
    return ArmyChange(code, {name: _shorten(value) for name, value in about.items()})


def read_label(label: str) -> ArmyChange:
    """What an older program stored: a step, where a copy came from, or a sentence."""
    if label in STEPS:
        return ArmyChange(label)
    if label.startswith(COPIED_FROM):
        return change("copied", origin=label.removeprefix(COPIED_FROM))
    return change(WRITTEN, text=label)


def describe_change(done: ArmyChange, cards: Catalogue) -> str:
    """The change in words. A code that this program does not know stands as it is."""
    if done.code == WRITTEN:
        return str(done.about.get("text", ""))
    if (sentence := sentences().get(done.code)) is None:
        return done.code.replace("_", " ")
    named: dict[str, Callable[[str], str]] = {
        "card": cards.name_of,
        "unit": cards.name_of,
        "out": cards.name_of,
        "force": lambda id: cards.battle_forces[id].name if id in cards.battle_forces else id,
        "format": lambda id: cards.formats[id].name if id in cards.formats else id,
    }
    words = {name: named[name](str(of)) if name in named else of for name, of in done.about.items()}
    return fill(sentence, words)


@cache
def sentences() -> dict[str, str]:
    """The sentence of each code."""
    raw = resources.files("muster.data").joinpath("army_changes.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, str])


def _shorten(value: str | int) -> str | int:
    return value[:LONGEST] if isinstance(value, str) else value
