"""The organiser's desk: where the event stands, the one next thing to do, and the ways to everything else."""

from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from uuid_utils import uuid4

from muster.app.acting import Act
from muster.app.tournament.access import AudienceView
from muster.app.tournament.guide import Guide, tasks_of
from muster.rules.tournament.running.audiences import RoundView, TournamentView
from muster.rules.tournament.running.roles import Task
from muster.rules.violations import Violation
from muster.store.accounts import new_id
from muster.web import identity
from muster.web.tournament import live, requests
from muster.web.tournament.desk import plan as event_desk_plan
from muster.web.tournament.desk.words import act_words, round_name

LATEST_WORDS: Final = 5


class DeskPage(NamedTuple):
    """An event as somebody who works at it sees it."""

    id: str
    stream: str
    me: str
    look: AudienceView
    tasks: frozenset[Task]

    @property
    def view(self) -> TournamentView:
        return self.look.view

    @property
    def names(self) -> dict[str, str]:
        return self.look.names

    @property
    def round(self) -> RoundView | None:
        """The latest published round."""
        return self.view.rounds[-1] if self.view.rounds else None

    @property
    def open_round(self) -> RoundView | None:
        """The round being played."""
        return self.round if self.round and not self.round.closed else None

    @property
    def over(self) -> bool:
        return self.view.status in ("ended", "called-off")


def seen_by(request: HttpRequest, event: str, task: Task = "results") -> DeskPage:
    """The event, for those whose task this is; whoever looks finds out that time is up."""
    me, stream = requests.actor(request), requests.stream_of(event)
    look = requests.watching().desk(me, stream, task)
    # An act of its own: the key of a form belongs to what its button does.
    if requests.tournaments().tick(Act(me, datetime.now(UTC), str(new_id())), stream) is not None:
        look = requests.watching().desk(me, stream, task)
    return DeskPage(event, stream, me, look, tasks_of(look.offices))


def about(seen: DeskPage, tab: str, problems: tuple[Violation, ...] = ()) -> dict[str, Any]:
    """What every page of the desk shows."""
    batch = requests.tournaments().undoable(seen.stream, seen.me)
    return {
        "seen": seen,
        "view": seen.view,
        "names": seen.names,
        "tab": tab,
        "key": str(uuid4()),
        "undo": batch,
        "undo_words": act_words(seen.stream, batch, seen.names) if batch else "",
        "tabs": tabs_of(seen),
        **requests.refusals(problems, seen.names),
    }


class Tab(NamedTuple):
    """A way to a page of the desk."""

    id: str
    url: str
    name: str
    icon: str
    task: Task


TABS: Final = (
    Tab("desk", "event-desk", "Desk", "nav-events", "results"),
    Tab("players", "event-desk-players", "Players", "ui-person", "players"),
    Tab("pairing", "event-desk-pairing", "Pairing", "ui-swap", "pair"),
    Tab("results", "event-desk-results", "Results", "ui-table", "results"),
    Tab("clock", "event-desk-clock", "Clock", "act-clock", "clock"),
    Tab("bracket", "event-desk-bracket", "Cut and bracket", "act-trophy", "pair"),
    Tab("correct", "event-desk-correct", "Corrections", "ui-edit", "correct"),
    Tab("roles", "event-desk-roles", "Officials", "act-book", "roles"),
    Tab("settings", "event-desk-settings", "Settings", "ui-filter", "plan"),
)


def tabs_of(seen: DeskPage) -> list[Tab]:
    """The pages of the desk that this person has something to do on."""
    return [tab for tab in TABS if tab.task in seen.tasks]


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The desk."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The desk, with the reasons of a refusal on top."""
    seen = seen_by(request, event)
    guide = requests.watching().guide(seen.me, seen.stream)
    context = about(seen, "desk", problems) | {
        "guide": guide,
        "frame": event_desk_plan.structure_words(guide.frame),
        "locked": locked_words(seen),
        "problems": [requests.as_reason(requests.named(one, seen.names)) for one in guide.problems],
        "minutes": event_desk_plan.minutes_words(seen.view.plan),
        "round_name": round_name(seen.view, guide.round),
        "standings": standings_of(seen),
        "told": list(reversed(seen.view.words))[:LATEST_WORDS],
        "now": datetime.now(UTC),
        "people": requests.people_of(seen.look),
        "ways": ways_of(seen, guide),
        "ticket": live.ticket_for(request, event, "event"),
    }
    return render(request, "tournament/desk/desk.html", context, status=requests.status_of(problems))


def locked_words(seen: DeskPage) -> str:
    """What was announced, in words."""
    frame = seen.view.announced
    return event_desk_plan.frame_words(frame.rounds, frame.cut) if frame else ""


def standings_of(seen: DeskPage) -> list[dict[str, Any]]:
    """The top of the standings as they stand after the closed rounds."""
    if not any(one.closed for one in seen.view.rounds):
        return []
    lines = requests.watching().standings(seen.me, seen.stream)[:8]
    return [{"line": line, "name": seen.names.get(line.player, line.player)} for line in lines]


def ways_of(seen: DeskPage, guide: Guide) -> list[dict[str, Any]]:
    """Everything else, each with what it holds just now."""
    held = {
        "players": f"{guide.present} of {guide.entered} here"
        + (f", {guide.waiting} wait" if guide.waiting else ""),
        "pairing": "A draft waits" if guide.step == "look" else round_name(seen.view, guide.round),
        "results": f"{guide.tables - len(guide.open_tables)} of {guide.tables} tables"
        if guide.tables
        else "No round",
        "clock": clock_hint(seen),
        "bracket": f"{len(seen.view.cut)} qualified" if seen.view.cut else "After the Swiss rounds",
        "correct": "Within two rounds",
        "roles": f"{1 + len(seen.view.judges) + len(seen.view.scorekeepers)} at work",
        "settings": "Locked" if seen.view.announced else "Open until announced",
    }
    return [{"tab": tab, "hint": held[tab.id]} for tab in tabs_of(seen) if tab.id in held]


def clock_hint(seen: DeskPage) -> str:
    """What the clock does, as everybody may know."""
    current = seen.open_round
    if current is None:
        return "No round"
    state = current.clock.state if current.clock else "waiting"
    words = {"waiting": "Not started", "running": "Running", "paused": "Paused", "time": "Time is called"}
    return words[state]
