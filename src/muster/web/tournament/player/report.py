"""Telling a result from a phone: how it ended, who, the numbers, what it comes to, then it is told."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from uuid_utils import uuid4

from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.tournament import EventRound
from muster.rules.violations import Refused, Violation
from muster.web.environment import url
from muster.web.identity import private
from muster.web.tournament.player.me import me_of, result_words
from muster.web.tournament.player.slip import WAYS, WHO, checked, how_of, slip_of, step_of
from muster.web.tournament.public.snapshot import PublicSnapshot, show_of
from muster.web.tournament.requests import (
    act_of,
    hide_if_unknown,
    refusals,
    status_of,
    stream_of,
    tournaments,
)

STEPS = ("how", "who", "numbers", "check")
FIELDS = (
    "how",
    "who",
    "victory-0",
    "victory-1",
    "score-0",
    "score-1",
    "blue",
    "army-0",
    "army-1",
    "priority",
)


@private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, event: str) -> HttpResponse:
    """One decision after the other; the answers so far stand in the address."""
    show = show_of(request, event)
    player = me_of(request, event)
    if not player:
        return redirect(url("event-join", event=event))
    current, game = _game(show, player)
    if request.method == "GET":
        return _shown(request, show, player, request.GET)
    try:
        slip = slip_of(request.POST, game)
        tournaments().report(act_of(request), stream_of(event), current.number, slip)
    except Refused as refusal:
        hide_if_unknown(refusal)
        return _shown(request, show, player, request.POST, refusal.violations)
    return redirect(url("event-me", event=event))


def _game(show: PublicSnapshot, player: Player) -> tuple[EventRound, Game]:
    """The game being played; refused when there is none."""
    current = show.state.open_round
    game = current.game_of(player) if current else None
    if current is None or game is None:
        raise Refused(problem("tournament.no_game_of_yours", (player,)))
    return current, game


def _shown(
    request: HttpRequest,
    show: PublicSnapshot,
    player: Player,
    form: QueryDict,
    problems: tuple[Violation, ...] = (),
) -> HttpResponse:
    current, game = _game(show, player)
    step, said = step_of(form, game), None
    if step == "check" and not problems:
        try:
            said = checked(show.state, current, game, slip_of(form, game))
        except Refused as refusal:
            problems = refusal.violations
    if problems and step == "check":
        step = "numbers"
    context = {
        "show": show,
        "event": show.event,
        "round": current.number,
        "game": game,
        "player": player,
        "step": step,
        "number": STEPS.index(step) + 1,
        "asks": _asks({one.code for one in problems}),
        "players": [(one, show.name(one), place) for place, one in enumerate(game.players)],
        "ways": WAYS,
        "who_words": WHO,
        "form": {field: form.get(field, "")[:20] for field in FIELDS},
        "how": how_of(form),
        "said": result_words(show, game, said["result"]) | {"by": said["by"]} if said else None,
        "key": str(uuid4()),
        **refusals(problems, show.names),
    }
    return render(
        request, "tournament/player/report.html", context, status=status_of(problems) if request.POST else 200
    )


def _asks(codes: set[str]) -> dict[str, Any]:
    """What an even game comes to and the form has not asked for yet."""
    return {"armies": "result.armies_needed" in codes, "priority": "result.priority_needed" in codes}
