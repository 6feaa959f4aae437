"""A battle of Tours of Duty on each player's own phone, or on one: muster, record, the ten steps, confirm."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST
from uuid_utils import uuid4

from muster.app.campaign.battle_access import MyBattles
from muster.app.campaign.battles import SideRef
from muster.rules.campaign.battle.battle import SIDES, other
from muster.rules.campaign.battle.steps.side import STEPS, SideContext
from muster.rules.violations import Refused, Violation
from muster.web.campaign.battle import request as tables
from muster.web.campaign.battle.across import record_of, screen_of, side_named, stage_of, whereabouts
from muster.web.campaign.battle.acts import ACTS, SHARED
from muster.web.campaign.battle.end import arbiter_context, correction_at
from muster.web.campaign.battle.live import live_context
from muster.web.campaign.battle.muster import muster_context, record_context
from muster.web.campaign.battle.record import both_sides, told_record
from muster.web.campaign.battle.request import BattleRequest, names_of
from muster.web.campaign.battle.rival import rival_context
from muster.web.campaign.battle.step_words import told_by_step
from muster.web.campaign.battle.steps import step_context
from muster.web.campaign.battle.undo import falls_with, freed_rolls, kept_rolls, taken_back, target_of
from muster.web.campaign.battle.words import with_names, with_sides
from muster.web.identity import private
from muster.web.site.errors import STATUS


@private
@require_GET
def page(request: HttpRequest, battle: str) -> HttpResponse:
    """Wherever the battle stands, for the side the reader sits at; who has both says which."""
    chair = tables.chair_of(request, battle)
    if (wanted := request.GET.get("side", "")) in chair.standing.sides:
        return redirect("tour-battle", tables.side_address(chair, wanted))
    return shown(request, chair, request.GET)


@private
@require_POST
def act(request: HttpRequest, battle: str, what: str) -> HttpResponse:
    """One thing done; a refusal comes back on the same page with its reasons."""
    chair, form = tables.chair_of(request, battle), request.POST
    if what == "count":  # the muster counted again, nothing written
        return shown(request, chair, form)
    if what not in ACTS and what not in SHARED:
        raise Http404
    my = tables.my_battles()
    if what == "undo" and not form.get("sure") and (found := _falling(my, chair, form)):
        return _ask(request, my, chair, found)
    try:
        if what in SHARED:
            SHARED[what](my, tables.act_of(request, what), chair.stream, form)
        else:
            place = my.place(chair.me, chair.stream, chair.place.side if chair.place else "")
            ACTS[what](my.battles, tables.act_of(request, what), place, form)
    except Refused as refused:
        if chair.place is None and refused.violations[0].code == "battle.not_yours":
            raise
        return shown(request, chair, form, refused.violations)
    return redirect("tour-battle", chair.address)


def _falling(my: MyBattles, chair: BattleRequest, form: QueryDict) -> str:
    """The act to be taken back, where something else falls with it and that was not shown yet."""
    target = target_of(my.battles, chair.side, my.battles.load_side(chair.side).seat, chair.me)
    asked = form.get("batch", "")
    return target if target and target == asked and my.battles.dependents(target) else ""


def _ask(request: HttpRequest, my: MyBattles, chair: BattleRequest, target: str) -> HttpResponse:
    """What would fall, before it does."""
    seat = my.battles.load_side(chair.side).seat
    context = frame(my, chair, seat) | {"stage": "undo", "batch": target}
    across = context["across"]
    context["back"] = taken_back(my.battles, chair.side, seat, target)
    context["falls"] = falls_with(my.battles, chair.side, seat, target, across)
    return render(request, "campaign/battle/undo.html", context)


def shown(
    request: HttpRequest, chair: BattleRequest, asked: QueryDict, refused: tuple[Violation, ...] = ()
) -> HttpResponse:
    """The page of a side, or the arbitrator's."""
    my = tables.my_battles()
    status = STATUS.get(refused[0].code, 422) if refused else 200
    if chair.place is None:
        return _arbitrate(request, my, chair, refused, status)
    seat = my.battles.load_side(chair.place).seat
    context = frame(my, chair, seat)
    stage = _asked_stage(context["stage"], seat, asked)
    names = {
        key: names_of(one) for key, one in ((seat.key, seat.register), (other(seat.key), seat.enemy)) if one
    }
    context |= {
        "stage": stage,
        "asked": asked,
        "reasons": [with_names(one, context["sides"], names, seat.key) for one in refused],
        "their_names": names.get(other(seat.key), {}),
    }
    return render(
        request,
        f"campaign/battle/{stage}.html",
        context | _of_stage(stage, seat, asked, context),
        status=status,
    )


