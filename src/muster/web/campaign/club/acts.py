"""Everything a button on a campaign's pages does. A refusal comes back on the page it was pressed on."""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from muster.app.acting import Act, Command
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.desk import SideRef
from muster.app.streams import Key
from muster.rules.campaign.battle.battle import SIDES
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.register.register import problem
from muster.rules.cards.catalogue import shorten
from muster.rules.violations import Refused, Violation, refuse_unless
from muster.web import identity
from muster.web.campaign.club import club as club_page
from muster.web.campaign.club import end, members, switches
from muster.web.campaign.club.battles import battles_of
from muster.web.campaign.club.forms import FORMS
from muster.web.campaign.requests import battle_stream, club_stream, clubs_of
from muster.web.requests import act_of, actor

Shown = Callable[[HttpRequest, str, tuple[Violation, ...]], HttpResponse]


class After(NamedTuple):
    """Where an act leads, and what is said there."""

    then: str = "tour-club"
    note: str = ""


AFTER: dict[str, After] = {
    "withdraw": After(note="The Register left the campaign."),
    "leave": After("tours", "You left the campaign."),
    "take-over": After("tour-club-members"),
    "remove": After("tour-club-members", "Removed. There is a new invitation; the old link leads nowhere."),
    "hand-over": After("tour-club-members", "Handed over."),
    "rename": After("tour-club-members"),
    "renew": After("tour-club-members", "A new link. The old one leads nowhere."),
    "switch": After("tour-club-switches", "From the next battle on."),
    "end": After("tour-club-summary"),
    "confirm-for": After(note="Confirmed."),
    "pass-rival": After(note="Written down: no rival."),
    "call-off": After(note="Called off."),
}
PAGES: dict[str, Shown] = {
    "members": members.shown,
    "leave": members.question,
    "switches": switches.shown,
    "end": end.question,
}


@identity.private
@require_POST
def act(request: HttpRequest, club: str) -> HttpResponse:
    """One act; the same form sent twice acts once, also where the first one changed who may do it."""
    verb, doing = request.POST.get("do", ""), act_of(request)
    try:
        if verb in FORMS:
            clubs_of(request).do(doing, club_stream(club), FORMS[verb].read(request.POST))
        elif not answered(request, doing):
            arbitrate(request, doing, club, verb)
    except Refused as refusal:
        return refused(request, club, refusal)
    after = AFTER.get(verb, After())
    if after.note:
        messages.success(request, after.note)
    return redirect(after.then) if after.then == "tours" else redirect(after.then, club)


def refused(request: HttpRequest, club: str, refusal: Refused) -> HttpResponse:
    """The page the button stands on, with the reasons; to strangers there is no such page."""
    if any(one.code == "campaign.unknown" for one in refusal.violations):
        raise refusal
    return PAGES.get(request.POST.get("from", ""), club_page.shown)(request, club, refusal.violations)


# Battles of the campaign -----------------------------------------------------------------------------------


def arbitrate(request: HttpRequest, doing: Act, club: str, verb: str) -> None:
    """What the arbitrator settles in a battle of this campaign."""
    battles = clubs_of(request).club(actor(request), club_stream(club)).state.battles
    refuse_unless(verb in ARBITRATION, problem("campaign.no_such_act", (), given=shorten(verb)))
    battle = battle_stream(request.POST.get("battle", ""))
    refuse_unless(battle in battles, problem("battle.unknown"))
    command = ARBITRATION[verb](request.POST)
    battles_of(request).do(doing, SideRef(battle, "blue"), command)


def answered(request: HttpRequest, doing: Act) -> bool:
    """Whether this very form was obeyed before: its key says everything that stood in it."""
    store = clubs_of(request).logs.store
    return doing.key is not None and store.answered(doing.actor, Key(doing.key)) is not None


def side_in(form: QueryDict) -> SideKey:
    """Blue or red."""
    for key in SIDES:
        if form.get("side") == key:
            return key
    raise Refused(problem("battle.no_side", (shorten(form.get("side", "")),)))


ARBITRATION: dict[str, Callable[[QueryDict], Command]] = {
    "confirm-for": lambda form: ask.ConfirmFor(side=side_in(form)),
    "pass-rival": lambda form: ask.PassRivalFor(side=side_in(form)),
    "call-off": lambda _: ask.CallOff(),
}
