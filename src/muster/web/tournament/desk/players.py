"""The players of an event: entering them by hand, from a list, by link; checking them in with one tap."""

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from muster.app.tournament import commands
from muster.app.tournament.name_lists import ENCODINGS, MOST_BYTES, names_in, names_in_file
from muster.rules.tournament.games import Player
from muster.rules.tournament.running.audiences import PlayerLine
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.dice.dice import qr_code
from muster.web.environment import plural, url
from muster.web.page import draw
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage, seen_by
from muster.web.tournament.requests import act_of, hide_if_unknown, reasons_of, status_of

SHOWN: Final = 200
LONGEST_TEXT: Final = 20_000
FILTERS: Final = {"all": "All", "away": "Not here", "waiting": "Waiting", "gone": "Gone"}


class PlayerRow(NamedTuple):
    """A player on the list."""

    line: PlayerLine
    name: str
    state: str


class PlayersPage(DeskFrame, frozen=True, kw_only=True):
    """The players of an event."""

    template: ClassVar = "tournament/desk/players.html"
    tab: str = "players"
    rows: tuple[PlayerRow, ...]
    left_off: int
    asked: str
    only: str
    filters: Mapping[str, str] = msgspec.field(default_factory=lambda: FILTERS)
    entered: int
    here: int
    waiting: int
    away: tuple[Player, ...]
    link: str
    qr: str
    encodings: Mapping[str, str] = msgspec.field(default_factory=lambda: ENCODINGS)
    begun: bool
    typed: str


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Everybody who is entered."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The list, with the reasons of a refusal on top."""
    seen = seen_by(request, event, "players")
    asked, only = request.GET.get("q", "")[:60], request.GET.get("show", "all")
    rows = rows_of(seen, asked, only)
    link = request.build_absolute_uri(url("event-join", event=seen.id))
    every = [line for line in seen.view.players if line.status == "entered"]
    players = PlayersPage(
        seen=seen,
        reasons=reasons_of(problems, seen.names),
        rows=rows[:SHOWN],
        left_off=max(len(rows) - SHOWN, 0),
        asked=asked,
        only=only if only in FILTERS else "all",
        entered=len(every),
        here=sum(line.present for line in every),
        waiting=sum(line.status == "waiting" for line in seen.view.players),
        away=tuple(line.player for line in every if not line.present),
        link=link,
        qr=qr_code(link),
        begun=bool(seen.view.rounds),
        typed=request.POST.get("names", "")[:LONGEST_TEXT] if problems else "",
    )
    return draw(request, players, status_of(problems))


def rows_of(seen: DeskPage, asked: str, only: str) -> tuple[PlayerRow, ...]:
    """The players to show, by name."""
    rows = [PlayerRow(line, seen.names[line.player], state_of(line)) for line in seen.view.players]
    wanted = [row for row in rows if asked.casefold() in row.name.casefold() and _fits(row.line, only)]
    return tuple(sorted(wanted, key=lambda row: (row.name.casefold(), row.line.player)))


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
    try:
        seen = seen_by(request, event, "players")
        command = commands.Enter(names=tuple(names_of(request)), present="present" in request.POST)
        seen.queries.tournaments.do(act_of(request), seen.stream, command)
    except Refused as refusal:
        hide_if_unknown(refusal)
        return shown(request, event, refusal.violations)
    messages.success(request, f"{plural(len(command.names), 'player')} entered.")
    return redirect("event-desk-players", event)


def names_of(request: HttpRequest) -> list[str]:
    """The names in the file that was sent, or in the text."""
    file = request.FILES.get("file")
    if file is None:
        return names_in(request.POST.get("names", ""))
    return names_in_file(file.read(MOST_BYTES + 1), request.POST.get("encoding", "utf-8"))
