"""Everything a button on a campaign's pages does. A refusal comes back on the page it was pressed on."""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from muster.app.acting import Act
from muster.app.campaign.battles import SideRef
from muster.app.campaign.club_access import Clubs
from muster.app.streams import Key
from muster.rules.campaign.battle.battle import SIDES
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.register.register import problem
from muster.rules.cards.catalogue import shorten
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.campaign.club import club as tour_clubs
from muster.web.campaign.club import end as tour_club_end
from muster.web.campaign.club import members, switches
from muster.web.campaign.club.club import HEX, club_stream, clubs, my_battles
from muster.web.campaign.registers.my_registers import act_of, stream_of

Page = Callable[[HttpRequest, str, tuple[Violation, ...]], HttpResponse]
Does = Callable[[Clubs, Act, str, QueryDict], object]


class Action(NamedTuple):
    """What a button does, where it leads, and what is said there."""

    does: Does
    then: str = "tour-club"
    said: str = ""


@identity.private
@require_POST
def act(request: HttpRequest, club: str) -> HttpResponse:
    """One act; the same form sent twice acts once, also where the first one changed who may do it."""
    doing, form = act_of(request), request.POST
    deed = ACTIONS.get(form.get("do", ""))
    if deed and answered(doing):
        return _on(deed, club)
    try:
        clubs().club(doing.actor, club_stream(club))
        if deed is None:
            raise Refused(problem("campaign.no_such_act", (), given=shorten(form.get("do", ""))))
        deed.does(clubs(), doing, club_stream(club), form)
    except Refused as refusal:
        return refused(request, club, refusal)
    if deed.said:
        messages.success(request, deed.said)
    return _on(deed, club)


def _on(deed: Action, club: str) -> HttpResponse:
    return redirect(deed.then) if deed.then == "tours" else redirect(deed.then, club)


def answered(doing: Act) -> bool:
    """Whether this very form was obeyed before: its key says everything that stood in it."""
    key = Key(doing.key) if doing.key else None
    return key is not None and clubs().tours.store.answered(doing.actor, key) is not None


def refused(request: HttpRequest, club: str, refusal: Refused) -> HttpResponse:
    """The page the button stands on, with the reasons; to strangers there is no such page."""
    if any(one.code == "campaign.unknown" for one in refusal.violations):
        raise refusal
    return PAGES.get(request.POST.get("from", ""), tour_clubs.shown)(request, club, refusal.violations)


PAGES: dict[str, Page] = {
    "members": members.shown,
    "leave": members.asked,
    "switches": switches.shown,
    "end": tour_club_end.asked,
}


# What a form names -----------------------------------------------------------------------------------------


def register_in(form: QueryDict) -> str:
    """The Register a form names."""
    given = form.get("register", "")
    if not HEX.fullmatch(given):
        raise Refused(problem("register.unknown"))
    return stream_of(given)


def person_in(form: QueryDict) -> str:
    """The member a form names."""
    return shorten(form.get("person", ""))


def battle_in(all_clubs: Clubs, act: Act, club: str, form: QueryDict) -> str:
    """The battle a form names, which must be one of this campaign."""
    battle = f"battle:{form.get('battle', '')}"
    if battle not in all_clubs.club(act.actor, club).state.battles:
        raise Refused(problem("battle.unknown"))
    return battle


def place_in(all_clubs: Clubs, act: Act, club: str, form: QueryDict) -> SideRef:
    """A side of a battle of this campaign."""
    return SideRef(battle_in(all_clubs, act, club, form), side_in(form))


def side_in(form: QueryDict) -> SideKey:
    """Blue or red."""
    for key in SIDES:
        if form.get("side") == key:
            return key
    raise Refused(problem("battle.no_side", (shorten(form.get("side", "")),)))


ACTIONS: dict[str, Action] = {
    "enter": Action(lambda my, act, club, form: my.enter(act, club, register_in(form))),
    "withdraw": Action(
        lambda my, act, club, form: my.withdraw(act, club, register_in(form)),
        said="The Register left the campaign.",
    ),
    "leave": Action(lambda my, act, club, _: my.leave(act, club), "tours", "You left the campaign."),
    "take-over": Action(lambda my, act, club, _: my.take_over(act, club), "tour-club-members"),
    "remove": Action(
        lambda my, act, club, form: my.remove(act, club, person_in(form)),
        "tour-club-members",
        "Removed. There is a new invitation; the old link leads nowhere.",
    ),
    "hand-over": Action(
        lambda my, act, club, form: my.hand_over(act, club, person_in(form)),
        "tour-club-members",
        "Handed over.",
    ),
    "rename": Action(
        lambda my, act, club, form: my.rename(act, club, form.get("name", "")), "tour-club-members"
    ),
    "renew": Action(
        lambda my, act, club, _: my.renew_invitation(act, club),
        "tour-club-members",
        "A new link. The old one leads nowhere.",
    ),
    "switch": Action(
        lambda my, act, club, form: my.set_switch(act, club, form.get("switch", ""), form.get("on") == "on"),
        "tour-club-switches",
        "From the next battle on.",
    ),
    "end": Action(lambda my, act, club, _: my.end(act, club), "tour-club-summary"),
    "confirm-for": Action(
        lambda my, act, club, form: my_battles().confirm_for(act, place_in(my, act, club, form)),
        said="Confirmed.",
    ),
    "pass-rival": Action(
        lambda my, act, club, form: my_battles().pass_rival_for(act, place_in(my, act, club, form)),
        said="Written down: no rival.",
    ),
    "call-off": Action(
        lambda my, act, club, form: my_battles().call_off(act, battle_in(my, act, club, form)),
        said="Called off.",
    ),
}
