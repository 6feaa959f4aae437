"""The people of a campaign: the invitation, the arbitrator, who leaves and what leaves with them."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.campaign.club import invitations
from muster.web.campaign.club.club import CampaignSummary, ClubRequest, about, cards_of, seen_by, status_of
from muster.web.dice.dice import qr_code


class Person(NamedTuple):
    """A member with their Registers."""

    id: str
    name: str
    cards: list[CampaignSummary]
    me: bool
    arbitrator: bool


@identity.private
@require_GET
def page(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody, and the link that brings more."""
    return shown(request, club)


def shown(request: HttpRequest, club: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    seen = seen_by(request, club)
    link = invitations.link_of(request, seen)
    context = about(seen, "members", problems) | {
        "people": people_of(seen),
        "link": link,
        "qr": qr_code(link),
        "orphaned": seen.open and seen.orphaned,
    }
    return render(request, "campaign/club/members.html", context, status=status_of(problems))


def people_of(seen: ClubRequest) -> list[Person]:
    """The arbitrator first, then in the order they joined."""
    cards = cards_of(seen)
    people = [person_of(seen, who, cards) for who in seen.club.members]
    return sorted(people, key=lambda one: not one.arbitrator)


def person_of(seen: ClubRequest, who: str, cards: list[CampaignSummary]) -> Person:
    """One of them."""
    theirs = [card for card in cards if seen.club.registers.get(f"register:{card.id}") == who]
    return Person(who, seen.names[who], theirs, who == seen.me, who == seen.club.arbitrator)


@identity.private
@require_GET
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """What leaving means, before it is done; the arbitrator asks it of others."""
    return asked(request, club)


def asked(request: HttpRequest, club: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The question, with the reasons of a refusal on top."""
    seen = seen_by(request, club)
    form = request.POST if request.method == "POST" else request.GET
    who = form.get("person", "") or seen.me
    if who != seen.me and not seen.arbitrates:
        raise Refused(problem("campaign.arbitrator_only"))
    if who not in seen.club.members:
        raise Refused(problem("campaign.no_member"))
    context = about(seen, "members", problems) | {"person": person_of(seen, who, cards_of(seen))}
    return render(request, "campaign/club/leave.html", context, status=status_of(problems))
