"""A club's campaign: beginning one, and its page."""

from datetime import date
from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods
from uuid_utils import uuid4

from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.campaign.club.battles import BattleRow, rows_of
from muster.web.campaign.club.forms import open_in
from muster.web.campaign.club.news import News, lately
from muster.web.campaign.club.pages import CampaignSummary, ClubPage, ClubRequest, cards_of, head_of, seen_by
from muster.web.campaign.requests import (
    Reason,
    club_stream,
    clubs_of,
    id_of,
    logs_of,
    reasons_of,
    registers_of,
    status_of,
)
from muster.web.page import Page, draw
from muster.web.requests import act_of, id_for

LATELY = 12


class NewCampaignPage(Page, frozen=True, kw_only=True):
    """What is it called?"""

    template: ClassVar[str] = "campaign/club/new.html"
    name: str
    key: str
    reasons: list[Reason]


class Enterable(NamedTuple):
    """A Register of one's own that is not here yet, with the campaign it would leave."""

    id: str
    name: str
    leaves: str


class CampaignPage(ClubPage, frozen=True, kw_only=True):
    """The campaign as it stands."""

    template: ClassVar[str] = "campaign/club/club.html"
    cards: list[CampaignSummary]
    playing: list[CampaignSummary]
    entering: list[Enterable]
    rows: list[BattleRow]
    more: int
    waiting: list[BattleRow]
    days: list[tuple[date, list[News]]]


@identity.private
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Begin a campaign; whoever does is its arbitrator."""
    if request.method == "GET":
        return _beginning(request)
    try:
        return redirect("tour-club", opened(request))
    except Refused as refusal:
        return _beginning(request, refusal.violations)


def _beginning(request: HttpRequest, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    name = request.POST.get("name", "")[:200]
    page = NewCampaignPage(name=name, key=str(uuid4()), reasons=reasons_of(problems))
    return draw(request, page, status_of(problems))


def opened(request: HttpRequest) -> str:
    """The id of the new campaign; the form sent twice begins one."""
    command = open_in(request.POST)
    made = id_for(request, str(identity.ensure(request).pk)).replace("-", "")
    clubs_of(request).do(act_of(request), club_stream(made), command)
    return made


@identity.private
@require_GET
def page(request: HttpRequest, club: str) -> HttpResponse:
    """The campaign as it stands."""
    return shown(request, club)


def shown(request: HttpRequest, club: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    seen = seen_by(request, club)
    mine = registers_of(request).streams(seen.me) if seen.open else []
    logs_of(request).open([*seen.club.registers, *mine])
    cards = cards_of(request, seen)
    rows = rows_of(request, seen, cards, everything=bool(request.GET.get("all")))
    page = CampaignPage(
        **head_of(seen, "club", problems),
        cards=cards,
        playing=[card for card in cards if card.mine and card.register.status == "founded"],
        entering=enterable(request, seen),
        rows=rows,
        more=len(seen.club.battles) - len(rows),
        waiting=[row for row in rows if row.offers] if seen.arbitrates else [],
        days=lately(logs_of(request), seen, LATELY),
    )
    return draw(request, page, status_of(problems))


def enterable(request: HttpRequest, seen: ClubRequest) -> list[Enterable]:
    """One's own Registers that may enter."""
    if not seen.open:
        return []
    mine = [
        (stream, now)
        for stream, now in registers_of(request).mine(seen.me)
        if now.campaign != seen.stream and now.status != "retired" and not now.open_battle
    ]
    logs = logs_of(request)
    logs.open([now.campaign for _, now in mine if now.campaign])
    return [
        Enterable(id_of(stream), now.called, logs.campaign(now.campaign).state.name if now.campaign else "")
        for stream, now in mine
    ]
