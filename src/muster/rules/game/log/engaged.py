"""Who is engaged with whom: the log holds it as marks, the table as a field, each unit with its foes."""

from collections.abc import Mapping
from typing import Final

from muster.rules.game.log.events import Marked

ENGAGED: Final = "engaged."


def engagement_mark(unit: str, other: str, by: int = 1) -> Marked:
    """Two units are engaged, or with -1 no more."""
    return Marked(name=ENGAGED + "+".join(sorted((unit, other))), by=by)


def is_engagement_mark(event: Marked) -> bool:
    """Whether a mark says who is engaged."""
    return event.name.startswith(ENGAGED)


def engaged_after(before: Mapping[str, tuple[str, ...]], event: Marked) -> Mapping[str, tuple[str, ...]]:
    """Who is engaged with whom after such a mark."""
    first, other = event.name.removeprefix(ENGAGED).split("+")
    changed = dict(before)
    for unit, foe in ((first, other), (other, first)):
        left = {id for id in changed.pop(unit, ()) if id != foe} | ({foe} if event.by > 0 else set())
        if left:
            changed[unit] = tuple(sorted(left))
    return changed
