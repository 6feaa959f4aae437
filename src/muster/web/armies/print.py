"""Armies on paper: all sheets for the owner; for readers of a link what they may see."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from muster.app.armies import saving
from muster.app.armies.saving import SavedArmy
from muster.rules.cards.catalogue import catalogue
from muster.store.armies import DatabaseArmies
from muster.web.identity import current, member, private
from muster.web.print.armies.sheets import PrintOrder, Sheet, army_pdf, file_name, paper_named


@require_safe
@private
def own(request: HttpRequest, army_id: UUID, sheet: Sheet) -> HttpResponse:
    """A sheet of one's own army."""
    saved = saving.mine(DatabaseArmies(), _reader(request), str(army_id))
    return _printed(request, saved, sheet)


@require_safe
@private
def shared(request: HttpRequest, code: str, sheet: Sheet) -> HttpResponse:
    """A sheet of an army by its link; with a hidden hand the list is the opponent's copy (rule 528)."""
    reader = _reader(request)
    saved = saving.read(DatabaseArmies(), reader, code)
    if saved.owner != reader and saved.hand_hidden and sheet == "tournament":
        sheet = "opponent"
    return _printed(request, saved, sheet)


def _reader(request: HttpRequest) -> str:
    account = current(request)
    return str(account.pk) if account else ""


def _printed(request: HttpRequest, saved: SavedArmy, sheet: Sheet) -> HttpResponse:
    paper = paper_named(request.GET.get("paper", "a4"))
    order = PrintOrder(sheet=sheet, paper=paper, player=_player(request, saved))
    made = army_pdf(saved.army, catalogue(), order)
    shown = content_disposition_header(as_attachment=False, filename=file_name(saved.army, sheet))
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": shown})


def _player(request: HttpRequest, saved: SavedArmy) -> str:
    """The owner's name on their own sheets; guests and readers get an empty line to write on."""
    account = member(request)
    return account.name if account and str(account.pk) == saved.owner else ""
