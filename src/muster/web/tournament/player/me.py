"""A player's phone: my table, opponent and clock, what was told of my game, a judge, my standing, leaving."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET, require_POST
from uuid_utils import uuid4

from muster.app.acting import Act
from muster.app.tournament import commands
from muster.rules.tournament.games import Game, Player, Result
from muster.rules.tournament.running.tournament import Call, EventRound, Told
from muster.rules.tournament.scoring.endings import BY_HOW
from muster.rules.violations import Refused, Violation
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.environment import url
from muster.web.identity import private
from muster.web.tournament.live import ticket_for
from muster.web.tournament.public.clock import clock_of
from muster.web.tournament.public.player import player_context
from muster.web.tournament.public.public import game_row, round_name
from muster.web.tournament.public.snapshot import (
    AID_WORDS,
    PublicSnapshot,
    digest,
    linked,
    show_of,
    shows,
)
from muster.web.tournament.requests import (
    act_of,
    actor,
    hide_if_unknown,
    refusals,
    status_of,
    stream_of,
    tournaments,
    watching,
)

Whose: TypeAlias = Literal["stands", "disputed", "theirs", "mine"]

STATES: Final = {
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


def me_of(request: HttpRequest, event: str) -> Player:
    """Which player asks; nobody where they do not play here."""
    _, point = watching().admitted(actor(request), stream_of(event))
    return point.player


# What a player sees -----------------------------------------------------------------------------------------


def seat_of(show: PublicSnapshot, player: Player, at: datetime | None = None) -> dict[str, Any]:
    """My table: who, the clock with my table's extra time, and what was told of the game."""
    current = show.state.round
    game = current.game_of(player) if current else None
    told = current.results.get(game.table) if current and game else None
    clock = clock_of(show.round, show.view.plan, at, game.table if game else 0)
    return {
        "show": show,
        "player": player,
        "event": show.event,
        "round_name": round_name(show),
        "clock": clock,
        "state": _state(current, game, player),
        "row": game_row(show, game) if game else None,
        "told": told_words(show, game, told, player) if game and told else None,
        "news": show.view.words[-1].words if show.view.words else "",
        "words": STATES,
        "line": show.standing_of.get(player),
        "extra": _extra(current, game),
    }


def _state(current: EventRound | None, game: Game | None, player: Player) -> str:
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


def told_words(show: PublicSnapshot, game: Game, told: Told, player: Player) -> ToldWords:
    """What was told of my game, by whom, and whose turn it is."""
    whose: Whose
    if told.settled:
        whose = "stands"
    elif told.disputed is not None:
        whose = "disputed"
    else:
        whose = "theirs" if told.by == player else "mine"
    return ToldWords(
        result=result_words(show, game, told.result),
        whose=whose,
        opponent=show.name(game.opponent(player)),
        why=told.disputed or "",
        corrected=told.corrected,
    )


def result_words(show: PublicSnapshot, game: Game, result: Result) -> ResultWords:
    """A result in words and numbers, both players in the order of the table."""
    return ResultWords(
        how=BY_HOW[result.how].told,
        winner=show.name(result.winner) if result.winner else "",
        rows=tuple(
            ResultRow(show.name(one), tally.victory, tally.score, one == result.winner)
            for one, tally in zip(game.players, result.tallies, strict=True)
        ),
        blue=show.name(result.blue) if result.blue else "",
    )


def my_strip(stream: str, player: Player) -> tuple[int, str]:
    """The live part of a player's page."""
    show = shows.now(stream)
    context = seat_of(show, player)
    return show.version, render_to_string(
        "tournament/player/me_strip.html", context | {"screen": screen_of(show, player)}
    )


def screen_of(show: PublicSnapshot, player: Player) -> str:
    """What the rest of the page rests on: when it changes, the page fetches itself."""
    current = show.state.round
    game = current.game_of(player) if current else None
    told = current.results.get(game.table) if current and game else None
    entry = show.state.entries.get(player)
    calls = [one for one in show.state.calls.values() if one.player == player]
    numbers = (current.number, current.closed) if current else ()
    return digest(repr((numbers, game, told, entry, calls, show.view.words, show.view.status)))


