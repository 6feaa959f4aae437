"""Registers commands of a side that are a single decision of the rules."""

from collections.abc import Callable
from typing import TypeVar

from muster.app.acting import Act, C
from muster.app.campaign.battle.access import HANDLERS, SIDE
from muster.app.campaign.battle.commands import Rolling
from muster.app.campaign.battle.context import BattleContext
from muster.app.streams import Appended
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.dice.faces import Die, Roll

R = TypeVar("R", bound=Rolling)


def handle_turn(kind: type[C], decide: Callable[[SideContext, C], Turn]) -> None:
    """Register the decision behind a command of a side."""

    @HANDLERS.handles(kind, who=SIDE)
    def handle(battle: BattleContext, act: Act, command: C) -> Appended:
        return battle.turn(act, command, lambda context: decide(context, command))


def handle_roll(
    kind: type[R],
    dice: Callable[[SideContext, R], tuple[Die, ...]],
    decide: Callable[[SideContext, R, Roll], Turn],
) -> None:
    """Register the dice and the decision behind a command of a side that rolls."""

    def turn(battle: BattleContext, context: SideContext, command: R) -> Turn:
        return battle.with_dice(command, dice(context, command), lambda roll: decide(context, command, roll))

    @HANDLERS.handles(kind, who=SIDE)
    def handle(battle: BattleContext, act: Act, command: R) -> Appended:
        return battle.turn(act, command, lambda context: turn(battle, context, command))
