"""A battle of Tours of Duty on each player's own phone, or on one: muster, record, the ten steps, confirm."""

from collections.abc import Callable
from typing import ClassVar

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from msgspec import field
from msgspec.structs import replace

from muster.app.campaign.battle.access import HANDLERS
from muster.app.campaign.battle.undoing import dependents, latest_undoable
from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.recording import MOST_WORDS
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.register.recruiting import MOST_LETTERS
from muster.rules.violations import Refused, Violation
from muster.web.campaign.battle.arbiter import Arbiter, arbiter_of, correction_at
from muster.web.campaign.battle.forms import FORMS
from muster.web.campaign.battle.live import LiveStrip, live_strip
from muster.web.campaign.battle.muster import muster_page
from muster.web.campaign.battle.opponent_view import Across, stage_of
from muster.web.campaign.battle.record import (
    BOTH,
    OWN,
    SideTold,
    agenda_page,
    check_page,
    record_page,
    sides_told,
)
from muster.web.campaign.battle.request import BattleRequest, battle_request
from muster.web.campaign.battle.step import step_page
from muster.web.campaign.battle.steps.moments import brought_fate
from muster.web.campaign.battle.steps.rival import Rivals, rivals_of
from muster.web.campaign.battle.steps.words import Teller
from muster.web.campaign.battle.undo import KeptRoll, falls_with, freed_rolls, rolls_that_stay, taken_back
from muster.web.campaign.battle.wizard import Frame, Wizard, frame_of
from muster.web.campaign.battle.words import with_names, with_sides
from muster.web.campaign.requests import methods_only, new_key
from muster.web.campaign.stories.battle_picture import picture_of
from muster.web.campaign.stories.stepping import fought_here, shared_link
from muster.web.page import Page, render_response
from muster.web.requests import act_of
from muster.web.site.errors import Reason, status_of
from muster.web.site.shared_pictures import SharedPicture

MOMENT = "?moment=1"
FATEFUL = ("roll-check", "reroll", "roll-all-checks", "roll-setback")
"""What may settle a fate, which is then seen before the next screen."""


class AwaitArmyPage(Wizard):
    """The other army musters."""

    template: ClassVar[str] = "campaign/battle/await_army.html"


class BlueFirstPage(Wizard):
    """Blue chooses first."""

    template: ClassVar[str] = "campaign/battle/blue_first.html"


class CalledOffPage(Wizard):
    """It was not played."""

    template: ClassVar[str] = "campaign/battle/called_off.html"


class DonePage(Wizard):
    """All ten steps are done."""

    template: ClassVar[str] = "campaign/battle/done.html"
    part: Rivals
    picture: SharedPicture
    link: str
    correct_at: str
    longest_name: int = MOST_LETTERS
    most_words: int = MOST_WORDS


class MomentPage(Wizard):
    """The fates that the latest act brought, until the reader goes on."""

    template: ClassVar[str] = "campaign/battle/moment.html"


class UndoPage(Wizard):
    """Take it back?"""

    template: ClassVar[str] = "campaign/battle/undo.html"
    batch: str
    back: list[str]
    falls: list[str]


class ArbitratorPage(Page, kw_only=True):
    """Others' battle as its arbitrator sees it, and to read for the members of the campaign: how far both
    are, and nothing that either keeps secret."""

    template: ClassVar[str] = "campaign/battle/arbitrator.html"
    here: str
    key: str = field(default_factory=new_key)
    battle: Battle
    named: dict[SideKey, Across]
    arbitrates: bool
    sides_told: list[SideTold]
    kept: list[KeptRoll]
    freed: list[str]
    live: LiveStrip
    reasons: list[Reason]
    corrections: dict[SideKey, str]
    arbiter: Arbiter


@methods_only("GET")
def page(request: HttpRequest, battle: str) -> HttpResponse:
    """Wherever the battle stands, for the side the reader sits at; who has both says which."""
    asked = battle_request(request, battle)
    if (wanted := request.GET.get("side", "")) in asked.role.sides:
        return redirect("tour-battle", asked.at_side(wanted))
    return render_battle(request, asked, request.GET)


@methods_only("POST")
def act(request: HttpRequest, battle: str, what: str) -> HttpResponse:
    """One thing done; a refusal comes back on the same page with its reasons."""
    asked, sent = battle_request(request, battle), request.POST
    if what == "count":  # the muster counted again, nothing written
        return render_battle(request, asked, sent)
    if what not in FORMS:
        raise Http404
    if what == "undo" and not sent.get("sure") and (target := _act_that_falls(asked, sent)):
        return _ask(request, asked, target)
    try:
        asked.desk.goes_on = bool(sent.get("go_on"))
        HANDLERS.handle(asked.desk, act_of(request, what), FORMS[what].read(_with_side(asked, sent)))
    except Refused as refused:
        if asked.side is None and refused.violations[0].code == "battle.not_yours":
            raise
        moved = refused.violations[0].code == "battle.record_moved"  # then what stands is shown, not the form
        return render_battle(request, asked, QueryDict() if moved else sent, refused.violations)
    return redirect(asked.here + (MOMENT if what in FATEFUL else ""))


