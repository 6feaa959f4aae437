"""A club's campaign: beginning one, and its page."""

from datetime import UTC, date, datetime
from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from msgspec import field

from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.campaign.club.battles import BattleRow, rows_of
from muster.web.campaign.club.dates import ClubDate, upcoming_dates
from muster.web.campaign.club.feed import link_of
from muster.web.campaign.club.forms import open_in
from muster.web.campaign.club.news import lately
from muster.web.campaign.club.pages import CampaignSummary, ClubPage, ClubRequest, cards_of
from muster.web.campaign.registers.progress import Builder, builders_of
from muster.web.campaign.requests import (
    club_stream,
    clubs_of,
    id_of,
    logs_of,
    methods_only,
    new_id_for,
    new_key,
    registers_of,
)
from muster.web.campaign.sentences.wording import Sentence
from muster.web.page import Page, render_response
from muster.web.requests import act_of
from muster.web.site.errors import Reason, reasons_of, status_of

LATELY = 12


class NewCampaignPage(Page, frozen=True, kw_only=True):
    """What is it called?"""

    template: ClassVar[str] = "campaign/club/new.html"
    name: str
    nameless: bool
    key: str = field(default_factory=new_key)
    reasons: tuple[Reason, ...]


class CampaignPage(ClubPage, frozen=True, kw_only=True):
    """The campaign as it stands. `entering` are one's own Registers that are not here yet, by id and name,
    with the campaign each would leave."""

    template: ClassVar[str] = "campaign/club/club.html"
    cards: list[CampaignSummary]
    playing: list[CampaignSummary]
    entering: list[tuple[str, str, str]]
    rows: list[BattleRow]
    more: int
    waiting: list[BattleRow]
    days: list[tuple[date, list[Sentence]]]
    dates: list[ClubDate]
    feed: str
    builders: list[Builder]


@methods_only("GET", "POST")
def new(request: HttpRequest) -> HttpResponse:
    """Begin a campaign; whoever does is its arbitrator. The form sent twice begins one."""
    problems: tuple[Violation, ...] = ()
    if request.method == "POST":
        try:
            command = open_in(request.POST)
            with identity.acting_account(request) as account:
                made = new_id_for(request, str(account.pk))
                clubs_of(request).do(act_of(request), club_stream(made), command)
            return redirect("tour-club", made)
        except Refused as refusal:
            problems = refusal.violations
    page = NewCampaignPage(
        name=request.POST.get("name", "")[:200],
        nameless=identity.is_nameless(request),
        reasons=reasons_of(problems),
    )
    return render_response(request, page, status_of(problems))


def campaign(request: HttpRequest, seen: ClubRequest) -> CampaignPage:
    """The campaign as it stands."""
    mine = registers_of(request).streams(seen.me) if seen.open else []
    logs_of(request).open([*seen.club.registers, *mine])
    cards = cards_of(request, seen)
    rows = rows_of(request, seen, cards, everything=bool(request.GET.get("all")))
    return CampaignPage(
        seen=seen,
        cards=cards,
        playing=[card for card in cards if card.mine and card.register.status == "founded"],
        entering=enterable(request, seen) if seen.open else [],
        rows=rows,
        more=len(seen.club.battles) - len(rows),
        waiting=[row for row in rows if row.offers],
        days=lately(logs_of(request), seen, LATELY),
        dates=upcoming_dates(seen.club, datetime.now(UTC)),
        feed=link_of(request, seen),
        builders=builders_of(request, seen.club, seen.me),
    )


def enterable(request: HttpRequest, seen: ClubRequest) -> list[tuple[str, str, str]]:
    """One's own Registers that may enter."""
    mine = [
        (stream, now)
        for stream, now in registers_of(request).mine(seen.me)
        if now.campaign != seen.stream and now.status != "retired" and not now.open_battle
    ]
    logs = logs_of(request)
    logs.open([now.campaign for _, now in mine if now.campaign])
    names = {now.campaign: logs.campaign(now.campaign).state.name for _, now in mine if now.campaign}
    return [(id_of(stream), now.called, names.get(now.campaign, "")) for stream, now in mine]
