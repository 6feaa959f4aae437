"""Setting up a game without an event: two names, two totals, and a link both phones share."""

import os

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_http_methods
from uuid_utils import uuid4

from muster.app.game.commands import HANDLERS
from muster.app.game.setup import SetupTable, SetupView, look_free
from muster.rules.tournament.table_setup.setup_events import STREAM
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.environment import url
from muster.web.game.forms import command_in, sit_down
from muster.web.game.setup_steps import SetupBody, steps_of
from muster.web.page import Page, render_response
from muster.web.qr import qr_code
from muster.web.requests import act_of, id_for, store_for
from muster.web.site.errors import Reason, reasons_of, status_of


class BeginPage(Page, frozen=True, kw_only=True):
    """Who plays, and what the armies cost."""

    template = "game/begin.html"

    form: dict[str, str]
    fixed: bool
    reasons: tuple[Reason, ...]
    key: str


class SetupPage(Page, frozen=True, kw_only=True):
    """The guide with the link for the other phone."""

    template = "game/setup.html"

    body: SetupBody
    reasons: tuple[Reason, ...]
    address: str
    qr: SafeString


@identity.private
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Who plays, and what the armies cost."""
    if request.method == "GET":
        return render_response(request, _begin_page(request.POST, fixed=True))
    try:
        return redirect("table-setup", _open_setup(request))
    except Refused as refusal:
        reasons = reasons_of(refusal.violations)
        return render_response(request, _begin_page(request.POST, "fixed" in request.POST, reasons), 422)


def _begin_page(form: QueryDict, fixed: bool, reasons: tuple[Reason, ...] = ()) -> BeginPage:
    typed = {name: form.get(name, "") for name in ("name1", "name2", "points1", "points2")}
    return BeginPage(form=typed, fixed=fixed, reasons=reasons, key=str(uuid4()))


def _open_setup(request: HttpRequest) -> str:
    command = sit_down(request.POST)
    with identity.acting_account(request) as account:
        table = id_for(request, str(account.pk)).replace("-", "")
        HANDLERS.handle(table_of(request, table), act_of(request), command)
    return table


def table_of(request: HttpRequest, table: str) -> SetupTable:
    """A table without an event, as this request finds it."""
    return SetupTable(store_for(request), STREAM + table, os.urandom)


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, table: str) -> HttpResponse:
    """The guide, for whoever has its link."""
    look_free(store_for(request), STREAM + table)
    problems: tuple[Violation, ...] = ()
    if request.method == "POST":
        try:
            with identity.acting_account(request):
                HANDLERS.handle(table_of(request, table), act_of(request), command_in(request.POST))
            return redirect("table-setup", table)
        except Refused as refusal:
            problems = refusal.violations
    body = _body(look_free(store_for(request), STREAM + table), table)
    address = request.build_absolute_uri(body.action)
    shown = SetupPage(body=body, reasons=reasons_of(problems), address=address, qr=qr_code(address))
    return render_response(request, shown, status_of(problems))


@identity.private
@require_GET
def body(request: HttpRequest, table: str) -> HttpResponse:
    """The steps alone; 204 when nothing happened."""
    view = look_free(store_for(request), STREAM + table)
    if str(view.version) == request.GET.get("seen", ""):
        return HttpResponse(status=204)
    return render_response(request, _body(view, table))


def _body(view: SetupView, table: str) -> SetupBody:
    names = dict(zip(view.opened.players, view.opened.names, strict=True))
    return SetupBody(
        guide=steps_of(view, names),
        key=str(uuid4()),
        action=url("table-setup", table=table),
        follow=url("table-setup-body", table=table),
        seen=str(view.version),
        free=True,
        plays=True,
        begun=view.setup.begun,
    )