def part_context(show: PublicSnapshot, player: Player) -> dict[str, Any]:
    """The part with the forms."""
    now = show.state
    calls = [one for one in now.calls.values() if one.player == player]
    entry = now.entries[player]
    return {
        **seat_of(show, player),
        **player_context(show, player),
        "entry": entry,
        "call": _call(calls),
        "screen": screen_of(show, player),
        "begun": bool(now.rounds),
        "over": now.status in ("ended", "called-off"),
        "aids": [(AID_WORDS[aid], aid in now.plan.allowed) for aid in now.plan.aids],
        "lists": linked("event-lists", show.event) if now.plan.lists != "none" else "",
        "has_list": player in now.lists,
        "setup": linked("event-setup", show.event),
        "key": str(uuid4()),
    }


def _call(calls: list[Call]) -> dict[str, Any] | None:
    """My latest call, with who is on the way."""
    if not calls:
        return None
    last = calls[-1]
    who = names_of({last.claimed}).get(last.claimed, FORMER_PLAYER) if last.claimed else ""
    return {"call": last, "who": who, "by_judge": bool(last.closed) and last.closed != last.player}


# Pages ------------------------------------------------------------------------------------------------------


@private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """My page; whoever has no place yet goes where one is claimed."""
    show = show_of(request, event)
    if not me_of(request, event):
        return redirect(url("event-join", event=event))
    return shown(request, show, event)


def shown(
    request: HttpRequest, show: PublicSnapshot, event: str, problems: tuple[Violation, ...] = ()
) -> HttpResponse:
    """My page, with the reasons of a refusal on top."""
    player = me_of(request, event)
    context = part_context(show, player)
    strip = render_to_string("tournament/player/me_strip.html", context)
    more = {"strip": strip, "ticket": ticket_for(request, event, "me"), **refusals(problems, show.names)}
    return render(request, "tournament/player/me.html", context | more, status=status_of(problems))


@private
@require_GET
def part(request: HttpRequest, event: str) -> HttpResponse:
    """The part with the forms alone: what an open page fetches when my game changed."""
    show = show_of(request, event)
    player = me_of(request, event)
    if not player:
        raise Http404
    return render(request, "tournament/player/me_part.html", part_context(show, player))


# Acts -------------------------------------------------------------------------------------------------------


@private
@require_POST
def act(request: HttpRequest, event: str, what: str) -> HttpResponse:
    """One act of a player; refused ones come back with their reasons."""
    if what not in ACTS:
        raise Http404
    watching().admitted(actor(request), stream_of(event))
    try:
        ACTS[what](request, act_of(request), stream_of(event))
    except Refused as refusal:
        hide_if_unknown(refusal)
        if not me_of(request, event):
            raise
        return shown(request, show_of(request, event), event, refusal.violations)
    return redirect(url("event-me", event=event))


def _number(request: HttpRequest, field: str) -> int:
    text = request.POST.get(field, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _confirm(request: HttpRequest, act: Act, stream: str) -> None:
    tournaments().do(act, stream, commands.Confirm(number=_number(request, "round")))


def _dispute(request: HttpRequest, act: Act, stream: str) -> None:
    tournaments().do(
        act, stream, commands.Dispute(number=_number(request, "round"), words=request.POST.get("words", ""))
    )


def _call_judge(request: HttpRequest, act: Act, stream: str) -> None:
    tournaments().do(act, stream, commands.CallJudge(words=request.POST.get("words", "")))


def _close_call(request: HttpRequest, act: Act, stream: str) -> None:
    tournaments().do(act, stream, commands.CloseCall(call=_number(request, "call")))


def _review(request: HttpRequest, act: Act, stream: str) -> None:
    tournaments().do(act, stream, commands.AskReview(call=_number(request, "call")))


def _leave(_request: HttpRequest, act: Act, stream: str) -> None:
    tournaments().do(act, stream, commands.Leave())


ACTS: Final[dict[str, Callable[[HttpRequest, Act, str], None]]] = {
    "confirm": _confirm,
    "dispute": _dispute,
    "judge": _call_judge,
    "never-mind": _close_call,
    "review": _review,
    "leave": _leave,
}
