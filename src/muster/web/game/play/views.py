"""Games at the table on two phones: open, join, play, watch."""

from typing import ClassVar, Final, get_args

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec.structs import replace
from uuid_utils import uuid4

from muster.app.game.playing.join_codes import has_open_seat, join_code
from muster.app.game.playing.opening import game_of
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.app.game.playing.results import saved_armies
from muster.rules.game.log.events import STREAM
from muster.rules.game.special_operations.squads.cards import DEFAULT
from muster.rules.game.table import Audience, Seat
from muster.rules.violations import Refused
from muster.web import identity, live
from muster.web.environment import url
from muster.web.game.desks import desk_over, house_over
from muster.web.game.play.forms import FORMS, seat_in, verb_of
from muster.web.game.play.opening import CODES, armies_of, desk_of, has_chosen_otherwise, new_page, squads_of
from muster.web.game.play.pages import (
    ActedPage,
    GamePage,
    HallPage,
    JoinWay,
    RenderedPart,
    TablePart,
    log_page,
    part_for,
    tools_page,
)
from muster.web.game.play.prompts.cards import name_in_refusal
from muster.web.identity import private
from muster.web.page import Page, render_page, render_response, wants_part
from muster.web.qr import qr_code
from muster.web.requests import act_of, actor, id_for, new_store, store_for
from muster.web.serving.parts import HEADER, Fragment, read_part_names
from muster.web.site import code_tries
from muster.web.site.errors import reasons_of, status_of

SHOWN: Final = "game-shown"
"""The seat whose secrets are shown next on a phone for both, once."""


class PassPage(Page, frozen=True, kw_only=True):
    """One phone for both: a blank screen before somebody's secret."""

    template: ClassVar = "game/play/pass.html"
    id: str
    seat: Seat
    side: str
    name: str
    title: str


class ElsewherePage(Page, frozen=True, kw_only=True):
    """No game, or one that is not this phone's to see: the same page for both. Whose phone died enters
    the code of their seat here."""

    template: ClassVar = "game/play/elsewhere.html"
    id: str
    key: str


@private
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a game; the one who opens it sits down at once. Who chose otherwise than the other did meanwhile
    is shown what was chosen."""
    if request.method == "POST":
        try:
            if has_chosen_otherwise(request):
                return render_response(request, new_page(request, request.POST))
            return redirect("game", _open(request))
        except Refused as refusal:
            page = new_page(request, request.POST)
            return render_response(
                request, replace(page, refused=reasons_of(refusal.violations)), status_of(refusal.violations)
            )
    return render_response(request, new_page(request, request.GET))


def _open(request: HttpRequest) -> str:
    command, look = FORMS["open"].read(request.POST), store_for(request)
    with identity.acting_account(request) as account:
        fresh = id_for(request, str(account.pk)).replace("-", "")
        game = game_of(house_over(look), str(account.pk), command, fresh)
        desk = desk_over(look, game, account.shown_name)
        HANDLERS.handle(desk, act_of(request), command)
        seats = desk.seats_of(str(account.pk))
    if desk.code and seats:
        _keep_code(request, game, seats[-1] if len(seats) == 1 else "one", desk.code)
    return game


@private
@require_GET
def game(request: HttpRequest, game: str) -> HttpResponse:
    """The game as this person sees it; on one phone for both, a secret comes after the pass screen."""
    try:
        return render_response(request, _load_page(request, game))
    except Http404:
        return render_response(request, ElsewherePage(id=game, key=str(uuid4())), 404)


@private
@require_GET
def table_live(request: HttpRequest, game: str) -> HttpResponse:
    """The shell with a fresh ticket: what a phone fetches when its line broke. Who asks again and again names
    what they have: while the audience would see the same, nothing is sent."""
    page = _load_page(request, game)
    etag = name_of(page)
    same = request.headers.get("If-None-Match") == etag
    answer = HttpResponse(status=304) if same else render_response(request, page)
    answer["ETag"] = etag
    return answer


def name_of(page: GamePage) -> str:
    """The ETag of what an audience is shown: the name of its live frame, without any version."""
    return f'"{page.drawn.digest}"'


@private
@require_POST
def act(request: HttpRequest, game: str) -> HttpResponse:
    """Whatever is done in a game, by one form."""
    desk = desk_of(request, game)
    verb = verb_of(request.POST)
    if not desk.exists or verb not in FORMS or verb == "open":
        raise Http404
    try:
        _handle(request, desk, verb)
    except Refused as refusal:
        return _render_refusal(request, game, refusal)
    if desk.code:
        _keep_code(request, game, seat_in(request.POST) or "two", desk.code)
    if wants_part(request):
        return _at_table(render_response(request, _load_page(request, game, kind=ActedPage)), game)
    return redirect("game", game)


def _at_table(answer: HttpResponse, game: str) -> HttpResponse:
    """Who acted from behind the pass screen is at the table again, and so is their address."""
    answer["HX-Replace-Url"] = url("game", game)
    return answer


def _render_refusal(request: HttpRequest, game: str, refusal: Refused) -> HttpResponse:
    """The game as it stands now, and above it why not, by the names that the page has; to who does not sit
    here only why not."""
    desk = desk_of(request, game)
    if not desk.seats_of(actor(request)) or not refusal.violations:
        raise refusal
    table = desk.game.table
    named = (
        replace(violation, about=tuple(name_in_refusal(table, id) for id in violation.about))
        for violation in refusal.violations
    )
    page = replace(_load_page(request, game, kind=ActedPage), refused=reasons_of(named))
    return _at_table(render_response(request, page, status_of(refusal.violations)), game)


@private
@require_GET
def unit_tools(request: HttpRequest, game: str, unit: str) -> HttpResponse:
    """Wounds and tokens of one of one's own units: what its row opens."""
    desk = desk_of(request, game)
    audience = desk.audience(actor(request)) if desk.exists else None
    page = tools_page(desk, audience, unit) if audience else None
    if page is None:
        raise Http404
    return render_response(request, page)


