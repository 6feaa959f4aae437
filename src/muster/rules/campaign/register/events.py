"""What can happen to a Register, as events. Each carries the names, costs and thresholds its replay needs."""

from datetime import date
from typing import Literal

import msgspec

from muster.rules.campaign.register.dossier import TRAIT_GAMES, OwnedUpgrade
from muster.rules.cards.vocabulary import Faction, Rank, Slot, UnitType
from muster.rules.log import Event, event

Removal = Literal["casualty", "reassigned", "withdrawn"]


class ArcAgenda(msgspec.Struct, frozen=True):
    """One of the three agendas of an arc, as it stood when the arc was chosen."""

    id: str
    name: str
    needed: int


class OfUnit(Event, frozen=True):
    """What happened to one unit."""

    dossier: str


class Changed(Event, frozen=True):
    """A number of the Register went up or down."""

    amount: int
    why: str
    battle: str = ""


@event("register.opened")
class RegisterOpened(Event, frozen=True):
    """Somebody began a Register (rule 105)."""

    faction: Faction
    points_date: date
    potential: int
    supply: int
    by: str


@event("register.named")
class RegisterNamed(Event, frozen=True):
    """The Register got its name (rule 127)."""

    name: str


@event("register.founded")
class RegisterFounded(Event, frozen=True):
    """Building is over: units, aid requests, arc and name are there (rules 124 to 127)."""


@event("register.retired")
class RegisterRetired(Event, frozen=True):
    """The Register takes part in no more battles."""


@event("register.entered")
class CampaignEntered(Event, frozen=True):
    """The Register belongs to a club's campaign from now on; an empty campaign means to none."""

    campaign: str


@event("register.unit_added")
class UnitAdded(OfUnit, frozen=True):
    """A unit joined with its dossier (rule 14). `why` is built, edited, refill or reward."""

    unit: str
    unit_name: str
    rank: Rank
    unit_type: UnitType
    points: int
    maximum: int
    name: str = ""
    paragon: bool = False
    upgrades: tuple[OwnedUpgrade, ...] = ()
    why: str = "edited"
    joined_faction: Faction | None = None


@event("register.unit_named")
class UnitNamed(OfUnit, frozen=True):
    """A dossier got its name."""

    name: str


@event("register.unit_removed")
class UnitRemoved(OfUnit, frozen=True):
    """A unit left: fallen, reassigned, or taken back before the first battle. Words for the memorial."""

    why: Removal
    battle: str = ""
    words: str = ""


@event("register.unit_restored")
class UnitRestored(OfUnit, frozen=True):
    """A correction brought back a unit that had left."""


@event("register.upgrade_added")
class UpgradeAdded(OfUnit, frozen=True):
    """An upgrade was bought for a dossier."""

    upgrade: OwnedUpgrade
    why: str


@event("register.upgrade_removed")
class UpgradeRemoved(OfUnit, frozen=True):
    """An upgrade was taken back before the first battle, or by a correction."""

    upgrade: str


@event("register.arc_chosen")
class ArcChosen(Event, frozen=True):
    """A story arc began; its agendas stand at nothing."""

    arc: str
    name: str
    agendas: tuple[ArcAgenda, ...]


@event("register.arc_ended")
class ArcEnded(Event, frozen=True):
    """The arc came to its end (rule 31)."""

    arc: str
    outcome: Literal["won", "lost", "drawn"]
    complete: int
    battle: str


@event("register.agenda_progressed")
class AgendaProgressed(Event, frozen=True):
    """Boxes were marked on an agenda (rule 69)."""

    agenda: str
    marks: int
    battle: str


@event("register.supply_changed")
class SupplyChanged(Changed, frozen=True):
    """Supply points came or went."""


@event("register.potential_changed")
class PotentialChanged(Changed, frozen=True):
    """The Combat Potential changed."""


@event("register.reputation_changed")
class ReputationChanged(Changed, frozen=True):
    """The Register's reputation changed."""


@event("register.asset_added")
class AssetAdded(Event, frozen=True):
    """A strategic asset joined the Register."""

    asset: str
    name: str


