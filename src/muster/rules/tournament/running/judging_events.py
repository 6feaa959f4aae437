"""What judges and the organiser write down beside the games: calls, penalties, rulings, words to all."""

from datetime import date, datetime
from typing import Literal, TypeAlias

from muster.rules.log import Event, event
from muster.rules.tournament.games import Player
from muster.rules.tournament.running.events import OFFICIALS, SCOREKEEPER

PenaltyKind: TypeAlias = Literal["caution", "warning", "game-loss", "disqualification"]
Matter: TypeAlias = Literal["sharing", "proxy", "missing", "replaced", "ineligible"]


class ForOfficials(Event, frozen=True):
    """What only officials read."""

    def seen_by(self) -> frozenset[str]:
        return OFFICIALS


@event("tournament.judge_called")
class JudgeCalled(Event, frozen=True):
    """A player asked for a judge (rule 518)."""

    call: int
    player: Player
    table: int
    at: datetime
    words: str = ""

    def seen_by(self) -> frozenset[str]:
        return frozenset({*OFFICIALS, SCOREKEEPER, f"player:{self.player}"})


@event("tournament.call_claimed")
class CallClaimed(Event, frozen=True):
    """A judge is on the way."""

    call: int
    by: str

    def seen_by(self) -> frozenset[str]:
        return frozenset({*OFFICIALS, SCOREKEEPER, f"call:{self.call}"})


@event("tournament.call_closed")
class CallClosed(ForOfficials, frozen=True):
    """The matter is settled, or the player called it off."""

    call: int
    by: str
    words: str = ""


@event("tournament.review_asked")
class ReviewAsked(Event, frozen=True):
    """A player asks the head judge to review what a judge said (rule 512)."""

    call: int
    player: Player

    def seen_by(self) -> frozenset[str]:
        return frozenset({*OFFICIALS, SCOREKEEPER, f"player:{self.player}"})


@event("tournament.penalty_given")
class PenaltyGiven(ForOfficials, frozen=True):
    """A player was warned or worse: for judges only."""

    number: int
    player: Player
    penalty: PenaltyKind
    words: str
    by: str
    round: int = 0


@event("tournament.penalty_withdrawn")
class PenaltyWithdrawn(ForOfficials, frozen=True):
    """The head judge took a penalty back."""

    number: int
    words: str


@event("tournament.ruling_given")
class RulingGiven(Event, frozen=True):
    """How a card reads for the rest of the event (rule 518)."""

    number: int
    card: str
    words: str
    by: str


@event("tournament.words_told")
class WordsTold(Event, frozen=True):
    """An announcement to everybody."""

    words: str
    at: datetime


@event("tournament.component_noted")
class ComponentNoted(Event, frozen=True):
    """A component matter (rules 541 to 556): sharing, a proxy with its maker and date, something missing."""

    round: int
    matter: Matter
    what: str
    by: str
    player: Player = ""
    on: date | None = None

    def seen_by(self) -> frozenset[str]:
        return frozenset({*OFFICIALS, SCOREKEEPER, f"player:{self.player}"})


@event("tournament.release_entered")
class ReleaseEntered(ForOfficials, frozen=True):
    """The organiser says when a card came out (rules 565 and 566); None takes the date back.

    For officials: that somebody asks about a card may tell what is in a list.
    """

    card: str
    released: date | None = None


@event("tournament.list_submitted")
class ListSubmitted(Event, frozen=True):
    """A player handed in an army list; the list itself has a log of its own."""

    player: Player
    points: int
    problems: int
    digest: str

    def seen_by(self) -> frozenset[str]:
        return frozenset({*OFFICIALS, f"player:{self.player}"})

    def shown_as(self) -> "ListReceived":
        return ListReceived(self.player)


@event("tournament.list_received")
class ListReceived(Event, frozen=True):
    """What others see of a list: that it is there."""

    player: Player


@event("tournament.list_reviewed")
class ListReviewed(Event, frozen=True):
    """A leader looked a list over (rule 540)."""

    player: Player
    fine: bool
    words: str
    by: str

    def seen_by(self) -> frozenset[str]:
        return frozenset({*OFFICIALS, f"player:{self.player}"})
