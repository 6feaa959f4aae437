"""The players of an event: entering them by hand, from a list, by link; checking them in with one tap."""

from typing import Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from muster.app.tournament import commands
from muster.app.tournament.name_lists import ENCODINGS, MOST_BYTES, names_in, names_in_file
from muster.rules.tournament.running.audiences import PlayerLine
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.dice.dice import qr_code
from muster.web.environment import plural, url
from muster.web.tournament import requests
from muster.web.tournament.desk import desk
from muster.web.tournament.desk.desk import DeskPage

SHOWN: Final = 200
FILTERS: Final = {"all": "All", "away": "Not here", "waiting": "Waiting", "gone": "Gone"}


class Row(NamedTuple):
    """A player on the list."""

    line: PlayerLine
    name: str
    state: str


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Everybody who is entered."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The list, with the reasons of a refusal on top."""
    seen = desk.seen_by(request, event, "players")
    asked, only = request.GET.get("q", "")[:60], request.GET.get("show", "all")
    rows = rows_of(seen, asked, only)
    link = request.build_absolute_uri(url("event-join", event=seen.id))
    every = [line for line in seen.view.players if line.status == "entered"]
    context = desk.about(seen, "players", problems) | {
        "rows": rows[:SHOWN],
        "left_off": max(len(rows) - SHOWN, 0),
        "asked": asked,
        "only": only if only in FILTERS else "all",
        "filters": FILTERS,
        "entered": len(every),
        "here": sum(line.present for line in every),
        "waiting": sum(line.status == "waiting" for line in seen.view.players),
        "away": [line.player for line in every if not line.present],
        "link": link,
        "qr": qr_code(link),
        "encodings": ENCODINGS,
        "begun": bool(seen.view.rounds),
        "typed": request.POST.get("names", "")[:20_000] if problems else "",
    }
    return render(request, "tournament/desk/players.html", context, status=requests.status_of(problems))


def rows_of(seen: DeskPage, asked: str, only: str) -> list[Row]:
    """The players to show, by name."""
    rows = [Row(line, seen.names[line.player], state_of(line)) for line in seen.view.players]
    wanted = [row for row in rows if asked.casefold() in row.name.casefold() and _fits(row.line, only)]
    return sorted(wanted, key=lambda row: (row.name.casefold(), row.line.player))


def _fits(line: PlayerLine, only: str) -> bool:
    if only == "away":
        return line.status == "entered" and not line.present
    if only in ("waiting", "gone"):
        return (line.status == "waiting") is (only == "waiting") and line.status != "entered"
    return line.status != "withdrawn"


def state_of(line: PlayerLine) -> str:
    """Where a player stands, in a word."""
    if line.status == "entered":
        return "here" if line.present else "away"
    return line.status


# Entering --------------------------------------------------------------------------------------------------


@identity.private
@require_POST
def add(request: HttpRequest, event: str) -> HttpResponse:
    """Enter the names of a text or a file; those who are there already may be checked in at once."""
    act, stream = requests.act_of(request), requests.stream_of(event)
    try:
        desk.seen_by(request, event, "players")
        command = commands.Enter(names=tuple(names_of(request)), present="present" in request.POST)
        requests.tournaments(request).do(act, stream, command)
    except Refused as refusal:
        requests.hide_if_unknown(refusal)
        return shown(request, event, refusal.violations)
    messages.success(request, f"{plural(len(command.names), 'player')} entered.")
    return redirect("event-desk-players", event)


def names_of(request: HttpRequest) -> list[str]:
    """The names in the file that was sent, or in the text."""
    file = request.FILES.get("file")
    if file is None:
        return names_in(request.POST.get("names", ""))
    return names_in_file(file.read(MOST_BYTES + 1), request.POST.get("encoding", "utf-8"))
