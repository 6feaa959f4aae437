"""The sign-up link of an event: entering oneself, or claiming a seat with the code on the slip."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from uuid_utils import uuid4

from muster.app.tournament import commands
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.tournament import requests
from muster.web.tournament.desk import plan as event_desk_plan


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, event: str) -> HttpResponse:
    """What the event is, and the way in; whoever plays already goes on to their own page."""
    look = requests.look_of(request, event)
    if request.method == "GET":
        return redirect(f"/event/{event}/me") if look.view.player else shown(request, event)
    identity.ensure(request)
    try:
        entered(request, event)
    except Refused as refusal:
        requests.hide_if_unknown(refusal)
        return shown(request, event, refusal.violations)
    return redirect(f"/event/{event}/me")


def entered(request: HttpRequest, event: str) -> None:
    """Enter with a name, or claim with a code."""
    act, stream, form = requests.act_of(request), requests.stream_of(event), request.POST
    if form.get("do") == "claim":
        requests.tournaments().do(act, stream, commands.Claim(code=form.get("code", "")))
    else:
        requests.tournaments().do(act, stream, commands.EnterMe(name=form.get("name", "")))


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    look = requests.look_of(request, event)
    here = sum(line.status == "entered" for line in look.view.players)
    member = identity.member(request)
    context = {
        "event": event,
        "view": look.view,
        "organiser": requests.people_of(look).get(look.view.organiser, ""),
        "entered": here,
        "full": 0 < look.view.plan.capacity <= here,
        "minutes": event_desk_plan.minutes_words(look.view.plan),
        "name": request.POST.get("name", "")[:60] or (member.shown_name if member else ""),
        "code": (request.POST.get("code", "") or request.GET.get("code", ""))[:20],
        "key": str(uuid4()),
        **requests.refusals(problems),
    }
    return render(request, "tournament/player/join.html", context, status=requests.status_of(problems))
