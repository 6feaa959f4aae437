"""What a game that was written down says: the mission, who plays it, and each round. Only what matters is
said; what it leaves out is answered with the least there is."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from muster.rules.game.answers import AnyInput
from muster.rules.game.table import Edition, Holder, Mode

Words: TypeAlias = Mapping[str, str | int | bool | list[str | int]]
"""The fields of an answer, without its prompt."""


class ToldRound(msgspec.Struct, frozen=True, kw_only=True):
    """What a round of a game with the score only is told with."""

    holds: Mapping[str, Holder] = {}
    marks: tuple[str, ...] = ()
    counts: Mapping[str, int] = {}


class ScriptRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round: what dice show by purpose, what is answered by the name of the question, who is where; what
    is done first, and by each unit when it acts. In Special Operations `do` has the actions of a unit,
    `strike` its attacks and `spend` its tokens."""

    faces: Mapping[str, tuple[str, ...]] = {}
    answers: Mapping[str, bool | tuple[str, ...] | Mapping[str, tuple[str, ...]]] = {}
    places: Mapping[str, tuple[str, ...]] = {}
    again: Mapping[str, tuple[str, ...]] = {}
    told: ToldRound = ToldRound()
    first: tuple[AnyInput, ...] = ()
    do: Mapping[str, tuple[AnyInput | tuple[str, ...], ...]] = {}
    strike: Mapping[str, tuple[Words, ...]] = {}
    spend: Mapping[str, tuple[Words, ...]] = {}


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """A game from the mission to the last round."""

    mission: str
    rounds: tuple[ScriptRound, ...] = ()
    mode: Mode = "turning-point"
    setup: ScriptRound = ScriptRound()
    edition: Edition = ""
    switches: Mapping[str, bool] = {}
    dice: Literal["app", "own"] = "app"
    squads: tuple[str, ...] = ()
