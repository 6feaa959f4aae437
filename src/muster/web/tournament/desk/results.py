"""Results at the desk, made for speed: one table after the other from the keyboard, without a reload.

Two numbers and Enter settle a game; the next table without a result follows. Several people may do this at
once: what another entered first is shown, never overwritten.
"""

from datetime import UTC, datetime
from typing import ClassVar, Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from msgspec.structs import replace

from muster.app.tournament import commands
from muster.rules.messages import explain
from muster.rules.tournament.games import Game
from muster.rules.tournament.running.audiences import RoundView
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.timekeeping import time_is_left, too_early
from muster.rules.tournament.running.tournament import TableReport
from muster.rules.violations import Refused, require
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.environment import url
from muster.web.forms import number_in
from muster.web.tournament.desk.clock import ClockFace, face_of
from muster.web.tournament.desk.desk_frame import DeskFrame, DeskPage, desk_page_for
from muster.web.tournament.desk.words import result_words
from muster.web.tournament.requests import Problems, act_of, answer, methods_only
from muster.web.tournament.result_form import (
    ResultForm,
    errors_by_field,
    result_form,
    slip_of,
    typed_in,
    typed_result,
)
from muster.web.tournament.tickets import ticket_for

LATEST: Final = 6
NOT_CALLED: Final = "It says that time was called, but the table still has time."


class Tile(NamedTuple):
    """A table on the grid: done, told by one player, disputed, extended, or still playing."""

    table: int
    state: str
    word: str


class RoundTables(NamedTuple):
    """The round with its tables; `table` is the one that is asked for or comes next, 0 for none. `form` is
    what is typed for it, `told` what was told of it, by whom and in words; `latest` came in last."""

    number: int
    name: str
    tables: tuple[Tile, ...]
    missing: tuple[int, ...]
    clock: ClockFace | None
    latest: tuple[Game, ...]
    table: int
    next: int
    form: ResultForm | None
    report: TableReport | None
    reported_by: str
    reported: str

    @property
    def done(self) -> int:
        """How many tables are in."""
        return len(self.tables) - len(self.missing)

    @property
    def clashes(self) -> tuple[Tile, ...]:
        """The other tables whose players differ."""
        return tuple(row for row in self.tables if row.state == "clash" and row.table != self.table)


class ResultsPage(DeskFrame, frozen=True, kw_only=True):
    """The results of the round being played. `after` is the table that just came in, `early` when its game
    ended by a time that nobody has called."""

    template: ClassVar = "tournament/desk/results.html"
    tab: str = "results"
    current: RoundTables | None
    after: int
    early: bool = False
    bare: bool = False


class ResultsPart(ResultsPage, frozen=True, kw_only=True):
    """Its middle, where there was no reload."""

    template: ClassVar = "tournament/desk/results_part.html"
    bare: bool = True


@methods_only("GET", "POST")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Results of the round being played."""
    if request.method == "GET":
        return render_results(request, event, number_in(request.GET, "table"))
    table = number_in(request.POST, "table")
    try:
        return save_result(request, event, table)
    except Refused as refusal:
        return render_results(request, event, table, refusal.violations)


def save_result(request: HttpRequest, event: str, table: int) -> HttpResponse:
    """Write a result down and go on to the next table."""
    seen = desk_page_for(request, event)
    command = result_in(request.POST, game_of(seen, table)[1])
    try:
        seen.queries.tournaments.do(act_of(request), seen.stream, command)
    except Refused as refusal:
        current, _ = game_of(desk_page_for(request, event), table)
        if not says_the_same(current.reports.get(table), command, refusal):
            raise
    if request.headers.get("HX-Request"):
        return render_results(request, event, 0, after=table)
    if ended_early(seen, table):
        messages.warning(request, f"Table {table} is in. {NOT_CALLED}")
    else:
        messages.success(request, f"Table {table} is in.")
    return redirect(url("event-desk-results", event=event))


def result_in(form: QueryDict, game: Game) -> commands.EnterResult | commands.NoShow:
    """What the form asks for; which seat is whose is the game's to say."""
    number, slip = number_in(form, "round"), slip_of(typed_in(form, game, how="rounds"), game)
    if slip.how == "no-show":
        missing = tuple(player for player in game.players if player not in slip.winners)
        return commands.NoShow(number=number, table=game.table, missing=missing)
    return commands.EnterResult(number=number, table=game.table, slip=slip)


