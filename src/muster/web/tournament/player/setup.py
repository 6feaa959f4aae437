"""Setting up one's own game at an event: both phones of the table show the same steps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from uuid_utils import uuid4

from muster.app.game.commands import HANDLERS
from muster.app.game.setup import SetupPlace, SetupTable, TableSetups
from muster.app.tournament.access import AudienceView
from muster.rules.violations import Refused
from muster.web.environment import url
from muster.web.forms import whole_number
from muster.web.game.forms import FORMS, command_in
from muster.web.game.setup_steps import SetupBody, SetupSteps, steps_of
from muster.web.page import Page, render_response
from muster.web.site.errors import status_of
from muster.web.tournament.requests import (
    Problems,
    Reason,
    act_of,
    actor,
    look_of,
    methods_only,
    reasons_of,
    stream_of,
    tournaments,
)


class EventSetupPage(Page, frozen=True, kw_only=True):
    """The guide at a table of an event."""

    template = "tournament/player/setup.html"

    body: SetupBody
    event: str
    look: AudienceView
    place: SetupPlace
    reasons: tuple[Reason, ...]


@methods_only("GET", "POST")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The guide; a button of it."""
    look, place = look_of(request, event), _place(request, event)
    problems: Problems = ()
    if request.method == "POST":
        try:
            _press_button(request, place)
            return redirect(_address(request, event))
        except Refused as refusal:
            problems = refusal.violations
    shown = EventSetupPage(
        body=_body(request, look, event, place),
        event=event,
        look=look,
        place=place,
        reasons=reasons_of(problems, look.names),
    )
    return render_response(request, shown, status_of(problems))


@methods_only("GET")
def body(request: HttpRequest, event: str) -> HttpResponse:
    """The steps alone, for a phone that looks whether the other one did something; 204 when not, and before
    anybody sat down."""
    shown = _body(request, look_of(request, event), event, _place(request, event))
    if shown.guide is None or shown.seen == request.GET.get("seen", ""):
        return HttpResponse(status=204)
    return render_response(request, shown)


def _table(request: HttpRequest) -> int:
    return whole_number(request.GET.get("table", "")) or 0


def _place(request: HttpRequest, event: str) -> SetupPlace:
    return TableSetups(tournaments(request)).place(actor(request), stream_of(event), _table(request))


def _address(request: HttpRequest, event: str) -> str:
    table = _table(request)
    return url("event-setup", event=event) + (f"?table={table}" if table else "")


def _press_button(request: HttpRequest, place: SetupPlace) -> None:
    """Whoever presses first sits down; then every button is a step."""
    lists = TableSetups(tournaments(request))
    table = SetupTable(lists.store, place.stream, lists.tournaments.entropy, place, lists)
    read = command_in if lists.look(place) else FORMS["sit-down"].read
    HANDLERS.handle(table, act_of(request), read(request.POST))


def _body(request: HttpRequest, look: AudienceView, event: str, place: SetupPlace) -> SetupBody:
    guide, address = _guide(request, look, place), _address(request, event)
    return SetupBody(
        guide=guide,
        key=str(uuid4()),
        action=address,
        follow=address.replace("/setup", "/setup/body", 1),
        seen=f"{guide.view.version if guide else 0}-{place.begun:d}",
        free=False,
        plays=place.plays,
        begun=place.begun,
    )


def _guide(request: HttpRequest, look: AudienceView, place: SetupPlace) -> SetupSteps | None:
    lists = TableSetups(tournaments(request))
    view = lists.look(place)
    if view is None:
        return None
    names = {player: look.names.get(player, player) for player in view.setup.players}
    listed = view.setup.step == "reveal" and lists.decks(place, view.setup.blue) is not None
    return steps_of(view, names, listed=listed)
