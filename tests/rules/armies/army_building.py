"""Short ways to write an army in a test: `army("rebels", "ab", "ah*3:ed,er", "jg+ji")`."""

import re
from typing import Any

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit, Deck, require_sizes
from muster.rules.armies.check import check_army
from muster.rules.armies.report import Report
from muster.rules.cards.catalogue import catalogue

CARDS = catalogue()
TODAY = CARDS.edition

# The least a Standard army of each faction needs.
CORE = {
    "rebels": ("ab", "ah*3"),
    "empire": ("au", "ay*3"),
    "republic": ("ns", "fz*3"),
    "separatists": ("nr", "gx*3"),
}
DECK = Deck(objective=("Ag", "Ah", "Ai"), secondary=("Aa", "Ab", "Ac"), advantage=("yu", "yv", "yw"))
HAND = ("bl", "bk", "bj", "aa")
GENERIC_HAND = {
    "rebels": ("bl", "cv", "bk", "cp", "bj", "ch", "aa"),
    "empire": ("bl", "ca", "bk", "cb", "bj", "cc", "aa"),
    "republic": ("bl", "pu", "bk", "pv", "bj", "pw", "aa"),
    "separatists": ("bl", "mu", "bk", "nu", "bj", "nv", "aa"),
}
LINE = re.compile(
    r"(?P<unit>[^*:+]+)(\*(?P<count>\d+))?(:(?P<upgrades>[^+]*))?(\+(?P<joined>[^:]+)(:(?P<theirs>.*))?)?"
)


def line(text: str) -> ArmyUnit:
    """A line written as unit*count:upgrade,upgrade+counterpart:upgrade."""
    match = LINE.fullmatch(text)
    assert match, text
    return ArmyUnit(
        unit=match["unit"],
        count=int(match["count"] or 1),
        upgrades=ids(match["upgrades"]),
        counterpart=ArmyCounterpart(match["joined"], ids(match["theirs"])) if match["joined"] else None,
    )


def ids(text: str | None) -> tuple[str, ...]:
    """Card ids between commas."""
    return tuple(text.split(",")) if text else ()


def army(faction: str, *lines: str, **fields: Any) -> Army:
    """An army at today's points; its lines get the keys u1, u2 …"""
    fields = {"points_date": TODAY, **fields}
    return require_sizes(Army(faction=faction, units=tuple(line(text) for text in lines), **fields))


def with_core(faction: str, *lines: str, **fields: Any) -> Army:
    """The least legal army of a faction (keys u1 and u2), and these lines behind it."""
    return army(faction, *CORE[faction], *lines, **fields)


def complete(faction: str, *lines: str, **fields: Any) -> Army:
    """The same with a command hand and a battle deck."""
    return with_core(faction, *lines, command_hand=GENERIC_HAND[faction], battle_deck=DECK, **fields)


def check(built: Army) -> Report:
    """Check an army with the catalogue of this release."""
    return check_army(built, CARDS)


def problems(built: Army) -> list[str]:
    """The codes of what is wrong with the units, sorted; hand and deck left aside."""
    return sorted(each.code for each in check(built).violations if each.code.startswith("army."))


def hand_problems(built: Army) -> list[str]:
    """The codes of what is wrong with the command hand."""
    return sorted(each.code for each in check(built).violations if each.code.startswith("hand."))


def deck_problems(built: Army) -> list[str]:
    """The codes of what is wrong with the battle deck."""
    return sorted(each.code for each in check(built).violations if each.code.startswith("deck."))


def the(built: Army, code: str) -> Any:
    """The one violation or note with this code."""
    report = check(built)
    found = [each for each in (*report.violations, *report.notes) if each.code == code]
    assert len(found) == 1, [each.code for each in (*report.violations, *report.notes)]
    return found[0]


def rank(built: Army, name: str) -> Any:
    """The row of a rank."""
    return next(row for row in check(built).ranks if row.rank == name)
