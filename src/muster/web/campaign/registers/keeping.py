"""Looking after a Register: redo, another points date with a preview, a copy."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST
from uuid_utils import uuid4

from muster.app.campaign.keeping import Keeping
from muster.rules.cards import catalogue
from muster.store.accounts import new_id
from muster.web import identity
from muster.web.armies import forms, requests
from muster.web.campaign.registers.my_registers import act_of, actor, called, my_tours, stream_of
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import day as spoken


def keeping() -> Keeping:
    """The use cases over the site's own store."""
    return Keeping(my_tours())


@identity.private
@require_POST
def redo(request: HttpRequest, register: str) -> HttpResponse:
    """Bring back what one's own latest undo took."""
    if keeping().redo(act_of(request), stream_of(register), request.POST.get("batch", "")[:100]) is not None:
        messages.success(request, "Brought back.")
    return redirect("tour-register", register)


@identity.private
@require_http_methods(["GET", "POST"])
def points(request: HttpRequest, register: str) -> HttpResponse:
    """What another day's points change, then the move."""
    who, stream = actor(request), stream_of(register)
    now = my_tours().register(who, stream).state
    asked = request.POST if request.method == "POST" else request.GET
    day = forms.read_day(asked["day"]) if asked.get("day") else catalogue().edition
    if request.method == "POST":
        keeping().move_points_date(act_of(request), stream, day)
        messages.success(request, f"The points of {spoken(day)} count now.")
        return redirect("tour-register", register)
    context: dict[str, Any] = {
        "id": register,
        "register": now,
        "name": called(now),
        "faction": FACTION_NAMES[now.faction],
        "day": day,
        "days": catalogue().army.official_updates[::-1],
        "moved": keeping().preview_points(who, stream, day),
        "key": str(uuid4()),
    }
    return render(request, "campaign/registers/points.html", context)


@identity.private
@require_POST
def copy(request: HttpRequest, register: str) -> HttpResponse:
    """A copy with the whole history; the form sent twice makes one."""
    who, key = actor(request), requests.once(request)
    my_tours().register(who, stream_of(register))
    made = uuid.uuid5(uuid.UUID(who), key).hex if key else new_id().hex
    keeping().copy(act_of(request), stream_of(register), stream_of(made))
    messages.success(request, "This is the copy. The original stays as it is.")
    return redirect("tour-register", made)
