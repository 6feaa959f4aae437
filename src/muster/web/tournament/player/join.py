"""The sign-up link of an event: entering oneself, or claiming a seat with the code on the slip."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app.calendar import start_of
from muster.app.tournament import commands
from muster.app.tournament.access import AudienceView
from muster.rules.tournament.running.audiences import TournamentView
from muster.rules.violations import Refused
from muster.store.accounts import new_id
from muster.web import identity
from muster.web.site import code_tries
from muster.web.site.errors import Reason
from muster.web.tournament import requests
from muster.web.tournament.requests import FormPage, Problems, methods_only

OF_LEADERS = ("tournament.leader_plays", "tournament.lone_leader")


class JoinPage(FormPage, frozen=True, kw_only=True):
    """What the event is, and the way in."""

    template = "tournament/player/join.html"

    event: str
    view: TournamentView
    organiser: str
    entered: int
    full: bool
    name: str
    club: str
    code: str
    sentence: str
    begins: datetime | None
    barred: tuple[Reason, ...]


@methods_only("GET", "POST")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """What the event is, and the way in; whoever plays already goes on to their own page."""
    look = requests.look_of(request, event)
    if request.method == "GET":
        return redirect("event-me", event=event) if look.view.player else render_join(request, event)
    try:
        enter_event(request, event)
    except Refused as refusal:
        return render_join(request, event, refusal.violations)
    return redirect("event-me", event=event)


def enter_event(request: HttpRequest, event: str) -> None:
    """Enter with a name, or claim with a code."""
    form = request.POST
    claim = commands.Claim(code=form.get("code", ""))
    enter = commands.EnterMe(name=form.get("name", ""), club=form.get("club", ""))
    command = claim if form.get("do") == "claim" else enter
    stream = requests.stream_of(event)
    with code_tries.acting_account(request, stream, command):
        requests.tournaments(request).do(requests.act_of(request), stream, command)


def render_join(request: HttpRequest, event: str, problems: Problems = ()) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    look = requests.look_of(request, event)
    entered = sum(line.status == "entered" for line in look.view.players)
    member = identity.member(request)
    joining = JoinPage(
        event=event,
        view=look.view,
        organiser=requests.people_of(look).get(look.view.organiser, ""),
        entered=entered,
        full=0 < look.view.plan.capacity <= entered,
        name=request.POST.get("name", "")[:60] or (member.shown_name if member else ""),
        club=request.POST.get("club", "")[:80],
        code=(request.POST.get("code", "") or request.GET.get("code", ""))[:20],
        sentence=requests.in_a_sentence(look.view),
        begins=start_of(look.view.plan.day, look.view.plan.starts, look.view.plan.zone),
        barred=reasons_barred(request, look),
    )
    return requests.answer(request, joining, problems)


def reasons_barred(request: HttpRequest, look: AudienceView) -> tuple[Reason, ...]:
    """Why whoever runs the event may not play in it (rules 513 and 515); nothing for anybody else. Nobody has
    the name that is asked with."""
    if not look.offices:
        return ()
    enter = commands.EnterMe(name=str(new_id()))
    found = requests.tournaments(request).can(requests.act_of(request), look.tournament, enter)
    return requests.reasons_of(violation for violation in found if violation.code in OF_LEADERS)
