"""Another's Register, for the members of its campaign: to be read, not to be touched."""

from typing import ClassVar

from django.http import HttpRequest, HttpResponse

from muster.rules.campaign.register.register import Register, problem
from muster.rules.campaign.story.chronicle import course_of
from muster.rules.log import Recorded
from muster.rules.violations import refuse_unless
from muster.web.campaign.club.pages import CampaignSummary, ClubPage, campaign_for, card_of
from muster.web.campaign.registers.pages import Sheet, climax, sheet_of
from muster.web.campaign.requests import methods_only, registers_of, stream_of
from muster.web.campaign.sentences.sentences import tell_all
from muster.web.campaign.sentences.wording import Sentence
from muster.web.page import render_response

LATELY = 30


class MembersViewPage(ClubPage, frozen=True, kw_only=True):
    """The Register as its opponents may know it; photos are their owner's to show."""

    template: ClassVar[str] = "campaign/club/register.html"
    id: str
    register: Register
    card: CampaignSummary
    sheet: Sheet
    climax: str
    happened: list[tuple[Recorded, Sentence]]
    more: int


@methods_only("GET")
def page(request: HttpRequest, club: str, register: str) -> HttpResponse:
    """The Register as its opponents may know it: everything on it is open to the club."""
    seen, stream, registers = campaign_for(request, club), stream_of(register), registers_of(request)
    refuse_unless(stream in seen.club.registers, problem("register.unknown"))
    books, now = registers.logs.library, registers.readable(seen.me, stream).state
    log = registers.logs.effective(stream)
    first = 0 if request.GET.get("all") else max(0, len(log) - LATELY)
    page = MembersViewPage(
        seen=seen,
        id=register,
        register=now,
        card=card_of(seen, stream, seen.club.registers[stream], now),
        sheet=sheet_of(now, books),
        climax=climax(now, books),
        happened=tell_all(log[first:], course_of(log)[first:], books)[::-1],
        more=first,
    )
    return render_response(request, page)
