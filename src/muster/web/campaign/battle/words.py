"""Refusals in a battle speak of units and sides by their names."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from muster.rules.messages import explain, remedy
from muster.rules.violations import Violation

DOSSIER = re.compile(r"\bd\d+\b")
SIDE = re.compile(r"\b(blue|red)\b")
OF_A_SIDE = {"battle.not_mustered", "battle.not_founded", "battle.turning_point_due", "register.is_retired"}


class Reason(NamedTuple):
    """Why something does not work, what would help, and the rule it comes from."""

    message: str
    fix: str
    source: str


def reason(violation: Violation) -> Reason:
    """A violation as its sentences."""
    return Reason(explain(violation), remedy(violation), violation.source)


def in_words(violations: Iterable[Violation]) -> list[Reason]:
    """Many of them."""
    return [reason(one) for one in violations]


def with_sides(violation: Violation, sides: Mapping[str, str]) -> Reason:
    """A reason that calls a side by its name where the reason is about one."""
    plain = reason(violation)
    if violation.code not in OF_A_SIDE:
        return plain
    return plain._replace(message=SIDE.sub(lambda found: sides.get(found[0], found[0]), plain.message))


def with_names(
    violation: Violation, sides: Mapping[str, str], units: Mapping[str, Mapping[str, str]], own: str
) -> Reason:
    """The same with units by their names, not by the ids of their dossiers."""
    about = violation.about[0] if violation.about else own
    names = units.get(about, units.get(own, {}))
    plain = with_sides(violation, sides)
    return plain._replace(message=DOSSIER.sub(lambda found: names.get(found[0], found[0]), plain.message))
