"""A club's campaign: beginning one, its page, and what all its pages share."""

import re
import uuid
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods
from uuid_utils import uuid4

from muster.app.campaign.battle_access import MyBattles
from muster.app.campaign.club_access import CAMPAIGNS
from muster.app.campaign.steps import Battles
from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.register.register import Register, problem
from muster.rules.violations import Refused, Violation
from muster.store.accounts import FORMER_PLAYER, names_of, new_id
from muster.store.log import DatabaseStore
from muster.store.stream_roles import DatabaseRoles
from muster.web import identity
from muster.web.armies import requests
from muster.web.campaign.club import battles as tour_club_battles
from muster.web.campaign.club import news as tour_club_news
from muster.web.campaign.library import site_books
from muster.web.campaign.registers.my_registers import act_of, actor, called, id_of, my_tours, stream_of
from muster.web.campaign.registers.my_registers import my_clubs as clubs
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import url
from muster.web.site.errors import STATUS, as_reason

HEX = re.compile(r"[0-9a-f]{32}")
LATELY = 12


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
    def orphaned(self) -> bool:
        """Whether the arbitrator's account is gone, so that a member may take over."""
        return DatabaseRoles().role(self.club.arbitrator, self.stream) is None

    @property
    def open(self) -> bool:
        """Whether it is still played."""
        return self.club.status == "open"


class CampaignSummary(NamedTuple):
    """A Register of the campaign."""

    id: str
    register: Register
    name: str
    faction: str
    owner: str
    mine: bool
    href: str


@identity.private
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Begin a campaign; whoever does is its arbitrator."""
    if request.method == "GET":
        return _beginning(request)
    try:
        return redirect("tour-club", opened(request))
    except Refused as refusal:
        return _beginning(request, refusal.violations)


def _beginning(request: HttpRequest, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    context = {"name": request.POST.get("name", "")[:200], "key": str(uuid4()), **refusals(problems)}
    return render(request, "campaign/club/new.html", context, status=status_of(problems))


def opened(request: HttpRequest) -> str:
    """The id of the new campaign; the form sent twice begins one."""
    name = request.POST.get("name", "")
    if not name.strip():
        raise Refused(problem("campaign.nameless"))
    owner, key = str(identity.ensure(request).pk), requests.once(request)
    made = uuid.uuid5(uuid.UUID(owner), key).hex if key else new_id().hex
    clubs().open(act_of(request), club_stream(made), name)
    return made


@identity.private
@require_GET
def page(request: HttpRequest, club: str) -> HttpResponse:
    """The campaign as it stands."""
    return shown(request, club)


def shown(request: HttpRequest, club: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    seen = seen_by(request, club)
    cards = cards_of(seen)
    rows = tour_club_battles.rows(seen.stream, seen.me, seen.club, cards, bool(request.GET.get("all")))
    news = tour_club_news.lately(seen.stream, {stream_of(card.id): card.register for card in cards}, LATELY)
    context = about(seen, "club", problems) | {
        "cards": cards,
        "playing": [card for card in cards if card.mine and card.register.status == "founded"],
        "entering": enterable(seen),
        "rows": rows,
        "more": len(seen.club.battles) - len(rows),
        "waiting": [row for row in rows if row.offers] if seen.arbitrates else [],
        "days": news,
    }
    return render(request, "campaign/club/club.html", context, status=status_of(problems))


def cards_of(seen: ClubRequest) -> list[CampaignSummary]:
    """The Registers of the campaign: one's own first, then by reputation."""
    found = [
        card_of(seen, stream, whose, now) for stream, whose, now in clubs().registers(seen.me, seen.stream)
    ]
    return sorted(found, key=lambda card: (not card.mine, -card.register.reputation))


def card_of(seen: ClubRequest, stream: str, whose: str, now: Register) -> CampaignSummary:
    """One of them: to its own page for its owner, to the members' view for everybody else."""
    here, mine = id_of(stream), whose == seen.me
    href = (
        url("tour-register", register=here)
        if mine
        else url("tour-club-register", club=seen.id, register=here)
    )
    owner = seen.names.get(whose, FORMER_PLAYER)
    return CampaignSummary(here, now, called(now), FACTION_NAMES[now.faction], owner, mine, href)


def enterable(seen: ClubRequest) -> list[tuple[str, str, str]]:
    """One's own Registers that are not here yet, each with the campaign it would leave."""
    mine = my_tours().registers(seen.me) if seen.open else []
    return [
        (id_of(stream), called(now), clubs().tours.campaign(now.campaign).state.name if now.campaign else "")
        for stream, now in mine
        if now.campaign != seen.stream and now.status != "retired" and not now.open_battle
    ]


# What all pages of a campaign share ------------------------------------------------------------------------


def my_battles() -> MyBattles:
    """Those of battles."""
    return MyBattles(Battles(DatabaseStore(), site_books()), DatabaseRoles())


def club_stream(club: str) -> str:
    """The stream of the campaign with this id in its address."""
    return f"{CAMPAIGNS}{club}"


def seen_by(request: HttpRequest, club: str) -> ClubRequest:
    """The campaign, for its members; to everybody else it does not exist."""
    me, stream = actor(request), club_stream(club)
    state = clubs().club(me, stream).state
    names = names_of({*state.members, *state.registers.values(), state.arbitrator})
    return ClubRequest(club, stream, me, state, names)


def about(seen: ClubRequest, tab: str, problems: tuple[Violation, ...] = ()) -> dict[str, Any]:
    """What every page of the campaign shows."""
    return {"seen": seen, "club": seen.club, "tab": tab, "key": str(uuid4()), **refusals(problems)}


def refusals(problems: tuple[Violation, ...]) -> dict[str, Any]:
    """The reasons of a refusal for the page."""
    return {"reasons": [as_reason(one) for one in problems]}


def status_of(problems: tuple[Violation, ...]) -> int:
    """The status of a page with these reasons on top."""
    return STATUS.get(problems[0].code, 422) if problems else 200
