"""The big screen of the hall: what everybody wants to know, in big type, one page after the other.

It needs no script: each page names the next one and when it follows, unless somebody holds it. With scripts
the clock counts.
"""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.web.environment import url
from muster.web.identity import private
from muster.web.tournament.public.bracket import champion_of, picture
from muster.web.tournament.public.public import game_row, head_context, number_of, standing_rows
from muster.web.tournament.public.snapshot import PublicSnapshot, show_of

PER_PAGE: Final = 18
SECONDS: Final = 12
MOST_STANDINGS: Final = 72


def turns_of(show: PublicSnapshot) -> list[tuple[str, int]]:
    """What follows what: pairings while a round is played, standings between rounds, then the bracket."""
    shown = show.round
    found: list[tuple[str, int]] = []
    if shown is not None and not shown.closed:
        found += [
            ("pairings", page) for page in range(_pages(len(shown.round.games) + len(shown.round.byes)))
        ]
    if any(one.round.stage == "elimination" for one in show.view.rounds):
        found.append(("bracket", 0))
    if show.swiss_done and (shown is None or shown.closed or shown.round.stage == "elimination"):
        found += [("standings", page) for page in range(_pages(min(len(show.standings), MOST_STANDINGS)))]
    if show.view.words:
        found.append(("words", 0))
    return found or [("welcome", 0)]


def _pages(rows: int) -> int:
    return (rows + PER_PAGE - 1) // PER_PAGE


def rows_of(show: PublicSnapshot, turn: str, page: int) -> dict[str, Any]:
    """One page of a turn."""
    part = slice(page * PER_PAGE, (page + 1) * PER_PAGE)
    if turn == "pairings" and show.round:
        games = sorted(show.round.round.games, key=lambda game: game.table)
        rows = [game_row(show, game) for game in games]
        byes = [{"table": 0, "players": [{"name": show.name(bye.player)}]} for bye in show.round.round.byes]
        return {"rows": (rows + byes)[part], "all": len(rows)}
    if turn == "standings":
        return {"rows": standing_rows(show, show.standings[part]), "all": len(show.standings)}
    return {"rows": [], "all": 0, "picture": picture(show) if turn == "bracket" else None}


@private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """One page of the screen; `at` counts them."""
    show = show_of(request, event)
    turns = turns_of(show)
    at = number_of(request.GET.get("at", ""), 0) % len(turns)
    turn, number = turns[at]
    context = {
        **head_context(show),
        **rows_of(show, turn, number),
        "event": event,
        "turn": turn,
        "first": number * PER_PAGE + 1,
        "next": (at + 1) % len(turns),
        "turns": len(turns),
        "seconds": SECONDS,
        "here": at,
        "hold": request.GET.get("hold") == "1",
        "bright": request.GET.get("bright") == "1",
        "champion": show.name(champion_of(show)) if champion_of(show) else "",
        "address": request.build_absolute_uri(f"/event/{event}").partition("://")[2],
    }
    response = render(request, "tournament/public/screen.html", context)
    if not context["hold"]:
        bright = "&bright=1" if context["bright"] else ""
        response["Refresh"] = (
            f"{SECONDS}; url={url('event-screen', event=event)}?at={context['next']}{bright}"
        )
    return response
