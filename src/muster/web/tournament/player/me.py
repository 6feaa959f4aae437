"""A player's phone: my table, opponent and clock, what was told of my game, a judge, my standing, leaving."""

from typing import Literal, NamedTuple, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.rules.tournament.bracket.round_names import name_of
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running.tournament import Call, Entry, EventRound, TableReport, Tournament
from muster.rules.violations import Refused
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.environment import url
from muster.web.page import render_page, render_response
from muster.web.tournament.player.forms import FORMS
from muster.web.tournament.public.clock import ClockFace, clock_of
from muster.web.tournament.public.player import PlaceInEvent, place_of
from muster.web.tournament.public.rows import GameRow, game_row
from muster.web.tournament.public.snapshot import PublicSnapshot, digest, public_snapshots, snapshot_for
from muster.web.tournament.requests import (
    FormPage,
    Problems,
    actor,
    answer,
    handle_once,
    methods_only,
    stream_of,
    tournament_queries,
)
from muster.web.tournament.tickets import ticket_for

SeatState: TypeAlias = Literal[
    "none", "between", "over", "bye", "play", "gone", "waiting", "absent", "late", "missed", "out"
]
Whose: TypeAlias = Literal["", "stands", "disputed", "theirs", "mine"]


class SeatPage(FormPage, frozen=True, kw_only=True):
    """My table: who, the clock with my table's `extra` minutes, what was told of the game and whose turn it
    is; my `seed` once I am in the cut and its first round is to come. `screen` names what the rest of the
    page rests on: when it changes, the page fetches itself."""

    template = "tournament/player/me_strip.html"

    snapshot: PublicSnapshot
    player: Player
    screen: str
    clock: ClockFace
    state: SeatState
    game: Game | None
    row: GameRow | None
    report: TableReport | None
    whose: Whose
    extra: int
    seed: int


class MyPart(FormPage, frozen=True, kw_only=True):
    """The part with the forms; my latest call, who is on the way, and my games whose result an official put
    right, with the rounds they were of."""

    template = "tournament/player/me_part.html"

    seat: SeatPage
    place: PlaceInEvent
    call: Call | None
    who: str
    corrected: tuple[tuple[str, Game], ...]


class MyPage(FormPage, frozen=True, kw_only=True):
    """My whole page."""

    template = "tournament/player/me.html"

    part: MyPart
    strip: str
    ticket: str


def me_of(request: HttpRequest, event: str) -> Player:
    """Which player asks; nobody where they do not play here."""
    _, point = tournament_queries(request).event_for(actor(request), stream_of(event))
    return point.player


# What a player sees -----------------------------------------------------------------------------------------


def seat_of(snapshot: PublicSnapshot, player: Player) -> SeatPage:
    """My table as it is now."""
    now, current = snapshot.state, snapshot.state.round
    game = current.game_of(player) if current else None
    report = current.results.get(game.table) if current and game else None
    numbers = (current.number, current.closed) if current else ()
    put_right = [game for game, _ in _corrected_games(now, player)]
    mine = (game, report, now.entries.get(player), _calls(snapshot, player), put_right)
    rests_on = (numbers, *mine, now.words, now.status, now.cut)
    return SeatPage(
        snapshot=snapshot,
        player=player,
        screen=digest(repr(rests_on)),
        clock=clock_of(snapshot.round, now.plan, None, game.table if game else 0),
        state=_state(now, game, player),
        game=game,
        row=game_row(snapshot, game) if game else None,
        report=report,
        whose=_whose(report, player) if report else "",
        extra=_extra(current, game),
        seed=_seed(now, player),
    )


def _seed(now: Tournament, player: Player) -> int:
    """Rule 605: who goes on is told so, until the first game of the bracket is paired."""
    waits = bool(now.rounds) and now.rounds[-1].stage == "swiss" and now.status == "running"
    return now.cut.index(player) + 1 if waits and player in now.cut else 0


def _corrected_games(now: Tournament, player: Player) -> list[tuple[Game, EventRound]]:
    """My games that an official put right (rule 604)."""
    mine = ((state.game_of(player), state) for state in now.rounds)
    games = ((game, state) for game, state in mine if game is not None and game.table in state.results)
    return [(game, state) for game, state in games if state.results[game.table].corrected]


