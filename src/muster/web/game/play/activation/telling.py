"""Activations in the log: actions that are counted, and cards that turn."""

from collections.abc import Callable
from typing import Any, Final

from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.vocabulary import display_word
from muster.rules.game.log import activating, attacked
from muster.rules.game.phases.acting import ATTACK
from muster.rules.game.table import Table
from muster.rules.log import Event
from muster.web.game.play.words import unit_name
from muster.web.game.wording import wordings


def _action(table: Table, event: activating.ActionTaken) -> str:
    free = "" if event.cost else " (free)"
    return f"{unit_name(table, event.unit)}: {_action_name(event.action)}{free}"


def _action_name(action: str) -> str:
    if action == "claim":
        return "Claim"
    return "Attack" if action == ATTACK else wordings().deeds[action].name


def _turned(table: Table, event: attacked.CardTurned) -> str:
    known = catalogue().upgrades.get(event.card)
    name = known.full_name if known else display_word(event.card)
    return f"{unit_name(table, event.unit)}: {name} is {event.state or 'ready again'}"


SENTENCES: Final[dict[type[Event], Callable[[Table, Any], str]]] = {
    activating.ActionTaken: _action,
    attacked.CardTurned: _turned,
    activating.SwitchSet: lambda _, event: (
        f"Actions are {'counted from now on' if event.on else 'no longer counted'}"
    ),
}
NAMES: Final[dict[type[Event], Callable[[Table, Any], str]]] = {
    activating.ActionTaken: lambda table, event: (
        f"the {_action_name(event.action)} of {unit_name(table, event.unit)}"
    ),
    attacked.CardTurned: lambda table, event: f"the card of {unit_name(table, event.unit)}",
    activating.SwitchSet: lambda *_: "the counting of actions",
}
