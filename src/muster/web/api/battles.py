"""Battles of Tours of Duty: open, muster, record, and the ten steps. A whole battle can be played here."""

from typing import Any, Literal
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from msgspec.structs import replace
from ninja import Query, Router, Schema
from pydantic import ConfigDict, Field

from muster.app.campaign.battle_access import MyBattles
from muster.app.campaign.battles import SideRef
from muster.app.campaign.steps import Battles
from muster.rules.campaign.battle.battle import BATTLE, other
from muster.rules.campaign.battle.muster import MusterPlan
from muster.rules.campaign.battle.recording import MOST_POINTS, Opening
from muster.rules.campaign.battle.steps.open_step import OpenStep, Task, open_step
from muster.rules.log.views import Viewer, view
from muster.rules.messages import told
from muster.store.accounts import new_id
from muster.store.log import DatabaseStore
from muster.store.stream_roles import DatabaseRoles
from muster.web.api import battle_acts
from muster.web.api.answers import reply
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import act_of, document, me, read
from muster.web.api.registers import stream_of
from muster.web.api.repeats import idempotent
from muster.web.campaign.library import choice_of_arcs, site_books

router = Router(tags=["Battles"], auth=ACCOUNT)


class Agreement(Schema):
    """What two players agree on."""

    model_config = ConfigDict(extra="forbid")
    own: UUID = Field(description="One's own Register")
    opponent: UUID | None = Field(
        None, description="A Register of the same campaign; null for somebody without"
    )
    side: Literal["blue", "red"] = Field("blue", description="One's own side; a turning point is Blue's")
    points: int = Field(600, ge=1, le=MOST_POINTS)
    format: Literal["", "recon", "standard"] = Field("", description="Empty: by the points")
    turning_point: bool = False


class Where(Schema):
    """Which side, where both are one's own."""

    side: Literal["", "blue", "red"] = ""


class BattleOut(Schema):
    """A battle as one side sees it; docs/reference/campaign.md describes `state` and `now`.

    `now` holds the tasks of the open step with their legal options and dice, and what keeps it from ending.
    """

    id: UUID
    version: int
    side: Literal["blue", "red"]
    state: dict[str, Any]
    now: dict[str, Any]
    batch: str = Field(description="The name of the act just done, for an undo; empty for a look")


class MusterOut(Schema):
    """An army of a plan, before it takes the field."""

    army: dict[str, Any]
    points: int
    limit: int
    violations: list[dict[str, Any]]


@router.post("", response={201: BattleOut}, url_name="api-battles", summary="Open a battle")
@idempotent
def open_battle(request: HttpRequest, agreed: Agreement) -> HttpResponse:
    """With one's own Register; the opponent's, if any, plays in the same campaign."""
    battle = f"battle:{new_id()}"
    registers = {agreed.side: stream_of(agreed.own)}
    if agreed.opponent is not None:
        registers[other(agreed.side)] = stream_of(agreed.opponent)
    opening = Opening(
        battle=battle, points=agreed.points, format=agreed.format, turning_point=agreed.turning_point
    )
    done = tables().open(act_of(request), opening, registers)
    return reply(_seen(request, SideRef(battle, agreed.side), done.batch), 201)


@router.get("{uuid:battle}", response=BattleOut, url_name="api-battle", summary="A battle")
def one_battle(request: HttpRequest, battle: UUID, where: Query[Where]) -> HttpResponse:
    """As one's own side sees it: nothing sealed of the other."""
    return reply(_seen(request, _place(request, battle, where)))


@router.post(
    "{uuid:battle}/acts",
    response=BattleOut,
    url_name="api-battle-acts",
    summary="Do something",
    openapi_extra=document(battle_acts.Commands),
)
@idempotent
def act(request: HttpRequest, battle: UUID, where: Query[Where]) -> HttpResponse:
    """`act` says what, the other fields with what. `faces` are dice you rolled; without, the app rolls."""
    place = _place(request, battle, where)
    doing = act_of(request)
    read(request.body, battle_acts.Commands).do(tables().battles, doing, place)
    return reply(_seen(request, place, doing.batch))


@router.post(
    "{uuid:battle}/arbitration",
    response={204: None},
    url_name="api-battle-arbitration",
    summary="Settle for somebody missing",
    openapi_extra=document(battle_acts.Arbitration),
)
@idempotent
def arbitrate(request: HttpRequest, battle: UUID) -> HttpResponse:
    """Confirm for a side, name no rival for it, free its dice, call the battle off: who may is checked."""
    said = read(request.body, battle_acts.Arbitration)
    tables().role(me(request), f"battle:{battle}")
    battle_acts.arbitrate(tables(), act_of(request), f"battle:{battle}", said)
    return HttpResponse(status=204)


@router.post(
    "{uuid:battle}/muster",
    response=MusterOut,
    url_name="api-battle-muster",
    summary="Try a muster",
    openapi_extra=document(MusterPlan),
)
@idempotent
def try_muster(request: HttpRequest, battle: UUID, where: Query[Where]) -> HttpResponse:
    """The army of a plan with every reason against it. Nothing is kept."""
    found = tables().battles.preview_muster(_place(request, battle, where), read(request.body, MusterPlan))
    return reply(
        {
            "army": found.army,
            "points": found.points,
            "limit": found.limit,
            "violations": [told(one) for one in found.violations],
        }
    )


def for_account(doing: OpenStep, account: str) -> OpenStep:
    """What may be done, with the arcs that this account may choose: others' homebrew is not named."""
    known = site_books().arcs

    def own(task: Task) -> Task:
        if task.kind != "choose-arc":
            return task
        mine = choice_of_arcs((known[one] for one in task.options), account)
        return replace(task, options=tuple(one.id for one in mine))

    return replace(doing, tasks=tuple(own(task) for task in doing.tasks))


def tables() -> MyBattles:
    """The use cases over the site's own store."""
    return MyBattles(Battles(DatabaseStore(), site_books()), DatabaseRoles())


def _place(request: HttpRequest, battle: UUID, where: Where) -> SideRef:
    return tables().place(me(request), f"battle:{battle}", where.side)


def _seen(request: HttpRequest, place: SideRef, batch: str = "") -> dict[str, Any]:
    table = tables().battles
    log = table.store.read(place.battle)
    seen = BATTLE.fold(view(log, Viewer(frozenset({f"side:{place.side}"}))))
    doing = for_account(open_step(table.load_side(place).seat), me(request))
    standing = msgspec.to_builtins(doing) | {"can_finish": doing.can_finish}
    standing["blockers"] = [told(one) for one in doing.blockers]
    return {
        "id": place.battle.partition(":")[2],
        "version": log[-1].version,
        "side": place.side,
        "state": seen,
        "now": standing,
        "batch": batch,
    }