def _state(now: Tournament, game: Game | None, player: Player) -> SeatState:
    current = now.round
    if current is None:
        return "none"
    if current.drawn.round.has_bye(player):
        return "bye"
    if current.closed:
        return "between" if now.status == "running" else "over"
    return "play" if game else _unpaired_state(now, current, now.entries[player])


def _unpaired_state(now: Tournament, current: EventRound, entry: Entry) -> SeatState:
    """Why the round is played without me; who came after its pairing is in the next one (T12)."""
    if entry.status not in {"entered", "waiting"}:
        return "gone"
    if current.stage != "swiss":
        return "out"
    if not now.announced or current.number >= now.announced.rounds:
        return "missed"
    return "late" if entry.active else "waiting" if entry.status == "waiting" else "absent"


def _whose(report: TableReport, player: Player) -> Whose:
    """Whether a result stands, is disputed, or waits for the opponent's word or for mine."""
    if report.settled:
        return "stands"
    return "disputed" if report.disputed is not None else "theirs" if report.by == player else "mine"


def _extra(current: EventRound | None, game: Game | None) -> int:
    """Minutes that this table alone was given: no secret, they are added to whatever the round lasts."""
    if not (current and current.timing and game):
        return 0
    return sum(
        extension.minutes for extension in current.timing.clock.extensions if extension.table == game.table
    )


class Strip(NamedTuple):
    """The live part of a player's page behind its version, and what it rests on."""

    version: int
    html: str
    rests_on: tuple[object, ...]


def my_strip(stream: str, player: Player, before: Strip | None = None) -> Strip:
    """The strip now; the one before where nothing of it changed: most results are those of other tables."""
    snapshot = public_snapshots.now(stream)
    seat, clock = seat_of(snapshot, player), snapshot.round and snapshot.round.clock
    rests_on = (seat.screen, clock, seat.extra, seat.seed, snapshot.round_name, snapshot.names)
    if before is not None and before.rests_on == rests_on:
        return before
    return Strip(snapshot.version, render_page(seat), rests_on)


def part_of(snapshot: PublicSnapshot, player: Player) -> MyPart:
    """The part with the forms."""
    call = next(iter(_calls(snapshot, player)[::-1]), None)
    judge = call.claimed if call else ""
    return MyPart(
        seat=seat_of(snapshot, player),
        place=place_of(snapshot, player),
        call=call,
        who=names_of({judge}).get(judge, FORMER_PLAYER) if judge else "",
        corrected=tuple(
            (name_of(state.drawn.round), game) for game, state in _corrected_games(snapshot.state, player)
        ),
    )


def _calls(snapshot: PublicSnapshot, player: Player) -> list[Call]:
    return [call for call in snapshot.state.calls.values() if call.player == player]


# Pages ------------------------------------------------------------------------------------------------------


@methods_only("GET")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """My page; whoever has no place yet goes where one is claimed."""
    snapshot, player = snapshot_for(request, event), me_of(request, event)
    return render_me(request, snapshot, player) if player else redirect(url("event-join", event=event))


def render_me(
    request: HttpRequest, snapshot: PublicSnapshot, player: Player, problems: Problems = ()
) -> HttpResponse:
    """My page, with the reasons of a refusal on top."""
    mine = MyPage(
        part=part_of(snapshot, player),
        strip=render_page(seat_of(snapshot, player)),
        ticket=ticket_for(request, snapshot.event, "me"),
    )
    return answer(request, mine, problems, snapshot.names)


@methods_only("GET")
def part(request: HttpRequest, event: str) -> HttpResponse:
    """The part with the forms alone: what an open page fetches when my game changed."""
    snapshot, player = snapshot_for(request, event), me_of(request, event)
    if not player:
        raise Http404
    return render_response(request, part_of(snapshot, player))


# Acts -------------------------------------------------------------------------------------------------------


@methods_only("POST")
def act(request: HttpRequest, event: str, what: str) -> HttpResponse:
    """One act of a player; refused ones come back with their reasons."""
    if what not in FORMS:
        raise Http404
    player = me_of(request, event)
    try:
        handle_once(request, event, FORMS[what].read(request.POST))
    except Refused as refusal:
        if not player:
            raise
        return render_me(request, snapshot_for(request, event), player, refusal.violations)
    return redirect(url("event-me", event=event))
