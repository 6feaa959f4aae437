"""How far cards, abilities, missions and rules reach: every inch is data. And who is near enough by them."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from muster.rules.game.measuring import Door, Within, near
from muster.rules.game.missions import mission_cards
from muster.rules.game.special_operations.squads.cards import EditionId
from muster.rules.game.special_operations.squads.squads import edition_cards
from muster.rules.game.special_operations.units import ability, edition
from muster.rules.game.steps.choices import Chosen
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Table


def inches(table: Table, name: str, unit: str = "") -> int:
    """The inches of a unit's ability, a loadout, a command card, the mission or the edition, whichever has
    such a name; 0 where none speaks of a distance."""
    own = ability(table, table.units[unit], name) if unit in table.units else None
    return own.inches if own else printed_inches(edition(table), table.mission.objective, name)


def printed_inches(edition: EditionId, mission: str, name: str) -> int:
    """The inches that a card, a mission or an edition has under a name."""
    known = mission_cards()[mission].inches if mission else {}
    return known.get(name) or every_inch(edition).get(name, 0)


@cache
def every_inch(edition: EditionId) -> Mapping[str, int]:
    """The inches of every ability and card, and of the rules of an edition that are on none, by name."""
    cards = edition_cards(edition)
    effects = (*cards.loadouts.values(), *cards.commands.values())
    holders = (*(unit.abilities for unit in cards.units.values()), *(card.gains for card in effects))
    known = {ability.id: ability.inches for abilities in holders for ability in abilities}
    return known | {card.id: card.inches for card in effects if card.inches} | dict(cards.edition.inches)


def within(table: Table, name: str, who: str, ids: Iterable[str], sight: bool = False) -> Chosen:
    """Those of these units that a card, ability, mission or rule of somebody reaches; at a table all of them,
    since naming one tells that it is near enough."""
    return near(table, who, ids, inches(table, name, who), sight) if table.board else tuple(ids)


def objective_tokens(table: Table) -> Chosen:
    """The tokens that cards call objectives: all but covert ones and the vehicle."""
    return tuple(
        marker.id
        for marker in table.lying()
        if marker.kind != "vehicle" and not marker.id.startswith("covert-")
    )


def _near_objective(table: Table, step: Choose) -> Within:
    return Within((step.unit,), objective_tokens(table), inches(table, step.what, step.unit))


def _near_objectives(table: Table, step: Choose) -> Within:
    return Within(step.options, objective_tokens(table), inches(table, step.what))


AT_OBJECTIVE: Final = Door("F", "distance", question=_near_objective)
"""Whether a unit is near an objective."""
AT_OBJECTIVES: Final = Door("F", "distance", question=_near_objectives)
"""Which units are near one."""


def at_objective(table: Table, id: str, name: str) -> bool:
    """Whether a unit may be near an objective, as a card asks for it; in the Network it is at none (G36)."""
    tokens = within(table, name, id, objective_tokens(table)) if table.units[id].stands else ()
    return bool(tokens)
