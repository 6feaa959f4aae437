"""The clock of the round at the desk: start, pause, extend, call time. A secret length stays folded away."""

from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.tournament.clock.clock import ORDER_WORDS, Clock, Phase, orders_now
from muster.rules.tournament.running.audiences import ClockView
from muster.rules.violations import Violation
from muster.web import identity
from muster.web.tournament import requests
from muster.web.tournament.desk import desk
from muster.web.tournament.desk import plan as event_desk_plan
from muster.web.tournament.desk.desk import DeskPage
from muster.web.tournament.desk.words import round_name

PHASES: dict[Phase, str] = {"command": "Command Phase", "activation": "Activation Phase", "end": "End Phase"}


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The clock."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The clock, with the reasons of a refusal on top."""
    seen = desk.seen_by(request, event, "clock")
    current = seen.open_round
    held = current.clock if current else None
    context = desk.about(seen, "clock", problems) | {
        "current": current,
        "round_name": round_name(seen.view, current.round.number) if current else "",
        "clock": face_of(held, datetime.now(UTC)) if held else None,
        "minutes": event_desk_plan.minutes_words(seen.view.plan),
        "tables": [game.table for game in current.round.games] if current else [],
        "orders": orders_of(seen) if held and held.state == "time" else [],
    }
    return render(request, "tournament/desk/clock.html", context, status=requests.status_of(problems))


def face_of(held: ClockView, now: datetime) -> dict[str, Any]:
    """What a clock shows. `left` and `ends` are there only for those who may know them."""
    clock = held.clock
    return {
        "state": held.state,
        "secret": held.secret and held.state != "time",
        "left": left_words(clock, now) if clock else "",
        "ends": ends_of(clock, now) if clock else 0,
        "minutes": int(clock.length().total_seconds() // 60) if clock else 0,
        "passed": int(clock.elapsed(now).total_seconds() // 60) if clock else 0,
        "extended": [one for one in clock.extensions if one.table] if clock else [],
        "overtime": clock.overtime if clock else 0,
        "roll": held.roll,
    }


def left_words(clock: Clock, now: datetime) -> str:
    """Minutes and seconds left: 48:12, or hours in front."""
    seconds = int(clock.remaining(now).total_seconds())
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def ends_of(clock: Clock, now: datetime) -> int:
    """When time will be up, in milliseconds as a browser counts; 0 while it does not run."""
    end = clock.ends(now) if clock.called is None else None
    return int(end.timestamp() * 1000) if end else 0


def orders_of(seen: DeskPage) -> list[tuple[str, list[str]]]:
    """What players do now, by the phase they are in."""
    kind = seen.view.plan.timekeeping
    return [(name, [ORDER_WORDS[one] for one in orders_now(phase, kind)]) for phase, name in PHASES.items()]
