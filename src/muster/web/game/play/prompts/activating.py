"""The prompt of a unit that acts by the core rules: its actions where they are counted, and why others are
not offered."""

from collections.abc import Iterator
from typing import Final

from muster.rules.game import steps
from muster.rules.game.attacks.declaring import COST
from muster.rules.game.keyword_moments import while_acting
from muster.rules.game.phases.acting import (
    ATTACK,
    CORE,
    MOVE,
    actions_allowed,
    actions_left,
    counts_actions,
    taken,
    why_not,
)
from muster.rules.game.phases.activation import actions, fewer_actions, may_enter
from muster.rules.game.phases.changing import unit_actions_of
from muster.rules.game.scoring.contesting import panicked
from muster.rules.game.table import Table, Unit, View
from muster.web.environment import plural
from muster.web.game.play import words
from muster.web.game.play.prompts.acting import icon_of
from muster.web.game.play.prompts.minding import keyword_lines
from muster.web.game.play.prompts.prompt import Denied, Option, Prompt, Tile, draws
from muster.web.game.wording import word_list, wordings

NONE_LEFT: Final = "game.no_actions_left"
LEDE: Final = "Move and attack on the table. Tap wounds and tokens as they come."


@draws(steps.UnitActs)
def acts(seen: View, step: steps.UnitActs) -> Prompt:
    """What it does on the table; with counted actions a tile for each."""
    table, unit = seen.table, seen.table.units[step.unit]
    counted = counts_actions(table)
    number = actions_allowed(table, unit) if counted else actions(table, unit)
    small = _counted_words(table, unit) if counted and number else _action_words(table, unit, number)
    waits = Option("waits", "Not on the table yet", on=True)
    return Prompt(
        step.id, "acts", "finish", f"{words.unit_name(table, unit.id)}: choose actions", "End activation",
        "Tap each action as it is taken." if counted else LEDE, small=small,
        tiles=tuple(_tiles(table, unit)) if counted else (),
        denied=tuple(_denied(table, unit)) if counted and number else (),
        other=waits if may_enter(table, unit) else None, stop=number == 0,
        keywords=keyword_lines(table, while_acting(table, unit), named=False),
    )  # fmt: skip


def _action_words(table: Table, unit: Unit, number: int) -> str:
    """How many actions it has, and what costs it one."""
    if panicked(table, unit):
        return "Panicked: no actions"
    why = " and ".join(word_list("fewer-actions")[reason] for reason in fewer_actions(table, unit))
    left = plural(number, "action") if number else "no actions"
    return f"{why}: {left}" if why else left


def _counted_words(table: Table, unit: Unit) -> str:
    """`1 of 2 actions left: Move, Aim`"""
    done = ", ".join(_name(action) for action in taken(table, unit) if action in CORE)
    left = f"{actions_left(table, unit)} of {plural(actions_allowed(table, unit), 'action')} left"
    return f"{left}: {done}" if done else left


def _name(action: str) -> str:
    return "Attack" if action == ATTACK else wordings().deeds[action].name


def _tiles(table: Table, unit: Unit) -> Iterator[Tile]:
    """The core actions that it may take now, one tap each; an attack has its own button."""
    for name, _ in unit_actions_of(table, unit):
        if name in CORE:
            deed = wordings().deeds[name]
            yield Tile(f"deed {unit.id} {name}", deed.name, deed.note, icon_of(name))


def _denied(table: Table, unit: Unit) -> Iterator[Denied]:
    """Core actions that it may not take now, and why; once it has none left a line says so for all. Who is
    not on the table yet makes only the Move by which it enters (core: Deploy, page 24)."""
    if not unit.deployed:
        yield Denied("Everything else", icon_of(MOVE), "first its Move onto the table")
        return
    for name in CORE:
        code = why_not(table, unit, name, COST["action"] if name == ATTACK else None)
        if code and code != NONE_LEFT:
            yield Denied(_name(name), icon_of(name), word_list("no-action")[code])
    if not actions_left(table, unit):
        yield Denied("Another action", icon_of(MOVE), word_list("no-action")[NONE_LEFT])
