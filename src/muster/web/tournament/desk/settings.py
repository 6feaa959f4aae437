"""The plan of an event until it is announced; afterwards it is only read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.tournament import requests
from muster.web.tournament.desk import desk
from muster.web.tournament.desk import plan as event_desk_plan


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The settings."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The settings, with the reasons of a refusal on top and what was typed still there."""
    seen = desk.seen_by(request, event, "plan")
    plan, name = seen.view.plan, seen.view.name
    if problems and request.POST.get("do") == "plan":
        name = request.POST.get("name", "")[:200]
        try:
            plan = event_desk_plan.plan_of(request.POST, switches=True)
        except Refused:
            plan = seen.view.plan
    players = sum(line.status == "entered" for line in seen.view.players)
    context = desk.about(seen, "settings", problems) | {
        "plan": plan,
        "name": name,
        "choices": event_desk_plan.choices(plan, players),
        "aids": event_desk_plan.AIDS,
        "minutes": event_desk_plan.minutes_words(plan),
        "open": seen.view.status == "planned",
        "locked": desk.locked_words(seen),
    }
    return render(request, "tournament/desk/settings.html", context, status=requests.status_of(problems))
