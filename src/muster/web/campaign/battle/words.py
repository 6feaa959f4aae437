"""Refusals in a battle speak of units and sides by their names."""

import re
from collections.abc import Mapping

from muster.rules.violations import Violation
from muster.web.site.errors import Reason, as_reason

DOSSIER = re.compile(r"\b(?:d|guest)\d+\b")
SIDE = re.compile(r"\b(blue|red)\b")
OF_A_SIDE = {"battle.not_mustered", "battle.not_founded", "battle.turning_point_due", "register.is_retired"}


def with_sides(violation: Violation, sides: Mapping[str, str]) -> Reason:
    """A reason that calls a side by its name where the reason is about one."""
    plain = as_reason(violation)
    if violation.code not in OF_A_SIDE:
        return plain
    return plain | {"message": SIDE.sub(lambda found: sides.get(found[0], found[0]), plain["message"])}


def with_names(
    violation: Violation, sides: Mapping[str, str], units: Mapping[str, Mapping[str, str]], own: str
) -> Reason:
    """The same with units by their names, not by the ids of their dossiers."""
    about = violation.about[0] if violation.about else own
    names = units.get(about, units.get(own, {}))
    plain = with_sides(violation, sides)
    return plain | {"message": DOSSIER.sub(lambda found: names.get(found[0], found[0]), plain["message"])}
