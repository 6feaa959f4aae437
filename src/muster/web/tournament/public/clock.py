"""A round's clock for pages: what everybody may know of it at a moment.

A length that is secret to the viewer never comes here: the view leaves the clock out, and what is left to say
is that it runs.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from muster.rules.tournament.clock.clock import ORDER_WORDS, Clock, Order, Phase, State, orders_now
from muster.rules.tournament.running.audiences import ClockView, RoundView
from muster.rules.tournament.running.plan import TournamentPlan

PHASES: Final[tuple[tuple[Phase, str], ...]] = (
    ("command", "In the Command Phase"),
    ("activation", "In the Activation Phase"),
    ("end", "In the End Phase"),
)
ClockState: TypeAlias = State | Literal[""]
WORDS: Final = {
    "running": "time left",
    "paused": "the clock is paused",
    "time": "Time is called",
    "overtime": "overtime left",
    "over": "Overtime is over",
}


class PhaseOrders(NamedTuple):
    """What the players do now in some phases."""

    where: str
    orders: tuple[str, ...]


class ClockFace(msgspec.Struct, frozen=True, kw_only=True):
    """What a page says of a clock; `state` is empty where there is nothing to say."""

    state: ClockState = ""
    words: str = ""
    text: str = ""
    ends: str = ""
    max: int = 0
    value: int = 0
    orders: tuple[PhaseOrders, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether there is time to be read off."""
        return self.state in ("running", "paused", "overtime") and bool(self.text)


def clock_of(
    shown: RoundView | None, plan: TournamentPlan, at: datetime | None = None, table: int = 0
) -> ClockFace:
    """The clock of a round, as everybody may know it."""
    if shown is None or shown.closed:
        return ClockFace()
    if shown.clock is None:
        return ClockFace(state="waiting", words="Waiting for the start")
    if shown.clock.clock is None:
        return _hidden_face(shown.clock)
    return _open(shown.clock.clock, plan, at or datetime.now(UTC), table)


def _hidden_face(held: ClockView) -> ClockFace:
    """Running or not is all there is to know (rule 467)."""
    words = "The clock is paused" if held.state == "paused" else "Playing until time is called"
    return ClockFace(state=held.state, words=words)


def _open(clock: Clock, plan: TournamentPlan, at: datetime, table: int) -> ClockFace:
    state = clock.state(at, table)
    left = clock.overtime_remaining(at, table) if state == "overtime" else clock.remaining(at, table)
    ends = at + left if state in ("running", "overtime") else None
    return ClockFace(
        state=state,
        text=minutes_text(left) if state in ("running", "paused", "overtime") else "",
        ends=ends.astimezone(UTC).isoformat(timespec="seconds") if ends else "",
        words=WORDS.get(state, ""),
        max=_minutes(clock.length(table)),
        value=_minutes(min(clock.running_time(at), clock.length(table))),
        orders=orders(plan, over=state == "over") if state in ("time", "overtime", "over") else (),
    )


def _minutes(length: timedelta) -> int:
    return int(length.total_seconds()) // 60


def orders(plan: TournamentPlan, *, over: bool = False) -> tuple[PhaseOrders, ...]:
    """What the players do now, by phase; phases with the same orders stand together."""
    found: dict[tuple[Order, ...], list[str]] = {}
    for phase, words in PHASES:
        found.setdefault(orders_now(phase, plan.timekeeping, overtime_over=over), []).append(words)
    return tuple(
        PhaseOrders(
            "In any phase" if len(found) == 1 else _either(where), tuple(ORDER_WORDS[order] for order in what)
        )
        for what, where in found.items()
    )


def _either(where: Sequence[str]) -> str:
    """`In the Activation Phase or in the End Phase`"""
    first, *others = where
    return " or ".join([first, *(other[0].lower() + other[1:] for other in others)])


def minutes_text(left: timedelta) -> str:
    """`148:12`, minutes and seconds, as rounds are counted: the same on every page, and in `clock.js`."""
    seconds = max(int(left.total_seconds()), 0)
    return f"{seconds // 60}:{seconds % 60:02}"
