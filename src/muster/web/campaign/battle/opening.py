"""Open a battle: against whom, who is Blue, how many points, and whether it is a turning point."""

from typing import ClassVar, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from msgspec import field

from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.commands import NameOpponent, OpenBattle
from muster.app.campaign.battle.context import SideRef
from muster.app.campaign.battle.opponents import clean_opponent
from muster.app.campaign.logs import BATTLES, REGISTERS
from muster.app.campaign.registers import Registers
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.recording import MOST_POINTS, RECON_UP_TO, Opening, register_problem
from muster.rules.campaign.battle.turning_points import has_setup_rule, turning_point_standing
from muster.rules.campaign.club.membership import not_open
from muster.rules.campaign.library.story_rules import MissionRules, arc_mission
from muster.rules.campaign.register.recruiting import MOST_LETTERS
from muster.rules.campaign.register.register import Register
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation
from muster.store.accounts import names_of as people
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.web.campaign.battle.request import battles_over
from muster.web.campaign.battle.words import with_sides
from muster.web.campaign.requests import methods_only, new_key
from muster.web.forms import whole_number
from muster.web.page import Page, render_response
from muster.web.requests import act_of, actor, id_for, store_for
from muster.web.site.errors import Reason, reasons_of, status_of

DEFAULT_POINTS = 600


class Opponent(NamedTuple):
    """A Register of the same campaign, whose it is, its turning point, and why it cannot play just now."""

    id: str
    register: Register
    whose: str
    turning_point: str
    why_not: str


class Mine(NamedTuple):
    """The Register that opens the battle, the turning point of its arc, and why it cannot play just now."""

    id: str
    state: Register
    mission: MissionRules | None
    busy: Violation | None


class OpeningPage(Page, kw_only=True):
    """Open a battle with a Register; `busy` says why it cannot play just now."""

    template: ClassVar[str] = "campaign/battle/new.html"
    register: Register
    register_id: str
    open_battle: str
    standing: str
    turning_points: bool
    has_setup_rule: bool
    mission: MissionRules | None
    opponents: list[Opponent]
    chosen: str
    asked: QueryDict
    points: str | int
    busy: tuple[Reason, ...]
    reasons: list[Reason]
    key: str = field(default_factory=new_key)
    most_points: int = MOST_POINTS
    recon_up_to: int = RECON_UP_TO
    longest_name: int = MOST_LETTERS


@methods_only("GET", "POST")
def new(request: HttpRequest, register: str) -> HttpResponse:
    """Agree on a battle. A Register that is in one already goes on with that."""
    battles, stream = battles_over(store_for(request)), REGISTERS + register
    found = Registers(battles.logs, DatabaseRoles()).own(actor(request), stream).state
    mission = arc_mission(found.arc.id, battles.logs.library) if found.arc else None
    mine = Mine(register, found, mission, _busy(battles, register, found))
    others = opponents(battles, actor(request), stream, found)
    if request.method == "GET":
        return render_response(request, _page(mine, others, request.GET))
    battle = id_for(request, actor(request))
    try:
        _open(request, battles, f"{BATTLES}{battle}", stream, others)
    except Refused as refused:
        page = _page(mine, others, request.POST, refused.violations)
        return render_response(request, page, status_of(refused.violations))
    return redirect("tour-battle", battle)


def _busy(battles: Battles, register: str, found: Register) -> Violation | None:
    """What keeps the Register from a battle: another one, or a campaign that is over."""
    club = battles.logs.campaign(found.campaign).state if found.campaign else None
    return register_problem(found, register) or (not_open(club) if club else None)


def _open(request: HttpRequest, battles: Battles, battle: str, stream: str, others: list[Opponent]) -> None:
    form, registers = request.POST, sides_of(request.POST, stream)
    wanted = form.get("format", "")
    opening = Opening(
        battle=battle,
        points=whole_number(form.get("points", "")) or 0,
        format=wanted if wanted in ("recon", "standard") else "",
        turning_point=bool(form.get("turning_point")),
    )
    name = clean_opponent(form.get("name", ""))
    if len(registers) > 1 and not any(opponent.id == form["opponent"] for opponent in others):
        raise Http404
    opened = OpenBattle(opening=opening, registers=registers)
    battles.do(act_of(request, "open"), SideRef(battle, "blue"), opened)
    if len(registers) == 1 and name:
        side = next(iter(registers))
        battles.do(act_of(request, "opponent"), SideRef(battle, side), NameOpponent(name=name))


def sides_of(form: QueryDict, own: str) -> dict[SideKey, str]:
    """Which Register stands on which side; Blue is the opener's own unless they say otherwise."""
    mine: SideKey = "red" if form.get("blue") == "they" else "blue"
    theirs: SideKey = "blue" if mine == "red" else "red"
    across = form.get("opponent", "")
    return {mine: own} | ({theirs: REGISTERS + across} if across else {})


def opponents(battles: Battles, me: str, own: str, found: Register) -> list[Opponent]:
    """The other Registers of the campaign; those that cannot play now say why."""
    club = battles.logs.campaign(found.campaign).state if found.campaign else None
    if club is None or me not in club.members:
        return []
    others = {stream: whose for stream, whose in club.registers.items() if stream != own}
    battles.logs.open(others)
    names = people(set(others.values()))
    listed = []
    for stream, whose in others.items():
        register = battles.logs.register(stream).state
        shut = register_problem(register, register.name or "their Register")
        why, id = explain(shut) if shut else "", stream.removeprefix(REGISTERS)
        listed.append(Opponent(id, register, names[whose], turning_point_standing(register), why))
    return listed


def _page(
    mine: Mine,
    others: list[Opponent],
    asked: QueryDict,
    refused: tuple[Violation, ...] = (),
) -> OpeningPage:
    register, found, mission, busy = mine
    free = next((opponent.id for opponent in others if not opponent.why_not), "")
    due = {
        turning_point_standing(found),
        *(opponent.turning_point for opponent in others if not opponent.why_not),
    }
    return OpeningPage(
        register=found,
        register_id=register,
        open_battle=found.open_battle.removeprefix(BATTLES),
        standing=turning_point_standing(found),
        turning_points=bool(due & {"may", "must"}),
        has_setup_rule=has_setup_rule(found),
        mission=mission,
        opponents=others,
        chosen=asked.get("opponent", free),
        asked=asked,
        points=asked.get("points") or DEFAULT_POINTS,
        busy=reasons_of([busy] if busy else []),
        reasons=[with_sides(violation, {"blue": "Blue", "red": "Red"}) for violation in refused],
    )
