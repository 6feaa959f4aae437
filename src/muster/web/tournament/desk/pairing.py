"""Pairing a round: draw, look with everything the checker says, change by hand, publish."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.tournament.games import Game, Round
from muster.rules.violations import Violation
from muster.web import identity
from muster.web.tournament import requests
from muster.web.tournament.desk import desk
from muster.web.tournament.desk.desk import DeskPage
from muster.web.tournament.desk.words import round_name

PATHS: Final = {
    "random": "Drawn at random, as the first round is.",
    "certified": "Drawn group by group and certified: none is better, each of the best equally likely.",
    "exact": "The groups could not be drawn apart, so the best pairing was computed exactly.",
    "rematch": "No pairing without a rematch exists. This one has the fewest.",
    "": "It follows from the bracket.",
}


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The pairing."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The pairing, with the reasons of a refusal on top."""
    seen = desk.seen_by(request, event, "pair")
    draft, published = seen.view.draft, seen.open_round
    drawn = draft.drawn.round if draft else published.round if published else None
    path = draft.drawn.path if draft else published.path if published else ""
    found = requests.tournaments().warnings(seen.stream, seen.me) if draft else ()
    known = len(draft.drawn.notes) if draft else 0  # what the draw itself said comes first
    guide = requests.watching().guide(seen.me, seen.stream)
    context = desk.about(seen, "pairing", problems) | {
        "guide": guide,
        "draft": draft,
        "published": published,
        "begun": published is not None and published.begun,
        "drawn": drawn,
        "rows": rows_of(seen, drawn) if drawn else [],
        "byes": [seen.names.get(one.player, one.player) for one in drawn.byes] if drawn else [],
        "bye_keys": [one.player for one in drawn.byes] if drawn else [],
        "path": PATHS.get(path, ""),
        "notes": [requests.as_reason(requests.named(one, seen.names)) for one in found[:known]],
        "warnings": [requests.as_reason(requests.named(one, seen.names)) for one in found[known:]],
        "round_name": round_name(seen.view, drawn.number if drawn else guide.round),
        "swiss": drawn is not None and drawn.stage == "swiss",
    }
    return render(request, "tournament/desk/pairing.html", context, status=requests.status_of(problems))


def rows_of(seen: DeskPage, drawn: Round) -> list[dict[str, Any]]:
    """The games, by table, each player with their points."""
    lines = requests.watching().standings(seen.me, seen.stream)
    points = {line.player: line.points for line in lines} if seen.view.rounds else {}
    return [_row(seen, game, points) for game in drawn.games]


def _row(seen: DeskPage, game: Game, points: dict[str, int]) -> dict[str, Any]:
    return {
        "table": game.table,
        "number": game.number,
        "players": [(key, seen.names.get(key, key), points.get(key)) for key in game.players],
    }
