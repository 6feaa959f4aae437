"""Results at the desk, made for speed: one table after the other from the keyboard, without a reload.

Two numbers and Enter settle a game; the next table without a result follows. Several people may do this at
once: what another entered first is shown, never overwritten.
"""

from datetime import UTC, datetime
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from muster.app.tournament import commands
from muster.rules.tournament.games import Game
from muster.rules.tournament.running.audiences import RoundView
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.tournament import Told
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Refused, Violation
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web import identity
from muster.web.environment import url
from muster.web.tournament import live, requests, result_form
from muster.web.tournament.desk import clock as event_desk_clock
from muster.web.tournament.desk import desk
from muster.web.tournament.desk.desk import DeskPage
from muster.web.tournament.desk.words import result_words, round_name
from muster.web.tournament.public.listing import number_in

LATEST: Final = 6


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Results of the round being played."""
    if request.method == "GET":
        return shown(request, event, number_in(request.GET, "table"))
    table = number_in(request.POST, "table")
    try:
        return kept(request, event, table)
    except Refused as refusal:
        requests.hide_if_unknown(refusal)
        return shown(request, event, table, refusal.violations)


def kept(request: HttpRequest, event: str, table: int) -> HttpResponse:
    """Write a result down and go on to the next table."""
    seen = desk.seen_by(request, event)
    current, game = game_of(seen, table)
    act, form = requests.act_of(request), request.POST
    number = number_in(form, "round")
    slip = result_form.slip_of(result_form.typed_in(form, game, how="rounds"), game)
    my = requests.tournaments()
    if form.get("how") == "no-show":
        missing = [player for player in game.players if player not in slip.winners]
        my.do(act, seen.stream, commands.NoShow(number=number, table=table, missing=missing))
    else:
        try:
            my.do(act, seen.stream, commands.EnterResult(number=number, table=table, slip=slip))
        except Refused as refusal:
            if not says_the_same(current.told.get(table), slip, refusal):
                raise
    if request.headers.get("HX-Request"):
        return shown(request, event, 0, after=table)
    messages.success(request, f"Table {table} is in.")
    return redirect(url("event-desk-results", event=event))


def says_the_same(told: Told | None, slip: Slip, refusal: Refused) -> bool:
    """Whether what another scorekeeper wrote is the very same: then nothing is wrong."""
    stands = any(one.code == "tournament.result_stands" for one in refusal.violations)
    if not stands or told is None or told.result.how != slip.how:
        return False
    ours = [one.victory for one in slip.tallies or ()]
    theirs = [one.victory for one in told.result.tallies]
    return (not ours or ours == theirs) and (not slip.winners or told.result.winner in slip.winners)


def game_of(seen: DeskPage, table: int) -> tuple[RoundView, Game]:
    """The game at a table of the round being played."""
    current = seen.open_round
    if current is None:
        raise Refused(problem("tournament.no_round"))
    game = next((one for one in current.round.games if one.table == table), None)
    if game is None:
        given = {"table": table, "round": current.round.number}
        raise Refused(problem("tournament.no_game", (str(table),), "", **given))
    return current, game


# Showing ---------------------------------------------------------------------------------------------------


def shown(
    request: HttpRequest, event: str, table: int, problems: tuple[Violation, ...] = (), after: int = 0
) -> HttpResponse:
    """The results page; without a reload only its middle."""
    seen = desk.seen_by(request, event)
    current = seen.open_round
    context = desk.about(seen, "results", problems) | {
        "current": current,
        "told_why": None,
        "after": after,
    }
    if current is not None:
        context |= round_context(request, seen, current, table, bool(problems))
    context["ticket"] = live.ticket_for(request, event, "event")
    bare = bool(request.headers.get("HX-Request")) and request.headers.get("HX-Target") == "results"
    context["bare"] = bare
    template = "tournament/desk/results_part.html" if bare else "tournament/desk/results.html"
    return render(request, template, context, status=requests.status_of(problems))


def round_context(
    request: HttpRequest, seen: DeskPage, current: RoundView, table: int, refused: bool
) -> dict[str, Any]:
    """The round with its tables, and the one that is asked for or comes next."""
    now = datetime.now(UTC)
    tables = [tile(seen, current, game) for game in current.round.games]
    missing = [one["table"] for one in tables if one["state"] != "done"]
    wanted = table if any(one["table"] == table for one in tables) else next(iter(missing), 0)
    done = len(tables) - len(missing)
    found: dict[str, Any] = {
        "round_name": round_name(seen.view, current.round.number),
        "tables": tables,
        "done": done,
        "missing": missing,
        "clashes": [one for one in tables if one["state"] == "clash"],
        "face": event_desk_clock.face_of(current.clock, now) if current.clock else None,
        "latest": latest_of(seen, current),
        "table": wanted,
        "next": next((one for one in [*missing, 0] if one > wanted), 0) or next(iter(missing), 0),
    }
    if wanted:
        found |= table_context(request, seen, current, wanted, refused)
    return found


def table_context(
    request: HttpRequest, seen: DeskPage, current: RoundView, table: int, refused: bool
) -> dict[str, Any]:
    """One table with its players, what was told of it, and what is typed."""
    game = next(one for one in current.round.games if one.table == table)
    told = current.told.get(table)
    typed = (
        result_form.typed_in(request.POST, game, how="rounds")
        if refused
        else result_form.written(game, told and told.result)
    )
    return {
        "game": game,
        "told": told,
        "told_words": result_words(game, told.result, seen.names) if told else "",
        "told_by": teller(seen, told) if told else "",
        "form": result_form.offered(seen.view.plan, current.round.stage, game, seen.names, typed),
    }


def teller(seen: DeskPage, told: Told) -> str:
    """Who told a result: a player or an official."""
    if told.by in seen.names:
        return seen.names[told.by]
    return names_of({told.by}).get(told.by, FORMER_PLAYER) if told.by else ""


def tile(seen: DeskPage, current: RoundView, game: Game) -> dict[str, Any]:
    """A table on the grid: done, told by one player, disputed, extended, or still playing."""
    told = current.told.get(game.table)
    more = extension_of(current, game.table)
    if told is not None and told.settled:
        return {"table": game.table, "state": "done", "word": "done"}
    if told is not None and told.disputed is not None:
        return {"table": game.table, "state": "clash", "word": "disputed"}
    if told is not None:
        return {"table": game.table, "state": "told", "word": "told"}
    if more:
        return {"table": game.table, "state": "late", "word": f"+{more} min"}
    return {"table": game.table, "state": "", "word": "playing"}


def extension_of(current: RoundView, table: int) -> int:
    """The minutes a table was given on top."""
    clock = current.clock.clock if current.clock else None
    return sum(one.minutes for one in clock.extensions if one.table == table) if clock else 0


def latest_of(seen: DeskPage, current: RoundView) -> list[dict[str, Any]]:
    """The last results that came in."""
    games: dict[int, Game] = {game.table: game for game in current.round.games}
    tables = [table for table, told in current.told.items() if told.settled and table in games]
    return [
        {"table": table, "words": result_words(games[table], current.told[table].result, seen.names)}
        for table in reversed(tables[-LATEST:])
    ]
