"""Who does what in an event: organiser, head judge, judges on and off duty, scorekeepers."""

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from django.http import HttpRequest

from muster.rules.tournament.running.events import Role
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage
from muster.web.tournament.desk.words import ROLES
from muster.web.tournament.requests import people_of


class RolesPage(DeskFrame, frozen=True, kw_only=True):
    """The officials, the organiser first: account, name, role, whether on duty. The organiser's role is not
    given or taken here: it is empty."""

    template: ClassVar = "tournament/desk/roles.html"
    tab: str = "roles"
    officials: tuple[tuple[str, str, Role | None, bool], ...]
    roles: Mapping[Role, str] = msgspec.field(default_factory=lambda: ROLES)
    handle: str
    wanted: str


def roles_page(request: HttpRequest, seen: DeskPage) -> RolesPage:
    """The officials."""
    view, people = seen.view, people_of(seen.look)
    held: list[tuple[str, Role | None]] = [(view.organiser, None)]
    held += [(one, "head-judge" if one == view.head_judge else "judge") for one in view.judges]
    held += [(one, "scorekeeper") for one in view.scorekeepers]
    return RolesPage(
        seen=seen,
        officials=tuple((one, people[one], role, view.judges.get(one, True)) for one, role in held),
        handle=request.POST.get("handle", "")[:100],
        wanted=request.POST.get("role", "judge"),
    )
