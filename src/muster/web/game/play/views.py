"""Games at the table on two phones: open, join, play, watch."""

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple, get_args

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec.structs import replace
from uuid_utils import uuid4

from muster.app.game.playing.opening import game_of
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.rules.armies.army import army_name
from muster.rules.campaign.library.library import library
from muster.rules.cards.vocabulary import spoken
from muster.rules.game.log.events import STREAM
from muster.rules.game.missions import deck
from muster.rules.game.phases.lobby import SWITCHES
from muster.rules.game.special_operations.squads.cards import DEFAULT, EDITIONS, EditionId
from muster.rules.game.special_operations.squads.squads import book, squads
from muster.rules.game.table import Audience, Mode, Seat
from muster.rules.reference import ruling
from muster.rules.violations import Refused
from muster.store.armies import DatabaseArmies
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.web import identity, live
from muster.web.environment import url
from muster.web.game.desks import desk_over, house_over
from muster.web.game.play import words
from muster.web.game.play.forms import FORMS, seat_in, verb_of
from muster.web.game.play.pages import (
    ActedPage,
    Drawn,
    GamePage,
    HallPage,
    TablePart,
    Turn,
    log_page,
    part_for,
    tools_page,
    turn_of,
)
from muster.web.game.play.prompts.cards import called
from muster.web.game.play.prompts.prompt import Option
from muster.web.identity import private
from muster.web.page import Page, draw, drawn, wants_part
from muster.web.qr import qr_code
from muster.web.requests import act_of, actor, id_for, look_of, new_look
from muster.web.site.errors import Reason, reasons_of, status_of

CODES: Final = "game-codes"
SHOWN: Final = "game-shown"
"""The seat whose secrets are shown next on a phone for both, once."""
NEWEST: Final = 3


class Running(NamedTuple):
    """A game that somebody sits at on this phone; `turn` is whose decision it is, once it has begun."""

    id: str
    title: str
    state: str
    turn: Turn | None = None


class EditionOptions(NamedTuple):
    """An edition of Special Operations and its squads."""

    id: str
    name: str
    squads: tuple[Option, ...]


class NewGamePage(Page, frozen=True, kw_only=True):
    """What to play, how closely, with whose dice. `battle` and `event` are what the game is played for."""

    template: ClassVar = "game/play/new.html"
    key: str
    name: str
    missions: tuple[Option, ...]
    army: str
    army_name: str
    battle: str
    event: str
    running: tuple[Running, ...]
    rulings: tuple[Option, ...]
    editions: tuple[EditionOptions, ...]
    operations: tuple[Option, ...]
    refused: tuple[Reason, ...] = ()


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


def desk_of(request: HttpRequest, game: str) -> GameDesk:
    """The game of a request."""
    account = identity.current(request)
    return desk_over(look_of(request), game, account.shown_name if account else "")


