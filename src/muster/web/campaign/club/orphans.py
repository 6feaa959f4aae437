"""Campaigns whose arbitrator has no account here, for the owner of the server to give to somebody."""

from typing import ClassVar, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from msgspec import field

from muster.app.campaign.logs import CAMPAIGNS
from muster.rules.campaign.club.membership import Campaign
from muster.rules.violations import Violation
from muster.store.log.models import LogStream
from muster.web.campaign.requests import clubs_of, new_key, serves
from muster.web.page import Page, render_response
from muster.web.site.errors import Reason, reasons_of, status_of


class Orphan(NamedTuple):
    """A campaign nobody looks after."""

    id: str
    club: Campaign


class OrphansPage(Page, kw_only=True):
    """Give a campaign an owner."""

    template: ClassVar[str] = "campaign/club/orphans.html"
    key: str = field(default_factory=new_key)
    found: list[Orphan]
    reasons: tuple[Reason, ...]


def orphans(request: HttpRequest, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """For the server's owner; to everybody else there is no such page."""
    if not serves(request):
        raise Http404
    clubs = clubs_of(request)
    known = LogStream.objects.filter(id__startswith=CAMPAIGNS).order_by("id")
    streams = list(known.values_list("id", flat=True))
    clubs.logs.open(streams)
    campaigns = [(stream, clubs.logs.campaign(stream).state) for stream in streams]
    found = [
        Orphan(stream.removeprefix(CAMPAIGNS), club)
        for stream, club in campaigns
        if clubs.is_orphaned(stream, club)
    ]
    return render_response(
        request, OrphansPage(found=found, reasons=reasons_of(problems)), status_of(problems)
    )
