"""My Registers, and beginning a new one; whom a page of Tours of Duty is for, and a form as one act."""

import uuid
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods
from uuid_utils import uuid4

from muster.app.acting import Act
from muster.app.campaign.campaigns import Tours
from muster.app.campaign.club_access import CAMPAIGNS, Clubs
from muster.app.campaign.register_access import REGISTERS, MyTours
from muster.rules.campaign.register.recruiting import may_join
from muster.rules.campaign.register.register import STARTING_POTENTIAL, STARTING_SUPPLY, Register, problem
from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.vocabulary import FACTIONS, Faction
from muster.rules.violations import Refused
from muster.store.accounts import new_id
from muster.store.log import DatabaseStore
from muster.store.stream_roles import DatabaseRoles
from muster.web import identity
from muster.web.armies import requests
from muster.web.campaign.battle import waiting
from muster.web.campaign.library import site_books
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import plural


class RegisterSummary(NamedTuple):
    """A Register on the list."""

    id: str
    register: Register
    name: str


@identity.private
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Everybody's own Registers, newest first, those retired at the end; and their campaigns."""
    mine = [
        RegisterSummary(id_of(stream), now, called(now))
        for stream, now in my_tours().registers(actor(request))
    ]
    context = {
        "cards": sorted(mine, key=lambda card: card.register.status == "retired"),
        "clubs": [(stream.removeprefix(CAMPAIGNS), club) for stream, club in my_clubs().mine(actor(request))],
        "factions": FACTION_NAMES,
        "waiting": waiting.lines_for(actor(request)),
        "guest": identity.current(request) is not None and identity.member(request) is None,
    }
    return render(request, "campaign/registers/list.html", context)


@identity.private
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new Register begins with its faction."""
    if request.method == "POST":
        return redirect("tour-register", opened(request))
    rows = [(each, FACTION_NAMES[each], recruits(each), missing(each)) for each in FACTIONS]
    context: dict[str, Any] = {
        "factions": rows,
        "key": str(uuid4()),
        "potential": STARTING_POTENTIAL,
        "supply": STARTING_SUPPLY,
    }
    return render(request, "campaign/registers/new.html", context)


def opened(request: HttpRequest) -> str:
    """The id of the new Register; the form sent twice begins one."""
    faction = request.POST.get("faction", "")
    if faction not in FACTIONS:
        given = shorten(faction)
        raise Refused(problem("register.no_faction", (given,), 106, given=given))
    owner = str(identity.ensure(request).pk)
    key = requests.once(request)
    made = uuid.uuid5(uuid.UUID(owner), key).hex if key else new_id().hex
    my_tours().open(act_of(request), stream_of(made), faction, catalogue().edition)
    return made


def recruits(faction: str) -> str:
    """How many units could join a Register of this faction."""
    units = [one for one in catalogue().data.units if not one.unique]
    own = sum(one.faction == faction for one in units)
    hired = sum(one.mercenary and one.faction != faction and faction in one.hirable_by for one in units)
    return f"{plural(own, 'unit')} to recruit" + (f", {hired} to hire" if hired else "")


def missing(faction: Faction) -> str:
    """What stands in the way of any Register of this faction: every one needs a commander and corps."""
    empty = Register(status="building", faction=faction, points_date=catalogue().edition)
    ready = [one for one in catalogue().data.units if not one.unique and may_join(one, empty) is None]
    gaps = [rank for rank in ("commander", "corps") if not any(one.rank == rank for one in ready)]
    return f"No {' and no '.join(gaps)} that is not unique, so no Register yet" if gaps else ""


def called(register: Register) -> str:
    """The name of a Register, or whose it is while it has none."""
    if register.name:
        return register.name
    return f"{register.paragon.called}’s Register" if register.paragon else "A new Register"


def my_tours() -> MyTours:
    """The use cases over the site's own store."""
    return MyTours(Tours(DatabaseStore(), site_books()), DatabaseRoles())


def my_clubs() -> Clubs:
    """The use cases of campaigns, over the same store."""
    return Clubs(Tours(DatabaseStore(), site_books()), DatabaseRoles())


def actor(request: HttpRequest) -> str:
    """Who asks; nobody owns a Register without having written something."""
    return requests.actor(request)


def stream_of(register: str) -> str:
    """The stream of the Register with this id in its address."""
    return f"{REGISTERS}{register}"


def id_of(stream: str) -> str:
    """The id in the address of a stream's Register."""
    return stream.removeprefix(REGISTERS)


def act_of(request: HttpRequest) -> Act:
    """Who acts, when, and the key that makes a form sent twice act once."""
    return Act(actor(request), datetime.now(UTC), str(new_id()), requests.once(request) or None)
