"""The pages of the desk and their buttons. A refusal comes back on the page the button was pressed on."""

import uuid
from collections.abc import Callable
from typing import Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from msgspec.structs import replace

from muster.app.tournament import commands
from muster.rules.cards.catalogue import shorten
from muster.rules.tournament.running.plan import MOST_LETTERS, problem
from muster.rules.tournament.running.roles import Task
from muster.rules.violations import Refused
from muster.web import identity
from muster.web.environment import plural
from muster.web.requests import id_for
from muster.web.tournament.desk.clock import clock_page
from muster.web.tournament.desk.desk_frame import TABS, DeskFrame, desk_page_for
from muster.web.tournament.desk.forms import FORMS
from muster.web.tournament.desk.pages import bracket_page, pairing_page, roles_page, settings_page, start_page
from muster.web.tournament.desk.players import entered_in, player_page, players_page
from muster.web.tournament.forms import player as player_in
from muster.web.tournament.requests import (
    Problems,
    act_of,
    answer,
    changes_nothing,
    handle_once,
    methods_only,
    stream_of,
)

PAGES: Final[dict[str, Callable[..., DeskFrame]]] = {
    "desk": start_page,
    "players": players_page,
    "player": player_page,
    "pairing": pairing_page,
    "clock": clock_page,
    "bracket": bracket_page,
    "roles": roles_page,
    "settings": settings_page,
}
TASKS: Final[dict[str, Task]] = {"player": "players", **{tab.id: tab.task for tab in TABS}}


COPY: Final = ", copy"


class After(NamedTuple):
    """Where a button leads, and what is said there."""

    page: str = "event-desk"
    words: str = ""


AFTER: Final[dict[str, After]] = {
    "announce": After(words="Announced. Rounds and cut are locked."),
    "plan": After("event-desk-settings", "Settings saved."),
    "call-off": After(words="Cancelled."),
    "end": After(words="The event is over."),
    "tell": After(words="Sent to all phones."),
    "undo": After(words="Undone."),
    "admit": After("event-desk-players"),
    "check-in": After("event-desk-players"),
    "check-out": After("event-desk-players"),
    "withdraw": After("event-desk-players", "Off the list."),
    "drop": After("event-desk-player", "Dropped."),
    "rejoin": After("event-desk-player", "Back in."),
    "disqualify": After("event-desk-player", "Disqualified."),
    "table": After("event-desk-player", "Table saved."),
    "club": After("event-desk-player", "Club saved."),
    "rename": After("event-desk-player", "Name saved."),
    "unlink": After("event-desk-player", "Phone disconnected."),
    "erase": After("event-desk-player", "The name is erased."),
    "give-role": After("event-desk-roles"),
    "take-role": After("event-desk-roles"),
    "duty": After("event-desk-roles"),
    "hand-over": After("events", "Handed over."),
    "draft": After("event-desk-pairing"),
    "swap": After("event-desk-pairing"),
    "seat": After("event-desk-pairing"),
    "discard": After("event-desk-pairing"),
    "publish": After(words="Published: every phone shows it."),
    "recall": After("event-desk-pairing", "Round recalled. Pair again."),
    "close": After(words="The round is closed."),
    "cut": After("event-desk-bracket"),
    "start": After("event-desk-clock"),
    "pause": After("event-desk-clock"),
    "resume": After("event-desk-clock"),
    "extend": After("event-desk-clock"),
    "time": After("event-desk-clock"),
    "time-back": After("event-desk-clock", "The clock is running again."),
    "waiting": After("event-desk-clock", "Waiting time saved."),
}


@methods_only("GET")
def page(request: HttpRequest, event: str, tab: str, **at: str) -> HttpResponse:
    """A page of the desk, for those whose task it is."""
    return render_desk(request, event, tab, (), **at)


def render_desk(request: HttpRequest, event: str, tab: str, problems: Problems, **at: str) -> HttpResponse:
    """A page of the desk, with the reasons of a refusal on top."""
    seen = desk_page_for(request, event, TASKS[tab])
    return answer(request, PAGES[tab](request, seen, **at), problems, seen.names)


@methods_only("POST")
def act(request: HttpRequest, event: str) -> HttpResponse:
    """One act; the same form sent twice acts once, also where the first one changed who may do it."""
    verb = request.POST.get("do", "")
    try:
        if verb not in FORMS:
            desk_page_for(request, event)
            raise Refused(problem("tournament.no_such_act", (), given=shorten(verb)))
        command = FORMS[verb].read(request.POST)
        handle_once(request, event, command)
    except Refused as refusal:
        if changes_nothing(refusal):
            messages.info(request, "It was so already.")
            return _redirect_on(request, event, AFTER[verb].page)
        tab = request.POST.get("from", "")
        return render_desk(request, event, tab if tab in PAGES else "desk", refusal.violations)
    if AFTER[verb].words:
        messages.success(request, AFTER[verb].words)
    return _redirect_on(request, event, AFTER[verb].page)


def _redirect_on(request: HttpRequest, event: str, page: str) -> HttpResponse:
    """Back to where it was pressed, or on to where it leads."""
    if page == "event-desk-player":
        return redirect(page, event, player_in(request.POST))
    if request.POST.get("next"):
        return redirect(identity.next_page(request, "events"))
    return redirect(page) if page == "events" else redirect(page, event)


@methods_only("POST")
def copy(request: HttpRequest, event: str) -> HttpResponse:
    """A new event planned as this one was, for whoever plans this one; the form sent twice begins one."""
    seen = desk_page_for(request, event, "plan")
    made = uuid.UUID(id_for(request, seen.me)).hex
    name = f"{seen.view.name[: MOST_LETTERS - len(COPY)]}{COPY}"
    plan = replace(seen.view.plan, day=None)
    begin = commands.Begin(name=name, plan=plan)
    seen.queries.tournaments.do(act_of(request), stream_of(made), begin)
    messages.success(request, "A new event with the same settings. Change its name and day.")
    return redirect("event-desk-settings", made)


@methods_only("POST")
def add(request: HttpRequest, event: str) -> HttpResponse:
    """Enter the names of a text or a file."""
    try:
        seen = desk_page_for(request, event, "players")
        command = entered_in(request)
        seen.queries.tournaments.do(act_of(request), seen.stream, command)
    except Refused as refusal:
        return render_desk(request, event, "players", refusal.violations)
    messages.success(request, f"{plural(len(command.names), 'player')} entered.")
    return redirect("event-desk-players", event)
