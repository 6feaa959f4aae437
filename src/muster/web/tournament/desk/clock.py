"""The clock of the round at the desk: start, pause, extend, call time. A secret length stays folded away."""

from datetime import UTC, datetime
from typing import ClassVar, NamedTuple

from django.http import HttpRequest

from muster.rules.dice.faces import Roll
from muster.rules.tournament.clock.clock import ORDER_WORDS, Clock, Extension, Phase, orders_now
from muster.rules.tournament.running.audiences import ClockView
from muster.web.tournament.desk.desk_frame import DeskFrame, DeskPage
from muster.web.tournament.public.clock import minutes_text
from muster.web.tournament.requests import is_doubtful
from muster.web.wall_clock import Jump, wall_clock

PHASES: dict[Phase, str] = {"command": "Command Phase", "activation": "Activation Phase", "end": "End Phase"}


class ClockFace(NamedTuple):
    """What a clock shows. `left` and `ends` are there only for those who may know them."""

    state: str
    secret: bool
    left: str
    ends: str
    minutes: int
    passed: int
    extended: tuple[Extension, ...]
    roll: Roll | None


class ClockPage(DeskFrame, frozen=True, kw_only=True):
    """The clock; `orders` are what players do now, by the phase they are in."""

    template: ClassVar = "tournament/desk/clock.html"
    tab: str = "clock"
    clock: ClockFace | None
    orders: tuple[tuple[str, tuple[str, ...]], ...]
    jump: Jump | None


def clock_page(request: HttpRequest, seen: DeskPage) -> ClockPage:
    """The clock."""
    held = seen.view.open_round.clock if seen.view.open_round else None
    orders = (
        (name, tuple(ORDER_WORDS[order] for order in orders_now(phase, seen.view.plan.timekeeping)))
        for phase, name in PHASES.items()
    )
    return ClockPage(
        seen=seen,
        clock=face_of(held, datetime.now(UTC)) if held else None,
        orders=tuple(orders) if held and held.state == "time" else (),
        jump=wall_clock.jump if held and is_doubtful(seen.now) else None,
    )


def face_of(held: ClockView, now: datetime) -> ClockFace:
    """A clock as it stands at this moment."""
    clock = held.clock
    return ClockFace(
        state=held.state,
        secret=held.secret and held.state != "time",
        left=minutes_text(clock.remaining(now)) if clock else "",
        ends=ends_of(clock, now) if clock else "",
        minutes=int(clock.length().total_seconds() // 60) if clock else 0,
        passed=int(clock.running_time(now).total_seconds() // 60) if clock else 0,
        extended=tuple(extension for extension in clock.extensions if extension.table) if clock else (),
        roll=held.roll,
    )


def ends_of(clock: Clock, now: datetime) -> str:
    """When time will be up, as a browser reads it; nothing while it does not run."""
    end = clock.ends(now) if clock.called is None else None
    return end.astimezone(UTC).isoformat(timespec="seconds") if end else ""
