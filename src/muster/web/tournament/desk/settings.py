"""The plan of an event until it is announced; afterwards it is only read."""

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.page import draw
from muster.web.tournament.desk.desk import locked_words
from muster.web.tournament.desk.plan import AIDS, Choice, choices, minutes_words, plan_of
from muster.web.tournament.desk.seeing import DeskFrame, seen_by
from muster.web.tournament.requests import reasons_of, status_of


class SettingsPage(DeskFrame, frozen=True, kw_only=True):
    """The settings."""

    template: ClassVar = "tournament/desk/settings.html"
    tab: str = "settings"
    plan: TournamentPlan
    name: str
    choices: tuple[Choice, ...]
    aids: Mapping[str, str] = msgspec.field(default_factory=lambda: AIDS)
    minutes: str
    open: bool
    locked: str


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The settings."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The settings, with the reasons of a refusal on top and what was typed still there."""
    seen = seen_by(request, event, "plan")
    plan, name = seen.view.plan, seen.view.name
    if problems and request.POST.get("do") == "plan":
        name = request.POST.get("name", "")[:200]
        try:
            plan = plan_of(request.POST, switches=True)
        except Refused:
            plan = seen.view.plan
    players = sum(line.status == "entered" for line in seen.view.players)
    settings = SettingsPage(
        seen=seen,
        reasons=reasons_of(problems, seen.names),
        plan=plan,
        name=name,
        choices=choices(plan, players),
        minutes=minutes_words(plan),
        open=seen.view.status == "planned",
        locked=locked_words(seen),
    )
    return draw(request, settings, status_of(problems))