@private
@require_GET
def log(request: HttpRequest, game: str) -> HttpResponse:
    """All that happened, as far as this person may know it, and the evidence of the dice."""
    desk = desk_of(request, game)
    audience = desk.audience(actor(request)) if desk.exists else None
    if audience is None:
        raise Http404
    return render_response(request, log_page(desk, audience, str(uuid4())))


@private
@require_GET
def hall(request: HttpRequest, game: str) -> HttpResponse:
    """The big screen of a game that may be watched, without secrets whoever opens it."""
    desk = desk_of(request, game)
    if not desk.exists or not desk.game.table.watched or not desk.game.table.blue:
        raise Http404
    ticket = live.issue_ticket(desk.stream, "watch")
    return render_response(request, HallPage(drawn=_render_part(part_for(desk, "watch")), ticket=ticket))


@private
@require_http_methods(["GET", "POST"])
def as_seat(request: HttpRequest, game: str, seat: str) -> HttpResponse:
    """One phone for both: the blank screen, and behind it what that seat alone may see. It is shown once to
    who asks for it: whoever reloads or goes back has the blank screen again."""
    desk = desk_of(request, game)
    chosen: Seat = "one" if seat == "one" else "two"
    if chosen not in desk.seats_of(actor(request)):
        raise Http404
    if request.method == "POST":
        request.session[SHOWN] = f"{game}.{seat}"
        return redirect("game-as", game, seat)
    if SHOWN in request.session and request.session.pop(SHOWN) == f"{game}.{seat}":
        return render_response(request, _load_page(request, game, chosen))
    table = desk.game.table
    return render_response(
        request,
        PassPage(
            id=game, seat=chosen, side=table.side_of(chosen) if table.blue else "blue",
            name=table.chairs[chosen].name, title=table.name,
        ),
    )  # fmt: skip


def _handle(request: HttpRequest, desk: GameDesk, verb: str) -> None:
    """Do what a form says; who sits down here for the first time becomes a guest by it."""
    command = FORMS[verb].read(request.POST)
    if verb not in ("sit", "retake"):
        HANDLERS.handle(desk, act_of(request), command)
        return
    with code_tries.acting_account(request, desk.stream, command) as account:
        desk.name = account.shown_name
        HANDLERS.handle(desk, act_of(request), command)


