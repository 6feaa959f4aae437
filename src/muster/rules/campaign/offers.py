"""A reward becomes an offer to a player, and the player's answers become effects.

The record says what happened. Dice and order tokens come in as what they showed; where they are still
missing, the offer says what to roll or draw.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from muster.rules.campaign.effects import Effect
from muster.rules.campaign.rewards import Option, Reward
from muster.rules.campaign.unit_facts import UnitFacts
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Die, Face
from muster.rules.violations import Violation

Result: TypeAlias = Literal["won", "lost", "drawn"]


class BattleRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a reward needs to know of a battle.

    `count` is what the agenda or mission counts (tokens, scanners, VP, equipment removed). `facts` are the
    questions answered with yes. `chosen` are the units that the agenda itself names: the defended unit, the
    protected three, the holders of Plunder. `roster` is the whole Register with the guests. `drawn` are the
    ranks of the order tokens drawn, `faces` what the reward's dice showed; None is not yet.
    """

    result: Result
    count: int = 0
    before: int = 0
    facts: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    roster: tuple[UnitFacts, ...] = ()
    drawn: tuple[Rank, ...] | None = None
    faces: tuple[Face, ...] | None = None
    tunnel_vision: bool = False


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What has still to be rolled or drawn before the choices are known."""

    orders: int = 0
    die: Die | None = None
    dice: int = 0


class OptionOffer(msgspec.Struct, frozen=True, kw_only=True):
    """One option with the units that may be chosen for it; no units where it needs none."""

    option: Option
    units: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One choice to make. Choices of one `group` may have to name different units."""

    id: str
    group: str
    options: tuple[OptionOffer, ...]
    optional: bool = False
    different: bool = False


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A player's answer to one choice: the option, the unit, and the setback it loses where one is chosen."""

    choice: str
    option: str
    unit: str | None = None
    setback: str | None = None


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """What comes by itself, what is to be chosen, and what must be rolled or drawn first."""

    effects: tuple[Effect, ...] = ()
    choices: tuple[Choice, ...] = ()
    asked: Asked | None = None
