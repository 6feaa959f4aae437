"""Who may do what in a battle: each side's owner for that side, the arbitrator where somebody is missing.

`Battles` decides by the rules alone; `MyBattles` finds out first where the actor sits. Pages and the API
reach battles through it only. To strangers a battle does not exist.
"""

from datetime import timedelta

import msgspec

from muster.app.acting import Act
from muster.app.campaign.battles import LoadedSide, SideRef
from muster.app.campaign.registers import Registers
from muster.app.campaign.steps import Battles
from muster.app.stream_roles import StreamRoles
from muster.app.streams import Appended
from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.battle.events import BattleRecorded, SideKey
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.register.register import SOURCE
from muster.rules.log import live, undone
from muster.rules.violations import Refused, Violation

PATIENCE = timedelta(days=3)


class BattleRole(msgspec.Struct, frozen=True):
    """What somebody is to a battle: whose sides are theirs, and whether they are its arbitrator."""

    sides: tuple[SideKey, ...] = ()
    arbitrator: bool = False


class MyBattles:
    """The use cases of battles, each refused where the actor may not."""

    def __init__(self, battles: Battles, stream_roles: StreamRoles) -> None:
        self.battles = battles
        self.stream_roles = stream_roles

    # Looking ---------------------------------------------------------------------------------------------

    def role(self, actor: str, battle: str) -> BattleRole:
        """What the actor is to the battle; whoever is nothing to it does not find it."""
        found = self.battles.battle(battle).state
        mine = tuple(key for key in SIDES if self._owns(actor, found.side(key).register))
        standing = BattleRole(mine, self.battles.tours.is_arbitrator(actor, found.campaign))
        if not mine and not standing.arbitrator:
            raise _refused("battle.unknown")
        return standing

    def place(self, actor: str, battle: str, side: str = "") -> SideRef:
        """Where the actor acts: at their own side. With two sides of their own they say which."""
        sides = self.role(actor, battle).sides
        if not sides or (side and side not in sides):
            raise _refused("battle.not_yours")
        return SideRef(battle, side if side in SIDES else sides[0])

    def load_side(self, actor: str, place: SideRef) -> LoadedSide:
        """What the actor's own side sits before."""
        return self.battles.load_side(self.place(actor, place.battle, place.side))

    def _owns(self, actor: str, register: str) -> bool:
        return bool(actor) and bool(register) and self.stream_roles.role(actor, register) == "owner"

    # The whole battle ------------------------------------------------------------------------------------

    def open(self, act: Act, opening: Opening, registers: dict[SideKey, str]) -> Appended:
        """Open a battle with a Register of one's own; the other one, also of one's own, plays in the same
        campaign: no Register of a campaign fights where its arbitrator sees nothing of it."""
        mine = [key for key, register in registers.items() if self._owns(act.actor, register)]
        if not mine:
            raise _refused("register.unknown")
        club = (
            Registers(self.battles.tours, self.stream_roles).own(act.actor, registers[mine[0]]).state.campaign
        )
        theirs = [register for key, register in registers.items() if key not in mine]
        if (theirs and not club) or any(self._campaign_of(one) != club for one in registers.values()):
            raise _refused("battle.other_campaign")
        return self.battles.open(act, msgspec.structs.replace(opening, campaign=club), registers)

    def _campaign_of(self, register: str) -> str:
        return self.battles.tours.register(register).state.campaign

    def call_off(self, act: Act, battle: str) -> Appended:
        """Either player or the arbitrator calls off a battle that is not played."""
        self.role(act.actor, battle)
        return self.battles.call_off(act, battle)

    def confirm_for(self, act: Act, place: SideRef) -> Appended:
        """The arbitrator confirms for a side that does not."""
        if not self.role(act.actor, place.battle).arbitrator:
            raise _refused("campaign.arbitrator_only")
        return self.battles.confirm(act, place, by_arbitrator=True)

    def pass_rival_for(self, act: Act, place: SideRef) -> Appended:
        """Nobody waits for ever for a rival to be named: the arbitrator, or the waiting side after three
        days, writes down that the other side names none."""
        standing = self.role(act.actor, place.battle)
        waiting = other(place.side) in standing.sides and self.waited(act, place.battle)
        if not standing.arbitrator and not waiting:
            raise _refused("battle.wait_for_rival", days=PATIENCE.days)
        return self.battles.name_rival(act, place, "")

    def name_rival_for(self, act: Act, place: SideRef, dossier: str) -> Appended:
        """An opponent without a Register names the rival aloud, and the player writes it down."""
        standing = self.role(act.actor, place.battle)
        there = self.battles.battle(place.battle).state.side(place.side)
        if there.register or other(place.side) not in standing.sides:
            raise _refused("battle.not_yours")
        return self.battles.name_rival(act, place, dossier)

    def waited(self, act: Act, battle: str) -> bool:
        """Whether the record is old enough to go on without the other side."""
        log = live(self.battles.store.read(battle))
        written = [entry.at for entry in log if isinstance(entry.event, BattleRecorded)]
        return bool(written) and act.at - written[-1] >= PATIENCE

    def void_faces(self, act: Act, place: SideRef, batch: str, step: str) -> Appended:
        """Free the kept faces of `place`'s side: the other side or the arbitrator, who asks the other side
        for dice of their own. Where nobody sits on the other side, the player writes down that the opponent
        at the table agreed."""
        found = self.battles.battle(place.battle).state
        standing = self.role(act.actor, place.battle)
        judges = standing.arbitrator and place.side not in standing.sides
        if not judges and not self._may_void(found, standing, place.side):
            raise _refused("battle.void_by_others")
        if not self._taken_back(place, batch, step):
            raise _refused("battle.no_kept_dice")
        return self.battles.void_faces(act, place.battle, batch, step)

    def _taken_back(self, place: SideRef, batch: str, step: str) -> bool:
        """Whether this side rolled this step in this act, and the act was undone."""
        log = self.battles.store.read(place.battle)
        rolls = [entry.event for entry in log if entry.batch == batch and entry.event.step_key() == step]
        return batch in undone(log) and any(getattr(one, "side", "") == place.side for one in rolls)

    @staticmethod
    def _may_void(found: Battle, standing: BattleRole, side: SideKey) -> bool:
        across = other(side)
        return across in standing.sides or (not found.side(across).register and side in standing.sides)


def _refused(code: str, **params: int) -> Refused:
    return Refused(Violation(code=code, source=SOURCE, params=dict(params)))
