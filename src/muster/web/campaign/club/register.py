"""Another's Register, for the members of its campaign: to be read, not to be touched."""

from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules.campaign.library.parts import Arc, Asset
from muster.rules.campaign.register.chronicle import course_of
from muster.rules.campaign.register.register import Register, problem
from muster.rules.log import Recorded
from muster.rules.violations import refuse_unless
from muster.web import identity
from muster.web.campaign.club.pages import CampaignSummary, ClubPage, card_of, head_of, seen_by
from muster.web.campaign.registers.pages import UnitSummary, climax, sheet_of
from muster.web.campaign.requests import registers_of, stream_of
from muster.web.campaign.stories.sentences import tell_all
from muster.web.campaign.stories.told import Told
from muster.web.page import draw

LATELY = 30


class MembersViewPage(ClubPage, frozen=True, kw_only=True):
    """The Register as its opponents may know it; photos are their owner's to show."""

    template: ClassVar[str] = "campaign/club/register.html"
    id: str
    register: Register
    card: CampaignSummary
    paragon: UnitSummary | None
    cards: list[UnitSummary]
    arc: Arc | None
    assets: list[Asset]
    climax: str
    told: list[tuple[Recorded, Told]]
    more: int


@identity.private
@require_GET
def page(request: HttpRequest, club: str, register: str) -> HttpResponse:
    """The Register as its opponents may know it: everything on it is open to the club."""
    seen, stream = seen_by(request, club), stream_of(register)
    refuse_unless(stream in seen.club.registers, problem("register.unknown"))
    registers = registers_of(request)
    logs, now = registers.logs, registers.readable(seen.me, stream).state
    log = logs.live(stream)
    shown = len(log) if request.GET.get("all") else min(LATELY, len(log))
    first = len(log) - shown
    page = MembersViewPage(
        **head_of(seen, "club"),
        **sheet_of(now, logs.library, {}),
        id=register,
        register=now,
        card=card_of(seen, stream, seen.club.registers[stream], now),
        climax=climax(now, logs.library),
        told=tell_all(log[first:], course_of(log)[first:], logs.library)[::-1],
        more=first,
    )
    return draw(request, page)
