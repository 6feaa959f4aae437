"""Rounds whose length nobody may know: five red defence dice, and a clock that only leaders open.

Recon, "Swiss Round Times" (rules 467 to 469 and 471); the publisher's current event rules roll the same dice
on 150 minutes.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from muster.rules.dice.faces import SIDES, Die, Face
from muster.rules.tournament.clock.clock import MOST_MINUTES, TIMES, Clock, Timekeeping
from muster.rules.violations import Refused, Source, Violation

SOURCE: Final = "Recon: Swiss round times"
_broken = Source(SOURCE).problem
LENGTH_DICE: Final = 5
ADDING: Final = (Face.BLOCK, Face.SURGE)

Announced: TypeAlias = Literal["waiting", "running", "paused", "time"]
T = TypeVar("T")
U = TypeVar("U")


class Secret(Generic[T]):
    """A value that must not reach players: no text, no JSON, no order shows it (rule 467).

    It is no struct, so the encoder refuses it, and its text is always the same. Whoever needs the value says
    so with `opened`, where a reviewer sees it.
    """

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value = value

    def reveal(self) -> T:
        """The value, for leaders and for what computes on their behalf."""
        return self._value

    def then(self, step: Callable[[T], U]) -> "Secret[U]":
        """What follows from a secret is a secret."""
        return Secret(step(self._value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Secret(…)"

    def __reduce__(self) -> str:
        raise TypeError("a secret is not stored as it is; open it where it is recorded")


class HiddenClock:
    """The clock of a round whose length is secret: leaders open it, everybody else learns `announced`."""

    __slots__ = ("clock",)

    def __init__(self, clock: Clock) -> None:
        self.clock = Secret(clock)

    def __repr__(self) -> str:
        return "HiddenClock(…)"

    def remaining(self, now: datetime, table: int = 0) -> Secret[timedelta]:
        """What is left, as a secret."""
        return self.clock.then(lambda clock: clock.remaining(now, table))

    @property
    def announcement(self) -> Announced:
        """What players and spectators may know: it takes no time of day, so it cannot tell what is left."""
        clock = self.clock.reveal()
        if clock.called is not None:
            return "time"
        return "waiting" if clock.started is None else "paused" if clock.is_paused else "running"


SecretLength: TypeAlias = Secret[int]
"""The minutes of a round that was rolled for."""


def rolled_length(base: int, faces: Sequence[Face]) -> SecretLength:
    """The base and one minute for every Block and Surge on five red defence dice (rule 469)."""
    if len(faces) != LENGTH_DICE or any(face not in SIDES[Die.DEFENCE_RED] for face in faces):
        raise Refused(Violation(code="recon_time.faces", source=SOURCE, params={"dice": LENGTH_DICE}))
    return Secret(base + sum(face in ADDING for face in faces))


def base_problems(kind: Timekeeping, base: int, *, event_began: bool) -> tuple[Violation, ...]:
    """The organiser may lengthen the base time, if that is announced before the event (rules 468 and 471)."""
    usual = TIMES[kind].swiss
    if base == usual:
        return ()
    if event_began:
        return (_broken("recon_time.announced_too_late"),)
    if not usual <= base <= MOST_MINUTES:
        return (_broken("recon_time.base", usual=usual, base=base, most=MOST_MINUTES),)
    return ()
