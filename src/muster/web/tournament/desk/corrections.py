"""Putting a result right: choose it, see every standing that would move, then decide."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from muster.app.tournament import commands
from muster.rules.tournament.games import Game
from muster.rules.tournament.running.corrections import Effect, too_late
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.scoring.ratios import Ratio
from muster.rules.tournament.scoring.tiebreaks import FIGURES, Tiebreak
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.tournament import requests, result_form
from muster.web.tournament.desk import desk
from muster.web.tournament.desk.desk import DeskPage
from muster.web.tournament.desk.words import result_words, round_name
from muster.web.tournament.public.listing import number_in


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Choose a result; look at what changes; change it."""
    if request.method == "GET":
        return shown(request, event, request.GET)
    try:
        return corrected(request, event)
    except Refused as refusal:
        requests.hide_if_unknown(refusal)
        return shown(request, event, request.POST, refusal.violations)


def corrected(request: HttpRequest, event: str) -> HttpResponse:
    """The correction is made."""
    seen = desk.seen_by(request, event)
    form = request.POST
    number, table = number_in(form, "round"), number_in(form, "table")
    game = game_of(seen, number, table)
    slip = result_form.slip_of(result_form.typed_in(form, game, how="rounds"), game)
    requests.tournaments().do(
        requests.act_of(request),
        seen.stream,
        commands.Correct(number=number, table=table, slip=slip, why=form.get("why", "")),
    )
    messages.success(request, f"Table {table} is corrected.")
    return redirect("event-desk", event)


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
    """The page; with a table chosen its form, with numbers given also what would change."""
    seen = desk.seen_by(request, event)
    number, table = number_in(form, "round"), number_in(form, "table")
    context = desk.about(seen, "correct", problems)
    context |= {"rounds": rounds_of(seen), "game": None, "effect": None, "number": number, "table": table}
    if table:
        found, late = _chosen(seen, form, number, table)
        context |= found
        problems = problems or late
        context |= requests.refusals(problems, seen.names)
    return render(request, "tournament/desk/correct.html", context, status=requests.status_of(problems))


def _chosen(
    seen: DeskPage, form: QueryDict, number: int, table: int
) -> tuple[dict[str, Any], tuple[Violation, ...]]:
    game = game_of(seen, number, table)
    stage = next(one.round.stage for one in seen.view.rounds if one.round.number == number)
    found: dict[str, Any] = {
        "game": game,
        "round_name": round_name(seen.view, number),
        "stands": result_words(game, game.result, seen.names) if game.result else "",
        "why": form.get("why", "")[:500],
    }
    said = "how" in form
    typed = result_form.typed_in(form, game) if said else result_form.written(game, game.result)
    found["form"] = result_form.offered(seen.view.plan, stage, game, seen.names, typed)
    if not said:
        return found, ()
    try:
        slip = result_form.slip_of(typed, game)
        effect = requests.tournaments().preview_correction(seen.me, seen.stream, number, table, slip)
    except Refused as refusal:
        return found, refusal.violations
    return found | {
        "effect": effect_rows(seen, effect),
        "fields": [one for one in typed.items() if one[1]],
    }, ()


def effect_rows(seen: DeskPage, effect: Effect) -> dict[str, Any]:
    """Every line of the standings that moves, before and after."""
    rows = [
        {
            "name": seen.names.get(move.player, move.player),
            "before": move.before,
            "after": move.after,
            "figures": [
                _figure(FIGURES[name], move.before.figures.get(name) if move.before else None, after)
                for name, after in (move.after.figures.items() if move.after else ())
                if move.before is None or move.before.figures.get(name) != after
            ],
        }
        for move in effect.moves
    ]
    return {"rows": rows, "discards": effect.discards_draft, "repair": effect.repair}


def _figure(tiebreak: Tiebreak, before: Ratio | None, after: Ratio) -> tuple[str, str | None, str]:
    return tiebreak.in_words, tiebreak.written(before) if before else None, tiebreak.written(after)


def rounds_of(seen: DeskPage) -> list[dict[str, Any]]:
    """The rounds whose results may still be corrected, the latest first."""
    now = requests.tournaments().load(seen.stream).state
    open_ones = [one for one in seen.view.rounds if too_late(now, one.round.number) is None]
    return [
        {
            "number": one.round.number,
            "name": round_name(seen.view, one.round.number),
            "games": [
                {"table": game.table, "words": result_words(game, game.result, seen.names)}
                for game in one.round.games
                if game.result is not None
            ],
        }
        for one in reversed(open_ones)
    ]
