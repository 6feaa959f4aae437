"""The people of a campaign: the invitation, the arbitrator, who leaves and what leaves with them."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest

from muster.rules.campaign.register.register import problem
from muster.rules.violations import refuse_unless
from muster.web.campaign.club.invitations import link_of
from muster.web.campaign.club.pages import CampaignSummary, ClubPage, ClubRequest, cards_of
from muster.web.campaign.requests import clubs_of, stream_of
from muster.web.qr import qr_code


class Person(NamedTuple):
    """A member with their Registers."""

    id: str
    name: str
    cards: list[CampaignSummary]
    me: bool
    arbitrator: bool


class MembersPage(ClubPage, frozen=True, kw_only=True):
    """Everybody, and the link that brings more."""

    template: ClassVar[str] = "campaign/club/members.html"
    tab: str = "members"
    people: list[Person]
    link: str
    qr: str
    orphaned: bool


class LeavePage(ClubPage, frozen=True, kw_only=True):
    """What leaving means, before it is done."""

    template: ClassVar[str] = "campaign/club/leave.html"
    tab: str = "members"
    person: Person


def members(request: HttpRequest, seen: ClubRequest) -> MembersPage:
    """Everybody, the arbitrator first, then in the order they joined; and the link that brings more."""
    link, cards = link_of(request, seen), cards_of(request, seen)
    people = [person_of(seen, who, cards) for who in seen.club.members]
    return MembersPage(
        seen=seen,
        people=sorted(people, key=lambda member: not member.arbitrator),
        link=link,
        qr=qr_code(link),
        orphaned=seen.open and clubs_of(request).is_orphaned(seen.stream, seen.club),
    )


def person_of(seen: ClubRequest, who: str, cards: list[CampaignSummary]) -> Person:
    """One of them."""
    theirs = [card for card in cards if seen.club.registers.get(stream_of(card.id)) == who]
    return Person(who, seen.names[who], theirs, who == seen.me, who == seen.club.arbitrator)


def leave_page(request: HttpRequest, seen: ClubRequest) -> LeavePage:
    """What leaving means, before it is done; the arbitrator asks it of others."""
    form = request.POST if request.method == "POST" else request.GET
    who = form.get("person", "") or seen.me
    refuse_unless(who == seen.me or seen.arbitrates, problem("campaign.arbitrator_only"))
    refuse_unless(who in seen.club.members, problem("campaign.no_member"))
    return LeavePage(seen=seen, person=person_of(seen, who, cards_of(request, seen)))
