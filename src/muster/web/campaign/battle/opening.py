"""Open a battle: against whom, who is Blue, how many points, and whether it is a turning point."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from uuid_utils import uuid4

from muster.app.campaign.clubs import Clubs
from muster.app.campaign.opponents import name_opponent
from muster.app.campaign.registers import Registers
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.recording import Opening, register_problem
from muster.rules.campaign.battle.turning_points import standing
from muster.rules.campaign.register.recruiting import clean_name
from muster.rules.campaign.register.register import Register
from muster.rules.violations import Refused, Violation
from muster.store.accounts import names_of as people
from muster.store.opponents import DatabaseOpponents
from muster.web.armies.requests import actor, id_for
from muster.web.campaign.battle import request as tables
from muster.web.campaign.battle.words import with_sides
from muster.web.identity import private
from muster.web.site.errors import STATUS, as_reason

DEFAULT_POINTS = 600
REGISTERS = "register:"


class Opponent(NamedTuple):
    """A Register of the same campaign, whose it is, its turning point, and why it cannot play just now."""

    id: str
    register: Register
    whose: str
    turning_point: str
    why_not: str


@private
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, register: str) -> HttpResponse:
    """Agree on a battle. A Register that is in one already goes on with that."""
    my, stream = tables.my_battles(), REGISTERS + register
    found = Registers(my.battles.tours, my.stream_roles).own(actor(request), stream).state
    if request.method == "GET":
        return _page(request, register, found, request.GET, ())
    battle = id_for(request, actor(request))
    try:
        _open(request, f"battle:{battle}", stream, found)
    except Refused as refused:
        return _page(request, register, found, request.POST, refused.violations)
    return redirect("tour-battle", battle)


def _open(request: HttpRequest, battle: str, stream: str, found: Register) -> None:
    form = request.POST
    wanted = form.get("format", "")
    opening = Opening(
        battle=battle,
        points=_points(form.get("points", "")),
        format=wanted if wanted in ("recon", "standard") else "",
        turning_point=bool(form.get("turning_point")),
    )
    registers, name = sides_of(form, stream), clean_name(form.get("name", ""), "your opponent's name")
    if len(registers) > 1 and not any(
        one.id == form["opponent"] for one in opponents(request, stream, found)
    ):
        raise Http404
    tables.my_battles().open(tables.act_of(request, "open"), opening, registers)
    if len(registers) == 1 and name:
        name_opponent(DatabaseOpponents(), actor(request), battle, name)


def sides_of(form: QueryDict, own: str) -> dict[SideKey, str]:
    """Which Register stands on which side; Blue is the opener's own unless they say otherwise."""
    mine: SideKey = "red" if form.get("blue") == "they" else "blue"
    theirs: SideKey = "blue" if mine == "red" else "red"
    across = form.get("opponent", "")
    return {mine: own} | ({theirs: REGISTERS + across} if across else {})


def _points(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def opponents(request: HttpRequest, own: str, found: Register) -> list[Opponent]:
    """The other Registers of the campaign; those that cannot play now say why."""
    if not found.campaign:
        return []
    my, me = tables.my_battles(), actor(request)
    try:
        others = [
            one
            for one in Clubs(my.battles.tours, my.stream_roles).registers(me, found.campaign)
            if one[0] != own
        ]
    except Refused:
        return []
    names = people({whose for _, whose, _ in others})
    return [_opponent(stream, register, names[whose]) for stream, whose, register in others]


def _opponent(stream: str, register: Register, whose: str) -> Opponent:
    shut = register_problem(register, register.name or "their Register")
    why = as_reason(shut)["message"] if shut else ""
    return Opponent(stream.removeprefix(REGISTERS), register, whose, standing(register), why)


def _page(
    request: HttpRequest, register: str, found: Register, asked: QueryDict, refused: tuple[Violation, ...]
) -> HttpResponse:
    busy = register_problem(found, register)
    others = opponents(request, REGISTERS + register, found)
    named: dict[str, str] = {"blue": "Blue", "red": "Red"}
    context: dict[str, Any] = {
        "register": found,
        "register_id": register,
        "open_battle": found.open_battle.removeprefix("battle:"),
        "standing": standing(found),
        "opponents": others,
        "their_standing": {one.turning_point for one in others if not one.why_not},
        "asked": asked,
        "points": asked.get("points") or DEFAULT_POINTS,
        "busy": as_reason(busy) if busy else None,
        "reasons": [with_sides(one, named) for one in refused],
        "key": str(uuid4()),
    }
    status = STATUS.get(refused[0].code, 422) if refused else 200
    return render(request, "campaign/battle/new.html", context, status=status)
