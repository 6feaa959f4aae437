"""Reports: anyone tells the admins about a public page; admins read and close them."""

from typing import ClassVar, Final, get_args

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from muster.app.admin import commands
from muster.app.admin.desk import HANDLERS, LONGEST_WORDS
from muster.app.admin.values import ReportRow
from muster.rules.violations import Refused
from muster.web import identity
from muster.web.admin.pages import admin_desk
from muster.web.page import Page, render_response
from muster.web.requests import act_of, actor
from muster.web.site.errors import Reason, reasons_of, status_of

REASONS: Final[dict[str, str]] = {
    "abuse": "Insults or threats",
    "personal": "Someone’s personal data",
    "spam": "Advertising or nonsense",
    "other": "Something else",
}


class ReportsPage(Page, frozen=True, kw_only=True):
    """Open reports."""

    template: ClassVar = "admin/reports.html"
    rows: tuple[ReportRow, ...]
    words: dict[str, str]


class ReportPage(Page, frozen=True, kw_only=True):
    """The form to report a page."""

    template: ClassVar = "admin/report.html"
    about: str
    choices: dict[str, str]
    longest: int
    text: str = ""
    reasons: tuple[Reason, ...] = ()


@identity.private
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """List open reports, or close one."""
    if request.method != "POST":
        rows = admin_desk().reports(actor(request))
        return render_response(request, ReportsPage(rows=tuple(rows), words=REASONS))
    command = commands.CloseReport(report=request.POST.get("report", "")[:40])
    HANDLERS.handle(admin_desk(), act_of(request), command)
    messages.success(request, "Closed.")
    return redirect("admin-reports")


@identity.private
@require_http_methods(["GET", "HEAD", "POST"])
def new_report(request: HttpRequest) -> HttpResponse:
    """Report a page; no account is needed."""
    given = request.POST if request.method == "POST" else request.GET
    about = given.get("about", "")[:200]
    page = ReportPage(
        about=about, choices=REASONS, longest=LONGEST_WORDS, text=given.get("words", "")[:4_000]
    )
    if request.method != "POST":
        return render_response(request, page)
    chosen = given.get("reason", "")
    reason = chosen if chosen in get_args(commands.Reason) else "other"
    command = commands.SendReport(address=about, reason=reason, words=page.text)  # type: ignore[arg-type]
    try:
        HANDLERS.handle(admin_desk(), act_of(request), command)
    except Refused as refusal:
        again = ReportPage(
            about=about,
            choices=REASONS,
            longest=LONGEST_WORDS,
            text=page.text,
            reasons=reasons_of(refusal.violations),
        )
        return render_response(request, again, status_of(refusal.violations))
    messages.success(request, "Thank you. The person who runs this server will look at it.")
    return redirect(about)
