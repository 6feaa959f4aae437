"""Telling a result from a phone: how it ended, who, the numbers, what it comes to, then it is told."""

from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from muster.app.game.setup import TableSetups
from muster.app.tournament import commands
from muster.rules.tournament.games import Game, Player, Result
from muster.rules.tournament.running.figures import profile_of
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.reporting import report_of, result_of
from muster.rules.tournament.running.timekeeping import time_is_left
from muster.rules.tournament.running.tournament import EventRound
from muster.rules.tournament.scoring.endings import Ending
from muster.rules.tournament.scoring.results import BY_WORDS, verdict
from muster.rules.violations import Refused, require
from muster.web.environment import url
from muster.web.forms import whole_number
from muster.web.tournament.player.me import me_of
from muster.web.tournament.public.snapshot import PublicSnapshot, snapshot_for
from muster.web.tournament.requests import (
    FormPage,
    Problems,
    act_of,
    actor,
    answer,
    methods_only,
    stream_of,
    tournaments,
)
from muster.web.tournament.result_form import ResultForm, Typed, ending_in, result_form, slip_of, typed_in

Step: TypeAlias = Literal["how", "who", "numbers", "check"]
STEPS: Final[tuple[Step, ...]] = ("how", "who", "numbers", "check")


class ReportPage(FormPage, frozen=True, kw_only=True):
    """One decision of a report. `asks_armies` and `asks_priority`: what an even game came to; `found` is the
    result, and `decided_by` says what decided it where numbers did. `early`: it shall have ended by time that
    nobody called."""

    template = "tournament/player/report.html"

    snapshot: PublicSnapshot
    game: Game
    player: Player
    step: Step
    number: int
    form: ResultForm
    ending: Ending | None
    asks_armies: bool
    asks_priority: bool
    found: Result | None
    decided_by: str
    early: bool


@methods_only("GET", "POST")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """One decision after the other; the answers so far stand in the address."""
    snapshot = snapshot_for(request, event)
    player = me_of(request, event)
    if not player:
        return redirect(url("event-join", event=event))
    current, game = _game(snapshot, player)
    if request.method == "GET":
        return _render_report(request, snapshot, player, request.GET)
    try:
        slip = slip_of(typed_in(request.POST, game), game)
        number = whole_number(request.POST.get("round", "")) or current.number
        tournaments(request).do(act_of(request), stream_of(event), commands.Report(number=number, slip=slip))
    except Refused as refusal:
        return _render_report(request, snapshot, player, request.POST, refusal.violations)
    return redirect(url("event-me", event=event))


def _game(snapshot: PublicSnapshot, player: Player) -> tuple[EventRound, Game]:
    """The game being played; refused when there is none."""
    none = problem("tournament.no_game_of_yours", (player,))
    current = require(snapshot.state.open_round, none)
    return current, require(current.game_of(player), none)


def _blue_of_setup(request: HttpRequest, snapshot: PublicSnapshot, game: Game) -> str:
    """The seat of the blue player, where the table was set up with the app; else nothing is proposed."""
    tables = TableSetups(tournaments(request))
    view = tables.look(tables.place(actor(request), stream_of(snapshot.event)))
    seats = {player: str(seat) for seat, player in enumerate(game.players, 1)}
    return seats.get(view.setup.blue, "") if view else ""


def _step(form: QueryDict, typed: Typed) -> Step:
    """Which decision comes next."""
    ending = ending_in(typed)
    if ending is None or ending.by_officials:
        return "how"
    if ending.asks and typed["loser" if ending.names_loser else "winner"] not in ("1", "2"):
        return "who"
    return "check" if form.get("numbers") == "1" else "numbers"


def _render_report(
    request: HttpRequest,
    snapshot: PublicSnapshot,
    player: Player,
    form: QueryDict,
    problems: Problems = (),
) -> HttpResponse:
    current, game = _game(snapshot, player)
    typed = typed_in(form, game)
    if not typed["blue"]:
        typed["blue"] = _blue_of_setup(request, snapshot, game)
    step, found, decided_by = _step(form, typed), None, ""
    if step == "check" and not problems:
        try:
            slip = slip_of(typed, game)
            found = result_of(snapshot.state, current, game, slip)
            report = report_of(snapshot.state, current, game, slip)
            decided_by = BY_WORDS.get(verdict(profile_of(snapshot.state.plan), report).by, "")
        except Refused as refusal:
            problems = refusal.violations
    if problems and step == "check":
        step = "numbers"
    codes = {violation.code for violation in problems}
    shown = ReportPage(
        snapshot=snapshot,
        game=game,
        player=player,
        step=step,
        number=STEPS.index(step) + 1,
        form=result_form(snapshot.view.plan, current.stage, game, snapshot.names, typed),
        ending=ending_in(typed),
        asks_armies="result.armies_needed" in codes,
        asks_priority="result.priority_needed" in codes,
        found=found,
        decided_by=decided_by,
        early=typed["how"] == "time" and time_is_left(current, datetime.now(UTC), game.table),
    )
    response = answer(request, shown, problems, snapshot.names)
    response.status_code = response.status_code if request.POST else 200  # a look is no refused act
    return response
