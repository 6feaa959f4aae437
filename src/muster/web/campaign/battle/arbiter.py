"""How a battle comes to its end when somebody is missing: what the arbitrator, or who waits, may do."""

from datetime import UTC, datetime
from typing import NamedTuple

from muster.app.acting import Act
from muster.app.campaign.battle.access import HANDLERS
from muster.app.campaign.battle.commands import ConfirmFor, PassRivalFor
from muster.app.campaign.battle.context import PATIENCE, BattleContext
from muster.app.campaign.logs import REGISTERS
from muster.rules.campaign.battle.battle import SIDES
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.experience import owes_rival
from muster.web.environment import NUMBER_WORDS, url


class Arbiter(NamedTuple):
    """The sides for which the reader may confirm, those whose rival may be passed, and how
    many days whoever waits for it waits."""

    is_arbitrator: bool
    confirmable: list[SideKey]
    passable: list[SideKey]
    patience: str

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.confirmable or self.passable)


def arbiter_of(desk: BattleContext, me: str) -> Arbiter:
    """What may be done for a side that does not do it: by the arbitrator, or after days by who waits."""
    arbitrator, act = desk.role(me).arbitrator, Act(me, datetime.now(UTC), "a look")
    there = [key for key in SIDES if desk.battle.side(key).register and desk.battle.status == "recorded"]
    owed = [key for key in there if owes_rival(desk.context_of(key))]
    return Arbiter(
        arbitrator,
        [key for key in there if arbitrator and not HANDLERS.can(desk, act, ConfirmFor(side=key))],
        [key for key in owed if not HANDLERS.can(desk, act, PassRivalFor(side=key))],
        NUMBER_WORDS[PATIENCE.days],
    )


def correction_at(register: str) -> str:
    """Where a Register is corrected; empty for a side without one."""
    return url("tour-correct", register=register.removeprefix(REGISTERS)) if register else ""
