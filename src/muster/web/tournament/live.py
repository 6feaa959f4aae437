"""Live updates of events. Each place to watch from has a channel of its own, made from what it may see.

`event`: the slab of the public page, the same for everybody. `me`: the strip of one player's table. `judge`:
the queue in numbers, for officials. A frame is small: it brings the rows of new results, and when it says
that more than those changed, the page fetches the part of it that did, from memory. Nothing that is secret to
an audience passes through its channel.
"""

from collections.abc import Collection

from django.http import Http404, HttpRequest, HttpResponse

from muster.app.tournament.access import TournamentQueries
from muster.web.live import Drawing
from muster.web.page import Page, render_response
from muster.web.requests import new_store
from muster.web.tournament.judge.judge import queue_strip
from muster.web.tournament.player.me import Strip, my_strip
from muster.web.tournament.public.parts import changed_rows
from muster.web.tournament.public.public import head_html
from muster.web.tournament.public.snapshot import RestsOn, public_snapshots
from muster.web.tournament.requests import actor, methods_only, stream_of, tournament_queries, tournaments
from muster.web.tournament.tickets import OFFICIALS, PUBLIC, audience_at, ticket_for


class LivePart(Page, frozen=True, kw_only=True):
    """The live part of a page of an event, with the ticket that keeps it going."""

    template = "tournament/live.html"
    event: str
    place: str
    ticket: str
    version: int
    html: str


def fragment_of(stream: str, audience: str) -> tuple[int, str]:
    """What a channel shows now."""
    if audience == OFFICIALS:
        return queue_strip(stream)
    if audience.startswith("player:"):
        return my_strip(stream, audience.removeprefix("player:"))[:2]
    show = public_snapshots.now(stream)
    return show.version, head_html(show)


class EventLive:
    """Events for the live app. Who watches is named with the place they watch from: `me/<account>`. To the
    public page go the rows of new results too."""

    def audience(self, stream: str, account: str) -> str | None:
        place, _, person = account.partition("/")
        return audience_at(place, person, stream, tournament_queries())

    def audiences(self, stream: str, accounts: Collection[str]) -> dict[str, str | None]:
        queries = TournamentQueries(tournaments(look=new_store()))
        places = {account: account.partition("/") for account in accounts}
        return {
            account: audience_at(place, person, stream, queries)
            for account, (place, _, person) in places.items()
        }

    def render(self, stream: str, audience: str) -> tuple[int, str]:
        return fragment_of(stream, audience)

    def draw(self, stream: str, audience: str, before: object) -> Drawing:
        if audience.startswith("player:"):
            held = before if isinstance(before, Strip) else None
            strip = my_strip(stream, audience.removeprefix("player:"), held)
            return Drawing(strip.version, strip.html, rests_on=strip)
        if audience != PUBLIC:
            return Drawing(*fragment_of(stream, audience))
        show = public_snapshots.now(stream)
        rows = changed_rows(show, before) if isinstance(before, RestsOn) else ""
        return Drawing(show.version, head_html(show), rows, show.rests_on)


@methods_only("GET")
def fragment(request: HttpRequest, event: str, place: str) -> HttpResponse:
    """The live part alone with a fresh ticket: what a page fetches when its line broke."""
    ticket = ticket_for(request, event, place)
    if not ticket:
        raise Http404
    audience = audience_at(place, actor(request), stream_of(event), tournament_queries(request)) or PUBLIC
    version, html = fragment_of(stream_of(event), audience)
    live = LivePart(event=event, place=place, ticket=ticket, version=version, html=html)
    return render_response(request, live)
