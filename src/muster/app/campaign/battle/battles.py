"""Battles of Tours of Duty: one entry point for every command."""

from muster.app.acting import Act, Command, Done
from muster.app.campaign.battle import steps, undoing, whole
from muster.app.campaign.battle.access import HANDLERS
from muster.app.campaign.battle.commands import OpenBattle
from muster.app.campaign.battle.context import BattleContext, BattleTable, SideRef
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.recording import Opening
from muster.rules.violations import Violation

__all__ = ["Battles", "steps", "undoing", "whole"]  # a desk is complete once its handlers are known


class Battles(BattleTable):
    """Battles over one event store."""

    def desk(self, at: SideRef) -> BattleContext:
        """The desk at a side."""
        return BattleContext(self, at)

    def do(self, act: Act, at: SideRef, command: Command) -> Done:
        """Do it, or refuse with every reason."""
        return HANDLERS.handle(self.desk(at), act, command)

    def can(self, act: Act, at: SideRef, command: Command) -> tuple[Violation, ...]:
        """What stands in the way. Nothing is written."""
        return HANDLERS.can(self.desk(at), act, command)

    def open(self, act: Act, opening: Opening, registers: dict[SideKey, str]) -> Done:
        """Open a battle; before that there is nothing to act on."""
        return self.do(act, SideRef(opening.battle, "blue"), OpenBattle(opening=opening, registers=registers))