def _asked_stage(stage: str, seat: SideContext, asked: QueryDict) -> str:
    """The record can be written again until somebody has begun; who checked it goes on with step 1."""
    if asked.get("rewrite") and stage in ("check", "step") and not seat.battle.begun:
        return "record"
    return "step" if stage == "check" and (asked.get("begin") or asked.get("rival")) else stage


def _of_stage(  # noqa: PLR0911 - one line a stage
    stage: str, seat: SideContext, asked: QueryDict, context: dict[str, Any]
) -> dict[str, Any]:
    match stage:
        case "muster":
            return muster_context(seat, asked)
        case "agenda":
            return record_context(seat, asked)
        case "record":
            return both_sides(seat, asked)
        case "step":
            return step_context(seat, asked)
        case "check":
            return {"record_told": told_record(seat, context["sides"])}
        case "done":
            return rival_context(seat) | {"correct_at": correction_at(seat.side.register)}
        case _:
            return {}


def frame(my: MyBattles, chair: BattleRequest, seat: SideContext) -> dict[str, Any]:
    """What every screen of a side needs."""
    battles, place = my.battles, chair.side
    log, record = battles.store.read(place.battle), record_of(battles.store, place.battle)
    named = {key: side_named(battles.tours, seat.battle, key) for key in SIDES}
    across, own = named[other(seat.key)], named[seat.key]
    kept = kept_rolls(log, seat)
    return {
        "battle": chair.address,
        "seat": seat,
        "side": seat.side,
        "register": seat.register,
        "across": across,
        "sides": {seat.key: own.host, across.side: across.host},
        "where": {key: whereabouts(seat.battle, key) for key in SIDES},
        "named": named,
        "stage": stage_of(seat, record, chair.me),
        "screen": screen_of(seat, record),
        "wrote": record.by == chair.me,
        "two_phones": bool(seat.opponent.register),
        "both_mine": len(chair.standing.sides) > 1,
        "told": told_by_step(battles.store, place, seat),
        "names": names_of(seat.register),
        "steps_named": STEPS,
        "undo": target_of(battles, place, seat, chair.me),
        "kept": [one for one in kept if one.side == seat.key],
        "theirs_kept": [one for one in kept if one.side != seat.key],
        "freed": freed_rolls(log, seat),
        "reasons": [],
        "asked": QueryDict(),
        "key": str(uuid4()),
        **arbiter_context(my, chair, seat.battle),
        **({"live": live_context(chair)} if seat.opponent.register else {"live": None}),
    }


def _arbitrate(
    request: HttpRequest, my: MyBattles, chair: BattleRequest, refused: tuple[Violation, ...], status: int
) -> HttpResponse:
    """The arbitrator of others' battle sees how far both are, and nothing that either keeps secret."""
    seat = my.battles.load_side(SideRef(chair.stream, "blue")).seat
    named = {key: side_named(my.battles.tours, seat.battle, key) for key in SIDES}
    log = my.battles.store.read(chair.stream)
    context = {
        "battle": chair.address,
        "found": seat.battle,
        "named": named,
        "where": {key: whereabouts(seat.battle, key) for key in SIDES},
        "kept_dice": kept_rolls(log, seat),
        "freed": freed_rolls(log, seat),
        "live": live_context(chair),
        "reasons": [with_sides(one, {key: one_.host for key, one_ in named.items()}) for one in refused],
        "corrections": {key: correction_at(seat.battle.side(key).register) for key in SIDES},
        "key": str(uuid4()),
        **arbiter_context(my, chair, seat.battle),
    }
    return render(request, "campaign/battle/arbitrator.html", context, status=status)