@private
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a game; the one who opens it sits down at once."""
    if request.method == "POST":
        try:
            return redirect("game", _open(request))
        except Refused as refusal:
            page = _new(request, request.POST)
            return draw(
                request,
                replace(page, refused=reasons_of(refusal.violations)),
                status_of(refusal.violations),
            )
    return draw(request, _new(request, request.GET))


def _open(request: HttpRequest) -> str:
    command, look = FORMS["open"].read(request.POST), look_of(request)
    with identity.acting(request) as account:
        fresh = id_for(request, str(account.pk)).replace("-", "")
        game = game_of(house_over(look), str(account.pk), command, fresh)
        desk = desk_over(look, game, account.shown_name)
        HANDLERS.handle(desk, act_of(request), command)
        seats = desk.seats_of(str(account.pk))
    if desk.code and seats:
        _keep_code(request, game, seats[-1] if len(seats) == 1 else "one", desk.code)
    return game


def _new(request: HttpRequest, asked: QueryDict) -> NewGamePage:
    known = identity.current(request)
    missions = tuple(Option(one.id, one.name) for one in library().turning_points.values())
    army, named = asked.get("army", "")[:60], ""
    if army and known:
        named = next((one.name for one in _armies(str(known.pk), "recon") if one.value == army), "")
    return NewGamePage(
        key=str(uuid4()),
        name=known.shown_name if known else "",
        missions=missions,
        army=army if named else "",
        army_name=named,
        battle=asked.get("battle", "")[:60],
        event=asked.get("event", "")[:60],
        running=tuple(running(request)),
        editions=tuple(EditionOptions(one, book(one).edition.name, _squads(one)) for one in EDITIONS),
        operations=tuple(Option(id, words.card_name(id)) for id in deck("special-operations", "mission")),
        rulings=tuple(
            Option(name, ruling(name).question, f"Muster: {ruling(name).ruling} Tick for the other way.")
            for name in dict.fromkeys(name for names in SWITCHES.values() for name in names)
        ),
    )


def running(request: HttpRequest) -> Iterator[Running]:
    """The newest games that this person sits at and that are not closed: on this phone, then elsewhere."""
    here = [name.partition(".")[0] for name in reversed(request.session.get(CODES, {}))]
    me = actor(request)
    known = DatabaseRoles().streams(me, "member", STREAM) if me else []
    newest = list(dict.fromkeys((*here, *(stream.removeprefix(STREAM) for stream in known))))[:NEWEST]
    look_of(request).open([f"{STREAM}{game}" for game in newest])
    for game in newest:
        desk = desk_of(request, game)
        if desk.exists and not desk.game.table.closed and desk.seats_of(actor(request)):
            table = desk.game.table
            state = f"Round {table.round}" if table.round else words.PHASES[table.phase]
            audience = desk.audience(actor(request)) or "watch"
            turn = turn_of(desk, audience) if table.phase != "lobby" else None
            yield Running(game, words.title(table), state, turn)


@private
@require_GET
def game(request: HttpRequest, game: str) -> HttpResponse:
    """The game as this person sees it; on one phone for both, a secret comes after the pass screen."""
    try:
        return draw(request, _page(request, game))
    except Http404:
        return draw(request, ElsewherePage(id=game, key=str(uuid4())), 404)


@private
@require_GET
def table_live(request: HttpRequest, game: str) -> HttpResponse:
    """The shell with a fresh ticket: what a phone fetches when its line broke. Who asks again and again names
    what they have: while the audience would see the same, nothing is sent."""
    page = _page(request, game)
    etag = name_of(page)
    same = request.headers.get("If-None-Match") == etag
    answer = HttpResponse(status=304) if same else draw(request, page)
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
        return _refused(request, game, refusal)
    if desk.code:
        _keep_code(request, game, seat_in(request.POST) or "two", desk.code)
    if wants_part(request):
        return _at_table(draw(request, _page(request, game, kind=ActedPage)), game)
    return redirect("game", game)


def _at_table(answer: HttpResponse, game: str) -> HttpResponse:
    """Who acted from behind the pass screen is at the table again, and so is their address."""
    answer["HX-Replace-Url"] = url("game", game)
    return answer


def _refused(request: HttpRequest, game: str, refusal: Refused) -> HttpResponse:
    """The game as it stands now, and above it why not, by the names that the page has; to who does not sit
    here only why not."""
    desk = desk_of(request, game)
    if not desk.seats_of(actor(request)) or not refusal.violations:
        raise refusal
    table = desk.game.table
    named = (replace(one, about=tuple(called(table, id) for id in one.about)) for one in refusal.violations)
    page = replace(_page(request, game, kind=ActedPage), refused=reasons_of(named))
    return _at_table(draw(request, page, status_of(refusal.violations)), game)


@private
@require_GET
def unit_tools(request: HttpRequest, game: str, unit: str) -> HttpResponse:
    """Wounds and tokens of one of one's own units: what its row opens."""
    desk = desk_of(request, game)
    audience = desk.audience(actor(request)) if desk.exists else None
    page = tools_page(desk, audience, unit) if audience else None
    if page is None:
        raise Http404
    return draw(request, page)


