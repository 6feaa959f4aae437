"""What can happen in a battle and in the ten steps after it, as events of the battle's stream.

Dice and draws stand in the events that hold them; `step_key` names the step, so that an undone step keeps its
faces. What a step does to a Register stands in the Register's own stream, in the same act.
"""

from typing import ClassVar, Literal

import msgspec

from muster.rules.cards.vocabulary import Rank, UnitType
from muster.rules.dice.faces import Roll
from muster.rules.log import Event, event

SideKey = Literal["blue", "red"]
SERVER = frozenset({"server"})


class Fielded(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that took the field. A guest has no dossier and is known by its line in the army (R13)."""

    key: str
    unit: str
    name: str
    rank: Rank
    unit_type: UnitType
    guest: bool = False


class SideRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players write down for one side at the end of a battle. Units are named by their keys.

    `count`, `facts` and `chosen` belong to the agenda in play, those of `mission` to the turning point.
    `enemy_down` and `objective_complete` are the units that the two Paragon cards rewarded in play.
    """

    victory_points: int = 0
    defeated: tuple[str, ...] = ()
    contesting: tuple[str, ...] = ()
    count: int = 0
    facts: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    mission_count: int = 0
    mission_facts: tuple[str, ...] = ()
    mission_chosen: tuple[str, ...] = ()
    enemy_down: tuple[str, ...] = ()
    objective_complete: tuple[str, ...] = ()


class Chosen(msgspec.Struct, frozen=True):
    """A player's answer to one choice of a reward, as it is kept."""

    choice: str
    option: str
    unit: str | None = None
    setback: str | None = None


class OfSide(Event, frozen=True):
    """What happened at one side. `dice_of` names the step whose dice or draw it holds, and its fields."""

    dice_of: ClassVar[tuple[str, ...]] = ()
    side: SideKey

    def step_key(self) -> str | None:
        if not self.dice_of:
            return None
        step, *fields = self.dice_of
        return ":".join((step, self.side, *(str(getattr(self, field)) for field in fields)))


class OfUnit(OfSide, frozen=True):
    """What happened to one unit of a side."""

    dossier: str


class Secret(OfSide, frozen=True):
    """What a side wrote down for its own eyes."""

    def seen_by(self) -> frozenset[str]:
        return frozenset({f"side:{self.side}"}) | SERVER


@event("battle.opened")
class BattleOpened(Event, frozen=True):
    """Two sides agreed on a battle; a side without a Register has an empty one (rules 130, 133).

    A turning point is always Blue's (rule 48). Reputation is written down here (R12).
    """

    battle: str
    points: int
    format: str
    registers: dict[str, str]
    reputations: dict[str, int]
    switches: dict[str, bool]
    turning_point: str = ""
    mission: str = ""
    campaign: str = ""


@event("battle.mustered")
class ArmyMustered(OfSide, frozen=True):
    """A side's army is ready; `army` is its document as JSON, without the command hand."""

    fielded: tuple[Fielded, ...]
    points: int
    limit: int
    assets: tuple[str, ...]
    army: str


@event("battle.hand_kept")
class HandKept(Secret, frozen=True):
    """A side wrote down its command hand; nobody else ever sees it (rule 437)."""

    cards: tuple[str, ...]


@event("battle.agenda_chosen")
class AgendaChosen(OfSide, frozen=True):
    """A side put an agenda into play, or passed with an empty one (rule 144)."""

    agenda: str
    name: str = ""


@event("battle.agenda_switched")
class AgendaSwitched(OfSide, frozen=True):
    """Contingency Plan: another agenda is in play now (rule 271)."""

    agenda: str
    name: str


@event("battle.combat_dropped")
class CombatDropped(OfSide, frozen=True):
    """Combat Drop: this unit has Infiltrate in this battle (rule 269)."""

    unit: str


@event("battle.called_off")
class BattleCalledOff(Event, frozen=True):
    """The battle will not be played."""


@event("battle.recorded")
class BattleRecorded(Event, frozen=True):
    """How it ended. No winner is a draw. `conceded` is who ended it early: one side, or both together."""

    winner: Literal["blue", "red", ""]
    conceded: Literal["blue", "red", "both", ""]
    sides: dict[str, SideRecord]


@event("battle.record_accepted")
class RecordAccepted(OfSide, frozen=True):
    """A side looked over the record that the other wrote down, and goes on with the steps."""


@event("battle.confirmed")
class RecordConfirmed(OfSide, frozen=True):
    """A side, or the arbitrator for it, says that record and sequence are right."""

    by_arbitrator: bool = False


@event("battle.disputed")
class RecordDisputed(OfSide, frozen=True):
    """A side says that something is wrong."""

    words: str


@event("battle.agenda_resolved")
class AgendaResolved(OfSide, frozen=True):
    """Step 1: how often the agenda progressed, and the boxes really marked (R11)."""

    agenda: str
    times: int
    marked: int


@event("battle.reward_drawn")
class RewardDrawn(OfSide, frozen=True):
    """Order tokens drawn or dice rolled for a reward; `part` is agenda or mission."""

    dice_of: ClassVar[tuple[str, ...]] = ("reward", "part")
    part: str
    orders: tuple[Rank, ...] = ()
    roll: Roll | None = None


@event("battle.draw_committed")
class DrawCommitted(OfSide, frozen=True):
    """The app drew the order tokens of the same act, out of these, from the seed it is bound to here."""

    dice_of: ClassVar[tuple[str, ...]] = ("reward", "part")
    part: str
    tokens: tuple[Rank, ...]
    commitment: str


@event("battle.reward_taken")
class RewardTaken(OfSide, frozen=True):
    """The choices of a reward were made; `part` is agenda or mission."""

    part: str
    answers: tuple[Chosen, ...]


@event("battle.unit_spared")
class UnitSpared(OfUnit, frozen=True):
    """Should the unit become a casualty in this sequence, it gains this instead and stays."""

    experience: int
    setbacks: int


@event("battle.supply_rolled")
class SupplyRolled(OfSide, frozen=True):
    """Step 3: the red defence die."""

    dice_of: ClassVar[tuple[str, ...]] = ("supply",)
    roll: Roll
    gained: int


@event("battle.medevac_used")
class MedevacUsed(OfUnit, frozen=True):
    """Step 4: a defeated unit makes no casualty check (rule 267)."""


@event("battle.casualty_rolled")
class CasualtyRolled(OfUnit, frozen=True):
    """Step 4: the dice of a casualty check; `added` when War Weary added one."""

    dice_of: ClassVar[tuple[str, ...]] = ("casualty", "dossier")
    roll: Roll
    added: bool = False


@event("battle.casualty_rerolled")
class CasualtyRerolled(OfUnit, frozen=True):
    """Step 4: dice at these places rolled again, by War Weary, Resilient or Dedicated to the Cause."""

    dice_of: ClassVar[tuple[str, ...]] = ("reroll", "dossier", "by")
    by: str
    places: tuple[int, ...]
    roll: Roll


@event("battle.casualty_settled")
class CasualtySettled(OfUnit, frozen=True):
    """Step 4: what the check came to; `setbacks` and `trait` are chart rolls still to be made."""

    outcome: str
    setbacks: int = 0
    trait: bool = False
    cause: str = "check"


@event("battle.setback_owed")
class SetbackOwed(OfUnit, frozen=True):
    """A reward makes a unit roll on the setback chart."""

    cause: str


@event("battle.setback_rolled")
class SetbackRolled(OfUnit, frozen=True):
    """A die on the setback chart. Without `setback` the unit cannot gain it and rolls again (rule 199)."""

    dice_of: ClassVar[tuple[str, ...]] = ("setback", "dossier", "number")
    number: int
    roll: Roll
    setback: str = ""
    fell: bool = False
    trait: bool = False


@event("battle.trait_rolled")
class TraitRolled(OfUnit, frozen=True):
    """A die on the chart of defining traits (rule 213)."""

    dice_of: ClassVar[tuple[str, ...]] = ("trait", "dossier")
    roll: Roll
    trait: str


@event("battle.rival_sealed")
class RivalSealed(Secret, frozen=True):
    """A side wrote down its Most Feared Rival; opened when the other has, too."""

    dossier: str


@event("battle.rival_named")
class RivalNamed(OfUnit, frozen=True):
    """A side named an enemy unit its Most Feared Rival (rule 164); empty where it names none."""


@event("battle.experience_awarded")
class ExperienceAwarded(OfSide, frozen=True):
    """Step 5 is done for a side."""


@event("battle.warden_rolled")
class WardenRolled(OfSide, frozen=True):
    """Selfless Warden: three white defence dice at the start of step 7 cost supply points."""

    dice_of: ClassVar[tuple[str, ...]] = ("warden",)
    roll: Roll
    lost: int


@event("battle.aid_made")
class AidMade(OfSide, frozen=True):
    """Step 7: an aid request of a kind, for an asset or a unit, with its dice where it has any."""

    aid: str
    number: int
    asset: str = ""
    dossier: str = ""
    roll: Roll | None = None

    def step_key(self) -> str | None:
        return f"aid:{self.side}:{self.aid}:{self.dossier}:{self.number}" if self.roll else None


@event("battle.step_finished")
class StepFinished(OfSide, frozen=True):
    """A side is done with a step."""

    step: int


@event("battle.seed_sealed")
class BattleSeedSealed(Event, frozen=True):
    """The seed behind an app roll, kept on the server until both sides are done."""

    step: str
    seed: str

    @property
    def side(self) -> str:
        """Whose roll it is the seed of: the step names the side (`OfSide.step_key`)."""
        return self.step.split(":")[1]

    def seen_by(self) -> frozenset[str]:
        return SERVER

    def step_key(self) -> str:
        return self.step


@event("battle.seeds_opened")
class SeedsOpened(Event, frozen=True):
    """Both sides are done: every seed by its step, for anybody to compute the faces again."""

    seeds: dict[str, str]
