"""Story arcs of one's own: brought as a file or as text, checked, put away."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from muster.app.campaign.arcs import OwnArc, import_arc, offer_arc
from muster.app.campaign.arcs import example_arc_file as example_arc
from muster.rules.campaign.library.homebrew import MOST_BYTES
from muster.rules.campaign.library.parts import Agenda, Arc
from muster.rules.violations import Refused, Violation
from muster.store.campaign.arcs import DatabaseArcs
from muster.web import identity
from muster.web.campaign.library import site_library
from muster.web.campaign.requests import methods_only
from muster.web.page import Page, render_response
from muster.web.requests import actor
from muster.web.site.errors import Reason, reasons_of, status_of

# Enough to find one's mistake in, without sending a megabyte back.
LONGEST_SHOWN = 50_000


class ArcsPage(Page, frozen=True, kw_only=True):
    """One's own arcs, and bringing another."""

    template: ClassVar[str] = "campaign/registers/arcs.html"
    arcs: list[tuple[OwnArc, Arc | None]]
    agendas: Mapping[str, Agenda]
    text: str
    reasons: tuple[Reason, ...]


@methods_only("GET", "POST")
def page(request: HttpRequest) -> HttpResponse:
    """One's own arcs, and bringing another."""
    if request.method == "GET":
        return render_arcs(request)
    form, at = request.POST, datetime.now(UTC)
    try:
        if arc := form.get("arc", ""):
            offer_arc(DatabaseArcs(), actor(request), arc, form.get("offered") == "yes", at)
            return redirect("tour-arcs")
        # The text of the form, or of the file in it; too long a file is refused by the reader of arcs.
        file = request.FILES.get("file")
        text = bytes(file.read(MOST_BYTES + 1)).decode(errors="replace") if file else form.get("text", "")
        with identity.acting_account(request) as account:
            kept = import_arc(DatabaseArcs(), str(account.pk), text, at)
    except Refused as refused:
        return render_arcs(request, refused.violations)
    messages.success(request, f"{kept.name} is checked and can be chosen.")
    return redirect("tour-arcs")


def render_arcs(request: HttpRequest, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal."""
    me, books = actor(request), site_library()
    page = ArcsPage(
        arcs=[(arc, books.arcs.get(arc.arc)) for arc in DatabaseArcs().arcs() if me and arc.account == me],
        agendas=books.agendas,
        text=request.POST.get("text", "")[:LONGEST_SHOWN],
        reasons=reasons_of(problems),
    )
    return render_response(request, page, status_of(problems))


@require_GET
def example(request: HttpRequest) -> HttpResponse:
    """A file to begin with."""
    response = HttpResponse(example_arc(), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="my-arc.json"'
    return response
