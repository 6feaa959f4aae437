"""The log of Special Operations in sentences. Secrets of a seat have none."""

from collections.abc import Callable
from typing import Any, Final

from muster.rules.cards.vocabulary import display_word
from muster.rules.game.special_operations import events
from muster.rules.game.special_operations.attacks.as_odds import COVERS
from muster.rules.game.special_operations.squads import squads
from muster.rules.game.special_operations.units import edition
from muster.rules.game.table import Table
from muster.rules.log import Event
from muster.web.environment import plural
from muster.web.game.play.prompts.cards import thing
from muster.web.game.play.prompts.special_operations import card_name
from muster.web.game.play.words import code_token, name_of, unit_name


def _tell_loadouts(table: Table, event: events.LoadoutsRevealed) -> str:
    known = squads.edition_cards(edition(table)).loadouts
    shown = (
        f"{name_of(table, seat)} {', '.join(known[id].name for id in ids)}"
        for seat, ids in event.loadouts.items()
    )
    return f"Loadouts: {'; '.join(shown)}"


def _tell_action(table: Table, event: events.Acted) -> str:
    on = f", {thing(table, event.on)}" if event.on else ""
    return f"{unit_name(table, event.unit)}: {card_name(table, event.action)}{on}"


def _tell_move(table: Table, event: events.Moved) -> str:
    on = f", into contact with {thing(table, event.on)}" if event.on else ""
    return (
        f"{unit_name(table, event.unit)} may move at speed {event.speed} ({card_name(table, event.why)}){on}"
    )


def _tell_declaration(table: Table, event: events.AttackDeclared) -> str:
    cover = f", {COVERS[event.cover]} cover" if event.cover else ""
    dice = plural(len(event.dice), "die", "dice")
    return f"{unit_name(table, event.by)} attacks {unit_name(table, event.on)}, {dice}{cover}"


def _tell_result(table: Table, event: events.AttackSettled) -> str:
    through = f"{event.criticals + event.hits} through, {event.blocks} blocked"
    return f"{unit_name(table, event.on)}: {through}, {event.wounds} wound{'' if event.wounds == 1 else 's'}"


def _tell_look(table: Table, event: events.Looked) -> str:
    by = f"{unit_name(table, event.by)} looked" if event.by else "Blue looked"
    return f"{by} at the token of {unit_name(table, event.unit)}"


def _tell_uncovered(table: Table, event: events.CovertOpened) -> str:
    """The unit of each token, in version 1.1 its rank (rule 327)."""
    hidden = {
        token: unit_name(table, unit) if unit in table.units else display_word(unit)
        for token, unit in event.tokens.items()
    }
    shown = (f"covert token {token.rpartition('-')[2]}: {what}" for token, what in hidden.items())
    return f"{name_of(table, event.seat)} opened {', '.join(shown)}"


def _tell_order(table: Table, event: events.OrderTurned) -> str:
    order = f"a {event.order} order" if event.order else "no order now"
    return f"{unit_name(table, event.unit)} has {order}"


def _tell_secrets(table: Table, event: events.SecretsOpened) -> str:
    """Who had what when the game was over."""
    held = {id: code_token(table, face) for id, face in event.codes.items()}
    held |= {token: unit_name(table, unit) for token, unit in event.covert.items()}
    return "; ".join(f"{thing(table, id)}: {what}" for id, what in held.items()) or "Secrets opened"


SENTENCES: Final[dict[type[Event], Callable[[Table, Any], str]]] = {
    events.LoadoutsRevealed: _tell_loadouts,
    events.UnitJoined: lambda table, event: f"{event.unit.name} joins {name_of(table, event.unit.seat)}",
    events.Looked: _tell_look,
    events.SecretsOpened: _tell_secrets,
    events.Acted: _tell_action,
    events.Moved: _tell_move,
    events.AttackDeclared: _tell_declaration,
    events.DieTaken: lambda table, event: (
        f"{unit_name(table, event.by)} lost a {display_word(event.die.value.rpartition('-')[2]).lower()} die"
    ),
    events.AttackSettled: _tell_result,
    events.Panicked: lambda table, event: (
        f"{unit_name(table, event.unit)} panicked: {event.wounds} wound{'' if event.wounds == 1 else 's'}"
    ),
    events.CovertOpened: _tell_uncovered,
    events.OrderTurned: _tell_order,
    events.Returned: lambda table, event: (
        f"{unit_name(table, event.unit)} {'returned' if event.defeated else 'left the table'}"
    ),
}
NAMES: Final[dict[type[Event], Callable[[Table, Any], str]]] = {
    events.Acted: lambda table, event: f"{card_name(table, event.action)} of {unit_name(table, event.unit)}"
}