@private
@require_GET
def log(request: HttpRequest, game: str) -> HttpResponse:
    """All that happened, as far as this person may know it, and the evidence of the dice."""
    desk = desk_of(request, game)
    audience = desk.audience(actor(request)) if desk.exists else None
    if audience is None:
        raise Http404
    return draw(request, log_page(desk, audience, str(uuid4())))


@private
@require_GET
def hall(request: HttpRequest, game: str) -> HttpResponse:
    """The big screen of a game that may be watched, without secrets whoever opens it."""
    desk = desk_of(request, game)
    if not desk.exists or not desk.game.table.watched or not desk.game.table.blue:
        raise Http404
    ticket = live.issue_ticket(desk.stream, "watch")
    return draw(request, HallPage(drawn=_drawn(part_for(desk, "watch")), ticket=ticket))


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
        return draw(request, _page(request, game, chosen))
    table = desk.game.table
    return draw(
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
    with identity.acting(request) as account:
        desk.name = account.shown_name
        HANDLERS.handle(desk, act_of(request), command)


class GameLive:
    """A game for the live app: each audience has a fragment of its own."""

    def audience(self, stream: str, account: str) -> str | None:
        return desk_over(new_look(), stream.removeprefix(STREAM)).audience(account)

    def render(self, stream: str, audience: str) -> tuple[str, str]:
        desk = desk_over(new_look(), stream.removeprefix(STREAM))
        seen: Audience = next((one for one in get_args(Audience) if one == audience), "watch")
        html = drawn(part_for(desk, seen))
        return live.seen_as(seen, html), html


def _page(
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
    needs_army = free and any(not row.ready for row in part.seats if row.you)
    account = identity.current(request)
    return kind(
        drawn=_drawn(part),
        key=str(uuid4()),
        ticket="" if seat else live.issue_ticket(desk.stream, audience, me),
        address=address,
        qr=qr_code(address) if free else SafeString(""),
        armies=_armies(me, part.table.mode) if needs_army and not part.squads_played else (),
        squads=_squads(part.table.edition or DEFAULT) if free and part.squads_played else (),
        code=_code(request, game, mine),
        seats_of_mine=mine,
        name=account.shown_name if account else "",
        theirs=_theirs(desk, me),
    )


def _theirs(desk: GameDesk, me: str) -> tuple[str, str] | None:
    origin = desk.origin if me and not desk.seats_of(me) else None
    if origin is None or not origin.seats_of(me):
        return None
    kind, _, place = origin.name.partition(":")
    return "event" if kind == "tournament" else "battle", place.partition("/")[0]


def _drawn(part: TablePart) -> Drawn:
    html = drawn(part)
    return Drawn(part=part, shown=SafeString(html), digest=live.seen_as(part.audience, html))


def _squads(edition: EditionId) -> tuple[Option, ...]:
    return tuple(Option(one.id, one.name, spoken(one.faction)) for one in squads(edition).values())


def _armies(account: str, mode: Mode) -> tuple[Option, ...]:
    """The armies somebody may bring, those made for the mode first."""
    saved = DatabaseArmies().owned(account) if account else []
    saved.sort(key=lambda one: one.army.format != mode)
    return tuple(Option(one.id, army_name(one.army), one.army.format) for one in saved)


def _keep_code(request: HttpRequest, game: str, seat: Seat, code: str) -> None:
    """The code of a seat stays on this phone, in its session."""
    request.session[CODES] = {**request.session.get(CODES, {}), f"{game}.{seat}": code}


def _code(request: HttpRequest, game: str, mine: tuple[Seat, ...]) -> str:
    kept = request.session.get(CODES, {})
    return next((kept[f"{game}.{seat}"] for seat in mine if f"{game}.{seat}" in kept), "")
