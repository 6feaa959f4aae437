"""Battles of Tours of Duty: open, muster, record, and the ten steps. A whole battle can be played here."""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from msgspec.structs import replace
from ninja import Query, Schema
from pydantic import Field

from muster.app.campaign.battle.access import HANDLERS, OPENER, SIDE, side_for_actor
from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.commands import OpenBattle
from muster.app.campaign.battle.context import SideRef
from muster.app.campaign.battle.waiting import battles_of
from muster.app.campaign.logs import BATTLES
from muster.rules.armies.army import Army
from muster.rules.campaign.battle.battle import BATTLE, Battle, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.evidence import evidence_of
from muster.rules.campaign.battle.muster import MusterPlan
from muster.rules.campaign.battle.recording import MOST_POINTS, Opening
from muster.rules.campaign.battle.steps.open_step import OpenStep, Task, open_step
from muster.rules.log.views import Viewer, view
from muster.rules.messages import as_values
from muster.rules.violations import Refused
from muster.store.accounts import new_id
from muster.web.api.answers import URL, address_of, answer_created, encode, reply, shape
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import ActsRouter, Trial, act_of, dry_run_answer, me, read_command
from muster.web.api.components import Struct
from muster.web.api.pages import Page, Window, page_of
from muster.web.api.repeats import idempotent
from muster.web.api.resources.registers import stream_of
from muster.web.api.streams import document_stream, stream_once
from muster.web.campaign.battle.request import battles_over
from muster.web.campaign.library import choice_of_arcs, site_library
from muster.web.campaign.requests import registers_of
from muster.web.requests import new_store, store_for

router = ActsRouter(tags=["Battles"], auth=ACCOUNT)

KNOWN = HANDLERS.known.items()
Acts = reduce(or_, (kind for kind, handler in KNOWN if handler.who == SIDE))
Arbitration = reduce(or_, (kind for kind, handler in KNOWN if handler.who not in (SIDE, OPENER)))


