"""The list of checks: one function per rule, in the order a player reads the answers."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from muster.rules.armies.lineup import Lineup
from muster.rules.violations import Violation

Check: TypeAlias = Callable[[Lineup], Iterable[Violation]]

CHECKS: list[Check] = []
NOTES: list[Check] = []


def check(rule: Check) -> Check:
    """Register a rule that an army may break."""
    CHECKS.append(rule)
    return rule


def note(advice: Check) -> Check:
    """Register a piece of advice; it never makes an army illegal."""
    NOTES.append(advice)
    return advice
