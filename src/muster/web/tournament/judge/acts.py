"""What judges do: each act a form, refused with its reasons on the page it was sent from."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.rules.violations import Refused
from muster.web.environment import url
from muster.web.tournament.judge.forms import FORMS
from muster.web.tournament.judge.judge import render_judge
from muster.web.tournament.judge.player import player_shown
from muster.web.tournament.requests import actor, handle_once, methods_only, stream_of, tournament_queries


@methods_only("POST")
def act(request: HttpRequest, event: str, what: str) -> HttpResponse:
    """One act of a judge; it goes back to where it was asked for."""
    if what not in FORMS:
        raise Http404
    now, point = tournament_queries(request).event_for(actor(request), stream_of(event))
    back = request.POST.get("back", "")
    there = back in now.state.entries
    try:
        handle_once(request, event, FORMS[what].read(request.POST))
    except Refused as refusal:
        if point.audience not in ("organiser", "judge"):
            raise
        if there:
            return player_shown(request, event, back, refusal.violations)
        return render_judge(request, event, refusal.violations)
    return redirect(
        url("event-judge-player", event=event, player=back) if there else url("event-judge", event=event)
    )
