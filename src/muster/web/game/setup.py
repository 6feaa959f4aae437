"""Setting up a game without an event: two names, two totals, and a link both phones share."""

import os
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods
from uuid_utils import uuid4

from muster.app.acting import Act
from muster.app.game.setup import SetupView, look_free, sit_down
from muster.rules.game.setup_events import STREAM, sat_down
from muster.rules.violations import Refused
from muster.store.accounts import new_id
from muster.store.log import DatabaseStore
from muster.web import identity
from muster.web.armies import requests
from muster.web.dice.dice import qr_code
from muster.web.environment import url
from muster.web.game import setup_steps
from muster.web.game.setup_steps import Press, number_of
from muster.web.site.errors import as_reason, status_of


@identity.private
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Who plays, and what the armies cost."""
    form = {name: request.POST.get(name, "") for name in ("name1", "name2", "points1", "points2")}
    shown: dict[str, Any] = {"form": form, "fixed": True, "reasons": [], "key": str(uuid4())}
    if request.method == "GET":
        return render(request, "game/begin.html", shown)
    try:
        return redirect("table-setup", _opened(request))
    except Refused as refusal:
        shown |= {"reasons": list(map(as_reason, refusal.violations)), "fixed": "fixed" in request.POST}
        return render(request, "game/begin.html", shown, status=422)


def _opened(request: HttpRequest) -> str:
    one, two = (request.POST.get(name, "") for name in ("name1", "name2"))
    points = number_of(request.POST.get("points1", "")), number_of(request.POST.get("points2", ""))
    opened = sat_down((one, two), points, fixed_terrain="fixed" in request.POST)
    act = _act(request)
    table = requests.id_for(request, act.actor).replace("-", "")
    sit_down(DatabaseStore(), act, STREAM + table, opened)
    return table


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, table: str) -> HttpResponse:
    """The guide, for whoever has its link."""
    view = look_free(DatabaseStore(), STREAM + table)
    reasons: list[dict] = []
    status = 200
    if request.method == "POST":
        try:
            setup_steps.press(Press(DatabaseStore(), _act(request), view, os.urandom), request.POST)
            return redirect("table-setup", table)
        except Refused as refusal:
            view = look_free(DatabaseStore(), STREAM + table)
            reasons, status = list(map(as_reason, refusal.violations)), status_of(refusal.violations)
    return render(request, "game/setup.html", _context(request, table, view, reasons), status=status)


@identity.private
@require_GET
def body(request: HttpRequest, table: str) -> HttpResponse:
    """The steps alone; 204 when nothing happened."""
    view = look_free(DatabaseStore(), STREAM + table)
    if str(view.version) == request.GET.get("seen", ""):
        return HttpResponse(status=204)
    return render(request, "game/_setup.html", _context(request, table, view, []))


def _context(request: HttpRequest, table: str, view: SetupView, reasons: list[dict]) -> dict[str, Any]:
    names = dict(zip(view.opened.players, view.opened.names, strict=True))
    here = url("table-setup", table=table)
    address = request.build_absolute_uri(here)
    return setup_steps.context(view, names) | {
        "key": str(uuid4()),
        "reasons": reasons,
        "action": here,
        "follow": url("table-setup-body", table=table),
        "seen": view.version,
        "free": True,
        "plays": True,
        "begun": view.setup.begun,
        "address": address,
        "qr": qr_code(address),
    }


def _act(request: HttpRequest) -> Act:
    actor = str(identity.ensure(request).pk)
    return Act(actor, datetime.now(UTC), str(new_id()), requests.once(request) or None)
