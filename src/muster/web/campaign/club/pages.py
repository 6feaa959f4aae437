"""A campaign as one of its members sees it, and what all its pages share."""

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from msgspec import field
from msgspec.structs import replace

from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.register.register import Register
from muster.rules.violations import Violation
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.campaign.requests import club_stream, clubs_of, id_of, logs_of, new_key
from muster.web.environment import url
from muster.web.page import Page, render_response
from muster.web.requests import actor
from muster.web.site.errors import Reason, reasons_of, status_of


class ClubRequest(NamedTuple):
    """A campaign as one of its members sees it. `names` are the shown names of everybody in it."""

    id: str
    stream: str
    me: str
    club: Campaign
    names: dict[str, str]

    @property
    def arbitrates(self) -> bool:
        """Whether the reader is the arbitrator."""
        return self.club.arbitrator == self.me

    @property
    def open(self) -> bool:
        """Whether it is still played."""
        return self.club.status == "open"


class CampaignSummary(NamedTuple):
    """A Register of the campaign."""

    id: str
    register: Register
    name: str
    owner: str
    mine: bool
    href: str


class ClubPage(Page, frozen=True, kw_only=True):
    """A page of a campaign; `tab` is where it stands among them."""

    seen: ClubRequest
    tab: str = "club"
    key: str = field(default_factory=new_key)
    reasons: tuple[Reason, ...] = ()


Shown = Callable[[HttpRequest, str, tuple[Violation, ...]], HttpResponse]


def member_page(build: Callable[[HttpRequest, ClubRequest], ClubPage]) -> Callable[..., HttpResponse]:
    """A page for the members of a campaign, with the reasons of a refusal on top."""

    def answer(request: HttpRequest, club: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
        page = build(request, campaign_for(request, club))
        return render_response(request, replace(page, reasons=reasons_of(problems)), status_of(problems))

    return answer


def campaign_for(request: HttpRequest, club: str) -> ClubRequest:
    """The campaign, for its members; to everybody else it does not exist."""
    return campaign_as(request, actor(request), club)


def campaign_as(request: HttpRequest, me: str, club: str) -> ClubRequest:
    """The campaign as this member sees it."""
    stream = club_stream(club)
    state = clubs_of(request).club(me, stream).state
    people = {*state.members, *state.registers.values(), state.arbitrator}
    return ClubRequest(club, stream, me, state, names_of(people))


def cards_of(request: HttpRequest, seen: ClubRequest) -> list[CampaignSummary]:
    """The Registers of the campaign: one's own first, then by reputation."""
    logs_of(request).open(seen.club.registers)
    found = [
        card_of(seen, stream, whose, now)
        for stream, whose, now in clubs_of(request).registers(seen.me, seen.stream)
    ]
    return sorted(found, key=lambda card: (not card.mine, -card.register.reputation))


def card_of(seen: ClubRequest, stream: str, whose: str, now: Register) -> CampaignSummary:
    """One of them: to its own page for its owner, to the members' view for everybody else."""
    here, mine = id_of(stream), whose == seen.me
    own, members = url("tour-register", here), url("tour-club-register", seen.id, here)
    owner = seen.names.get(whose, FORMER_PLAYER)
    return CampaignSummary(here, now, now.called, owner, mine, own if mine else members)
