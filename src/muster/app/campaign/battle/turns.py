"""Most acts of a side are one decision of the rules; the desk writes what it comes to."""

from collections.abc import Callable
from typing import TypeVar

from muster.app.acting import Act, Command
from muster.app.campaign.battle.access import HANDLERS, SIDE
from muster.app.campaign.battle.commands import Rolling
from muster.app.campaign.battle.desk import BattleDesk
from muster.app.streams import Appended
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.dice.faces import Die, Roll

C = TypeVar("C", bound=Command)
R = TypeVar("R", bound=Rolling)


def turns(
    kind: type[C],
) -> Callable[[Callable[[SideContext, C], Turn]], Callable[[SideContext, C], Turn]]:
    """The decision behind a command of a side."""

    def register(decide: Callable[[SideContext, C], Turn]) -> Callable[[SideContext, C], Turn]:
        @HANDLERS.handles(kind, who=SIDE)
        def handle(desk: BattleDesk, act: Act, command: C) -> Appended:
            return desk.turn(act, command, lambda context: decide(context, command))

        return decide

    return register


def rolls(
    kind: type[R],
    dice: Callable[[SideContext, R], tuple[Die, ...]],
    decide: Callable[[SideContext, R, Roll], Turn],
) -> None:
    """The dice and the decision behind a command of a side that rolls."""

    @HANDLERS.handles(kind, who=SIDE)
    def handle(desk: BattleDesk, act: Act, command: R) -> Appended:
        return desk.roll(act, command, lambda c: dice(c, command), lambda c, roll: decide(c, command, roll))
