"""The public page of an event: pairings, standings, bracket, announcements, rulings, without signing in."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from muster.rules.tournament.games import Player
from muster.rules.tournament.running.audiences import Audience
from muster.web.environment import url
from muster.web.page import Page, TemplateContext, render_page, render_response
from muster.web.qr import qr_code
from muster.web.serving.response_cache import reads_only, same_for_all
from muster.web.tournament.public.clock import ClockFace, clock_of
from muster.web.tournament.public.parts import Search, part_html
from muster.web.tournament.public.rows import GameRow, game_row
from muster.web.tournament.public.snapshot import PublicSnapshot, digest, snapshot_for
from muster.web.tournament.requests import actor, in_a_sentence, stream_of, tournament_queries
from muster.web.tournament.tickets import ticket_for

LONGEST_SEARCH: Final = 60
PARAMETERS: Final = ("show", *Search._fields)
KEPT_SECONDS: Final = 2
WAIT_PER_PLAYER: Final = 4
LONGEST_WAIT: Final = 4_000


class HeadPage(Page, frozen=True, kw_only=True):
    """The slab: which round, the clock, how many tables are done."""

    template = "tournament/public/head.html"

    snapshot: PublicSnapshot
    clock: ClockFace


class OwnTable(NamedTuple):
    """A player's own table on top of the page."""

    player: Player
    row: GameRow | None
    bye: bool


class PageParts(TemplateContext, frozen=True, kw_only=True):
    """Which part of an event somebody looks at, and how it reads."""

    tab: str
    search: Search
    head: str
    body: str
    own: OwnTable | None


class EventPage(Page, frozen=True, kw_only=True):
    """The whole page. `wait` spreads the phones of a hall over some seconds, in milliseconds."""

    template = "tournament/public/show.html"

    snapshot: PublicSnapshot
    event: str
    tabs: list[tuple[str, str]]
    follow: str
    parts: PageParts
    audience: Audience
    address: str
    qr: SafeString
    wait: int
    ticket: str
    sentence: str


def tabs_of(snapshot: PublicSnapshot) -> list[tuple[str, str]]:
    """The parts of the page that there is something to show in."""
    rounds = snapshot.view.rounds
    found = [("pairings", "Pairings")] if rounds else [("players", "Players")]
    if snapshot.swiss_done:
        found.append(("standings", "Standings"))
    if any(round_view.round.stage == "elimination" for round_view in rounds):
        found.append(("bracket", "Bracket"))
    return [*found, ("about", "About")]


def tab_of(snapshot: PublicSnapshot, wanted: str) -> str:
    """The part asked for; else the one that matters now."""
    there = [tab for tab, _ in tabs_of(snapshot)]
    if wanted in there:
        return wanted
    return "standings" if snapshot.view.status == "ended" and "standings" in there else there[0]


def head_page(snapshot: PublicSnapshot, at: datetime | None = None) -> HeadPage:
    """The slab as it is now."""
    return HeadPage(snapshot=snapshot, clock=clock_of(snapshot.round, snapshot.view.plan, at))


def head_html(snapshot: PublicSnapshot) -> str:
    """The slab as it is now, drawn once a second at most: the clock alone changes it."""
    page = head_page(snapshot)
    clock, html = snapshot.head
    if clock != page.clock:
        html = render_page(page)
        snapshot.head = (page.clock, html)
    return html


def search_of(request: HttpRequest) -> Search:
    """What the address asks for; a search is a few words at most."""
    search = Search(*(request.GET.get(name, "")[:LONGEST_SEARCH] for name in Search._fields))
    return search._replace(q=" ".join(search.q.split()))


# Pages ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def qr_of(address: str) -> SafeString:
    """The QR code of an event's address: the same for everybody, and slow to draw."""
    return qr_code(address)


@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The whole page."""
    snapshot = snapshot_for(request, event)
    _, point = tournament_queries(request).event_for(actor(request), stream_of(event))
    parts = parts_of(request, snapshot, point.player)
    theme = request.COOKIES.get("theme", "")
    body = digest_of(parts.body)
    content = digest(parts.head, body, str(parts.own), parts.tab, str(parts.search), theme)

    def make() -> HttpResponse:
        return reads_only(
            render_response(request, event_page(request, snapshot, point.audience, parts)), PARAMETERS
        )

    return with_etag(request, event, f"{content}-{point.audience}", make)


def parts_of(request: HttpRequest, snapshot: PublicSnapshot, player: Player) -> PageParts:
    """What this request asks for, with the parts that are kept."""
    tab, search = tab_of(snapshot, request.GET.get("show", "")), search_of(request)
    return PageParts(
        tab=tab,
        search=search,
        head=head_html(snapshot),
        body=part_html(snapshot, tab, search),
        own=_own_table(snapshot, player) if player else None,
    )


@lru_cache(maxsize=32)
def digest_of(body: str) -> str:
    """The name of what a part says, found once for all who ask for it."""
    return digest(body)


def event_page(
    request: HttpRequest, snapshot: PublicSnapshot, audience: Audience, parts: PageParts
) -> EventPage:
    """The page as somebody sees it."""
    event = snapshot.event
    address = request.build_absolute_uri(url("event", event=event))
    wanted = {"show": parts.tab, **{name: text for name, text in parts.search._asdict().items() if text}}
    return EventPage(
        snapshot=snapshot,
        event=event,
        tabs=tabs_of(snapshot),
        follow=f"{url('event-part', event=event)}?{urlencode(wanted)}",
        parts=parts,
        audience=audience,
        address=address,
        qr=qr_of(address),
        wait=min(len(snapshot.view.players) * WAIT_PER_PLAYER, LONGEST_WAIT),
        ticket=ticket_for(request, event, "event"),
        sentence=in_a_sentence(snapshot.view),
    )


def _own_table(snapshot: PublicSnapshot, player: Player) -> OwnTable:
    if snapshot.round is None:
        return OwnTable(player, None, False)
    game = snapshot.round.round.game_of(player)
    row = game_row(snapshot, game) if game else None
    return OwnTable(player, row, snapshot.round.round.has_bye(player))


@require_GET
def part(request: HttpRequest, event: str) -> HttpResponse:
    """The part below the slab alone: what an open page fetches when something changed."""
    snapshot = snapshot_for(request, event)
    body = part_html(snapshot, tab_of(snapshot, request.GET.get("show", "")), search_of(request))
    answer = with_etag(request, event, f"{digest(body)}-part-public", lambda: HttpResponse(body))
    answer["Muster-Screen"] = snapshot.screen
    return answer


def with_etag(
    request: HttpRequest, event: str, content: str, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """An answer with an ETag of what it says and to whom; browsers ask again every time. Who is nobody gets
    what everybody gets, which the server keeps for a moment."""
    etag = f'"{content}"'
    same = request.headers.get("If-None-Match", "").removeprefix("W/") == etag
    response: HttpResponse = HttpResponseNotModified() if same else make()
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Cookie"
    return response if actor(request) else same_for_all(response, KEPT_SECONDS, stream_of(event))
