"""The pages of Special Operations' squads: the list with its search, a squad, a card of one."""

from typing import ClassVar

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from muster.rules.game.special_operations.squads.cards import EditionId, Squad
from muster.rules.game.special_operations.squads.finding import SQUAD_KINDS, edition_named, entry, find
from muster.rules.violations import refuse_if
from muster.web.cards.cards import searches
from muster.web.cards.freshness import cached_view
from muster.web.cards.query import too_long
from muster.web.cards.squad_sheets import (
    EditionChoice,
    RowGroup,
    SquadCardSheet,
    SquadSheet,
    by_faction,
    by_kind,
    card_sheet,
    editions,
    squad_sheet,
)
from muster.web.page import Page, render_response
from muster.web.print.armies.sheets import paper_named
from muster.web.print.squads.sheets import SQUAD_PAPERS, TABLE_PAPERS, squad_pdf, table_pdf


class SquadsPage(Page, frozen=True, kw_only=True):
    """Squads under their flags; with words, the cards that hold them."""

    template: ClassVar = "cards/squads.html"
    fragment: ClassVar = "cards/_squads.html"
    edition: EditionId
    editions: tuple[EditionChoice, ...]
    q: str
    groups: tuple[RowGroup, ...]
    count: int


class SquadPage(Page, frozen=True, kw_only=True):
    """A squad with everything it brings to a table."""

    template: ClassVar = "cards/squad.html"
    edition: EditionId
    editions: tuple[EditionChoice, ...]
    id: str
    sheet: SquadSheet


class SquadCardPage(Page, frozen=True, kw_only=True):
    """A unit, loadout side or command card."""

    template: ClassVar = "cards/squad_card.html"
    edition: EditionId
    editions: tuple[EditionChoice, ...]
    sheet: SquadCardSheet
    slug: str


@cached_view
@searches
def index(request: HttpRequest) -> HttpResponse:
    """The squads of an edition, or what was searched for."""
    edition, q = edition_named(request.GET.get("edition", "")), request.GET.get("q", "").strip()
    refuse_if(too_long(q))
    groups = by_kind(edition, find(edition, q)) if q else by_faction(edition)
    page = SquadsPage(
        edition=edition,
        editions=editions(edition),
        q=q,
        groups=groups,
        count=sum(len(group.rows) for group in groups),
    )
    return render_response(request, page)


@cached_view
@searches
def squad(request: HttpRequest, squad: str) -> HttpResponse:
    """One squad."""
    edition = edition_named(request.GET.get("edition", ""))
    found = entry(edition, "squad", squad)
    if found is None or not isinstance(found.card, Squad):
        raise Http404
    choices = editions(edition, "squad", squad)
    sheet = squad_sheet(edition, found.card)
    return render_response(
        request, SquadPage(edition=edition, editions=choices, id=found.card.id, sheet=sheet)
    )


@require_safe
@searches
def squad_paper(request: HttpRequest, squad: str, sheet: str) -> HttpResponse:
    """A sheet of one squad as PDF; `?paper=letter` for US letter."""
    edition, paper = (
        edition_named(request.GET.get("edition", "")),
        paper_named(request.GET.get("paper", "a4")),
    )
    wanted = next((paper for paper in SQUAD_PAPERS if paper == sheet), None)
    if wanted is None or entry(edition, "squad", squad) is None:
        raise Http404
    return _file(squad_pdf(wanted, edition, squad, paper), f"{squad}-{sheet}.pdf")


@require_safe
@searches
def table_paper(request: HttpRequest, sheet: str) -> HttpResponse:
    """The quick reference or the Transmitter card as PDF."""
    edition, paper = (
        edition_named(request.GET.get("edition", "")),
        paper_named(request.GET.get("paper", "a4")),
    )
    wanted = next((paper for paper in TABLE_PAPERS if paper == sheet), None)
    if wanted is None:
        raise Http404
    return _file(table_pdf(wanted, edition, paper), f"special-operations-{sheet}.pdf")


def _file(made: bytes, name: str) -> HttpResponse:
    shown = content_disposition_header(as_attachment=False, filename=name)
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": shown})


@cached_view
@searches
def card(request: HttpRequest, kind: str, card: str) -> HttpResponse:
    """One unit, loadout side or command card."""
    edition = edition_named(request.GET.get("edition", ""))
    found = entry(edition, kind, card) if kind in SQUAD_KINDS[1:] else None
    if found is None:
        raise Http404
    choices = editions(edition, kind, card)
    sheet, slug = card_sheet(edition, found), f"{edition}/{kind}/{card}"
    return render_response(request, SquadCardPage(edition=edition, editions=choices, sheet=sheet, slug=slug))