def _with_side(asked: BattleRequest, sent: QueryDict) -> QueryDict:
    """A form with the side it was sent from."""
    form, at = sent.copy(), asked.desk.at.side
    form[OWN] = at
    form[BOTH] = "1" if asked.desk.battle.side(other(at)).register else ""
    return form


def _act_that_falls(asked: BattleRequest, sent: QueryDict) -> str:
    """The act to be taken back, where something else falls with it and that was not shown yet."""
    if asked.side is None:
        raise Http404
    target = latest_undoable(asked.desk, asked.me)
    wanted = bool(target) and target == sent.get("batch", "")
    return target if wanted and dependents(asked.desk, target) else ""


def _ask(request: HttpRequest, asked: BattleRequest, target: str) -> HttpResponse:
    """What would fall, before it does."""
    context = asked.desk.context
    frame, teller = frame_of(asked, context, "undo"), Teller(context)
    undo_page = UndoPage(
        frame=frame,
        batch=target,
        back=taken_back(asked.desk, teller, target),
        falls=falls_with(asked.desk, teller, target, frame.across),
    )
    return render_response(request, undo_page)


def render_battle(
    request: HttpRequest, asked: BattleRequest, sent: QueryDict, refused: tuple[Violation, ...] = ()
) -> HttpResponse:
    """The page of a side, or the arbitrator's."""
    status, hosts = status_of(refused), {str(key): side.host for key, side in asked.players.items()}
    if asked.side is None:
        reasons = [with_sides(violation, hosts) for violation in refused]
        return render_response(request, _arbitrators(asked, reasons), status)
    context = asked.desk.context
    stage = _stage_asked_for(stage_of(context, asked.recording, asked.me), context, sent)
    if sent.get("moment") and stage in ("step", "done") and _has_fate(asked, context):
        stage = "moment"
    units = {str(side.key): side.names for side in (context, context.across()) if refused}
    reasons = [with_names(violation, hosts, units, context.key) for violation in refused]
    frame = replace(frame_of(asked, context, stage), asked=sent, reasons=reasons)
    page = _done_page(request, asked, frame) if stage == "done" else STAGES[stage](context, frame)
    return render_response(request, page, status)


def _done_page(request: HttpRequest, asked: BattleRequest, frame: Frame) -> DonePage:
    context = asked.desk.context
    return DonePage(
        frame=frame,
        part=rivals_of(context),
        picture=picture_of(fought_here(asked)),
        link=shared_link(request, asked),
        correct_at=correction_at(context.side.register),
    )


def _has_fate(asked: BattleRequest, context: SideContext) -> bool:
    """Whether the reader's latest act settled a fate."""
    return brought_fate(asked.desk, context, latest_undoable(asked.desk, asked.me))


def _stage_asked_for(stage: str, context: SideContext, sent: QueryDict) -> str:
    """The record can be written again until somebody has begun; who checked it goes on with step 1."""
    if sent.get("rewrite") and stage in ("check", "step") and not context.battle.has_begun:
        return "record"
    return "step" if stage == "check" and (sent.get("begin") or sent.get("rival")) else stage


STAGES: dict[str, Callable[[SideContext, Frame], Wizard]] = {
    "muster": muster_page,
    "agenda": agenda_page,
    "record": record_page,
    "check": check_page,
    "step": step_page,
    "blue_first": lambda _, frame: BlueFirstPage(frame=frame),
    "await_army": lambda _, frame: AwaitArmyPage(frame=frame),
    "moment": lambda _, frame: MomentPage(frame=frame),
    "called_off": lambda _, frame: CalledOffPage(frame=frame),
}


def _arbitrators(asked: BattleRequest, reasons: list[Reason]) -> ArbitratorPage:
    desk, context, arbitrates = asked.desk, asked.desk.context, asked.role.arbitrator
    sides = context.battle.side
    return ArbitratorPage(
        arbitrates=arbitrates,
        sides_told=sides_told(context, asked.players) if context.battle.status == "recorded" else [],
        here=asked.here,
        battle=context.battle,
        named=asked.players,
        kept=rolls_that_stay(desk.log, context),
        freed=freed_rolls(desk.log, context),
        live=live_strip(asked),
        reasons=reasons,
        corrections={key: correction_at(sides(key).register) for key in SIDES} if arbitrates else {},
        arbiter=arbiter_of(desk, asked.me),
    )
