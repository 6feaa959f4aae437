"""A battle of Tours of Duty on one phone: open it, muster, write down how it ended, walk the ten steps."""

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from uuid_utils import uuid4

from muster.app.campaign_battles import Place
from muster.rules.campaign.recording import Opening, register_problem
from muster.rules.campaign.register import Register
from muster.rules.campaign.sequence_seat import STEPS
from muster.rules.campaign.turning_points import standing
from muster.rules.violations import Refused, Violation
from muster.web.guests import private
from muster.web.pages import tour_step_table as tables
from muster.web.pages.army_requests import actor, id_for
from muster.web.pages.errors import STATUS, as_reason
from muster.web.pages.tour_muster import muster_context, record_context
from muster.web.pages.tour_step_acts import ACTS
from muster.web.pages.tour_step_words import told_by_step
from muster.web.pages.tour_steps import stage_of, step_context

DEFAULT_POINTS = 600
DOSSIER = re.compile(r"\bd\d+\b")


@private
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, register: str) -> HttpResponse:
    """Agree on a battle. A Register that is in one already goes on with that."""
    stream = f"register:{register}"
    found = _register(request, stream)
    if request.method == "GET":
        return _opening(request, register, found, request.GET, ())
    battle = id_for(request, actor(request))
    opening = Opening(
        battle=f"battle:{battle}",
        points=_points(request.POST.get("points", "")),
        format=request.POST.get("format", "") if request.POST.get("format") in ("recon", "standard") else "",
        turning_point=bool(request.POST.get("turning_point")),
        campaign=found.campaign,
    )
    try:
        tables.battles().open(tables.act_of(request), opening, {"blue": stream})
    except Refused as refused:
        return _opening(request, register, found, request.POST, refused.violations)
    return redirect("tour-battle", battle)


def _register(request: HttpRequest, stream: str) -> Register:
    found = tables.battles().tours.register(stream).state
    if found.status == "unknown" or not tables.owns(actor(request), stream):
        raise Http404
    return found


def _points(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _opening(
    request: HttpRequest, register: str, found: Register, asked: QueryDict, refused: tuple[Violation, ...]
) -> HttpResponse:
    busy = register_problem(found, register)
    context = {
        "register": found,
        "register_id": register,
        "open_battle": found.open_battle.removeprefix("battle:"),
        "standing": standing(found),
        "asked": asked,
        "points": asked.get("points") or DEFAULT_POINTS,
        "busy": as_reason(busy) if busy else None,
        "reasons": [as_reason(one) for one in refused],
        "key": str(uuid4()),
    }
    return render(request, "tour_battle/new.html", context, status=_status(refused))


def _status(refused: tuple[Violation, ...]) -> int:
    return STATUS.get(refused[0].code, 422) if refused else 200


@private
@require_GET
def page(request: HttpRequest, battle: str) -> HttpResponse:
    """Wherever the battle stands."""
    return _show(request, battle, tables.mine(request, battle), request.GET)


@private
@require_POST
def act(request: HttpRequest, battle: str, what: str) -> HttpResponse:
    """One thing done; a refusal comes back on the same page with its reasons."""
    place = tables.mine(request, battle)
    if what == "count":  # the muster counted again, nothing written
        return _show(request, battle, place, request.POST)
    if what not in ACTS:
        raise Http404
    try:
        ACTS[what](tables.battles(), tables.act_of(request), place, request.POST)
    except Refused as refused:
        return _show(request, battle, place, request.POST, refused.violations)
    return redirect("tour-battle", battle)


def _named(reason: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """A reason that speaks of units by their names, not by the ids of their dossiers."""
    return reason | {"message": DOSSIER.sub(lambda found: names.get(found[0], found[0]), reason["message"])}


def _show(
    request: HttpRequest,
    battle: str,
    place: Place,
    asked: QueryDict,
    refused: tuple[Violation, ...] = (),
) -> HttpResponse:
    sitting = tables.battles().sit(place)
    seat = sitting.seat
    stage = stage_of(seat)
    names = tables.names_of(seat.register)
    told = told_by_step(tables.battles().store, place, seat)
    context: dict[str, Any] = {
        "battle": battle,
        "seat": seat,
        "side": seat.side,
        "register": seat.register,
        "stage": stage,
        "asked": asked,
        "told": told,
        "names": names,
        "steps_named": STEPS,
        "undo": tables.undo_target(place, seat, actor(request)),
        "reasons": [_named(as_reason(one), names) for one in refused],
        "key": str(uuid4()),
    }
    if stage == "muster":
        context |= muster_context(seat, asked)
    elif stage in ("agenda", "record"):
        context |= record_context(seat, asked)
    elif stage == "step":
        context |= step_context(seat, asked)
    template = "step" if stage == "step" else stage
    return render(request, f"tour_battle/{template}.html", context, status=_status(refused))
