"""The server's clock, watched: a clock that jumps must not end a round that has just begun.

The time of day may be put right at any moment, by months on a small computer without a clock of its own. A
second clock that only counts on tells how much time has really passed.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Final, NamedTuple

import structlog

log = structlog.get_logger("muster.clock")
TOLERATED: Final = timedelta(seconds=30)
BELIEVED: Final = 24 * 3600.0  # seconds after which a jump forward is believed


def steady() -> float:
    """Seconds that only grow, through a laptop's sleep too where the system counts it."""
    counting = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if counting is None else time.clock_gettime(counting)


class Jump(NamedTuple):
    """The clock said `before` and in the same moment `after`."""

    before: datetime
    after: datetime

    @property
    def minutes(self) -> int:
        """By how many minutes, forward or back."""
        return round((self.after - self.before).total_seconds() / 60)


class WallClock:
    """The time of day, with the last jump that was noticed. Thread-safe."""

    def __init__(
        self,
        says: Callable[[], datetime] = lambda: datetime.now(UTC),
        passed: Callable[[], float] = steady,
    ) -> None:
        self.says, self.passed = says, passed
        self.jump: Jump | None = None
        self._jumped = 0.0
        self._last = (says(), passed())
        self._lock = Lock()

    def now(self) -> datetime:
        """The time of day; a jump since the last look is noticed and kept."""
        with self._lock:
            reading, passed = self.says(), self.passed()
            expected = self._last[0] + timedelta(seconds=passed - self._last[1])
            self._last = (reading, passed)
            if abs(reading - expected) > TOLERATED:
                self.jump, self._jumped = Jump(expected, reading), passed
                log.warning("the clock of this server jumped", minutes=self.jump.minutes)
            return reading

    def earliest(self) -> datetime:
        """The time that it is at least, for what ends by time: a jump forward is not believed for a day, so
        that a clock which is wrong for a while signs nobody out and forgets no answer."""
        reading, jump = self.now(), self.jump
        if jump is None or jump.after < jump.before or self.passed() - self._jumped > BELIEVED:
            return reading
        return reading - (jump.after - jump.before)

    def is_doubtful(self, since: datetime | None) -> bool:
        """Whether the clock jumped forward after this moment: how long ago it was is then not known."""
        jump = self.jump
        return jump is not None and since is not None and since <= jump.before < jump.after


wall_clock: Final = WallClock()
