"""What needs both players: telling where units are, taking an act back, and correcting the score."""

from collections.abc import Mapping

from muster.rules.game.log.events import SeatEvent
from muster.rules.game.table import Level, Score
from muster.rules.log import Event, event


@event("game.side_told")
class SideTold(SeatEvent, frozen=True, kw_only=True):
    """A seat told which of its units are near which objective token; the other has still to tell."""

    places: Mapping[str, tuple[str, ...]]


@event("game.asked_back")
class AskedBack(SeatEvent, frozen=True, kw_only=True):
    """Somebody asks that their act be taken back."""

    batch: str


@event("game.plea_answered")
class PleaAnswered(SeatEvent, frozen=True, kw_only=True):
    """The other granted it, or did not."""

    granted: bool


@event("game.score_proposed")
class ScoreProposed(SeatEvent, frozen=True, kw_only=True):
    """Somebody would have a line of the score read like this; `line` -1 is a new one."""

    score: Score
    line: int = -1


@event("game.score_settled")
class ScoreSettled(SeatEvent, frozen=True, kw_only=True):
    """The other agreed, or did not; or who proposed it took it back."""

    agreed: bool


@event("game.level_set")
class LevelSet(Event, frozen=True, kw_only=True):
    """Both wanted less to be kept: from this round on only the score."""

    level: Level


@event("game.reopened")
class GameReopened(Event, frozen=True, kw_only=True):
    """A correction after the end left nobody with a victory: the game goes on where its round ended."""
