"""Why a unit may not take an action now: each that its card, the core or its mission names, with a reason."""

from collections.abc import Iterator
from typing import Final

from muster.rules.game.special_operations.actions import (
    ACTIONS,
    EXCLUDE,
    cost_of,
    may_repeat,
    options_of,
    owed_actions,
)
from muster.rules.game.special_operations.marks import DID
from muster.rules.game.special_operations.units import engaged_with, is_vehicle
from muster.rules.game.steps.operations import Acting
from muster.rules.game.table import Table, Unit

CORE: Final = ("attack", "move", "dash", "aim", "dodge", "recover", "standby")
UNSAID: Final = ("claim-token",)
"""Actions of a mission that are of no interest where they cannot be taken."""
NOWHERE: Final = ("attack", "recover", "standby", "transmitter", "detonator", "rearm", "repair", "halt",
                  "redistribute", "dash", "move")  # fmt: skip
"""Actions with a reason of their own where there is nothing to take them on."""


def not_now(table: Table, step: Acting) -> Iterator[tuple[str, str]]:
    """Actions that are not offered, each with the reason by its name."""
    unit = table.units[step.unit]
    if step.only:
        return
    offered = {name for name, _ in options_of(table, step)}
    for name in _known(table, unit):
        if name not in offered:
            yield name, _reason(table, step, unit, name)


def _known(table: Table, unit: Unit) -> Iterator[str]:
    for name, rule in ACTIONS.items():
        core = name in CORE and not (is_vehicle(unit) and name != "attack")
        own = (rule.mission and name not in UNSAID) or rule.cost is None
        if core or (own and cost_of(table, unit, name) is not None):
            yield name


def _reason(table: Table, step: Acting, unit: Unit, name: str) -> str:
    """The first thing that stands in the way (rules 304, 305, 308, 367 to 372)."""
    named = owed_actions(table, step)
    reasons = {
        "done": not may_repeat(table, unit, name),
        f"excluded-{name}": any(DID.count(table, unit.id, other) for other in EXCLUDE.get(name, ())),
        "no-actions": (cost_of(table, unit, name) or 0) > step.left,
        "entered": step.entered and name in ("move", "ambush-point"),
        "ai": bool(named) and name not in named,
        "engaged": name in ("dash", "move") and bool(engaged_with(table, unit.id)),
        f"nowhere-{name}": name in NOWHERE,
    }
    return next((reason for reason, holds in reasons.items() if holds), "nowhere")
