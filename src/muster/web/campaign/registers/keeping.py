"""Looking after a Register: another points date with a preview, a copy."""

from datetime import date
from typing import ClassVar, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app.campaign.commands import CopyRegister, MovePointsDate
from muster.app.campaign.registers import Change
from muster.rules.cards import catalogue
from muster.web.armies.forms import read_day
from muster.web.campaign.registers.pages import RegisterPage
from muster.web.campaign.requests import methods_only, new_id_for, own_register, registers_of, stream_of
from muster.web.environment import day as spoken
from muster.web.page import render_response
from muster.web.requests import act_of, actor


class Repriced(NamedTuple):
    """A card whose points another day changes, and on whose dossier it is."""

    unit: str
    card: str
    before: int
    after: int


class PointsPage(RegisterPage, frozen=True, kw_only=True):
    """What another day's points change."""

    template: ClassVar[str] = "campaign/registers/points.html"
    day: date
    days: tuple[date, ...]
    moved: Change
    changes: list[Repriced]


@methods_only("GET", "POST")
def points(request: HttpRequest, register: str) -> HttpResponse:
    """What another day's points change, then the move."""
    registers, stream, now = registers_of(request), stream_of(register), own_register(request, register)
    asked = (request.POST if request.method == "POST" else request.GET).get("day")
    day = read_day(asked) if asked else catalogue().edition
    if request.method == "POST":
        registers.do(act_of(request), stream, MovePointsDate(day=day))
        messages.success(request, f"The points of {spoken(day)} count now.")
        return redirect("tour-register", register)
    moved = registers.preview_points(actor(request), stream, day)
    page = PointsPage(
        id=register,
        register=now,
        day=day,
        days=tuple(catalogue().army.official_updates[::-1]),
        moved=moved,
        changes=repriced_cards(moved),
    )
    return render_response(request, page)


def repriced_cards(moved: Change) -> list[Repriced]:
    """Every card that costs something else."""
    found = []
    for old, new in zip(moved.before.dossiers, moved.after.dossiers, strict=True):
        pairs = [(old.unit_name, old.points, new.points)]
        pairs += [(a.name, a.points, b.points) for a, b in zip(old.upgrades, new.upgrades, strict=True)]
        found += [Repriced(old.called, card, was, now) for card, was, now in pairs if was != now]
    return found


@methods_only("POST")
def copy(request: HttpRequest, register: str) -> HttpResponse:
    """A copy with the whole history; the form sent twice makes one."""
    own_register(request, register)
    made = new_id_for(request, actor(request))
    registers_of(request).do(act_of(request), stream_of(register), CopyRegister(to=stream_of(made)))
    messages.success(request, "This is the copy. The original stays as it is.")
    return redirect("tour-register", made)
