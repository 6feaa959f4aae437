"""The answer of a check as plain values: the same on the command line and in the API."""

from collections.abc import Iterable
from typing import Any

from muster.rules.armies.report import Report
from muster.rules.messages import told
from muster.rules.violations import Violation


def is_legal(report: Report, unresolved: Iterable[Violation] = ()) -> bool:
    """An army that was not understood to the last card cannot be called legal."""
    return report.legal and not any(unresolved)


def answer(report: Report, unresolved: Iterable[Violation] = ()) -> dict[str, Any]:
    """Points, limit, activations, and every problem with its sentence and source."""
    unresolved = tuple(unresolved)
    return {
        "points": report.points,
        "limit": report.limit,
        "activations": report.activations,
        "legal": is_legal(report, unresolved),
        "violations": [told(violation) for violation in report.violations],
        "unresolved": [told(violation) for violation in unresolved],
    }
