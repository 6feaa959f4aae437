"""What needs both players: telling where units are, taking an act back, and correcting the score."""

from collections.abc import Mapping

from muster.rules.game.table import Level, Score, Seat
from muster.rules.log import Event, event


@event("game.side_told")
class SideTold(Event, frozen=True, kw_only=True):
    """A seat told which of its units are near which objective token; the other has still to tell."""

    seat: Seat
    places: Mapping[str, tuple[str, ...]]


@event("game.asked_back")
class AskedBack(Event, frozen=True, kw_only=True):
    """Somebody asks that their act be taken back."""

    seat: Seat
    batch: str


@event("game.plea_answered")
class PleaAnswered(Event, frozen=True, kw_only=True):
    """The other granted it, or did not."""

    seat: Seat
    granted: bool


@event("game.score_proposed")
class ScoreProposed(Event, frozen=True, kw_only=True):
    """Somebody would have a line of the score read like this; `line` -1 is a new one."""

    seat: Seat
    score: Score
    line: int = -1


@event("game.score_settled")
class ScoreSettled(Event, frozen=True, kw_only=True):
    """The other agreed, or did not; or who proposed it took it back."""

    seat: Seat
    agreed: bool


@event("game.level_set")
class LevelSet(Event, frozen=True, kw_only=True):
    """Both wanted less to be kept: from this round on only the score."""

    level: Level


@event("game.reopened")
class GameReopened(Event, frozen=True, kw_only=True):
    """A correction after the end left nobody with a victory: the game goes on where its round ended."""
