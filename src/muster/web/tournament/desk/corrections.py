"""Putting a result right: choose it, see every standing that would move, then decide."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from muster.rules.tournament.games import Game
from muster.rules.tournament.running.corrections import Effect, too_late
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.tournament import requests
from muster.web.tournament.desk import desk, slips
from muster.web.tournament.desk.desk import DeskPage
from muster.web.tournament.desk.results import WAYS
from muster.web.tournament.desk.words import HOW, result_words, round_name
from muster.web.tournament.public.listing import number_in

FIGURES: Final = {
    "average-mov": "average MOV",
    "extended-mov": "extended MOV",
    "sos": "strength of schedule",
    "extended-sos": "extended strength of schedule",
    "points-defeated": "points defeated",
    "victory-tokens": "victory tokens",
    "wins": "wins",
}


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
    slip = slips.slip_of(form, game_of(seen, number, table))
    requests.tournaments().correct(
        requests.act_of(request), seen.stream, number, table, slip, form.get("why", "")
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
    found: dict[str, Any] = {
        "game": game,
        "round_name": round_name(seen.view, number),
        "players": [(key, seen.names.get(key, key)) for key in game.players],
        "stands": result_words(game, game.result, seen.names) if game.result else "",
        "ways": [(way, HOW[way], key) for way, key in WAYS],  # type: ignore[index]
        "by_points": seen.view.plan.profile == "current",
        "elimination": any(
            one.round.stage == "elimination" for one in seen.view.rounds if one.round.number == number
        ),
        "why": form.get("why", "")[:500],
    }
    if "how" not in form:
        return found | {"form": slips.written(game, game.result)}, ()
    found["form"] = slips.typed(form)
    try:
        slip = slips.slip_of(form, game)
        effect = requests.tournaments().preview_correction(seen.me, seen.stream, number, table, slip)
    except Refused as refusal:
        return found, refusal.violations
    return found | {"effect": effect_rows(seen, effect), "fields": fields_of(form)}, ()


def effect_rows(seen: DeskPage, effect: Effect) -> dict[str, Any]:
    """Every line of the standings that moves, before and after."""
    rows = [
        {
            "name": seen.names.get(move.player, move.player),
            "before": move.before,
            "after": move.after,
            "figures": [
                (FIGURES[name], move.before.figures.get(name) if move.before else None, after)
                for name, after in (move.after.figures.items() if move.after else ())
                if move.before is None or move.before.figures.get(name) != after
            ],
        }
        for move in effect.moves
    ]
    return {"rows": rows, "discards": effect.discards_draft, "repair": effect.repair}


def fields_of(form: QueryDict) -> list[tuple[str, str]]:
    """What was typed, to be sent along with the decision."""
    names = (*slips.NUMBERS, "winner", "blue", "priority", "how", "agreed")
    return [(name, form[name][:20]) for name in names if form.get(name)]


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
