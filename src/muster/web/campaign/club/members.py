"""The people of a campaign: the invitation, the arbitrator, who leaves and what leaves with them."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules.campaign.register.register import problem
from muster.rules.violations import Violation, refuse_unless
from muster.web import identity
from muster.web.campaign.club.invitations import link_of
from muster.web.campaign.club.pages import CampaignSummary, ClubPage, ClubRequest, cards_of, head_of, seen_by
from muster.web.campaign.requests import clubs_of, status_of, stream_of
from muster.web.dice.dice import qr_code
from muster.web.page import draw


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
    people: list[Person]
    link: str
    qr: str
    orphaned: bool


class LeavePage(ClubPage, frozen=True, kw_only=True):
    """What leaving means, before it is done."""

    template: ClassVar[str] = "campaign/club/leave.html"
    person: Person


@identity.private
@require_GET
def page(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody, and the link that brings more."""
    return shown(request, club)


def shown(request: HttpRequest, club: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    seen = seen_by(request, club)
    link = link_of(request, seen)
    page = MembersPage(
        **head_of(seen, "members", problems),
        people=people_of(seen, cards_of(request, seen)),
        link=link,
        qr=qr_code(link),
        orphaned=seen.open and clubs_of(request).is_orphaned(seen.stream, seen.club),
    )
    return draw(request, page, status_of(problems))


def people_of(seen: ClubRequest, cards: list[CampaignSummary]) -> list[Person]:
    """The arbitrator first, then in the order they joined."""
    people = [person_of(seen, who, cards) for who in seen.club.members]
    return sorted(people, key=lambda one: not one.arbitrator)


def person_of(seen: ClubRequest, who: str, cards: list[CampaignSummary]) -> Person:
    """One of them."""
    theirs = [card for card in cards if seen.club.registers.get(stream_of(card.id)) == who]
    return Person(who, seen.names[who], theirs, who == seen.me, who == seen.club.arbitrator)


@identity.private
@require_GET
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """What leaving means, before it is done; the arbitrator asks it of others."""
    return question(request, club)


def question(request: HttpRequest, club: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The question, with the reasons of a refusal on top."""
    seen = seen_by(request, club)
    form = request.POST if request.method == "POST" else request.GET
    who = form.get("person", "") or seen.me
    refuse_unless(who == seen.me or seen.arbitrates, problem("campaign.arbitrator_only"))
    refuse_unless(who in seen.club.members, problem("campaign.no_member"))
    person = person_of(seen, who, cards_of(request, seen))
    return draw(request, LeavePage(**head_of(seen, "members", problems), person=person), status_of(problems))
