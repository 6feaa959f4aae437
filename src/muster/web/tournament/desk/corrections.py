"""Putting a result right: choose it, see every standing that would move, then decide."""

from collections.abc import Sequence
from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from msgspec.structs import replace

from muster.app.tournament import commands
from muster.rules.tournament.games import Game
from muster.rules.tournament.running.audiences import RoundView
from muster.rules.tournament.running.corrections import Effect, too_late
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused, require
from muster.web.forms import number_in
from muster.web.tournament.desk.desk_frame import DeskFrame, DeskPage, desk_page_for
from muster.web.tournament.requests import Problems, act_of, answer, changes_nothing, methods_only
from muster.web.tournament.result_form import (
    ResultForm,
    errors_by_field,
    result_form,
    slip_of,
    typed_in,
    typed_result,
)

LONGEST_WHY = 500


class CorrectionsPage(DeskFrame, frozen=True, kw_only=True):
    """The rounds whose results may still be put right by number, the latest first, and the results of the one
    that is looked at; with a table chosen its game and the form for it, with numbers given also what would
    change, or that they are the `same` as before. One round is drawn, however many were played."""

    template: ClassVar = "tournament/desk/correct.html"
    tab: str = "correct"
    rounds: tuple[int, ...]
    number: int
    games: tuple[Game, ...]
    game: Game | None
    form: ResultForm | None
    effect: Effect | None
    same: bool
    why: str


@methods_only("GET", "POST")
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Choose a result; look at what changes; change it."""
    if request.method == "GET":
        return render_corrections(request, event, request.GET)
    try:
        return correct_result(request, event)
    except Refused as refusal:
        return render_corrections(request, event, request.POST, refusal.violations)


def correct_result(request: HttpRequest, event: str) -> HttpResponse:
    """The correction is made."""
    seen, form = desk_page_for(request, event), request.POST
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
    games = [
        game
        for round_view in seen.view.rounds
        if round_view.round.number == number
        for game in round_view.round.games
    ]
    return require(
        next((game for game in games if game.table == table), None),
        problem("tournament.no_game", (str(table),), "", table=table, round=number),
    )


def has_result(round_view: RoundView) -> bool:
    """Whether there is something to put right."""
    return any(game.result for game in round_view.round.games)


def results_of(rounds: Sequence[RoundView], number: int) -> tuple[Game, ...]:
    """The games of a round that have a result."""
    games = (
        game for round_view in rounds if round_view.round.number == number for game in round_view.round.games
    )
    return tuple(game for game in games if game.result)


def render_corrections(
    request: HttpRequest, event: str, form: QueryDict, problems: Problems = ()
) -> HttpResponse:
    """The page, with the reasons of a refusal on top."""
    seen, table = desk_page_for(request, event), number_in(form, "table")
    open_to_change = () if seen.view.over else seen.view.rounds[::-1]
    rounds = [round_view for round_view in open_to_change if not too_late(seen.now, round_view.round.number)]
    number = number_in(form, "round") or next(
        (round_view.round.number for round_view in rounds if has_result(round_view)), 0
    )
    game, offer, effect, same = None, None, None, False
    if table and rounds:
        game = game_of(seen, number, table)
        typed = typed_in(form, game) if "how" in form else typed_result(game, game.result)
        stage = next(
            round_view.round.stage for round_view in seen.view.rounds if round_view.round.number == number
        )
        offer = result_form(seen.view.plan, stage, game, seen.names, typed)
    if game and offer and "how" in form:
        my = seen.queries.tournaments
        try:
            slip = slip_of(offer.typed, game)
            effect = my.preview_correction(seen.me, seen.stream, number, table, slip)
        except Refused as refusal:
            same = changes_nothing(refusal)
            problems = problems or (() if same else refusal.violations)
    if offer:
        offer = replace(offer, errors=errors_by_field(problems, seen.names))
    corrections = CorrectionsPage(
        seen=seen,
        rounds=tuple(round_view.round.number for round_view in rounds),
        number=number,
        games=() if game else results_of(rounds, number),
        game=game,
        form=offer,
        effect=effect,
        same=same,
        why=form.get("why", "")[:LONGEST_WHY],
    )
    return answer(request, corrections, problems, seen.names)
