"""Live updates of events. Each place to watch from has a channel of its own, made from what it may see.

`event`: the slab of the public page, the same for everybody. `me`: the strip of one player's table. `judge`:
the queue in numbers, for officials. A frame is small; when it says that something changed, the page fetches
the part of it that did, from memory. Nothing that is secret to an audience passes through its channel.
"""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET

from muster.rules.violations import Refused
from muster.web import live
from muster.web.identity import private
from muster.web.tournament.public.public import head_context
from muster.web.tournament.public.snapshot import shows
from muster.web.tournament.requests import actor, stream_of, watching

PUBLIC: Final = "public"
OFFICIALS: Final = "officials"
PLACES: Final = ("event", "me", "judge")


def audience_at(place: str, person: str, stream: str) -> str | None:
    """As whom somebody watches from a place; none where they may not."""
    try:
        _, point = watching().admitted(person, stream)
    except Refused:
        return None
    if place == "me":
        return f"player:{point.player}" if point.player else None
    if place == "judge":
        return OFFICIALS if point.audience in ("organiser", "judge") else None
    return PUBLIC


def fragment_of(stream: str, audience: str) -> tuple[int, str]:
    """What a channel shows now."""
    from muster.web.tournament.judge.judge import queue_strip
    from muster.web.tournament.player.me import my_strip

    if audience == OFFICIALS:
        return queue_strip(stream)
    if audience.startswith("player:"):
        return my_strip(stream, audience.removeprefix("player:"))
    show = shows.now(stream)
    return show.version, render_to_string("tournament/public/head.html", head_context(show))


class EventLive:
    """Events for the live app. Who watches is named with the place they watch from: `me/<account>`."""

    def audience(self, stream: str, account: str) -> str | None:
        place, _, person = account.partition("/")
        return audience_at(place, person, stream)

    def render(self, stream: str, audience: str) -> tuple[int, str]:
        return fragment_of(stream, audience)


def ticket_for(request: HttpRequest, event: str, place: str) -> str:
    """A ticket to watch from a place; empty for somebody who may not."""
    person, stream = actor(request), stream_of(event)
    audience = audience_at(place, person, stream)
    return live.issue_ticket(stream, audience, f"{place}/{person}") if audience else ""


@private
@require_GET
def fragment(request: HttpRequest, event: str, place: str) -> HttpResponse:
    """The live part alone with a fresh ticket: what a page fetches when its line broke."""
    ticket = ticket_for(request, event, place)
    if not ticket:
        raise Http404
    audience = audience_at(place, actor(request), stream_of(event)) or PUBLIC
    version, html = fragment_of(stream_of(event), audience)
    return render(
        request,
        "tournament/live.html",
        {"event": event, "place": place, "ticket": ticket, "version": version, "html": html},
    )
