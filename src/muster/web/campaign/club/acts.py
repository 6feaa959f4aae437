"""Everything a button on a campaign's pages does. A refusal comes back on the page it was pressed on."""

from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app.acting import Act
from muster.app.campaign.battle.context import SideRef
from muster.app.streams import Key
from muster.rules.campaign.register.register import problem
from muster.rules.cards.catalogue import shorten
from muster.rules.violations import Refused, refuse_unless
from muster.web.campaign.battle.forms import FORMS as OF_BATTLES
from muster.web.campaign.club.battles import battles_of
from muster.web.campaign.club.club import campaign
from muster.web.campaign.club.end import end_page
from muster.web.campaign.club.forms import FORMS
from muster.web.campaign.club.members import leave_page, members
from muster.web.campaign.club.orphans import orphans
from muster.web.campaign.club.pages import Shown, member_page
from muster.web.campaign.club.switches import readings
from muster.web.campaign.requests import battle_stream, club_stream, clubs_of, methods_only
from muster.web.requests import act_of, actor


class After(NamedTuple):
    """Where an act leads, and what is said there."""

    then: str = "tour-club"
    note: str = ""


AFTER: dict[str, After] = {
    "withdraw": After(note="The Register left the campaign."),
    "leave": After("tours", "You left the campaign."),
    "adopt": After("tour-orphans", "They are the arbitrator now."),
    "take-over": After("tour-club-members"),
    "remove": After("tour-club-members", "Removed. The old invitation link no longer works."),
    "hand-over": After("tour-club-members", "Handed over."),
    "rename": After("tour-club-members"),
    "renew": After("tour-club-members", "New link made. The old one no longer works."),
    "switch": After("tour-club-switches", "From the next battle on."),
    "set-date": After(note="Date saved."),
    "drop-date": After(note="Date removed."),
    "end": After("tour-club-summary"),
    "confirm-for": After(note="Confirmed."),
    "pass-rival": After(note="Recorded: no rival."),
    "call-off": After(note="Cancelled."),
}
PAGES: dict[str, Shown] = {
    "members": member_page(members),
    "leave": member_page(leave_page),
    "switches": member_page(readings),
    "end": member_page(end_page),
}
ARBITRATION = ("confirm-for", "pass-rival", "call-off")
"""What the arbitrator settles in a battle of the campaign."""


@methods_only("POST")
def act(request: HttpRequest, club: str) -> HttpResponse:
    """One act; the same form sent twice acts once, also where the first one changed who may do it."""
    verb, doing = request.POST.get("do", ""), act_of(request)
    try:
        if verb in FORMS:
            clubs_of(request).do(doing, club_stream(club), FORMS[verb].read(request.POST))
        elif not was_answered(request, doing):
            arbitrate(request, doing, club, verb)
    except Refused as refusal:
        if any(violation.code == "campaign.unknown" for violation in refusal.violations):
            raise  # to strangers there is no such page
        if verb == "adopt":
            return orphans(request, refusal.violations)
        page = PAGES.get(request.POST.get("from", "")) or member_page(campaign)
        return page(request, club, refusal.violations)
    after = AFTER.get(verb, After())
    if after.note:
        messages.success(request, after.note)
    return redirect(after.then, club) if after.then.startswith("tour-club") else redirect(after.then)


def arbitrate(request: HttpRequest, doing: Act, club: str, verb: str) -> None:
    """What the arbitrator settles in a battle of this campaign."""
    battles = clubs_of(request).club(actor(request), club_stream(club)).state.battles
    refuse_unless(verb in ARBITRATION, problem("campaign.no_such_act", (), given=shorten(verb)))
    battle = battle_stream(request.POST.get("battle", ""))
    refuse_unless(battle in battles, problem("battle.unknown"))
    battles_of(request).do(doing, SideRef(battle, "blue"), OF_BATTLES[verb].read(request.POST))


def was_answered(request: HttpRequest, doing: Act) -> bool:
    """Whether this very form was obeyed before: its key says everything that stood in it."""
    store = clubs_of(request).logs.store
    return doing.key is not None and store.earlier_answer(doing.actor, Key(doing.key)) is not None
