"""Putting a result right: choose it, see every standing that would move, then decide."""

from typing import ClassVar, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from muster.app.tournament import commands
from muster.rules.tournament.games import Game
from muster.rules.tournament.running.corrections import Effect, Move, too_late
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.scoring.ratios import Ratio
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.tournament.scoring.tiebreaks import FIGURES, Tiebreak
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.page import draw
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage, seen_by
from muster.web.tournament.desk.words import result_words, round_name
from muster.web.tournament.forms import number_in
from muster.web.tournament.requests import act_of, hide_if_unknown, reasons_of, status_of
from muster.web.tournament.result_form import ResultForm, Typed, offered, slip_of, typed_in, written

LONGEST_WHY = 500


class Figure(NamedTuple):
    """A tiebreak that changes, as it is written."""

    name: str
    before: str | None
    after: str


class MovedLine(NamedTuple):
    """A line of the standings that moves."""

    name: str
    before: Standing | None
    after: Standing | None
    figures: tuple[Figure, ...]


class EffectView(NamedTuple):
    """What a correction would do."""

    rows: tuple[MovedLine, ...]
    discards: bool
    repair: int


class StandingResult(NamedTuple):
    """A result that may still be put right."""

    table: int
    words: str


class OpenRound(NamedTuple):
    """A round whose results may still be put right."""

    number: int
    name: str
    games: tuple[StandingResult, ...]


class Chosen(NamedTuple):
    """The result that was chosen, what is typed for it, and what that would change."""

    round_name: str
    stands: str
    form: ResultForm
    fields: tuple[tuple[str, str], ...] = ()
    effect: EffectView | None = None


class CorrectionsPage(DeskFrame, frozen=True, kw_only=True):
    """Corrections; with a table chosen its form, with numbers given also what would change."""

    template: ClassVar = "tournament/desk/correct.html"
    tab: str = "correct"
    rounds: tuple[OpenRound, ...]
    number: int
    table: int
    chosen: Chosen | None
    why: str


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Choose a result; look at what changes; change it."""
    if request.method == "GET":
        return shown(request, event, request.GET)
    try:
        return corrected(request, event)
    except Refused as refusal:
        hide_if_unknown(refusal)
        return shown(request, event, request.POST, refusal.violations)


def corrected(request: HttpRequest, event: str) -> HttpResponse:
    """The correction is made."""
    seen, form = seen_by(request, event), request.POST
    command = correction_in(form, game_of(seen, number_in(form, "round"), number_in(form, "table")))
    seen.queries.tournaments.do(act_of(request), seen.stream, command)
    messages.success(request, f"Table {command.table} is corrected.")
    return redirect("event-desk", event)


def correction_in(form: QueryDict, game: Game) -> commands.Correct:
    """What the form asks for; which seat is whose is the game's to say."""
    return commands.Correct(
        number=number_in(form, "round"),
        table=game.table,
        slip=slip_of(typed_in(form, game, how="rounds"), game),
        why=form.get("why", ""),
    )


def game_of(seen: DeskPage, number: int, table: int) -> Game:
    """A game of any round."""
    games = [game for one in seen.view.rounds if one.round.number == number for game in one.round.games]
    game = next((one for one in games if one.table == table), None)
    if game is None:
        raise Refused(problem("tournament.no_game", (str(table),), "", table=table, round=number))
    return game


def shown(
    request: HttpRequest, event: str, form: QueryDict, problems: tuple[Violation, ...] = ()
) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    seen = seen_by(request, event)
    number, table = number_in(form, "round"), number_in(form, "table")
    chosen = None
    if table:
        chosen, found = _chosen(seen, form, number, game_of(seen, number, table))
        problems = problems or found
    corrections = CorrectionsPage(
        seen=seen,
        reasons=reasons_of(problems, seen.names),
        rounds=rounds_of(seen),
        number=number,
        table=table,
        chosen=chosen,
        why=form.get("why", "")[:LONGEST_WHY],
    )
    return draw(request, corrections, status_of(problems))


def _chosen(seen: DeskPage, form: QueryDict, number: int, game: Game) -> tuple[Chosen, tuple[Violation, ...]]:
    stage = next(one.round.stage for one in seen.view.rounds if one.round.number == number)
    numbers_given = "how" in form
    typed = typed_in(form, game) if numbers_given else written(game, game.result)
    found = Chosen(
        round_name=round_name(seen.view, number),
        stands=result_words(game, game.result, seen.names) if game.result else "",
        form=offered(seen.view.plan, stage, game, seen.names, typed),
    )
    if not numbers_given:
        return found, ()
    try:
        effect = _effect(seen, number, game, typed)
    except Refused as refusal:
        return found, refusal.violations
    return found._replace(effect=effect, fields=tuple(one for one in typed.items() if one[1])), ()


def _effect(seen: DeskPage, number: int, game: Game, typed: Typed) -> EffectView:
    my = seen.queries.tournaments
    effect: Effect = my.preview_correction(seen.me, seen.stream, number, game.table, slip_of(typed, game))
    rows = tuple(_moved(seen, move) for move in effect.moves)
    return EffectView(rows, effect.discards_draft, effect.repair)


def _moved(seen: DeskPage, move: Move) -> MovedLine:
    """A line of the standings before and after, with the figures that differ."""
    before = move.before.figures if move.before else {}
    after = move.after.figures if move.after else {}
    figures = tuple(
        _figure(FIGURES[name], before.get(name), value)
        for name, value in after.items()
        if before.get(name) != value
    )
    return MovedLine(seen.name(move.player), move.before, move.after, figures)


def _figure(tiebreak: Tiebreak, before: Ratio | None, after: Ratio) -> Figure:
    return Figure(
        tiebreak.in_words, None if before is None else tiebreak.written(before), tiebreak.written(after)
    )


def rounds_of(seen: DeskPage) -> tuple[OpenRound, ...]:
    """The rounds whose results may still be corrected, the latest first."""
    now = seen.now
    return tuple(
        OpenRound(
            one.round.number,
            round_name(seen.view, one.round.number),
            tuple(
                StandingResult(game.table, result_words(game, game.result, seen.names))
                for game in one.round.games
                if game.result is not None
            ),
        )
        for one in reversed(seen.view.rounds)
        if too_late(now, one.round.number) is None
    )