class GameLive:
    """A game for the live app: each audience has a fragment of its own."""

    def audience(self, stream: str, account: str) -> str | None:
        return desk_over(new_store(), stream.removeprefix(STREAM)).audience(account)

    def render(self, stream: str, audience: str) -> tuple[str, str]:
        name, fragment = self.fragment(stream, audience)
        return name, fragment.html

    def fragment(self, stream: str, audience: str) -> tuple[str, Fragment]:
        desk = desk_over(new_store(), stream.removeprefix(STREAM))
        seen: Audience = next((option for option in get_args(Audience) if option == audience), "watch")
        fragment = Fragment(seen, render_page(part_for(desk, seen)))
        return _name_of(seen, fragment), fragment


def _load_page(
    request: HttpRequest, game: str, seat: Seat | None = None, kind: type[GamePage] = GamePage
) -> GamePage:
    desk, me = desk_of(request, game), actor(request)
    audience = desk.audience(me) if desk.exists else None
    if audience is None:
        raise Http404
    mine, free = desk.seats_of(me), desk.game.table.phase == "lobby"
    audience = seat or audience
    part: TablePart = part_for(desk, audience, me)
    address = request.build_absolute_uri(url("game", game))
    needs_army = free and any(not row.ready for row in part.slab.seats if row.you)
    account = identity.current(request)
    return kind(
        drawn=_render_part(part, read_part_names(request.headers.get(HEADER, ""))),
        key=str(uuid4()),
        ticket="" if seat else live.issue_ticket(desk.stream, audience, me),
        address=address,
        qr=qr_code(address) if mine and has_open_seat(desk) else SafeString(""),
        armies=armies_of(me, part.table.mode) if needs_army and not part.squads_played else (),
        squads=squads_of(part.table.edition or DEFAULT) if free and part.squads_played else (),
        code=_code(request, game, mine),
        join=JoinWay(join_code(game), _plain(request, "game-join")) if mine and has_open_seat(desk) else None,
        seats_of_mine=mine,
        name=account.shown_name if account else "",
        theirs=_seat_elsewhere(desk, me),
        own_list=_own_list(desk, mine) if kind is GamePage else "",
    )


def _plain(request: HttpRequest, name: str) -> str:
    """An address as one reads it out."""
    return request.build_absolute_uri(url(name)).partition("://")[2]


def _own_list(desk: GameDesk, mine: tuple[Seat, ...]) -> str:
    """The saved army that this person's seat brought. Who has both seats passes the phone on: what a list
    brings tells its hand."""
    found = [kept.army for seat, kept in saved_armies(desk).items() if mine == (seat,)]
    return found[0] if found else ""


def _seat_elsewhere(desk: GameDesk, me: str) -> tuple[str, str] | None:
    origin = desk.origin if me and not desk.seats_of(me) else None
    if origin is None or not origin.seats_of(me):
        return None
    kind, _, place = origin.name.partition(":")
    return "event" if kind == "tournament" else "battle", place.partition("/")[0]


def _render_part(part: TablePart, had: frozenset[str] = frozenset()) -> RenderedPart:
    """The fragment for who has some of its parts."""
    fragment = Fragment(part.audience, render_page(part))
    shown, name = SafeString(fragment.since(had)), _name_of(part.audience, fragment)
    return RenderedPart(part=part, shown=shown, digest=name)


def _name_of(audience: Audience, fragment: Fragment) -> str:
    return live.seen_as(audience, fragment.shape)


def _keep_code(request: HttpRequest, game: str, seat: Seat, code: str) -> None:
    """The code of a seat stays on this phone, in its session."""
    request.session[CODES] = {**request.session.get(CODES, {}), f"{game}.{seat}": code}


def _code(request: HttpRequest, game: str, mine: tuple[Seat, ...]) -> str:
    kept = request.session.get(CODES, {})
    return next((kept[f"{game}.{seat}"] for seat in mine if f"{game}.{seat}" in kept), "")
