"""Every command of a battle. The API decodes these same structs from JSON.

Which battle and side a command is for is not part of it; that comes with the context it runs in.
"""

import msgspec

from muster.app.acting import Command
from muster.rules.campaign.battle.answers import Answer
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.muster import MusterPlan
from muster.rules.campaign.battle.recording import Conceder, Opening, Winner
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register.recruiting import Recruit as Wanted
from muster.rules.cards.vocabulary import Rank


class Rolling(Command, frozen=True, kw_only=True):
    """`faces` are dice rolled at the table; without them the app rolls."""

    faces: tuple[str, ...] | None = None


class OpenBattle(Command):
    """Open a battle for one or two Registers."""

    opening: Opening
    registers: dict[SideKey, str]


class Muster(Command):
    """An army takes the field."""

    plan: MusterPlan


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
    """Write down how the battle ended, for both sides. `winner` names a side or nobody,
    `conceded` also `both`: they agreed to end it early. `switched` is the agenda of a side that its
    Contingency Plan put into play and that nobody has written down yet. `instead_of` is the version of the
    record that is written again on purpose; two who write the first one at once do not overwrite each
    other."""

    winner: Winner = ""
    conceded: Conceder = ""
    sides: dict[str, SideRecord] = msgspec.field(default_factory=dict)
    switched: dict[SideKey, str] = msgspec.field(default_factory=dict)
    instead_of: int = 0


class AcceptRecord(Command):
    """The record that the other side wrote, of this version, is right."""

    record: int


class Confirm(Command):
    """Confirm that everything was recorded as it happened."""


class Dispute(Command):
    """Say what is wrong with the record."""

    words: str


class Undo(Command):
    """Take back one's own latest act, with what depends on it."""

    target: str


class ResolveAgenda(Command):
    """Step 1: mark the agenda's progress."""


class RollReward(Rolling):
    """Steps 1 and 2: the dice of a reward."""

    part: str


class DrawOrders(Command):
    """Step 1: the order tokens of a reward, told or drawn by the app."""

    orders: tuple[Rank, ...] | None = None


class TakeReward(Command):
    """Steps 1 and 2: take a reward, with every choice that it leaves."""

    part: str
    answers: tuple[Answer, ...] = ()


class RollSupply(Rolling):
    """Step 3: roll for supply points."""


class UseMedevac(Command):
    """Step 4: use Medevac for a unit."""

    dossier: str


class RollCheck(Rolling):
    """Step 4: a casualty check; `added` rolls the die that War Weary lets one add."""

    dossier: str
    added: bool = False


class RollAllChecks(Command):
    """Step 4: the app rolls every check that is due, and the charts, up to the next decision."""


class Reroll(Rolling):
    """Step 4: reroll dice of a check by what allows it."""

    dossier: str
    by: str
    places: tuple[int, ...]


class SettleCheck(Command):
    """Step 4: what the check comes to."""

    dossier: str


class RollSetback(Rolling):
    """A die on the setback chart."""

    dossier: str


class RollTrait(Rolling):
    """A die on the chart of defining traits."""

    dossier: str


class NameRival(Command):
    """Step 5: name an enemy unit; empty where none is left to name."""

    dossier: str


class AwardExperience(Command):
    """Step 5: award the experience that every unit earned."""


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
    """Name a unit that has earned a name."""

    dossier: str
    name: str


class RollWarden(Rolling):
    """Step 7: Selfless Warden."""


class RequestAid(Rolling):
    """Step 7: request aid, or buy a strategic asset."""

    request: AidRequest


class Recruit(Command):
    """Step 8, or corps that must be filled up at once."""

    wanted: Wanted


class ChooseArc(Command):
    """Step 10: an official arc or one's own."""

    arc: str


class FinishStep(Command):
    """End the step of this number."""

    step: int


class NameOpponent(Command):
    """What an opponent without a Register is called; an empty name erases it."""

    name: str


class CallOff(Command):
    """Call the battle off: it will not be played."""


class ForSide(Command):
    """Something done about a side by somebody who need not sit there."""

    side: SideKey


class ConfirmFor(ForSide):
    """The arbitrator confirms for a side."""


class PassRivalFor(ForSide):
    """A side that does not answer names no rival."""


class NameRivalFor(ForSide):
    """The choice of an opponent without a Register, written down for them."""

    dossier: str


class VoidFaces(ForSide):
    """Free the kept dice of a side's undone step for a fresh roll."""

    batch: str
    step: str
