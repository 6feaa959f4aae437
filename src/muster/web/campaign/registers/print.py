"""A Register on paper: its sheet with all dossiers, and the charts for the table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from muster.rules.cards import catalogue
from muster.store.accounts import names_of
from muster.web.campaign.requests import methods_only, own_register, registers_of
from muster.web.print.armies.sheets import paper_named
from muster.web.print.campaign.charts import charts_pdf
from muster.web.print.campaign.register import SHEET_NAMES, register_pdf
from muster.web.print.campaign.story import story_pdf


@methods_only("GET", "HEAD")
def page(request: HttpRequest, register: str, sheet: str) -> HttpResponse:
    """One's own Register as PDF; `?paper=letter` for US letter."""
    if sheet not in SHEET_NAMES:
        raise Http404
    paper = paper_named(request.GET.get("paper", "a4"))
    mine, books = own_register(request, register), registers_of(request).logs.library
    if sheet == "charts":
        made = charts_pdf(mine, books, catalogue(), paper)
    elif sheet == "story":
        made = story_pdf(mine, books, catalogue(), paper)
    else:
        made = register_pdf(mine, books, catalogue(), names_of({mine.by}), paper)
    shown = content_disposition_header(as_attachment=False, filename=f"{mine.name or 'register'} {sheet}.pdf")
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": shown})
