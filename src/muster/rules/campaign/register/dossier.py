"""A dossier: one unit of a Register with all that has happened to it (rules 14 to 22 and 77 to 101).

A dossier changes only through the events of its Register; everything here is a value or a question.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from muster.rules.cards.alike import numbered_name
from muster.rules.cards.vocabulary import Faction, Rank, Slot, UnitType

TRAIT_GAMES = 2


class OwnedUpgrade(msgspec.Struct, frozen=True):
    """An upgrade bought for a unit: a pool to choose from at each muster (rule 22)."""

    id: str
    name: str
    slot: Slot
    points: int


class Setback(msgspec.Struct, frozen=True):
    """A setback and how often the unit has it."""

    id: str
    name: str
    count: int = 1


class Award(msgspec.Struct, frozen=True):
    """A commendation the unit was awarded, with what it adds to the unit in army building."""

    id: str
    name: str
    high: bool = False
    slots: tuple[Slot, ...] = ()
    keywords: tuple[str, ...] = ()


class Trait(msgspec.Struct, frozen=True):
    """A defining trait and the games it still lasts; it begins with the battle after the one named here."""

    id: str
    name: str
    games_left: int = TRAIT_GAMES
    gained_in: str = ""


class Keyword(msgspec.Struct, frozen=True):
    """A keyword the unit has for good, or until a rule takes it away."""

    id: str
    name: str


class ParagonCard(msgspec.Struct, frozen=True):
    """A command card the Paragon unlocked."""

    id: str
    name: str
    pips: int


class Dossier(msgspec.Struct, frozen=True, kw_only=True):
    """One unit of a Register. `points` is the unit card alone; `veteran_rank` never falls (rule 85).

    `awards_due` and `cards_due` count the commendations and Paragon cards earned and not yet chosen.
    `joined_faction` is set where a reward brought in a unit whatever its own faction. `number` tells it from
    others of its card that the Register has or had.
    """

    id: str
    unit: str
    unit_name: str
    rank: Rank
    unit_type: UnitType
    points: int
    name: str = ""
    paragon: bool = False
    upgrades: tuple[OwnedUpgrade, ...] = ()
    experience: int = 0
    veteran_rank: int = 0
    maximum: int = 3
    setbacks: tuple[Setback, ...] = ()
    commendations: tuple[Award, ...] = ()
    high_allowed: int = 1
    trait: Trait | None = None
    keywords: tuple[Keyword, ...] = ()
    paragon_cards: tuple[ParagonCard, ...] = ()
    awards_due: int = 0
    cards_due: int = 0
    battles: int = 0
    joined_faction: Faction | None = None
    number: int = 0

    @property
    def points_spent(self) -> int:
        """Rule 17: the unit card and every upgrade on the dossier."""
        return self.points + sum(upgrade.points for upgrade in self.upgrades)

    @property
    def setback_count(self) -> int:
        """How many setbacks, instance by instance: they make the dice of a casualty check (rule 154)."""
        return sum(setback.count for setback in self.setbacks)

    @property
    def must_be_named(self) -> bool:
        """Rules 84 and 114: commanders and operatives have a name at once, everybody from VR 1 on."""
        return self.rank in ("commander", "operative") or self.veteran_rank >= 1

    @property
    def needs_name(self) -> bool:
        """Whether it lacks the name that it must have."""
        return not self.name and self.must_be_named

    @property
    def called(self) -> str:
        """The name of the dossier, or of its unit card and its number while it has none."""
        return self.name or numbered_name(self.unit_name, self.number)

    @property
    def granted_slots(self) -> tuple[Slot, ...]:
        """The slots its commendations add to the upgrade bar (rule 248)."""
        return tuple(slot for award in self.commendations for slot in award.slots)

    @property
    def granted_keywords(self) -> frozenset[str]:
        """The keywords it has beyond its card: by commendations and by rewards."""
        awarded = {keyword for award in self.commendations for keyword in award.keywords}
        return frozenset(awarded | {keyword.id for keyword in self.keywords})

    def has_setback(self, setback: str) -> int:
        """How often it has this setback."""
        return next((held.count for held in self.setbacks if held.id == setback), 0)

    def has_commendation(self, commendation: str) -> bool:
        """Whether it was awarded this one (rule 222: never twice)."""
        return any(award.id == commendation for award in self.commendations)

    def owns(self, upgrade: str) -> bool:
        """Whether the upgrade is on the dossier."""
        return any(owned.id == upgrade for owned in self.upgrades)


def with_setback(dossier: Dossier, setback: str, name: str, count: int = 1) -> Dossier:
    """One more of a setback."""
    held = dossier.has_setback(setback) + count
    others = tuple(held for held in dossier.setbacks if held.id != setback)
    return replace(dossier, setbacks=(*others, Setback(setback, name, held)))


def without_setback(dossier: Dossier, setback: str, count: int) -> Dossier:
    """So many fewer of a setback."""
    lowered = (replace(held, count=held.count - count * (held.id == setback)) for held in dossier.setbacks)
    return replace(dossier, setbacks=tuple(held for held in lowered if held.count > 0))


def replace_dossier(dossiers: Iterable[Dossier], dossier: Dossier) -> tuple[Dossier, ...]:
    """The dossiers with one of them replaced."""
    return tuple(dossier if other.id == dossier.id else other for other in dossiers)
