"""The invitation to a campaign: a signed link naming the campaign and which of its invitations this is."""

import re

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from uuid_utils import uuid4

from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused, Violation
from muster.store.accounts import names_of
from muster.web import identity
from muster.web.campaign.club.club import ClubRequest, club_stream, clubs, refusals, status_of
from muster.web.campaign.registers.my_registers import act_of, actor
from muster.web.environment import url

SALT = "muster.tours.invitation"
WRITTEN = re.compile(r"([0-9a-f]{32})-([0-9]{1,9})")


def signer() -> Signer:
    """A salt of its own: nothing else this server signs opens a campaign. The dot survives every chat."""
    return Signer(salt=SALT, sep=".")


def token_of(club: str, number: int) -> str:
    """What stands in the link."""
    return signer().sign(f"{club}-{number}")


def link_of(request: HttpRequest, seen: ClubRequest) -> str:
    """The whole address."""
    return request.build_absolute_uri(url("tour-join", token=token_of(seen.id, seen.club.invitation)))


def read_token(token: str) -> tuple[str, int]:
    """The campaign and the invitation's number; whatever was not signed here leads nowhere."""
    try:
        found = WRITTEN.fullmatch(signer().unsign(token))
    except BadSignature:
        found = None
    if found is None:
        raise Refused(problem("campaign.invitation_old"))
    return found[1], int(found[2])


@identity.private
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What the campaign is and who invites; one button joins it."""
    club, number = read_token(token)
    invited = clubs().invited(club_stream(club), number)
    if request.method == "GET" and actor(request) in invited.members:
        return redirect("tour-club", club)
    if request.method == "GET" or invited.status != "open":
        return welcome(request, token)
    identity.ensure(request)
    try:
        clubs().join(act_of(request), club_stream(club), number)
    except Refused as refusal:
        return welcome(request, token, refusal.violations)
    return redirect("tour-club", club)


def welcome(request: HttpRequest, token: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page behind the link."""
    club, number = read_token(token)
    invited, account = clubs().invited(club_stream(club), number), identity.current(request)
    context = {
        "invited": invited,
        "host": names_of({invited.arbitrator})[invited.arbitrator],
        "as_whom": account.shown_name if account else "",
        "member": identity.member(request) is not None,
        "here": request.path,
        "key": str(uuid4()),
        **refusals(problems),
    }
    return render(request, "campaign/club/join.html", context, status=status_of(problems))
