"""A player's phone: my table, opponent and clock, what was told of my game, a judge, my standing, leaving."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST
from uuid_utils import uuid4

from muster.rules.tournament.games import Game, Player, Result
from muster.rules.tournament.running.tournament import Call, Entry, EventRound, Told
from muster.rules.tournament.scoring.endings import BY_HOW
from muster.rules.violations import Refused, Violation
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.environment import url
from muster.web.identity import private
from muster.web.page import Page, draw, drawn, names_in
from muster.web.tournament.player.forms import FORMS
from muster.web.tournament.public.clock import ClockFace, clock_of
from muster.web.tournament.public.parts import AidChip
from muster.web.tournament.public.player import PlaceInEvent, place_of
from muster.web.tournament.public.public import round_name
from muster.web.tournament.public.rows import GameRow, game_row
from muster.web.tournament.public.snapshot import PublicSnapshot, digest, linked, show_of, shows
from muster.web.tournament.public.words import AID_WORDS
from muster.web.tournament.requests import (
    Reason,
    act_of,
    actor,
    hide_if_unknown,
    reasons_of,
    status_of,
    stream_of,
    tournaments,
    watching,
)
from muster.web.tournament.tickets import ticket_for

SeatState: TypeAlias = Literal["none", "between", "bye", "out", "play"]
Whose: TypeAlias = Literal["stands", "disputed", "theirs", "mine"]

STATES: Final[Mapping[SeatState, str]] = {
    "none": "There is no round yet.",
    "between": "The round is over. The next pairing appears here.",
    "bye": "You have the bye: a win without a game.",
    "out": "You are not paired in this round.",
    "play": "",
}


class ResultRow(NamedTuple):
    """A player's numbers of a game."""

    name: str
    victory: int
    score: int
    won: bool


class ResultWords(msgspec.Struct, frozen=True, kw_only=True):
    """A result in words; names are empty for nobody."""

    how: str
    winner: str
    rows: tuple[ResultRow, ...]
    blue: str


class ToldWords(msgspec.Struct, frozen=True, kw_only=True):
    """What was told of a player's game, and whose turn it is."""

    result: ResultWords
    whose: Whose
    opponent: str
    why: str
    corrected: int


class SeatPage(Page, frozen=True, kw_only=True):
    """My table: who, the clock with my table's extra time, and what was told of the game."""

    template = "tournament/player/me_strip.html"

    snapshot: PublicSnapshot
    event: str
    player: Player
    screen: str
    round_name: str
    clock: ClockFace
    state: SeatState
    state_words: str
    row: GameRow | None
    told: ToldWords | None
    news: str
    extra: int


class MyCall(NamedTuple):
    """My latest call, with who is on the way."""

    call: Call
    who: str
    by_judge: bool


class MyPart(SeatPage, frozen=True, kw_only=True):
    """The part with the forms."""

    template = "tournament/player/me_part.html"

    place: PlaceInEvent
    entry: Entry
    call: MyCall | None
    begun: bool
    over: bool
    aids: tuple[AidChip, ...]
    lists: str
    has_list: bool
    setup: str
    key: str


class MyPage(MyPart, frozen=True, kw_only=True):
    """My whole page, with the reasons of a refusal on top."""

    template = "tournament/player/me.html"

    strip: str
    ticket: str
    reasons: tuple[Reason, ...]


def me_of(request: HttpRequest, event: str) -> Player:
    """Which player asks; nobody where they do not play here."""
    _, point = watching(request).admitted(actor(request), stream_of(event))
    return point.player


# What a player sees -----------------------------------------------------------------------------------------


def seat_of(snapshot: PublicSnapshot, player: Player) -> SeatPage:
    """My table as it is now."""
    current = snapshot.state.round
    game = current.game_of(player) if current else None
    report = current.results.get(game.table) if current and game else None
    state = _state(current, game, player)
    return SeatPage(
        snapshot=snapshot,
        event=snapshot.event,
        player=player,
        screen=screen_of(snapshot, player),
        round_name=round_name(snapshot),
        clock=clock_of(snapshot.round, snapshot.view.plan, None, game.table if game else 0),
        state=state,
        state_words=STATES[state],
        row=game_row(snapshot, game) if game else None,
        told=told_words(snapshot, game, report, player) if game and report else None,
        news=snapshot.view.words[-1].words if snapshot.view.words else "",
        extra=_extra(current, game),
    )


def _state(current: EventRound | None, game: Game | None, player: Player) -> SeatState:
    if current is None:
        return "none"
    if game:
        return "between" if current.closed else "play"
    if any(bye.player == player for bye in current.drawn.round.byes):
        return "bye"
    return "between" if current.closed else "out"


