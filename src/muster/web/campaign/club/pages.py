"""A campaign as one of its members sees it, and what all its pages share."""

from typing import NamedTuple, TypedDict

from django.http import HttpRequest
from uuid_utils import uuid4

from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.register.register import Register
from muster.rules.violations import Violation
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.campaign.requests import Reason, club_stream, clubs_of, id_of, logs_of, reasons_of
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import url
from muster.web.page import Page
from muster.web.requests import actor


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
    faction: str
    owner: str
    mine: bool
    href: str


class ClubPage(Page, frozen=True, kw_only=True):
    """A page of a campaign; `tab` is where it stands among them."""

    seen: ClubRequest
    club: Campaign
    tab: str
    key: str
    reasons: list[Reason]


class ClubHead(TypedDict):
    """The fields of every such page."""

    seen: ClubRequest
    club: Campaign
    tab: str
    key: str
    reasons: list[Reason]


def seen_by(request: HttpRequest, club: str) -> ClubRequest:
    """The campaign, for its members; to everybody else it does not exist."""
    me, stream = actor(request), club_stream(club)
    state = clubs_of(request).club(me, stream).state
    people = {*state.members, *state.registers.values(), state.arbitrator}
    return ClubRequest(club, stream, me, state, names_of(people))


def head_of(seen: ClubRequest, tab: str, problems: tuple[Violation, ...] = ()) -> ClubHead:
    """What every page of the campaign shows."""
    return ClubHead(seen=seen, club=seen.club, tab=tab, key=str(uuid4()), reasons=reasons_of(problems))


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
    page = "tour-register" if mine else "tour-club-register"
    href = url(page, register=here) if mine else url(page, club=seen.id, register=here)
    owner = seen.names.get(whose, FORMER_PLAYER)
    return CampaignSummary(here, now, now.called, FACTION_NAMES[now.faction], owner, mine, href)
