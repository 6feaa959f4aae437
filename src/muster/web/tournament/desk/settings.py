"""The plan of an event until it is announced; afterwards it is only read."""

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from django.http import HttpRequest

from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.violations import Refused
from muster.web.tournament.desk.plan import AIDS, Choice, choices, minutes_words, plan_of
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage


class SettingsPage(DeskFrame, frozen=True, kw_only=True):
    """The settings, with what was typed still there."""

    template: ClassVar = "tournament/desk/settings.html"
    tab: str = "settings"
    plan: TournamentPlan
    name: str
    choices: tuple[Choice, ...]
    aids: Mapping[str, str] = msgspec.field(default_factory=lambda: AIDS)
    minutes: str


def settings_page(request: HttpRequest, seen: DeskPage) -> SettingsPage:
    """The settings."""
    plan, name = seen.view.plan, seen.view.name
    if request.POST.get("do") == "plan":
        name = request.POST.get("name", "")[:200]
        try:
            plan = plan_of(request.POST, switches=True)
        except Refused:
            plan = seen.view.plan
    return SettingsPage(
        seen=seen,
        plan=plan,
        name=name,
        choices=choices(plan, sum(line.status == "entered" for line in seen.view.players)),
        minutes=minutes_words(plan),
    )
