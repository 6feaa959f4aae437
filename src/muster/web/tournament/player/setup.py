"""Setting up one's own game at an event: both phones of the table show the same steps."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods
from uuid_utils import uuid4

from muster.app.game.setup import SetupPlace, SetupView, TableSetups
from muster.rules.violations import Refused
from muster.web.environment import url
from muster.web.game import setup_steps
from muster.web.game.setup_steps import Press, number_of
from muster.web.identity import private
from muster.web.tournament.requests import act_of, actor, look_of, refusals, status_of, stream_of, tournaments


@private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The guide; a button of it."""
    place = _place(request, event)
    problems: dict[str, Any] = {}
    if request.method == "POST":
        try:
            _pressed(request, place)
            return redirect(_address(request, event))
        except Refused as refusal:
            problems = refusals(refusal.violations, look_of(request, event).names)
            problems["status"] = status_of(refusal.violations)
    shown = _context(request, event, place) | problems
    return render(request, "tournament/player/setup.html", shown, status=problems.get("status", 200))


@private
@require_GET
def body(request: HttpRequest, event: str) -> HttpResponse:
    """The steps alone, for a phone that looks whether the other one did something; 204 when not."""
    shown = _context(request, event, _place(request, event))
    if str(shown["seen"]) == request.GET.get("seen", ""):
        return HttpResponse(status=204)
    return render(request, "game/_setup.html", shown)


def _place(request: HttpRequest, event: str) -> SetupPlace:
    look_of(request, event)
    table = max(number_of(request.GET.get("table", "")), 0)
    return TableSetups(tournaments()).place(actor(request), stream_of(event), table)


def _address(request: HttpRequest, event: str) -> str:
    table = max(number_of(request.GET.get("table", "")), 0)
    return url("event-setup", event=event) + (f"?table={table}" if table else "")


def _pressed(request: HttpRequest, place: SetupPlace) -> None:
    tables = TableSetups(tournaments())
    tables.acting(place)
    view = tables.look(place)
    if view is None:
        one, two = (number_of(request.POST.get(name, "")) for name in ("points1", "points2"))
        tables.open(act_of(request), place, (one, two))
        return
    decks = tables.decks(place, view.setup.blue)
    on = Press(tables.store, act_of(request), view, tournaments().entropy, decks)
    setup_steps.press(on, request.POST)


def _context(request: HttpRequest, event: str, place: SetupPlace) -> dict[str, Any]:
    look, tables = look_of(request, event), TableSetups(tournaments())
    view = tables.look(place)
    shown = {
        "event": event,
        "look": look,
        "place": place,
        "names": look.names,
        "key": str(uuid4()),
        "reasons": [],
        "action": _address(request, event),
        "follow": _address(request, event).replace("/setup", "/setup/body", 1),
        "free": False,
        "plays": place.plays,
        "begun": place.begun,
        "view": None,
        "seen": f"0-{place.begun:d}",
    }
    return shown | _steps(place, view, tables, look.names) if view else shown


def _steps(place: SetupPlace, view: SetupView, tables: TableSetups, names: dict[str, str]) -> dict[str, Any]:
    shown = {player: names.get(player, player) for player in view.setup.players}
    decks = tables.decks(place, view.setup.blue) if view.setup.step == "reveal" else None
    return {**setup_steps.context(view, shown, decks), "seen": f"{view.version}-{place.begun:d}"}
