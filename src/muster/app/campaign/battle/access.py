"""Who may do what in a battle: owners act for their own side, the arbitrator where somebody is missing.

Members of the battle's campaign may read it. For everyone else it does not exist.
"""

from collections.abc import Callable
from typing import Final

from muster.app.acting import Act, Command, Handlers
from muster.app.campaign.battle.commands import ForSide, OpenBattle
from muster.app.campaign.battle.context import PATIENCE, BattleContext, BattleTable, SideRef
from muster.rules.campaign.battle.battle import other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused, refuse_unless

SIDE: Final = "side"
ANYBODY_THERE: Final = "player or arbitrator"
ARBITRATOR: Final = "arbitrator"
WAITING: Final = "arbitrator, or who waits"
ACROSS: Final = "other side"
JUDGES: Final = "other side or arbitrator"
OPENER: Final = "owner of a Register"


def side_for_actor(table: BattleTable, actor: str, battle: str, side: str = "") -> SideRef:
    """The side at which the actor acts. With two sides of their own they have to say which."""
    sides = BattleContext(table, SideRef(battle, "blue")).role(actor).sides
    refuse_unless(sides and (not side or side in sides), problem("battle.not_yours"))
    return SideRef(battle, next((key for key in sides if key == side), sides[0]))


def permit(battle: BattleContext, act: Act, command: Command, who: str) -> None:
    """Refuse whoever may not ask for this."""
    if battle.table.roles is None:
        return
    if isinstance(command, OpenBattle):
        _refuse_registers_of_others(battle.table, act.actor, command)
        return
    asker = Asker(battle, act, command.side if isinstance(command, ForSide) else battle.at.side)
    MAY[who](asker)


class Asker:
    """Who asks, and about which side. To their own opponent, an arbitrator who plays is just a player."""

    def __init__(self, battle: BattleContext, act: Act, about: SideKey) -> None:
        role = battle.role(act.actor)
        self.desk, self.act, self.about = battle, act, about
        self.acts = role.acts
        self.here, self.across = about in role.sides, other(about) in role.sides
        self.plays_them = role.arbitrator and self.across and not self.here
        self.arbitrator = role.arbitrator and not self.plays_them

    def sits_there(self) -> None:
        """Players act for their own side."""
        refuse_unless(self.here, problem("battle.not_yours"))

    def sits_across(self) -> None:
        """The opponent may write down what was said aloud."""
        refuse_unless(self.across, problem("battle.not_yours"))

    def has_a_role(self) -> None:
        """Either player or the arbitrator; members only read, and nobody else gets this far."""
        refuse_unless(self.acts, problem("battle.not_yours"))

    def arbitrates(self) -> None:
        """Only the arbitrator, and not for somebody they play against."""
        refuse_unless(
            self.arbitrator,
            problem("battle.own_opponent") if self.plays_them else problem("campaign.arbitrator_only"),
        )

    def waits(self) -> None:
        """Nobody waits for ever: the arbitrator may go on at once, the waiting side after some days."""
        waited = self.across and self.desk.may_go_on_alone(self.act.at)
        refuse_unless(self.arbitrator or waited, problem("battle.wait_for_rival", days=PATIENCE.days))

    def judges(self) -> None:
        """Nobody frees their own dice: the other side does, or the arbitrator (who asks the other side
        where the dice are their own). If there is nobody on the other side, the player records that the
        opponent agreed."""
        alone = self.here and not self.desk.battle.side(other(self.about)).register
        judge = self.arbitrator and not self.here
        refuse_unless(judge or alone or self.across, problem("battle.void_by_others"))


MAY: Final[dict[str, Callable[[Asker], None]]] = {
    SIDE: Asker.sits_there,
    ACROSS: Asker.sits_across,
    ANYBODY_THERE: Asker.has_a_role,
    ARBITRATOR: Asker.arbitrates,
    WAITING: Asker.waits,
    JUDGES: Asker.judges,
}


def _refuse_registers_of_others(table: BattleTable, actor: str, command: OpenBattle) -> None:
    """A battle is opened with one's own Register. If the other one is also one's own, both must play in
    the same campaign: no Register of a campaign fights out of its arbitrator's sight."""
    registers = command.registers
    owned = table.owned_by(actor)
    mine = [register for register in registers.values() if register in owned]
    refuse_unless(mine, problem("register.unknown"))
    found = {register: table.logs.register(register).state for register in registers.values()}
    refuse_unless(found[mine[0]].status != "unknown", problem("register.unknown"))
    club = found[mine[0]].campaign
    others = [register for register in registers.values() if register not in mine]
    if (others and not club) or any(register.campaign != club for register in found.values()):
        raise Refused(problem("battle.other_campaign"))


HANDLERS: Handlers[BattleContext] = Handlers(permit)
