"""What happens to the clock of a round. A length that was rolled for is sealed until time is called."""

from datetime import datetime
from typing import Final

from muster.rules.dice.faces import Roll
from muster.rules.log import Event, event

CLOCK: Final = "clock"
"""The badge of those who run the clock."""


@event("tournament.clock_started")
class ClockStarted(Event, frozen=True):
    """The round began. A secret length shows only the commitment of its dice."""

    round: int
    at: datetime
    minutes: int | None = None
    overtime: int = 0
    commitment: str = ""


@event("tournament.length_sealed")
class LengthSealed(Event, frozen=True):
    """The rolled length of a round (rule 469), for those who run the clock until time is called."""

    round: int
    minutes: int
    roll: Roll
    evidence: str

    def seen_by(self) -> frozenset[str]:
        return frozenset({CLOCK})

    def step_key(self) -> str:
        return f"length:{self.round}"


@event("tournament.clock_paused")
class ClockPaused(Event, frozen=True):
    """The clock of the round stands still."""

    round: int
    at: datetime


@event("tournament.clock_resumed")
class ClockResumed(Event, frozen=True):
    """The clock of the round runs again."""

    round: int
    at: datetime


@event("tournament.clock_extended")
class ClockExtended(Event, frozen=True):
    """More time for the round, or for one table (rule 552)."""

    round: int
    minutes: int
    table: int = 0


@event("tournament.time_taken_back")
class TimeTakenBack(Event, frozen=True):
    """Time was called by mistake, or by a clock that was wrong. With `left`, so many minutes are left now."""

    round: int
    at: datetime
    left: int = 0


@event("tournament.time_called")
class TimeCalled(Event, frozen=True):
    """Time is over (rule 470). A secret length is opened with its dice."""

    round: int
    at: datetime
    minutes: int | None = None
    roll: Roll | None = None
    evidence: str = ""
