"""The plan of an event until it is announced; afterwards it is only read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.violations import Refused, Violation
from muster.web import guests
from muster.web.pages import event_desk, event_desk_plan, events


@guests.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The settings."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The settings, with the reasons of a refusal on top and what was typed still there."""
    seen = event_desk.seen_by(request, event, "plan")
    plan, name = seen.view.plan, seen.view.name
    if problems and request.POST.get("do") == "plan":
        name = request.POST.get("name", "")[:200]
        try:
            plan = event_desk_plan.plan_of(request.POST, switches=True)
        except Refused:
            plan = seen.view.plan
    players = sum(line.status == "entered" for line in seen.view.players)
    context = event_desk.about(seen, "settings", problems) | {
        "plan": plan,
        "name": name,
        "choices": event_desk_plan.choices(plan, players),
        "aids": event_desk_plan.AIDS,
        "minutes": event_desk_plan.minutes_words(plan),
        "open": seen.view.status == "planned",
        "locked": event_desk.locked_words(seen),
    }
    return render(request, "events/desk_settings.html", context, status=events.status_of(problems))
