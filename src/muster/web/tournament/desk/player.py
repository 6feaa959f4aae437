"""One player at the desk: their phone's code, their table, leaving and coming back, their name."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.cards.catalogue import shorten
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.dice.dice import qr_code
from muster.web.environment import url
from muster.web.tournament import requests
from muster.web.tournament.desk import desk
from muster.web.tournament.desk import players as event_desk_players
from muster.web.tournament.desk.desk import DeskPage
from muster.web.tournament.desk.words import result_words, round_name


@identity.private
@require_GET
def page(request: HttpRequest, event: str, player: str) -> HttpResponse:
    """A player."""
    return shown(request, event, (), player)


def shown(
    request: HttpRequest, event: str, problems: tuple[Violation, ...] = (), player: str = ""
) -> HttpResponse:
    """A player, with the reasons of a refusal on top."""
    seen = desk.seen_by(request, event, "players")
    key = player or shorten(request.POST.get("player", ""))
    line = next((one for one in seen.view.players if one.player == key), None)
    if line is None:
        raise Refused(problem("tournament.no_player", (key,), "", player=key))
    code = requests.watching().codes(seen.me, seen.stream).get(key, "")
    claim = request.build_absolute_uri(f"{url('event-join', event=seen.id)}?code={code}")
    context = desk.about(seen, "players", problems) | {
        "line": line,
        "name": seen.names[key],
        "state": event_desk_players.state_of(line),
        "code": code,
        "qr": qr_code(claim) if code and not line.account else "",
        "games": games_of(seen, key),
        "begun": bool(seen.view.rounds),
        "may_judge": "judge" in seen.tasks,
    }
    return render(request, "tournament/desk/player.html", context, status=requests.status_of(problems))


def games_of(seen: DeskPage, player: str) -> list[dict[str, Any]]:
    """The player's rounds so far."""
    return [_round(seen, one.round.number, player) for one in seen.view.rounds]


def _round(seen: DeskPage, number: int, player: str) -> dict[str, Any]:
    played = next(one.round for one in seen.view.rounds if one.round.number == number)
    game = next((one for one in played.games if player in one.players), None)
    if game is None:
        bye = any(one.player == player for one in played.byes)
        said = "Bye" if bye else "Not paired"
    elif game.result is None:
        said = f"Table {game.table} against {seen.names.get(game.opponent(player), '')}"
    else:
        said = result_words(game, game.result, seen.names)
    return {"name": round_name(seen.view, number), "said": said}
