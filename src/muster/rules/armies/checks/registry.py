"""The list of checks: one function per rule, in the order a player reads the answers."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TypeAlias

from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.cards.types import BattleForce
from muster.rules.violations import Violation

Check: TypeAlias = Callable[[Lineup], Iterable[Violation]]

CHECKS: list[Check] = []
NOTES: list[Check] = []
PER_LINE: set[Check] = set()
APART: set[Check] = set()
OF_FORCE: set[Check] = set()


def check(rule: Check) -> Check:
    """Register a rule that an army may break."""
    CHECKS.append(rule)
    return rule


def check_lines(rule: Check) -> Check:
    """Register a rule that looks at one line at a time, independently of all other lines.

    Its answer depends only on the loadout and the frame, and names the key of the line, so a loadout that was
    found sound is not checked again. A line with cards set aside always is.
    """
    PER_LINE.add(rule)
    return check(rule)


def check_apart(rule: Check) -> Check:
    """Register a rule about the hand or the deck alone, independently of all units.

    Its answer depends only on the frame, the format and these cards, so a hand or deck that was found sound
    is not checked again.
    """
    APART.add(rule)
    return check(rule)


def of_force(rule: Callable[[Lineup, BattleForce], Iterable[Violation]]) -> Check:
    """A rule of battle forces: nothing is asked of an army without one."""

    @wraps(rule)
    def within(lineup: Lineup) -> Iterable[Violation]:
        return rule(lineup, lineup.force) if lineup.force is not None else ()

    OF_FORCE.add(within)
    return within


def note(advice: Check) -> Check:
    """Register a piece of advice; it never makes an army illegal."""
    NOTES.append(advice)
    return advice


def note_lines(advice: Check) -> Check:
    """Register a piece of advice about each line by itself, as `check_lines` does for rules."""
    PER_LINE.add(advice)
    return note(advice)
