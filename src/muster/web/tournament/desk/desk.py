"""The organiser's desk: where the event stands, the one next thing to do, and the ways to everything else."""

from typing import ClassVar, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.app.tournament.guide import Guide
from muster.rules.tournament.running.tournament import Announcement
from muster.rules.violations import Violation
from muster.web import identity
from muster.web.page import draw
from muster.web.tournament.desk.plan import frame_words, minutes_words, structure_words
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage, Tab, seen_by
from muster.web.tournament.desk.words import round_name
from muster.web.tournament.requests import Reason, reasons_of, status_of
from muster.web.tournament.tickets import ticket_for

LATEST_WORDS: Final = 5
TOP_OF_STANDINGS: Final = 8
CLOCK_WORDS: Final = {
    "waiting": "Not started",
    "running": "Running",
    "paused": "Paused",
    "time": "Time is called",
}


class Ranked(NamedTuple):
    """A line of the standings, short."""

    rank: int
    name: str
    points: int
    dropped: bool


class Way(NamedTuple):
    """A way to another page of the desk, with what it holds just now."""

    tab: Tab
    hint: str


class StartPage(DeskFrame, frozen=True, kw_only=True):
    """The desk."""

    template: ClassVar = "tournament/desk/desk.html"
    tab: str = "desk"
    guide: Guide
    frame: str
    locked: str
    problems: tuple[Reason, ...]
    notes: tuple[Reason, ...]
    minutes: str
    round_name: str
    standings: tuple[Ranked, ...]
    told: tuple[Announcement, ...]
    ways: tuple[Way, ...]


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The desk."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The desk, with the reasons of a refusal on top."""
    seen = seen_by(request, event)
    guide = seen.guide
    start = StartPage(
        seen=seen,
        reasons=reasons_of(problems, seen.names),
        guide=guide,
        frame=structure_words(guide.frame),
        locked=locked_words(seen),
        problems=reasons_of(guide.problems, seen.names),
        notes=reasons_of(guide.notes, seen.names),
        minutes=minutes_words(seen.view.plan),
        round_name=round_name(seen.view, guide.round),
        standings=standings_of(seen),
        told=seen.view.words[: -LATEST_WORDS - 1 : -1],
        ways=ways_of(seen, guide),
        ticket=ticket_for(request, event, "event"),
    )
    return draw(request, start, status_of(problems))


def locked_words(seen: DeskPage) -> str:
    """What was announced, in words."""
    frame = seen.view.announced
    return frame_words(frame.rounds, frame.cut) if frame else ""


def standings_of(seen: DeskPage) -> tuple[Ranked, ...]:
    """The top of the standings as they stand after the closed rounds."""
    if not any(one.closed for one in seen.view.rounds):
        return ()
    return tuple(
        Ranked(line.rank, seen.name(line.player), line.points, line.dropped)
        for line in seen.standings()[:TOP_OF_STANDINGS]
    )


def ways_of(seen: DeskPage, guide: Guide) -> tuple[Way, ...]:
    """Everything else, each with what it holds just now."""
    waiting = f", {guide.waiting} wait" if guide.waiting else ""
    results = f"{guide.tables - len(guide.open_tables)} of {guide.tables} tables"
    hints = {
        "players": f"{guide.present} of {guide.entered} here{waiting}",
        "pairing": "A draft waits" if guide.step == "look" else round_name(seen.view, guide.round),
        "results": results if guide.tables else "No round",
        "clock": clock_hint(seen),
        "bracket": f"{len(seen.view.cut)} qualified" if seen.view.cut else "After the Swiss rounds",
        "correct": "Within two rounds",
        "roles": f"{1 + len(seen.view.judges) + len(seen.view.scorekeepers)} at work",
        "settings": "Locked" if seen.view.announced else "Open until announced",
    }
    return tuple(Way(tab, hints[tab.id]) for tab in seen.tabs if tab.id in hints)


def clock_hint(seen: DeskPage) -> str:
    """What the clock does, as everybody may know."""
    current = seen.open_round
    if current is None:
        return "No round"
    return CLOCK_WORDS[current.clock.state if current.clock else "waiting"]
