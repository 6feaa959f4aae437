"""Follow a player: their games, their place, where each figure comes from, why they met whom they met."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from msgspec.structs import replace

from muster.rules.messages import explain as sentence
from muster.rules.tournament.games import Player
from muster.rules.tournament.pairing.check import explain as explain_pairing
from muster.rules.tournament.pairing.swiss import Pairing
from muster.rules.tournament.running.audiences import RoundView
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.tournament.scoring.explaining import explain
from muster.rules.tournament.scoring.figures import entrants
from muster.rules.tournament.scoring.ratios import Ratio
from muster.rules.tournament.scoring.tiebreaks import FIGURES, POINTS, ground_name
from muster.web.tournament.live import ticket_for
from muster.web.tournament.public.public import (
    answered,
    game_row,
    number_of,
)
from muster.web.tournament.public.snapshot import PublicSnapshot, digest, show_of
from muster.web.tournament.requests import named


@require_GET
def page(request: HttpRequest, event: str, player: str) -> HttpResponse:
    """One player; `why` asks for a figure or, with `round`, for a pairing."""
    show = show_of(request, event)
    if player not in show.names:
        raise Http404
    asked = request.GET.get("why", "")[:40]
    context = player_context(show, player) | {
        "show": show,
        "event": event,
        "asked": asked,
        "why": _why_figure(show, player, asked),
        "met": _why_pairing(show, player, request.GET.get("round", "")) if asked == "pairing" else None,
        "ticket": ticket_for(request, event, "event"),
    }
    said = digest(
        player, asked, request.GET.get("round", ""), request.COOKIES.get("theme", ""), repr(show.names)
    )
    return answered(
        request,
        f"{show.version}-{said}-public",
        lambda: render(request, "tournament/public/player.html", context),
    )


def player_context(show: PublicSnapshot, player: Player) -> dict[str, Any]:
    """The place of a player and the games they played."""
    line = show.standing_of.get(player)
    entry = next((one for one in show.view.players if one.player == player), None)
    ranking = show.view.ranking
    return {
        "player": player,
        "name": show.name(player),
        "line": line,
        "entry": entry,
        "final": ranking.index(player) + 1 if player in ranking else 0,
        "figures": _figures(show, player),
        "games": [_game(show, one, player) for one in reversed(show.view.rounds)],
        "below": ground_name(line.below_by) if line else "",
        "above": _above(show, player),
    }


def _above(show: PublicSnapshot, player: Player) -> str:
    """Who stands right above."""
    line = show.standing_of.get(player)
    return show.name(show.standings[line.rank - 2].player) if line and line.rank > 1 else ""


def _figures(show: PublicSnapshot, player: Player) -> list[tuple[str, str, str, str]]:
    """Every figure that ranks, with its exact value."""
    line = show.standing_of.get(player)
    if line is None:
        return []
    values = {POINTS.code: Ratio(line.points), **line.figures}
    return [
        (code, FIGURES[code].name, FIGURES[code].written(value), str(value)) for code, value in values.items()
    ]


def _game(show: PublicSnapshot, shown: RoundView, player: Player) -> dict[str, Any]:
    """What a round was to a player."""
    one = shown.round
    game = next((game for game in one.games if player in game.players), None)
    bye = next((bye for bye in one.byes if bye.player == player), None)
    state = "game" if game else "bye" if bye else "missed" if player in one.missed else "none"
    return {
        "number": one.number,
        "stage": one.stage,
        "state": state,
        "row": game_row(show, game, latest=False) if game else None,
        "closed": shown.closed,
    }


# Why? -------------------------------------------------------------------------------------------------------


def _why_figure(show: PublicSnapshot, player: Player, asked: str) -> dict[str, Any] | None:
    """The games a figure comes from; added up and divided they are the figure."""
    if asked not in FIGURES or player not in show.standing_of:
        return None
    found, figure = explain(show.scores, player, asked), FIGURES[asked]
    return {
        "figure": asked,
        "name": figure.name,
        "short": figure.short,
        "rule": sentence(named(found.rule, show.names)),
        "source": found.rule.source,
        "value": figure.written(found.value),
        "exact": str(found.value),
        "total": str(found.total),
        "divisor": found.divisor,
        "lines": [
            {
                "round": line.round,
                "opponent": line.opponent,
                "name": show.name(line.opponent) if line.opponent else "",
                "value": str(line.value),
                "shown": figure.written(line.value),
                "reason": sentence(named(line.reason, show.names)),
            }
            for line in found.lines
        ],
    }


def _why_pairing(show: PublicSnapshot, player: Player, asked: str) -> dict[str, Any] | None:
    """What the checker says about the player's opponent in a Swiss round."""
    number = number_of(asked, len(show.view.rounds))
    shown = show.view.rounds[number - 1] if 1 <= number <= len(show.view.rounds) else None
    if shown is None or shown.round.stage != "swiss":
        return None
    pairs = tuple(game.players for game in shown.round.games)
    bye = shown.round.byes[0].player if shown.round.byes else ""
    pairing = Pairing(pairs=pairs, bye=bye, path="random" if number == 1 else "certified")
    reasons = explain_pairing(entrants(before(show.state, number)), pairing, player, number)
    return {"round": number, "reasons": [(sentence(named(one, show.names)), one.source) for one in reasons]}


def before(now: Tournament, number: int) -> Tournament:
    """The event as it stood when a round was paired: the rounds before it, and exactly who was paired."""
    drawn = now.rounds[number - 1].drawn.round
    paired = {player for game in drawn.games for player in game.players} | {bye.player for bye in drawn.byes}
    earlier = now.rounds[: number - 1]
    entries = {
        key: replace(entry, status="entered", present=True)
        if key in paired
        else replace(entry, present=entry.present and entry.status != "entered")
        for key, entry in now.entries.items()
    }
    return replace(now, rounds=earlier, entries=entries)
