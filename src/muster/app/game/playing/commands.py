"""What may be done with a game: pages, API and command line build the same values.

Inside a game people speak the game's own words (`rules/game/answers`); `Speak` carries them.
"""

from collections.abc import Mapping
from typing import Final, Literal

from muster.app.acting import Command
from muster.rules.armies.army import Army
from muster.rules.dice.faces import Die
from muster.rules.game.answers import AnyInput
from muster.rules.game.table import AttackMode, Edition, Level, Mode, Seat


class Opening(Command, frozen=True, kw_only=True):
    """How a game is to be kept. `switches` are rulings that the players set otherwise; with `both` this one
    phone is for both players, at a battle or a table for the score only. `attacks` says how they are resolved
    unless a seat has it otherwise; `minutes` is the limit of a game that has one."""

    level: Level = "full"
    name: str = ""
    dice: Literal["app", "own"] = "app"
    cards: Literal["app", "table"] = "app"
    watched: bool = True
    switches: Mapping[str, bool] = {}
    both: bool = False
    attacks: AttackMode = "full"
    minutes: int = 0


class OpenGame(Opening, frozen=True, kw_only=True):
    """Open a game and sit down at it, with an `army` of one's own.
    `owner` is the seat whose Turning Point it is. Special Operations have an `edition`, the playtest's unless
    another is named, and a `squad` in place of an army."""

    mode: Mode = "recon"
    player: str = ""
    opponent: str = ""
    mission: str = ""
    owner: Seat = "one"
    army: str = ""
    edition: Edition = ""
    squad: str = ""


class PlayBattle(Opening, frozen=True, kw_only=True):
    """Play a battle of one's Register with the army that was mustered: open its game, or come to it."""

    battle: str


class PlayTable(Opening, frozen=True, kw_only=True):
    """Play at one's table of the round that is on: open its game, or come to it."""

    tournament: str


OPENING: Final = (OpenGame, PlayBattle, PlayTable)


class TakeSeat(Command, frozen=True, kw_only=True):
    """Sit down where nobody sits."""

    seat: Seat
    player: str = ""


class RetakeSeat(Command, frozen=True, kw_only=True):
    """Come back to a seat on another phone, with the code it was given."""

    seat: Seat
    code: str


class LeaveSeat(Command, frozen=True, kw_only=True):
    """Stand up before the game begins."""

    seat: Seat


class BringArmy(Command, frozen=True, kw_only=True):
    """Bring an army to a seat; a later one takes its place. `saved` names one of one's own, in its newest
    `version` or an older one; without it `army` is the document."""

    seat: Seat
    army: Army | None = None
    saved: str = ""
    version: int = 0


class BringSquad(Command, frozen=True, kw_only=True):
    """Bring a squad of Special Operations to a seat, by its id; a later one takes its place."""

    seat: Seat
    squad: str


class BeginGame(Command, frozen=True, kw_only=True):
    """Both are ready."""


class LetWatch(Command, frozen=True, kw_only=True):
    """Let others watch, or nobody."""

    watched: bool


class Speak(Command, frozen=True, kw_only=True):
    """Say something in the game, from a seat of one's own."""

    seat: Seat | None = None
    said: AnyInput


class RollTray(Command, frozen=True, kw_only=True):
    """Roll attack or defence dice beside the open prompt; `faces` are those of one's own dice, die by die."""

    seat: Seat | None = None
    dice: tuple[Die, ...]
    faces: tuple[str, ...] = ()


class TakeBack(Command, frozen=True, kw_only=True):
    """Take one's own latest act back, where nothing was shown by it or since."""

    seat: Seat | None = None
    batch: str


class ResetActivation(Command, frozen=True, kw_only=True):
    """Take everything back that was done since the acting unit was activated, where nothing was shown."""

    seat: Seat | None = None


class AskBack(Command, frozen=True, kw_only=True):
    """Ask the other to let an act be taken back, with all that came after it."""

    seat: Seat | None = None
    batch: str


class AnswerPlea(Command, frozen=True, kw_only=True):
    """Grant it, or not; `void` frees the dice of what is taken back."""

    seat: Seat | None = None
    grant: bool
    void: bool = False


class CallLastRound(Command, frozen=True, kw_only=True):
    """Time is up: this round is the last. Both players say so, or an official of the event alone; said twice
    it is withdrawn."""

    seat: Seat | None = None


class CloseGame(Command, frozen=True, kw_only=True):
    """Nothing more happens; the seeds are opened."""
