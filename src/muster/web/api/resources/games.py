"""Games at the table: open, sit down, bring an army, play. A whole game can be played here.

An answer shows what the caller may see and nothing else; `options` are all that the caller's seat may say.
"""

from functools import reduce
from itertools import islice
from operator import or_
from typing import Annotated, Any, get_args
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Query, Schema
from pydantic import Field

from muster.app.game.playing import commands
from muster.app.game.playing.handing_over import hand_over_of
from muster.app.game.playing.opening import game_of
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.rules.game.answers import AnyAnswer, AnyChange
from muster.rules.game.game import changes, legal
from muster.rules.game.kernel import deciding
from muster.rules.game.log.events import STREAM, Rolled
from muster.rules.game.replaying.game_file import game_file
from muster.rules.game.special_operations.odds.foreseeing import Foreseen, foreseen
from muster.rules.game.steps.choices import MOST_LISTED
from muster.rules.game.table import Audience, Mode, Phase, Seat, Secret, Table, view
from muster.rules.violations import Source, refuse_unless
from muster.store.accounts import new_id
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.web.api.answers import URL, address_of, answer_created, encode, reply, shape
from muster.web.api.auth import ACCOUNT, LOOKING, account_of, looker
from muster.web.api.commands import ActsRouter, act_of, dry_run_answer, me, read_command, union_of
from muster.web.api.components import Struct
from muster.web.api.pages import Page, Window, page_of
from muster.web.api.streams import document_stream, stream_once
from muster.web.game.desks import desk_over, house_over
from muster.web.game.play.tray import newest_rolls
from muster.web.live import seen_as
from muster.web.requests import new_store, store_for

router = ActsRouter(tags=["Games"], auth=ACCOUNT)
problem = Source("game").problem
ACTS: Any = union_of(HANDLERS, *commands.OPENING)
OPENING: Any = reduce(or_, commands.OPENING)
LINES: dict[str, Any] = {"text/plain": {"schema": {"type": "string"}}}


class TrayRollOut(Schema):
    """A roll in the dice tray. Without a commitment the player rolled their own dice."""

    step: str
    seat: str
    purpose: str
    dice: list[str]
    faces: list[str]
    commitment: str | None


class GameOut(Schema):
    """A game as the caller sees it; docs/reference/games.md describes `table` and `options`."""

    id: UUID
    url: str = Field(description=URL)
    seen: str = Field(description="Changes whenever what the caller sees does, and tells nothing else")
    audience: str
    table: Annotated[dict[str, Any], Struct(Table)]
    own: Annotated[dict[str, Any], Struct(Secret)] | None = Field(
        description="What the caller's seat knows beyond the table"
    )
    prompt: str = Field(description="The id that an answer names; empty when the caller is not asked")
    options: list[Annotated[dict[str, Any], Struct(AnyAnswer, "GameAnswer")]]
    changes: list[Annotated[dict[str, Any], Struct(AnyChange, "GameChange")]] = Field(
        description="What may be changed beside the open prompt"
    )
    odds: list[dict[str, Any]] = Field(
        description="Special Operations: the chances of the dice that an answer would lead to"
    )
    tray: list[TrayRollOut] = Field(description="The newest rolls in the dice tray, newest first, at most 2")
    waiting: list[str] = Field(description="The seats that have to answer, as far as you can tell")
    code: str = Field("", description="To retake the seat with; shown once, when it is taken")


class GameCard(Schema):
    """A game in a list."""

    id: UUID
    url: str = Field(description=URL)
    name: str
    mode: Mode
    phase: Phase
    round: int
    players: dict[Seat, str]
    closed: bool


class HandoverOut(Schema):
    """What a finished game gives back. `to` is the battle or the tournament."""

    to: str
    act: dict[str, Any]