def _extra(current: EventRound | None, game: Game | None) -> int:
    """Minutes that this table alone was given: no secret, they are added to whatever the round lasts."""
    if not (current and current.timing and game):
        return 0
    return sum(one.minutes for one in current.timing.clock.extensions if one.table == game.table)


def told_words(snapshot: PublicSnapshot, game: Game, report: Told, player: Player) -> ToldWords:
    """What was told of my game, by whom, and whose turn it is."""
    whose: Whose
    if report.settled:
        whose = "stands"
    elif report.disputed is not None:
        whose = "disputed"
    else:
        whose = "theirs" if report.by == player else "mine"
    return ToldWords(
        result=result_words(snapshot, game, report.result),
        whose=whose,
        opponent=snapshot.name(game.opponent(player)),
        why=report.disputed or "",
        corrected=report.corrected,
    )


def result_words(snapshot: PublicSnapshot, game: Game, result: Result) -> ResultWords:
    """A result in words and numbers, both players in the order of the table."""
    return ResultWords(
        how=BY_HOW[result.how].told,
        winner=snapshot.name(result.winner) if result.winner else "",
        rows=tuple(
            ResultRow(snapshot.name(one), tally.victory, tally.score, one == result.winner)
            for one, tally in zip(game.players, result.tallies, strict=True)
        ),
        blue=snapshot.name(result.blue) if result.blue else "",
    )


def my_strip(stream: str, player: Player) -> tuple[int, str]:
    """The live part of a player's page."""
    snapshot = shows.now(stream)
    return snapshot.version, drawn(seat_of(snapshot, player))


def screen_of(snapshot: PublicSnapshot, player: Player) -> str:
    """What the rest of the page rests on: when it changes, the page fetches itself."""
    current = snapshot.state.round
    game = current.game_of(player) if current else None
    report = current.results.get(game.table) if current and game else None
    entry = snapshot.state.entries.get(player)
    numbers = (current.number, current.closed) if current else ()
    calls, view = _calls(snapshot, player), snapshot.view
    return digest(repr((numbers, game, report, entry, calls, view.words, view.status)))


def part_of(snapshot: PublicSnapshot, player: Player) -> MyPart:
    """The part with the forms."""
    now, calls = snapshot.state, _calls(snapshot, player)
    return MyPart(
        **names_in(seat_of(snapshot, player)),
        place=place_of(snapshot, player),
        entry=now.entries[player],
        call=_call(calls[-1]) if calls else None,
        begun=bool(now.rounds),
        over=now.status in ("ended", "called-off"),
        aids=tuple(AidChip(AID_WORDS[aid], aid in now.plan.allowed) for aid in now.plan.aids),
        lists=linked("event-lists", snapshot.event) if now.plan.lists != "none" else "",
        has_list=player in now.lists,
        setup=linked("event-setup", snapshot.event),
        key=str(uuid4()),
    )


def _calls(snapshot: PublicSnapshot, player: Player) -> list[Call]:
    return [one for one in snapshot.state.calls.values() if one.player == player]


def _call(last: Call) -> MyCall:
    who = names_of({last.claimed}).get(last.claimed, FORMER_PLAYER) if last.claimed else ""
    return MyCall(last, who, by_judge=bool(last.closed) and last.closed != last.player)


# Pages ------------------------------------------------------------------------------------------------------


@private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """My page; whoever has no place yet goes where one is claimed."""
    snapshot, player = show_of(request, event), me_of(request, event)
    return shown(request, snapshot, player) if player else redirect(url("event-join", event=event))


def shown(
    request: HttpRequest, snapshot: PublicSnapshot, player: Player, problems: tuple[Violation, ...] = ()
) -> HttpResponse:
    """My page, with the reasons of a refusal on top."""
    part = part_of(snapshot, player)
    mine = MyPage(
        **names_in(part),
        strip=drawn(seat_of(snapshot, player)),
        ticket=ticket_for(request, snapshot.event, "me"),
        reasons=reasons_of(problems, snapshot.names),
    )
    return draw(request, mine, status_of(problems))


@private
@require_GET
def part(request: HttpRequest, event: str) -> HttpResponse:
    """The part with the forms alone: what an open page fetches when my game changed."""
    snapshot, player = show_of(request, event), me_of(request, event)
    if not player:
        raise Http404
    return draw(request, part_of(snapshot, player))


# Acts -------------------------------------------------------------------------------------------------------


@private
@require_POST
def act(request: HttpRequest, event: str, what: str) -> HttpResponse:
    """One act of a player; refused ones come back with their reasons."""
    if what not in FORMS:
        raise Http404
    player = me_of(request, event)
    try:
        tournaments(request).do(act_of(request), stream_of(event), FORMS[what].read(request.POST))
    except Refused as refusal:
        hide_if_unknown(refusal)
        if not player:
            raise
        return shown(request, show_of(request, event), player, refusal.violations)
    return redirect(url("event-me", event=event))