@event("register.asset_removed")
class AssetRemoved(Event, frozen=True):
    """A strategic asset left: used in a battle, or by a correction."""

    asset: str
    why: str
    battle: str = ""


@event("register.aid_requested")
class AidRequested(Event, frozen=True):
    """An aid request was made and paid; what it did stands in the events beside it."""

    aid: str
    name: str
    cost: int
    dossier: str = ""
    battle: str = ""


@event("register.experience_gained")
class ExperienceGained(OfUnit, frozen=True):
    """Experience, already capped; `veteran_rank` is the rank it makes, `new_ranks` how many are new."""

    amount: int
    veteran_rank: int
    new_ranks: int
    why: str
    battle: str = ""


@event("register.experience_corrected")
class ExperienceCorrected(OfUnit, frozen=True):
    """A correction set experience and rank; awards due are counted up or down by `awards`."""

    experience: int
    veteran_rank: int
    awards: int = 0


@event("register.setback_gained")
class SetbackGained(OfUnit, frozen=True):
    """A unit has one more of a setback."""

    setback: str
    name: str
    why: str
    battle: str = ""


@event("register.setback_removed")
class SetbackRemoved(OfUnit, frozen=True):
    """A unit has so many fewer of a setback."""

    setback: str
    count: int
    why: str
    battle: str = ""


@event("register.trait_gained")
class TraitGained(OfUnit, frozen=True):
    """The Paragon gained a defining trait; it takes the place of an older one (rule 214)."""

    trait: str
    name: str
    battle: str
    games: int = TRAIT_GAMES


@event("register.trait_aged")
class TraitAged(OfUnit, frozen=True):
    """A game went by: the trait lasts so many more, none means it is over (rule 221)."""

    games_left: int
    battle: str


@event("register.keyword_gained")
class KeywordGained(OfUnit, frozen=True):
    """A unit has a keyword for good."""

    keyword: str
    name: str
    why: str
    battle: str = ""


@event("register.keyword_lost")
class KeywordLost(OfUnit, frozen=True):
    """A unit lost a keyword."""

    keyword: str
    why: str
    battle: str = ""


@event("register.commendation_due")
class CommendationDue(OfUnit, frozen=True):
    """A reward grants a commendation beyond the ranks, or room for one more high commendation."""

    awards: int
    high: int
    why: str


@event("register.commendation_awarded")
class CommendationAwarded(OfUnit, frozen=True):
    """A unit was awarded a commendation."""

    commendation: str
    name: str
    high: bool = False
    slots: tuple[Slot, ...] = ()
    keywords: tuple[str, ...] = ()
    battle: str = ""


@event("register.award_taken")
class AwardTaken(OfUnit, frozen=True):
    """A correction took a commendation back, a Paragon card, or both."""

    commendation: str = ""
    card: str = ""


@event("register.award_waived")
class AwardWaived(OfUnit, frozen=True):
    """An award due was let go: none can be awarded, or the player takes no Paragon card."""

    card: bool = False


@event("register.paragon_card_unlocked")
class ParagonCardUnlocked(OfUnit, frozen=True):
    """The Paragon unlocked a command card (rule 273)."""

    card: str
    name: str
    pips: int


@event("register.maximum_raised")
class MaximumRaised(OfUnit, frozen=True):
    """Special Training: the unit may reach this veteran rank now."""

    maximum: int


@event("register.points_date_moved")
class PointsDateMoved(Event, frozen=True):
    """The points of another day count from now on (R25); `costs` are the cards whose points changed."""

    points_date: date
    costs: dict[str, int]


@event("register.battle_joined")
class BattleJoined(Event, frozen=True):
    """The Register's army was mustered for a battle; no other may be open (R26)."""

    battle: str


@event("register.battle_left")
class BattleLeft(Event, frozen=True):
    """The battle was called off before it was recorded."""

    battle: str


@event("register.battle_closed")
class BattleClosed(Event, frozen=True):
    """All ten steps are done; `present` took part."""

    battle: str
    result: Literal["won", "lost", "drawn"]
    present: tuple[str, ...]


@event("register.correction_noted")
class CorrectionNoted(Event, frozen=True):
    """Why the events of the same act correct the Register, and which battle they are about."""

    reason: str
    battle: str = ""
