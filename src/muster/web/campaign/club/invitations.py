"""The invitation to a campaign: a signed link naming the campaign and which of its invitations this is."""

import re
from typing import ClassVar

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from msgspec import field

from muster.app.campaign.commands import Join
from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused, Violation, require
from muster.store.accounts import names_of
from muster.store.codes.short_links import code_for
from muster.web import identity
from muster.web.campaign.club.pages import ClubRequest
from muster.web.campaign.registers.progress import Builder, builders_of
from muster.web.campaign.requests import club_stream, clubs_of, methods_only, new_key
from muster.web.environment import url
from muster.web.page import Page, render_response
from muster.web.requests import act_of, actor
from muster.web.site.errors import Reason, reasons_of, status_of

SALT = "muster.tours.invitation"
WRITTEN = re.compile(r"([0-9a-f]{32})-([0-9]{1,9})")


class JoinPage(Page, frozen=True, kw_only=True):
    """What the campaign is, who invites, and as whom one would join."""

    template: ClassVar[str] = "campaign/club/join.html"
    invited: Campaign
    host: str
    as_whom: str
    member: bool
    nameless: bool
    builders: list[Builder]
    here: str
    key: str = field(default_factory=new_key)
    reasons: tuple[Reason, ...]


def signer() -> Signer:
    """A salt of its own: nothing else this server signs opens a campaign. The dot survives every chat."""
    return Signer(salt=SALT, sep=".")


def token_of(club: str, number: int) -> str:
    """What stands in the link."""
    return signer().sign(f"{club}-{number}")


def link_of(request: HttpRequest, seen: ClubRequest) -> str:
    """The whole address, short enough to read out."""
    return request.build_absolute_uri(url("short-link", code=code_for(seen.stream, seen.club.invitation)))


def read_token(token: str) -> tuple[str, int]:
    """The campaign and the invitation's number; whatever was not signed here leads nowhere."""
    try:
        found = WRITTEN.fullmatch(signer().unsign(token))
    except BadSignature:
        found = None
    found = require(found, problem("campaign.invitation_old"))
    return found[1], int(found[2])


@methods_only("GET", "POST")
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What the campaign is and who invites; one button joins it."""
    club, number = read_token(token)
    invited = clubs_of(request).campaign_behind(club_stream(club), number)
    if request.method == "GET" and actor(request) in invited.members:
        return redirect("tour-club", club)
    if request.method == "GET" or invited.status != "open":
        return welcome(request, invited)
    try:
        with identity.acting_account(request):
            clubs_of(request).do(act_of(request), club_stream(club), Join(invitation=number))
    except Refused as refusal:
        return welcome(request, invited, refusal.violations)
    return redirect("tour-club", club)


def welcome(request: HttpRequest, invited: Campaign, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page behind the link."""
    account = identity.current(request)
    page = JoinPage(
        invited=invited,
        host=names_of({invited.arbitrator})[invited.arbitrator],
        as_whom=account.shown_name if account else "",
        member=identity.member(request) is not None,
        nameless=identity.is_nameless(request),
        builders=[found for found in builders_of(request, invited) if found.id == invited.arbitrator],
        here=request.path,
        reasons=reasons_of(problems),
    )
    return render_response(request, page, status_of(problems))
