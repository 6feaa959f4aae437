"""The page of an event's or a campaign's webhooks, for whoever runs it."""

from typing import ClassVar, Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from muster.app.acting import Command
from muster.app.campaign.logs import CAMPAIGNS
from muster.app.tournament.context import TOURNAMENTS
from muster.app.webhooks import HANDLERS, AddWebhook, Hook, HookContext, RemoveWebhook, problem
from muster.rules.violations import Refused, refuse_unless
from muster.store.webhooks import DatabaseHooks
from muster.web import identity
from muster.web.campaign.requests import logs_of
from muster.web.environment import url
from muster.web.forms import limit_values, whole_number
from muster.web.page import Page, render_response
from muster.web.requests import act_of, actor
from muster.web.site.errors import Reason, reasons_of, status_of
from muster.web.tournament.requests import tournaments

WORDS: Final[dict[str, str]] = {
    "pairings": "Pairings, when a round is published",
    "round-over": "A round is over",
    "standings": "Standings after each round",
    "battle": "How a battle ended",
}


class WebhooksPage(Page, frozen=True, kw_only=True):
    """The hooks there are, and a form for another one."""

    template: ClassVar = "webhooks/page.html"
    name: str
    back: str
    here: str
    hooks: tuple[Hook, ...]
    choices: tuple[tuple[str, str], ...]
    words: dict[str, str]
    secret: str = ""
    reasons: tuple[Reason, ...] = ()


class Place(NamedTuple):
    """What hooks are for: its desk, its name and its page."""

    desk: HookContext
    name: str
    back: str


def place_of(request: HttpRequest, kind: str, id: str) -> Place:
    """The event or the campaign with this id."""
    shelf = DatabaseHooks()
    if kind == "campaign":
        club = logs_of(request).campaign(f"{CAMPAIGNS}{id}").state
        desk = HookContext(f"{CAMPAIGNS}{id}", shelf, lambda who: club.arbitrator == who, ("battle",))
        return Place(desk, club.name, url("tour-club-members", club=id))
    now = tournaments(request).load(f"{TOURNAMENTS}{id}").state
    desk = HookContext(
        f"{TOURNAMENTS}{id}",
        shelf,
        lambda who: now.organiser == who,
        ("pairings", "round-over", "standings"),
    )
    return Place(desk, now.name, url("event-desk-settings", event=id))


@identity.private
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, kind: str, id: str) -> HttpResponse:
    """Look at them, add one, remove one."""
    place = place_of(request, kind, id)
    who = actor(request)
    refuse_unless(bool(who) and place.desk.runs(who), problem("webhooks.not_yours"))
    shown = WebhooksPage(
        name=place.name,
        back=place.back,
        here=request.path,
        hooks=tuple(place.desk.shelf.of(place.desk.stream)),
        choices=tuple((topic, WORDS[topic]) for topic in place.desk.topics),
        words=WORDS,
    )
    if request.method != "POST":
        return render_response(request, shown)
    try:
        HANDLERS.handle(place.desk, act_of(request), command_in(request))
    except Refused as refusal:
        again = replace(shown, reasons=reasons_of(refusal.violations))
        return render_response(request, again, status_of(refusal.violations))
    if place.desk.secret:  # shown here and nowhere else
        hooks = tuple(place.desk.shelf.of(place.desk.stream))
        return render_response(request, replace(shown, hooks=hooks, secret=place.desk.secret))
    messages.success(request, "Saved.")
    return redirect(request.path)


def command_in(request: HttpRequest) -> Command:
    """What the form asks for."""
    form = request.POST
    if form.get("do") == "remove":
        return RemoveWebhook(hook=whole_number(form.get("hook", ""), 9) or 0)
    return AddWebhook(
        address=form.get("address", "").strip()[:400],
        topics=limit_values(form.getlist("topic")),
        form="json" if form.get("form") == "json" else "chat",
    )