@router.get("", response=Page[GameCard], url_name="api-games", summary="My games")
def list_games(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Those I sit at or sat at, newest first."""
    page = page_of(DatabaseRoles().streams(me(request), "member", STREAM), window, lambda stream: stream)
    store_for(request).open(page["items"])
    return reply(page | {"items": [_card_json(request, stream) for stream in page["items"]]})


@router.takes("", OPENING, {201: GameOut}, None, "Open a game", acts="GameOpening")
def open_game(request: HttpRequest) -> HttpResponse:
    """From nothing or from an army of the caller's (`open-game`: seat one, or both); for a battle
    (`play-battle`) or at one's table of an event (`play-table`), where both players come to the same game."""
    command = read_command(request.body, OPENING)
    house = house_over(store_for(request))
    desk = _desk(request, game_of(house, me(request), command, new_id().hex))
    HANDLERS.handle(desk, act_of(request), command)
    return answer_created(_game_json(request, desk))


@router.get("{uuid:game}", response=GameOut, url_name="api-game", summary="A game")
def get_game(request: HttpRequest, game: UUID, seat: Seat | None = None) -> HttpResponse:
    """As the caller sees it; with the ETag the caller was given, nothing is sent while nothing changed. Who
    sits at both seats says with `seat` whose secrets and options are to be shown."""
    seen = _game_json(request, _desk(request, game.hex), seat)
    etag = f'"{seen["seen"]}"'
    same = request.headers.get("If-None-Match") == etag
    answer = HttpResponse(status=304) if same else reply(seen)
    answer["ETag"] = etag
    return answer


@router.takes(
    "{uuid:game}/acts", ACTS, GameOut, "api-game-acts", "Do something", codes_at=STREAM, acts="GameAct"
)
def act_in_game(request: HttpRequest, game: UUID, dry_run: bool = False) -> HttpResponse:
    """`act` says what; `speak` carries the words of the game itself in `said`. With `dry_run` nothing is
    done: the answer says what stands in the way."""
    desk, doing, command = _desk(request, game.hex), act_of(request), read_command(request.body, ACTS)
    if dry_run:
        return dry_run_answer(HANDLERS.can(desk, doing, command))
    HANDLERS.handle(desk, doing, command)
    return reply(_game_json(request, desk))


@router.get(
    "{uuid:game}/live",
    url_name="api-game-live",
    summary="A game, live",
    auth=LOOKING,
    openapi_extra=document_stream(GameOut),
)
def watch_game(request: HttpRequest, game: UUID) -> HttpResponse:
    """Server-sent events `state`: what a look at the game would answer, now and after every change. Where a
    game may be watched, nobody needs an account."""
    return stream_once(request, GameStream(), f"{STREAM}{game.hex}", looker(request))


@router.get(
    "{uuid:game}/handover", response=HandoverOut, url_name="api-game-handover", summary="What it hands over"
)
def get_game_handover(request: HttpRequest, game: UUID) -> HttpResponse:
    """The act that the players would send to the battle or to the event, filled in by the game: look it over,
    correct it, send it there."""
    desk = _desk(request, game.hex)
    _audience(request, desk)
    return reply({"to": desk.game.source.partition("/")[0], "act": msgspec.to_builtins(hand_over_of(desk))})


@router.get(
    "{uuid:game}/log",
    url_name="api-game-log",
    summary="Its log",
    openapi_extra={"responses": {200: {"description": "JSON Lines", "content": LINES}}},
)
def get_game_log(request: HttpRequest, game: UUID) -> HttpResponse:
    """A file that anyone can check (`muster game replay`): a head, then one line for each event that the
    caller may know, numbered for the caller alone. Once the game is closed its seeds are in it."""
    desk = _desk(request, game.hex)
    return HttpResponse(
        game_file(desk.log, _audience(request, desk)), content_type="text/plain; charset=utf-8"
    )


class GameStream:
    """A game as server-sent JSON, the same for all of an audience."""

    def audience(self, stream: str, account: str) -> str | None:
        desk = desk_over(new_store(), stream.removeprefix(STREAM))
        return desk.audience(account) if desk.exists else None

    def render(self, stream: str, audience: str) -> tuple[str, str]:
        desk = desk_over(new_store(), stream.removeprefix(STREAM))
        seen: Audience = next((one for one in get_args(Audience) if one == audience), "watch")
        body = game_json(desk, seen)
        return body["seen"], encode(body).decode()


def _card_json(request: HttpRequest, stream: str) -> dict[str, Any]:
    table, id = _desk(request, stream.removeprefix(STREAM)).game.table, UUID(stream.removeprefix(STREAM))
    players = {seat: chair.name for seat, chair in table.chairs.items()}
    return shape(GameCard, table, id=str(id), url=address_of("games", id), players=players)


def _odds_json(forecast: Foreseen) -> dict[str, Any]:
    chances = [float(chance) for chance in forecast.chances]
    return {
        "action": forecast.action,
        "on": forecast.on,
        "what": forecast.what,
        "chances": chances,
        "tells": float(forecast.tells),
    }


def _roll_json(rolled: Rolled) -> dict[str, object]:
    roll = rolled.roll
    return {
        "step": rolled.step,
        "seat": rolled.seat,
        "purpose": rolled.purpose,
        "dice": [*roll.dice],
        "faces": [*roll.faces],
        "commitment": roll.commitment,
    }


def _desk(request: HttpRequest, game: str) -> GameDesk:
    return desk_over(store_for(request), game, account_of(request).shown_name)


def _audience(request: HttpRequest, desk: GameDesk) -> Any:
    audience = desk.audience(me(request)) if desk.exists else None
    refuse_unless(audience, problem("game.unknown"))
    return audience


def _game_json(request: HttpRequest, desk: GameDesk, seat: Seat | None = None) -> dict[str, Any]:
    audience = _audience(request, desk)
    if seat is not None:
        refuse_unless(seat in desk.seats_of(me(request)), problem("game.not_seated"))
        audience = seat
    return game_json(desk, audience)


def game_json(desk: GameDesk, audience: Audience) -> dict[str, Any]:
    """A game as an audience sees it."""
    seen = view(desk.game, audience)
    waiting = deciding(seen)
    id = str(UUID(desk.stream.partition(":")[2]))
    out = {
        "id": id,
        "url": address_of("games", id),
        "audience": audience,
        "table": msgspec.to_builtins(seen.table),
        "own": msgspec.to_builtins(seen.own) if seen.own else None,
        "prompt": seen.table.todo[-1].id if audience in waiting else "",
        "options": [msgspec.to_builtins(answer) for answer in islice(legal(seen), MOST_LISTED)],
        "changes": [msgspec.to_builtins(change) for change in changes(seen)],
        "odds": [_odds_json(forecast) for forecast in foreseen(seen)],
        "tray": [_roll_json(roll) for roll in newest_rolls(desk.acts)],
        "waiting": list(waiting),
        "code": desk.code,
    }
    return out | {"seen": seen_as(audience, msgspec.json.encode(out | {"code": ""}).decode())}
