"""The effects of the squads checked against the functions that carry them out."""

from collections.abc import Sequence

from muster.rules.cards.audit import problem
from muster.rules.game.special_operations.play import with_functions
from muster.rules.game.special_operations.squads.cards import EDITIONS, EditionId
from muster.rules.game.special_operations.squads.squads import effect_ids
from muster.rules.violations import Violation


def audit_effects(editions: Sequence[EditionId] = EDITIONS) -> tuple[Violation, ...]:
    """What can come up and no function stands for: players would have to do it by hand."""
    done = with_functions()
    found = dict.fromkeys(id for edition in editions for id in effect_ids(edition) if id not in done)
    return tuple(problem("by-hand", id) for id in found)
