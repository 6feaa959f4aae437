"""What a check answers: points, ranks, slots, and every broken rule at once.

A problem has the amount by which the rule is broken in `params["by"]` where that is a number, and in
`params["of"]` what it is about where one rule can be broken by several things of one army.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.lineup.rank_counts import RankCount
from muster.rules.messages import as_values
from muster.rules.violations import Param, Violation

# Notes that say that an answer about an earlier day rests on something nobody knows.
UNCERTAIN: Final = frozenset(
    ("army.points_uncertain", "army.changed_since", "army.not_yet", "army.left_since")
)


class Report(msgspec.Struct, frozen=True):
    """The answer of `check_army`: `violations` make an army illegal, `notes` are advice.

    `units` are its lines: what each costs card by card, its slots with what sits in them, its place.
    """

    points: int
    limit: int
    activations: int
    violations: tuple[Violation, ...]
    notes: tuple[Violation, ...]
    ranks: tuple[RankCount, ...]
    commanders_and_operatives: int
    commander_and_operative_max: int | None
    units: tuple[ArmyLine, ...]

    @property
    def legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.violations

    @property
    def unit_problems(self) -> tuple[Violation, ...]:
        """What is wrong with the units, whatever the command hand and the battle deck."""
        return tuple(violation for violation in self.violations if violation.code.startswith("army."))

    @property
    def uncertain(self) -> tuple[Violation, ...]:
        """What makes the answer uncertain, each said once."""
        return tuple(note for note in self.notes if note.code in UNCERTAIN)

    def of(self, key: str) -> tuple[Violation, ...]:
        """The violations about one line."""
        return tuple(violation for violation in self.violations if key in violation.about)


def problem(code: str, source: str, about: Iterable[str] = (), **params: Param) -> Violation:
    """A broken rule, with what it is about and its numbers."""
    return Violation(code=code, source=source, about=tuple(about), params=params)


def identity(violation: Violation) -> tuple[str, object]:
    """What makes two problems the same one, though their numbers differ."""
    return violation.code, violation.params.get("of", violation.about)


def amount(violation: Violation) -> int:
    """By how much the rule is broken."""
    by = violation.params.get("by", 1)
    return by if isinstance(by, int) else 1


def worsened_problems(before: Iterable[Violation], after: Iterable[Violation]) -> tuple[Violation, ...]:
    """The problems that are new or have grown."""
    left: Counter[tuple[str, object]] = Counter()
    for violation in before:
        left[identity(violation)] += amount(violation)
    found = []
    for violation in after:
        left[identity(violation)] -= amount(violation)
        if left[identity(violation)] < 0:
            found.append(violation)
    return tuple(found)


def is_legal(report: Report, unresolved: Iterable[Violation] = ()) -> bool:
    """An army that was not understood to the last card cannot be called legal."""
    return report.legal and not any(unresolved)


def report_values(report: Report, unresolved: Iterable[Violation] = ()) -> dict[str, object]:
    """Points, limit, activations, and every problem with its sentence and source; then the advice, with what
    makes an answer about an earlier day uncertain."""
    unresolved = tuple(unresolved)
    return {
        "points": report.points,
        "limit": report.limit,
        "activations": report.activations,
        "legal": is_legal(report, unresolved),
        "violations": [as_values(violation) for violation in report.violations],
        "unresolved": [as_values(violation) for violation in unresolved],
        "notes": [as_values(note) for note in report.notes],
    }
