"""Rewards of agendas and turning points: data that says what may be chosen, and nothing else.

A reward is made of *gifts*, which need no choice, and *picks*, each offering options. How it becomes an
offer to a player, and an answer becomes effects: `offers`.
"""

from typing import Final, Literal, TypeAlias, get_args

from muster.rules.cards.values import Fact, KeywordUse
from muster.rules.dice.faces import Die, Face

FactId: TypeAlias = str
"""A named fact of a battle: `won`, `lost`, or a question that the data files put to the players."""

Result: TypeAlias = Literal["won", "lost", "drawn"]

RESULTS: Final[tuple[Result, ...]] = get_args(Result)
"""The facts that follow from the result of the battle."""

OBSERVED: Final = ("paragon-undefeated", "chosen-undefeated")
"""The facts that follow from the roster, so that nobody has to be asked."""

Shape: TypeAlias = Literal["none", "order-draw", "setback-relief", "menu", "supply", "special", "mission"]
"""The shape of a reward as a page shows it."""

Who: TypeAlias = Literal["any", "other", "defeated", "drawn", "chosen", "surviving", "paragon"]
"""Who may be picked: any unit of the Register; any but the Paragon; one defeated in this battle; one of the
rank just drawn that took part; one of the units that the record names, or of those not defeated; the
Paragon."""

Times: TypeAlias = Literal["once", "progress", "draw", "face", "unit"]
"""How often a gift or pick comes: once; for each box marked; for each order token drawn; for each die that
shows one of `faces`; for each unit that the record names."""

Relief: TypeAlias = Literal["none", "one", "may-one", "all"]
"""Setbacks removed: none, one of the player's choice, one if the player likes, all."""


class Option(Fact, frozen=True, kw_only=True):
    """One thing that may be chosen. With `who`, a unit is chosen for it.

    `without_setbacks` is the experience for a unit that had no setbacks to remove, and
    `paragon_without_setbacks` what the Paragon then gains beside it.
    """

    id: str
    words: str
    who: Who | None = None
    supply: int = 0
    experience: int = 0
    relief: Relief = "none"
    without_setbacks: int = 0
    paragon_without_setbacks: int = 0
    setbacks: int = 0
    keyword: KeywordUse | None = None
    recruits: str | None = None


class Pick(Fact, frozen=True, kw_only=True):
    """A choice to make so many times. `optional`: may be left out. `different`: a unit only once."""

    id: str
    options: tuple[Option, ...]
    times: Times = "once"
    most: int = 1
    faces: tuple[Face, ...] = ()
    optional: bool = False
    different: bool = False
    when: tuple[FactId, ...] = ()


class Spared(Fact, frozen=True, kw_only=True):
    """What a unit gains in this sequence instead of becoming a casualty."""

    experience: int
    setbacks: int


class Gift(Fact, frozen=True, kw_only=True):
    """Something that comes without a choice, to the Register, the Paragon or each unit the record names."""

    to: Literal["register", "paragon", "chosen", "surviving"] = "register"
    times: Times = "once"
    faces: tuple[Face, ...] = ()
    when: tuple[FactId, ...] = ()
    supply: int = 0
    potential: int = 0
    experience: int = 0
    keyword: KeywordUse | None = None
    loses: str | None = None
    trait: str | None = None
    commendation: bool = False
    spared: Spared | None = None
    manual: str = ""


class RewardDice(Fact, frozen=True, kw_only=True):
    """Dice rolled for a reward: `number` of them, for each box marked, or for each thing the record counts,
    of which there are `most`."""

    die: Die
    number: int = 1
    most: int = 10
    times: Literal["once", "progress", "count"] = "once"


class Reward(Fact, frozen=True, kw_only=True):
    """All that a reward holds, in the order it is carried out: dice, gifts, picks."""

    shape: Shape = "none"
    words: str = ""
    dice: RewardDice | None = None
    gifts: tuple[Gift, ...] = ()
    picks: tuple[Pick, ...] = ()
