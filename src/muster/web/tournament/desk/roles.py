"""Who does what in an event: organiser, head judge, judges on and off duty, scorekeepers."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.violations import Violation
from muster.web import identity
from muster.web.tournament import requests
from muster.web.tournament.desk import desk
from muster.web.tournament.desk.desk import DeskPage
from muster.web.tournament.desk.words import ROLES


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The officials."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The officials, with the reasons of a refusal on top."""
    seen = desk.seen_by(request, event, "roles")
    context = desk.about(seen, "roles", problems) | {
        "officials": officials_of(seen),
        "roles": ROLES,
        "handle": request.POST.get("handle", "")[:100] if problems else "",
        "wanted": request.POST.get("role", "judge") if problems else "judge",
    }
    return render(request, "tournament/desk/roles.html", context, status=requests.status_of(problems))


def officials_of(seen: DeskPage) -> list[dict[str, Any]]:
    """Everybody at work, the organiser first."""
    view, people = seen.view, requests.people_of(seen.look)
    held = [(view.organiser, "organiser")]
    held += [(one, "head-judge" if one == view.head_judge else "judge") for one in view.judges]
    held += [(one, "scorekeeper") for one in view.scorekeepers]
    return [
        {
            "account": account,
            "name": people[account],
            "role": role,
            "title": ROLES.get(role, "Organiser"),
            "duty": view.judges.get(account, True),
            "me": account == seen.me,
        }
        for account, role in held
    ]
