"""Attacks by the core rules in the log: one line says what came of it."""

from collections.abc import Callable
from typing import Any, Final

from muster.rules.game.log import attacked
from muster.rules.game.table import Table
from muster.rules.log import Event
from muster.web.environment import plural
from muster.web.game.play.words import unit_name

ROLLS: Final = {
    "attack-dice": "Attack dice", "attack-reroll": "Rerolled", "attack-cover": "Cover dice",
    "attack-defence": "Defence dice", "attack-luck": "Rerolled", "attack-guardian": "Guardian’s dice",
}  # fmt: skip
"""What the dice of an attack are called."""


def _resolved(table: Table, event: attacked.AttackResolved) -> str:
    said = (
        f"{unit_name(table, event.by)} attacked {unit_name(table, event.on)}: {plural(event.wounds, 'wound')}"
    )
    back = f", {event.back} on the attacker" if event.back else ""
    return f"{said}{back}"


def _name(table: Table, event: attacked.AttackResolved | attacked.PoolFormed) -> str:
    return f"the attack of {unit_name(table, event.by)} on {unit_name(table, event.on)}"


SENTENCES: Final[dict[type[Event], Callable[[Table, Any], str]]] = {attacked.AttackResolved: _resolved}
NAMES: Final[dict[type[Event], Callable[[Table, Any], str]]] = {
    attacked.AttackResolved: _name,
    attacked.PoolFormed: _name,
    attacked.AttackBegun: lambda table, event: f"the attack of {unit_name(table, event.unit)}",
    attacked.FactsTold: lambda _, event: "what was told" if event.facts else "the target",
    attacked.MinisFell: lambda *_: "who fell",
}
