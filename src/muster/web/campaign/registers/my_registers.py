"""My Registers and campaigns, and beginning a new Register."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from msgspec import field

from muster.app.campaign.commands import Enter
from muster.app.campaign.logs import CAMPAIGNS
from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.register.recruiting import may_join
from muster.rules.campaign.register.register import STARTING_POTENTIAL, STARTING_SUPPLY, Register
from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.vocabulary import FACTIONS, Faction
from muster.web import identity
from muster.web.campaign.registers.forms import open_in
from muster.web.campaign.requests import (
    club_stream,
    clubs_of,
    id_of,
    methods_only,
    new_id_for,
    new_key,
    registers_of,
    stream_of,
)
from muster.web.campaign.waiting import WaitingLine, lines_for
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import plural
from muster.web.page import Page, render_response
from muster.web.requests import act_of, actor


class MyRegistersPage(Page, frozen=True, kw_only=True):
    """Everybody's own Registers by id, newest first, those retired at the end; and their campaigns."""

    template: ClassVar[str] = "campaign/registers/list.html"
    cards: list[tuple[str, Register]]
    clubs: list[tuple[str, Campaign]]
    waiting: list[WaitingLine]
    guest: bool


class FactionChoice(NamedTuple):
    """A faction to begin with; `missing` says why nobody can."""

    id: Faction
    name: str
    line: str
    missing: str


class NewRegisterPage(Page, frozen=True, kw_only=True):
    """Which faction?"""

    template: ClassVar[str] = "campaign/registers/new.html"
    factions: list[FactionChoice]
    club: str = ""
    club_name: str = ""
    key: str = field(default_factory=new_key)
    potential: int = STARTING_POTENTIAL
    supply: int = STARTING_SUPPLY


@methods_only("GET")
def index(request: HttpRequest) -> HttpResponse:
    """The list."""
    me, registers, clubs = actor(request), registers_of(request), clubs_of(request)
    streams = registers.streams(me)
    registers.logs.open([*streams, *clubs.streams(me)])
    mine = [(id_of(stream), now) for stream, now in registers.mine(me)]
    page = MyRegistersPage(
        cards=sorted(mine, key=lambda card: card[1].status == "retired"),
        clubs=[(stream.removeprefix(CAMPAIGNS), club) for stream, club in clubs.mine(me)],
        waiting=lines_for(registers.logs, streams),
        guest=identity.current(request) is not None and identity.member(request) is None,
    )
    return render_response(request, page)


@methods_only("GET", "POST")
def new(request: HttpRequest) -> HttpResponse:
    """A new Register begins with its faction; the form sent twice begins one. Begun from a campaign, it is in
    it at once."""
    club = shorten((request.POST or request.GET).get("club", ""))
    home = clubs_of(request).club(actor(request), club_stream(club)).state if club else Campaign()
    club = club if home.status == "open" else ""
    if request.method == "POST":
        command = open_in(request.POST)
        with identity.acting_account(request) as account:
            made = new_id_for(request, str(account.pk))
            registers_of(request).do(act_of(request), stream_of(made), command)
            if club:
                enter = Enter(register=stream_of(made))
                clubs_of(request).do(act_of(request, "enter"), club_stream(club), enter)
        return redirect("tour-register", made)
    factions = [
        FactionChoice(each, FACTION_NAMES[each], recruits(each), what_is_missing(each)) for each in FACTIONS
    ]
    return render_response(request, NewRegisterPage(factions=factions, club=club, club_name=home.name))


def recruits(faction: Faction) -> str:
    """How many units could join a Register of this faction."""
    units = [unit for unit in catalogue().data.units if not unit.unique]
    own = sum(unit.faction == faction for unit in units)
    hired = sum(unit.mercenary and unit.faction != faction and faction in unit.hirable_by for unit in units)
    return f"{plural(own, 'unit')} to recruit" + (f", {hired} to hire" if hired else "")


def what_is_missing(faction: Faction) -> str:
    """What stands in the way of any Register of this faction: every one needs a commander and corps."""
    empty = Register(status="building", faction=faction, points_date=catalogue().edition)
    ready = [unit for unit in catalogue().data.units if not unit.unique and may_join(unit, empty) is None]
    gaps = [rank for rank in ("commander", "corps") if not any(unit.rank == rank for unit in ready)]
    return f"Not playable yet: no generic {' or '.join(gaps)} units" if gaps else ""
