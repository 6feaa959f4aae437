"""Armies on paper: all sheets for the owner; for readers of a link what they may see."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from muster.app.armies import saving
from muster.app.armies.saving import SavedArmy
from muster.rules.cards.catalogue import catalogue
from muster.store.armies import DatabaseArmies
from muster.web.armies import requests
from muster.web.identity import member, private
from muster.web.print.armies.heading import PrintOrder, Sheet
from muster.web.print.armies.sheets import army_pdf, file_name, paper_named
from muster.web.requests import actor


@require_safe
@private
def own_sheet(request: HttpRequest, army_id: UUID, sheet: Sheet) -> HttpResponse:
    """A sheet of one's own army."""
    return _render_sheet(request, requests.load_own_army(request, army_id), sheet)


@require_safe
@private
def shared_sheet(request: HttpRequest, code: str, sheet: Sheet) -> HttpResponse:
    """A sheet of an army by its link; with a hidden hand the list is the opponent's copy (rule 528)."""
    saved = saving.army_by_link(DatabaseArmies(), actor(request), code)
    if saved.owner != actor(request) and saved.hand_hidden and sheet == "tournament":
        sheet = "opponent"
    return _render_sheet(request, saved, sheet)


def _render_sheet(request: HttpRequest, saved: SavedArmy, sheet: Sheet) -> HttpResponse:
    """With the owner's name on their own sheets; guests and readers get an empty line to write on."""
    paper, account = paper_named(request.GET.get("paper", "a4")), member(request)
    player = account.name if account and str(account.pk) == saved.owner else ""
    made = army_pdf(saved.army, catalogue(), PrintOrder(sheet=sheet, paper=paper, player=player))
    shown = content_disposition_header(as_attachment=False, filename=file_name(saved.army, sheet))
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": shown})
