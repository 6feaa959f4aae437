"""Who does what in an event: organiser, head judge, judges on and off duty, scorekeepers."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules.tournament.running.events import Role
from muster.rules.violations import Violation
from muster.web import identity
from muster.web.page import draw
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage, seen_by
from muster.web.tournament.desk.words import ROLES
from muster.web.tournament.requests import people_of, reasons_of, status_of


class Official(NamedTuple):
    """Somebody at work. The organiser's role is not given or taken here: it is empty."""

    account: str
    name: str
    role: Role | None
    duty: bool
    me: bool

    @property
    def title(self) -> str:
        """What they are called."""
        return ROLES[self.role] if self.role else "Organiser"


class RolesPage(DeskFrame, frozen=True, kw_only=True):
    """The officials."""

    template: ClassVar = "tournament/desk/roles.html"
    tab: str = "roles"
    officials: tuple[Official, ...]
    roles: Mapping[Role, str] = msgspec.field(default_factory=lambda: ROLES)
    handle: str
    wanted: str


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The officials."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The officials, with the reasons of a refusal on top."""
    seen = seen_by(request, event, "roles")
    roles = RolesPage(
        seen=seen,
        reasons=reasons_of(problems, seen.names),
        officials=officials_of(seen),
        handle=request.POST.get("handle", "")[:100] if problems else "",
        wanted=request.POST.get("role", "judge") if problems else "judge",
    )
    return draw(request, roles, status_of(problems))


def officials_of(seen: DeskPage) -> tuple[Official, ...]:
    """Everybody at work, the organiser first."""
    view, people = seen.view, people_of(seen.look)
    held: list[tuple[str, Role | None]] = [(view.organiser, None)]
    held += [(one, "head-judge" if one == view.head_judge else "judge") for one in view.judges]
    held += [(one, "scorekeeper") for one in view.scorekeepers]
    return tuple(
        Official(account, people[account], role, view.judges.get(account, True), account == seen.me)
        for account, role in held
    )
