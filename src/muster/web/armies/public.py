"""Armies that their owners let everybody find."""

from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.app.armies import saving
from muster.store.accounts import names_of
from muster.store.armies import DatabaseArmies
from muster.web.armies import view
from muster.web.armies.view import ArmyRow
from muster.web.environment import url
from muster.web.forms import page_number
from muster.web.page import Page, draw

PER_PAGE = 30


class PublicArmiesPage(Page, frozen=True, kw_only=True):
    """Armies with the names of their owners."""

    template: ClassVar = "armies/public.html"
    rows: tuple[tuple[ArmyRow, str], ...]
    later: int | None
    back: str


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Newest change first; each leads to its reader's page."""
    number = page_number(request.GET.get("page", ""))
    found, more = saving.found_by_all(DatabaseArmies(), number, PER_PAGE)
    names = names_of({saved.owner for saved in found})
    rows = tuple((view.army_row(saved), names[saved.owner]) for saved in found)
    later = number + 1 if more else None
    return draw(request, PublicArmiesPage(rows=rows, later=later, back=url("armies")))
