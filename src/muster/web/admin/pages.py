"""The admin pages: the state of the server, its settings and its accounts."""

import secrets
from typing import ClassVar, Final
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.acting import Command
from muster.app.admin import commands
from muster.app.admin.desk import HANDLERS, LONGEST_ANNOUNCEMENT, AdminDesk, problem
from muster.app.admin.values import AccountRow, Overview
from muster.rules.violations import Refused, refuse_unless
from muster.store.admin import DatabaseAdmin
from muster.web import identity
from muster.web.accounts.account import erase
from muster.web.admin.announcement import announcement_cache
from muster.web.environment import url
from muster.web.forms import Form, form_for, number, page_number, text, whole_text
from muster.web.page import Page, render_response
from muster.web.requests import act_of, actor
from muster.web.site.errors import Reason, reasons_of, status_of
from muster.web.wall_clock import wall_clock

CODE_BYTES: Final = 16
LONGEST_SEARCH: Final = 60
REGISTRATIONS: Final[dict[str, str]] = {
    "open": "Anyone may sign up",
    "invited": "Only with an invitation",
    "closed": "Nobody: new accounts are made with “muster account create”",
}


class OverviewPage(Page, frozen=True, kw_only=True):
    """The state of the server; `invitation` is a link just made, `new_code` the code of the next one."""

    template: ClassVar = "admin/overview.html"
    overview: Overview
    registrations: dict[str, str]
    database: str
    free: str
    longest: int
    new_code: str
    invitation: str = ""
    reasons: tuple[Reason, ...] = ()


class AccountsPage(Page, frozen=True, kw_only=True):
    """Accounts by handle or name, a page at a time."""

    template: ClassVar = "admin/accounts.html"
    words: str
    rows: tuple[AccountRow, ...]
    number: int
    more: bool


class AdminAccountPage(Page, frozen=True, kw_only=True):
    """An account, and what admins can do with it."""

    template: ClassVar = "admin/account.html"
    row: AccountRow
    reasons: tuple[Reason, ...] = ()


def admin_desk() -> AdminDesk:
    """The admin desk of this site."""
    return AdminDesk(DatabaseAdmin(erase))


@identity.private
@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: HttpRequest) -> HttpResponse:
    """Show the state of the server, or change a setting."""
    if request.method != "POST":
        return render_response(request, overview_page(request))
    admin_desk().admit(actor(request))
    try:
        command = site_command(request.POST)
        HANDLERS.handle(admin_desk(), act_of(request), command)
    except Refused as refusal:
        again = overview_page(request, reasons=reasons_of(refusal.violations))
        return render_response(request, again, status_of(refusal.violations))
    announcement_cache.clear()
    if isinstance(command, commands.MakeInvitation):
        link = request.build_absolute_uri(f"{url('sign-up')}?invitation={command.code}")
        return render_response(request, overview_page(request, invitation=link))
    messages.success(request, "Saved.")
    return redirect("admin")


def overview_page(
    request: HttpRequest, *, invitation: str = "", reasons: tuple[Reason, ...] = ()
) -> OverviewPage:
    """The page with the current state."""
    state = admin_desk().overview(actor(request), wall_clock.now())
    free = state.storage.free
    return OverviewPage(
        overview=state,
        registrations=REGISTRATIONS,
        database=format_bytes(state.storage.database),
        free="" if free is None else format_bytes(free),
        longest=LONGEST_ANNOUNCEMENT,
        new_code=secrets.token_urlsafe(CODE_BYTES),
        invitation=invitation,
        reasons=reasons,
    )


def _registration(form: QueryDict) -> str:
    chosen = whole_text(form, "registration")
    refuse_unless(chosen in REGISTRATIONS, problem("admin.no_choice", (chosen[:40],)))
    return chosen


SITE_FORMS: Final[dict[str, Form]] = {
    "registration": form_for(commands.SetRegistration, registration=_registration),
    "announcement": form_for(commands.SetAnnouncement, text=text("announcement")),
    "invite": form_for(commands.MakeInvitation),
    "retry": form_for(commands.RetryWebhook, hook=number("hook", 9)),
}


def site_command(form: QueryDict) -> Command:
    """The command in the form; refused where it is none of them."""
    do = whole_text(form, "do")
    refuse_unless(do in SITE_FORMS, problem("admin.no_choice", (do[:40],)))
    return SITE_FORMS[do].read(form)


@identity.private
@require_safe
def accounts(request: HttpRequest) -> HttpResponse:
    """Find an account."""
    words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    number = page_number(request.GET.get("page", ""))
    rows, more = admin_desk().accounts(actor(request), words, number)
    return render_response(request, AccountsPage(words=words, rows=tuple(rows), number=number, more=more))


@identity.private
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest, account: UUID) -> HttpResponse:
    """Show an account; block, unblock or delete it."""
    row = admin_desk().account(actor(request), str(account))
    if request.method != "POST":
        return render_response(request, AdminAccountPage(row=row))
    try:
        with transaction.atomic():
            HANDLERS.handle(admin_desk(), act_of(request), account_command(request, row.id))
    except Refused as refusal:
        again = AdminAccountPage(row=row, reasons=reasons_of(refusal.violations))
        return render_response(request, again, status_of(refusal.violations))
    if request.POST.get("do") == "delete":
        messages.success(request, f"Deleted {row.handle}.")
        return redirect("admin-accounts")
    messages.success(request, "Saved.")
    return redirect("admin-account", account=account)


def account_command(request: HttpRequest, id: str) -> Command:
    """The command in the form."""
    match request.POST.get("do"):
        case "block":
            return commands.BlockAccount(account=id)
        case "unblock":
            return commands.UnblockAccount(account=id)
        case _:
            return commands.DeleteAccount(account=id, handle=request.POST.get("handle", "")[:100])


def format_bytes(size: int) -> str:
    """A size such as “12 MB”."""
    if size < 10 * 1024**2:
        return f"{size / 1024:,.0f} kB"
    return f"{size / 1024**2:,.0f} MB" if size < 10 * 1024**3 else f"{size / 1024**3:,.0f} GB"
