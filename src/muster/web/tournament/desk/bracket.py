"""The cut and the bracket at the desk: who is in, who would move up, how far the games are."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.tournament.bracket.columns import Box, columns
from muster.rules.tournament.bracket.round_names import bracket_round_name
from muster.rules.tournament.scoring.figures import bracket_of
from muster.rules.violations import Violation
from muster.web import identity
from muster.web.tournament import requests
from muster.web.tournament.desk import desk
from muster.web.tournament.desk.desk import DeskPage

NEXT_IN_LINE = 2


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Cut and bracket."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """Cut and bracket, with the reasons of a refusal on top."""
    seen = desk.seen_by(request, event, "pair")
    frame = seen.view.announced
    rounds = [one.round for one in seen.view.rounds]
    begun = any(one.stage == "elimination" for one in rounds)
    context = desk.about(seen, "bracket", problems) | {
        "guide": requests.watching().guide(seen.me, seen.stream),
        "cut": frame.cut if frame else 0,
        "begun": begun,
        "lines": lines_of(seen, frame.cut) if frame and frame.cut and not begun else [],
        "columns": [_column(seen, column) for column in columns(rounds, bracket_of(seen.view.plan))],
        "ranking": [seen.names.get(player, player) for player in seen.view.ranking],
    }
    return render(request, "tournament/desk/bracket.html", context, status=requests.status_of(problems))


def lines_of(seen: DeskPage, size: int) -> list[dict[str, Any]]:
    """The standings around the line: those who go on, and the next who would move up."""
    if not any(one.closed for one in seen.view.rounds):
        return []
    order = [line for line in requests.watching().standings(seen.me, seen.stream) if not line.dropped]
    chosen = seen.view.cut or tuple(line.player for line in order[:size])
    return [
        {"line": line, "name": seen.names.get(line.player, line.player), "inside": line.player in chosen}
        for line in order[: size + NEXT_IN_LINE]
    ]


def _column(seen: DeskPage, boxes: tuple[Box, ...]) -> dict[str, Any]:
    return {"name": bracket_round_name(len(boxes)), "boxes": [_box(seen, box) for box in boxes]}


def _box(seen: DeskPage, box: Box) -> dict[str, Any]:
    seeds = {player: place for place, player in enumerate(seen.view.cut, start=1)}
    return {
        "box": box,
        "players": [
            {
                "name": seen.names.get(key, ""),
                "seed": seeds.get(key, 0),
                "won": key != "" and key == box.winner,
            }
            for key in box.players
        ],
    }