class Agreement(Schema, extra="forbid"):
    """What two players agree on."""

    own: UUID = Field(description="One's own Register")
    opponent: UUID | None = Field(
        None, description="A Register of the same campaign; null for someone without one"
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
    url: str = Field(description=URL)
    version: int
    side: Literal["blue", "red", ""] = Field(description="Whose eyes; empty for a reader without a side")
    state: Annotated[dict[str, Any], Struct(Battle)]
    now: dict[str, Any]
    record: int = Field(description="The version of the current record, for `instead_of`; 0: none")
    batch: str = Field(description="The name of the act just done, for an undo; empty for a look")


class BattleCard(Schema):
    """A battle in a list."""

    id: UUID
    url: str = Field(description=URL)
    status: str
    points: int
    format: str
    winner: str = Field(description="blue, red, or empty")


class EvidenceOut(Schema):
    """Every roll and draw of a battle. `opened` says whether the seeds are shown."""

    opened: bool
    rolls: list[dict[str, Any]]


class MusterOut(Schema):
    """An army of a plan, before it takes the field."""

    army: Annotated[dict[str, Any], Struct(Army)]
    points: int
    limit: int
    violations: list[dict[str, Any]]


@router.get("", response=Page[BattleCard], url_name="api-battles", summary="My battles")
def list_battles(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Those of my Registers, the newest of each first."""
    battles, registers = battles_over(store_for(request)), registers_of(request)
    page = page_of(battles_of(battles, registers.streams(me(request))), window, lambda battle: battle)
    battles.prefetch(page["items"])
    return reply(page | {"items": [_card_json(battles, stream) for stream in page["items"]]})


@router.post("", response={201: BattleOut}, summary="Open a battle")
@idempotent
def open_battle(request: HttpRequest, agreed: Agreement) -> HttpResponse:
    """With one's own Register; the opponent's, if any, plays in the same campaign."""
    battle = f"{BATTLES}{new_id()}"
    registers: dict[SideKey, str] = {agreed.side: stream_of(agreed.own)}
    if agreed.opponent is not None:
        registers[other(agreed.side)] = stream_of(agreed.opponent)
    opening = Opening(
        battle=battle, points=agreed.points, format=agreed.format, turning_point=agreed.turning_point
    )
    battles, doing = battles_over(store_for(request)), act_of(request)
    battles.do(doing, SideRef(battle, "blue"), OpenBattle(opening=opening, registers=registers))
    return answer_created(_side_json(me(request), battles, SideRef(battle, agreed.side), doing.batch))


@router.get("{uuid:battle}", response=BattleOut, url_name="api-battle", summary="A battle")
def get_battle(request: HttpRequest, battle: UUID, where: Query[Where]) -> HttpResponse:
    """As one's own side sees it: nothing sealed of the other. The arbitrator and the members of its campaign
    read it without either side's secrets, and without `now`."""
    battles, stream = battles_over(store_for(request)), f"{BATTLES}{battle}"
    battles.prefetch([stream])
    if not where.side and not battles.desk(SideRef(stream, "blue")).role(me(request)).sides:
        return reply(_battle_json(battles, stream))
    return reply(_side_json(me(request), battles, side_for_actor(battles, me(request), stream, where.side)))


@router.get(
    "{uuid:battle}/live",
    url_name="api-battle-live",
    summary="A battle, live",
    openapi_extra=document_stream(BattleOut),
)
def watch_battle(request: HttpRequest, battle: UUID) -> HttpResponse:
    """Server-sent events `state`: what a look at the battle would answer, now and after every change."""
    return stream_once(request, BattleStream(), f"{BATTLES}{battle}", me(request))


@router.get(
    "{uuid:battle}/evidence", response=EvidenceOut, url_name="api-battle-evidence", summary="Evidence"
)
def get_battle_evidence(request: HttpRequest, battle: UUID) -> HttpResponse:
    """Every roll and draw with its commitment, undone and freed ones included; the seeds once both sides are
    done. docs/reference/odds.md says how to compute the faces again."""
    battles, stream = battles_over(store_for(request)), f"{BATTLES}{battle}"
    battles.prefetch([stream])
    desk = battles.desk(SideRef(stream, "blue"))
    desk.role(me(request))
    opened = desk.battle.done
    return reply({"opened": opened, "rolls": list(evidence_of(desk.log, opened=opened))})


@router.takes("{uuid:battle}/acts", Acts, BattleOut, "api-battle-acts", "Do something", acts="BattleAct")
def act_in_battle(request: HttpRequest, battle: UUID, where: Query[Where], dry: Query[Trial]) -> HttpResponse:
    """`act` says what, the other fields with what. `faces` are dice you rolled; without, the app rolls."""
    battles, at = _find_side(request, battle, where)
    doing, command = act_of(request), read_command(request.body, Acts)
    if dry.dry_run:
        return dry_run_answer(battles.can(doing, at, command))
    battles.do(doing, at, command)
    return reply(_side_json(me(request), battles, at, doing.batch))


@router.takes(
    "{uuid:battle}/arbitration",
    Arbitration,
    {204: None},
    "api-battle-arbitration",
    "Settle for a missing player",
    acts="BattleArbitration",
)
def arbitrate_battle(request: HttpRequest, battle: UUID, dry: Query[Trial]) -> HttpResponse:
    """Confirm for a side, name no rival for it, free its dice, call the battle off: who may is checked."""
    command, battles = read_command(request.body, Arbitration), battles_over(store_for(request))
    at = SideRef(f"{BATTLES}{battle}", "blue")
    if dry.dry_run:
        return dry_run_answer(battles.can(act_of(request), at, command))
    battles.do(act_of(request), at, command)
    return HttpResponse(status=204)


@router.takes("{uuid:battle}/muster", MusterPlan, MusterOut, "api-battle-muster", "Try a muster")
def try_muster(request: HttpRequest, battle: UUID, where: Query[Where]) -> HttpResponse:
    """The army of a plan with every reason against it. Nothing is kept."""
    battles, at = _find_side(request, battle, where)
    found = battles.preview_muster(at, read_command(request.body, MusterPlan))
    return reply(shape(MusterOut, found, violations=[as_values(violation) for violation in found.violations]))


class BattleStream:
    """A battle as server-sent JSON: a channel for each player, one for all who read it without a side."""

    def audience(self, stream: str, account: str) -> str | None:
        try:
            sides = battles_over(new_store()).desk(SideRef(stream, "blue")).role(account).sides
        except Refused:
            return None
        return f"{min(sides)}:{account}" if sides else "reader"

    def render(self, stream: str, audience: str) -> tuple[int, str]:
        battles = battles_over(new_store())
        battles.prefetch([stream])
        side, _, account = audience.partition(":")
        if not account:
            body = _battle_json(battles, stream)
        else:
            body = _side_json(account, battles, SideRef(stream, "red" if side == "red" else "blue"))
        return body["version"], encode(body).decode()


def for_account(doing: OpenStep, account: str) -> OpenStep:
    """What may be done, with the arcs that this account may choose: others' homebrew is not named."""
    known = site_library().arcs

    def own(task: Task) -> Task:
        if task.kind != "choose-arc":
            return task
        mine = choice_of_arcs((known[option] for option in task.options), account)
        return replace(task, options=tuple(dossier.id for dossier in mine))

    return replace(doing, tasks=tuple(own(task) for task in doing.tasks))


def _find_side(request: HttpRequest, battle: UUID, where: Where) -> tuple[Battles, SideRef]:
    battles, stream = battles_over(store_for(request)), f"{BATTLES}{battle}"
    battles.prefetch([stream])
    return battles, side_for_actor(battles, me(request), stream, where.side)


def _card_json(battles: Battles, stream: str) -> dict[str, Any]:
    id = stream.partition(":")[2]
    return shape(BattleCard, battles.battle(stream).state, id=id, url=address_of("battles", id))


def _battle_json(battles: Battles, stream: str) -> dict[str, Any]:
    """The battle as anybody of its campaign may see it."""
    log, record = battles.store.read(stream), battles.desk(SideRef(stream, "blue")).record
    return {
        "id": stream.partition(":")[2],
        "url": address_of("battles", stream.partition(":")[2]),
        "version": log[-1].version,
        "side": "",
        "state": BATTLE.fold(view(log, Viewer())),
        "now": {},
        "record": record.version if record else 0,
        "batch": "",
    }


def _side_json(account: str, battles: Battles, at: SideRef, batch: str = "") -> dict[str, Any]:
    log = battles.store.read(at.battle)
    seen = BATTLE.fold(view(log, Viewer(frozenset({f"side:{at.side}"}))))
    doing = for_account(open_step(battles.load_side(at).context), account)
    standing = msgspec.to_builtins(doing) | {"can_finish": doing.can_finish}
    standing["blockers"] = [as_values(violation) for violation in doing.blockers]
    return {
        "id": at.battle.partition(":")[2],
        "url": address_of("battles", at.battle.partition(":")[2]),
        "version": log[-1].version,
        "side": at.side,
        "state": seen,
        "now": standing,
        "record": record.version if (record := battles.desk(at).record) else 0,
        "batch": batch,
    }
