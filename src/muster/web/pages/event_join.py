"""The sign-up link of an event: entering oneself, or claiming a seat with the code on the slip."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from uuid_utils import uuid4

from muster.rules.violations import Refused, Violation
from muster.web import guests
from muster.web.pages import event_desk_plan, events


@guests.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, event: str) -> HttpResponse:
    """What the event is, and the way in; whoever plays already goes on to their own page."""
    look = events.look_of(request, event)
    if request.method == "GET":
        return redirect(f"/event/{event}/me") if look.view.player else shown(request, event)
    guests.ensure(request)
    try:
        entered(request, event)
    except Refused as refusal:
        events.hide_if_unknown(refusal)
        return shown(request, event, refusal.violations)
    return redirect(f"/event/{event}/me")


def entered(request: HttpRequest, event: str) -> None:
    """Enter with a name, or claim with a code."""
    act, stream, form = events.act_of(request), events.stream_of(event), request.POST
    if form.get("do") == "claim":
        events.tournaments().claim(act, stream, form.get("code", ""))
    else:
        events.tournaments().enter_me(act, stream, form.get("name", ""))


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    look = events.look_of(request, event)
    here = sum(line.status == "entered" for line in look.view.players)
    member = guests.member(request)
    context = {
        "event": event,
        "view": look.view,
        "organiser": events.people_of(look).get(look.view.organiser, ""),
        "entered": here,
        "full": 0 < look.view.plan.capacity <= here,
        "minutes": event_desk_plan.minutes_words(look.view.plan),
        "name": request.POST.get("name", "")[:60] or (member.shown_name if member else ""),
        "code": (request.POST.get("code", "") or request.GET.get("code", ""))[:20],
        "key": str(uuid4()),
        **events.refusals(problems),
    }
    return render(request, "events/join.html", context, status=events.status_of(problems))
