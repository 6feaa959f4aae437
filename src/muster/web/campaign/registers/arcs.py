"""Story arcs of one's own: brought as a file or as text, checked, put away."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from muster.app.campaign import arcs as tour_arcs
from muster.rules.campaign.library.homebrew import MOST_BYTES
from muster.rules.violations import Refused, Violation
from muster.store.arcs import DatabaseArcs
from muster.web import identity
from muster.web.campaign.library import site_books
from muster.web.campaign.registers.my_registers import actor
from muster.web.site.errors import STATUS, as_reason

# Enough to find one's mistake in, without sending a megabyte back.
LONGEST_SHOWN = 50_000


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """One's own arcs, and bringing another."""
    if request.method == "GET":
        return shown(request)
    form, at = request.POST, datetime.now(UTC)
    try:
        if arc := form.get("arc", ""):
            tour_arcs.offer(DatabaseArcs(), actor(request), arc, form.get("offered") == "yes", at)
            return redirect("tour-arcs")
        text = sent(request)
        kept = tour_arcs.import_arc(DatabaseArcs(), str(identity.ensure(request).pk), text, at)
    except Refused as refused:
        return shown(request, refused.violations)
    messages.success(request, f"{kept.name} is checked and can be chosen.")
    return redirect("tour-arcs")


def sent(request: HttpRequest) -> str:
    """The text of the form, or of the file in it; too long a file is refused by the reader of arcs."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("text", "")
    return file.read(MOST_BYTES + 1).decode(errors="replace")


def shown(request: HttpRequest, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal."""
    me, books = actor(request), site_books()
    mine = [one for one in DatabaseArcs().arcs() if me and one.account == me]
    context: dict[str, Any] = {
        "arcs": [(one, books.arcs.get(one.arc)) for one in mine],
        "agendas": books.agendas,
        "text": request.POST.get("text", "")[:LONGEST_SHOWN],
        "reasons": [as_reason(one) for one in problems],
    }
    status = STATUS.get(problems[0].code, 422) if problems else 200
    return render(request, "campaign/registers/arcs.html", context, status=status)


@require_GET
def example(request: HttpRequest) -> HttpResponse:
    """A file to begin with."""
    response = HttpResponse(tour_arcs.example(), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="my-arc.json"'
    return response
