"""Every act of a battle as JSON. The names are those of the use cases in `muster.app.campaign.steps`."""

from typing import Any, TypeAlias

import msgspec

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.app.campaign.battle_access import MyBattles
from muster.app.campaign.battles import SideRef
from muster.app.campaign.registers import Registers
from muster.rules.campaign.battle import muster
from muster.rules.campaign.battle.answers import Answer
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.recording import Winner
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register.recruiting import Recruit as Wanted
from muster.rules.cards.vocabulary import Rank
from muster.store.stream_roles import DatabaseRoles
from muster.web.api.commands import Command
from muster.web.campaign.library import refuse_anothers

# Dice rolled at the table; without them the app rolls.
Faces: TypeAlias = tuple[str, ...] | None


class Muster(Command):
    """An army takes the field."""

    plan: muster.MusterPlan


class ChooseAgenda(Command):
    """Put an agenda into play; an empty one passes."""

    agenda: str


class SwitchAgenda(Command):
    """Contingency Plan."""

    agenda: str


class CombatDrop(Command):
    """Combat Drop."""

    unit: str


class Record(Command):
    """Write down how the battle ended, for both sides. `winner` and `conceded` name a side or nobody."""

    winner: Winner = ""
    conceded: Winner = ""
    sides: dict[str, SideRecord] = msgspec.field(default_factory=dict)

    def do(self, desk: Any, act: Act, *where: Any) -> Any:
        return desk.record(act, where[0].battle, self.winner, self.conceded, self.sides)


class Confirm(Command):
    """All is right."""


class Dispute(Command):
    """Something is wrong."""

    words: str


class Undo(Command):
    """Take back one's own latest act, with what depends on it."""

    target: str


class ResolveAgenda(Command):
    """Step 1."""


class RollReward(Command):
    """Steps 1 and 2: the dice of a reward."""

    part: str
    faces: Faces = None


class DrawOrders(Command):
    """Step 1: the order tokens of a reward, told or drawn by the app."""

    orders: tuple[Rank, ...] | None = None


class TakeReward(Command):
    """Steps 1 and 2."""

    part: str
    answers: tuple[Answer, ...] = ()


class RollSupply(Command):
    """Step 3."""

    faces: Faces = None


class UseMedevac(Command):
    """Step 4."""

    dossier: str


class RollCheck(Command):
    """Step 4: a casualty check; `added` rolls the die that War Weary lets one add."""

    dossier: str
    added: bool = False
    faces: Faces = None


class Reroll(Command):
    """Step 4: reroll dice of a check by what allows it."""

    dossier: str
    by: str
    places: tuple[int, ...]
    faces: Faces = None


class SettleCheck(Command):
    """Step 4: what the check comes to."""

    dossier: str


class RollSetback(Command):
    """A die on the setback chart."""

    dossier: str
    faces: Faces = None


class RollTrait(Command):
    """A die on the chart of defining traits."""

    dossier: str
    faces: Faces = None


class NameRival(Command):
    """Step 5: name an enemy unit; empty for none."""

    dossier: str


class AwardExperience(Command):
    """Step 5."""


class AwardCommendation(Command):
    """Step 6; an empty one waives it where none is possible."""

    dossier: str
    commendation: str
    raise_own: bool = False


class ChooseCard(Command):
    """Step 6: a Paragon card, or none."""

    dossier: str
    card: str


class NameUnit(Command):
    """A unit that has earned a name."""

    dossier: str
    name: str

    def do(self, desk: Any, act: Act, *where: Any) -> Any:
        register = desk.load_side(where[0]).seat.side.register
        named = commands.NameUnit(dossier=self.dossier, name=self.name)
        return Registers(desk.tours, DatabaseRoles()).do(act, register, named)


class RollWarden(Command):
    """Step 7: Selfless Warden."""

    faces: Faces = None


class RequestAid(Command):
    """Step 7."""

    request: AidRequest
    faces: Faces = None


class Recruit(Command):
    """Step 8, or corps that must be filled up at once."""

    wanted: Wanted


class ChooseArc(Command):
    """Step 10: an official arc or one's own."""

    arc: str

    def do(self, desk: Any, act: Act, *where: Any) -> Any:
        refuse_anothers(self.arc, act.actor)
        return desk.choose_arc(act, where[0], self.arc)


class FinishStep(Command):
    """End the step of this number."""

    step: int


Commands = (
    Muster
    | ChooseAgenda
    | SwitchAgenda
    | CombatDrop
    | Record
    | Confirm
    | Dispute
    | Undo
    | ResolveAgenda
    | RollReward
    | DrawOrders
    | TakeReward
    | RollSupply
    | UseMedevac
    | RollCheck
    | Reroll
    | SettleCheck
    | RollSetback
    | RollTrait
    | NameRival
    | AwardExperience
    | AwardCommendation
    | ChooseCard
    | NameUnit
    | RollWarden
    | RequestAid
    | Recruit
    | ChooseArc
    | FinishStep
)


class CallOff(Command):
    """The battle is not played."""


class ConfirmFor(Command):
    """The arbitrator confirms for a side."""

    side: SideKey


class PassRivalFor(Command):
    """A side that does not answer names no rival."""

    side: SideKey


class NameRivalFor(Command):
    """The choice of an opponent without a Register, written down for them."""

    side: SideKey
    dossier: str


class VoidFaces(Command):
    """Free the kept dice of a side's undone step for a fresh roll."""

    side: SideKey
    batch: str
    step: str


Arbitration = CallOff | ConfirmFor | PassRivalFor | NameRivalFor | VoidFaces


def arbitrate(tables: MyBattles, act: Act, battle: str, said: Any) -> None:
    """One of them, where the actor may."""
    match said:
        case CallOff():
            tables.call_off(act, battle)
        case ConfirmFor():
            tables.confirm_for(act, SideRef(battle, said.side))
        case PassRivalFor():
            tables.pass_rival_for(act, SideRef(battle, said.side))
        case NameRivalFor():
            tables.name_rival_for(act, SideRef(battle, said.side), said.dossier)
        case VoidFaces():
            tables.void_faces(act, SideRef(battle, said.side), said.batch, said.step)