def says_the_same(
    report: TableReport | None, command: commands.EnterResult | commands.NoShow, refusal: Refused
) -> bool:
    """Whether what another scorekeeper wrote is the very same: then nothing is wrong."""
    stands = any(violation.code == "tournament.result_stands" for violation in refusal.violations)
    if not stands or report is None or not isinstance(command, commands.EnterResult):
        return False
    slip, result = command.slip, report.result
    ours, theirs = ([tally.victory for tally in tallies or ()] for tallies in (slip.tallies, result.tallies))
    winner = not slip.winners or result.winner in slip.winners
    return result.how == slip.how and (not ours or ours == theirs) and winner


def game_of(seen: DeskPage, table: int) -> tuple[RoundView, Game]:
    """The game at a table of the round being played."""
    current = require(seen.view.open_round, problem("tournament.no_round"))
    game = next((game for game in current.round.games if game.table == table), None)
    given = {"table": table, "round": current.round.number}
    return current, require(game, problem("tournament.no_game", (str(table),), "", **given))


# Showing ---------------------------------------------------------------------------------------------------


def render_results(
    request: HttpRequest, event: str, table: int, problems: Problems = (), after: int = 0
) -> HttpResponse:
    """The results page; without a reload only its middle."""
    seen = desk_page_for(request, event)
    current = seen.view.open_round
    bare = bool(request.headers.get("HX-Request")) and request.headers.get("HX-Target") == "results"
    results = (ResultsPart if bare else ResultsPage)(
        seen=seen,
        current=tables_of(seen, current, table, request.POST, problems) if current else None,
        after=after,
        early=bool(after) and ended_early(seen, after),
        ticket=ticket_for(request, event, "event"),
    )
    return answer(request, results, problems, seen.names)


def ended_early(seen: DeskPage, table: int) -> bool:
    """Whether a result says that time was called while there is time left."""
    current = seen.now.open_round
    report = current.results.get(table) if current else None
    by_time = report is not None and report.result.how == "time"
    return by_time and current is not None and time_is_left(current, datetime.now(UTC), table)


def tables_of(
    seen: DeskPage, current: RoundView, table: int, sent: QueryDict, problems: Problems
) -> RoundTables:
    """The round with its tables, and the one that is asked for or comes next."""
    games, number = {game.table: game for game in current.round.games}, current.round.number
    tables = tuple(tile(current, game) for game in games.values())
    missing = tuple(row.table for row in tables if row.state != "done")
    wanted = table if table in games else next(iter(missing), 0)
    game, report = games.get(wanted), current.reports.get(wanted)
    settled = [table for table, report in current.reports.items() if report.settled and table in games]
    return RoundTables(
        number=number,
        name=seen.round_name(number),
        tables=tables,
        missing=missing,
        clock=face_of(current.clock, datetime.now(UTC)) if current.clock else None,
        latest=tuple(games[table] for table in reversed(settled[-LATEST:])),
        table=wanted,
        next=next((table for table in missing if table > wanted), 0) or next(iter(missing), 0),
        form=form_of(seen, current, game, sent, problems) if game else None,
        report=report,
        reported_by=teller(seen, report) if report else "",
        reported=result_words(game, report.result, seen.names, seen.view.plan) if game and report else "",
    )


def form_of(
    seen: DeskPage, current: RoundView, game: Game, sent: QueryDict, problems: Problems
) -> ResultForm:
    """The form of a table: what was reported of it, or what was sent and why that was refused."""
    report = current.reports.get(game.table)
    if problems:
        typed = typed_in(sent, game, how="rounds")
    else:
        typed = typed_result(game, report.result if report else None)
    form = result_form(seen.view.plan, current.round.stage, game, seen.names, typed)
    waits = too_early(seen.now, datetime.now(UTC))
    errors = errors_by_field(problems, seen.names)
    return replace(form, waits=explain(waits) if waits else "", errors=errors)


def teller(seen: DeskPage, report: TableReport) -> str:
    """Who told a result: a player or an official."""
    if report.by in seen.names:
        return seen.names[report.by]
    return names_of({report.by}).get(report.by, FORMER_PLAYER) if report.by else ""


def tile(current: RoundView, game: Game) -> Tile:
    """A table on the grid."""
    report = current.reports.get(game.table)
    if report is None:
        clock = current.clock.clock if current.clock else None
        more = (
            sum(extension.minutes for extension in clock.extensions if extension.table == game.table)
            if clock
            else 0
        )
        return Tile(game.table, "late", f"+{more} min") if more else Tile(game.table, "", "playing")
    if report.settled:
        return Tile(game.table, "done", "done")
    if report.disputed is not None:
        return Tile(game.table, "clash", "disputed")
    return Tile(game.table, "told", "told")
