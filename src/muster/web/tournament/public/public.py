"""The public page of an event: pairings, standings, bracket, announcements, rulings, without signing in."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from muster.rules.tournament.games import Bye, Game, Player
from muster.rules.tournament.running.audiences import RoundView
from muster.rules.tournament.scoring.endings import BY_HOW
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.tournament.scoring.tiebreaks import FIGURES
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.dice.dice import qr_code
from muster.web.tournament.public.bracket import champion_of, picture
from muster.web.tournament.public.clock import clock_of
from muster.web.tournament.public.snapshot import (
    AID_WORDS,
    STATUS_WORDS,
    PublicSnapshot,
    digest,
    linked,
    show_of,
    tokens,
)
from muster.web.tournament.requests import actor, stream_of, watching

PER_PAGE: Final = 100
BESIDE: Final = 8
LONGEST_SEARCH: Final = 60
_One = TypeVar("_One")


# What was asked for -----------------------------------------------------------------------------------------


def tabs_of(show: PublicSnapshot) -> list[tuple[str, str]]:
    """The parts of the page that there is something to show in."""
    rounds = show.view.rounds
    found = [("pairings", "Pairings")] if rounds else [("players", "Players")]
    if show.swiss_done:
        found.append(("standings", "Standings"))
    if any(one.round.stage == "elimination" for one in rounds):
        found.append(("bracket", "Bracket"))
    return [*found, ("about", "About")]


def tab_of(show: PublicSnapshot, asked: str) -> str:
    """The part asked for; else the one that matters now."""
    there = [tab for tab, _ in tabs_of(show)]
    if asked in there:
        return asked
    return "standings" if show.view.status == "ended" and "standings" in there else there[0]


def number_of(asked: str, otherwise: int) -> int:
    """A number from an address; anything else is ignored."""
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= 5 else otherwise


# Pairings ---------------------------------------------------------------------------------------------------


def pairing_rows(show: PublicSnapshot, shown: RoundView, *, latest: bool = True) -> list[dict[str, Any]]:
    """The games of a round by table, then the byes."""
    games = sorted(shown.round.games, key=lambda game: game.table)
    rows = [game_row(show, game, latest=latest) for game in games]
    return rows + [_bye_row(show, bye, latest) for bye in shown.round.byes]


def game_row(show: PublicSnapshot, game: Game, *, latest: bool = True) -> dict[str, Any]:
    """A game: who, with which record, how it ended."""
    result = game.result
    winner = result.winner if result else ""
    return {
        "table": game.table,
        "game": game,
        "how": BY_HOW[result.how].told if result else "",
        "players": [
            {
                "player": player,
                "name": show.name(player),
                "record": show.record(player) if latest else "",
                "won": winner == player,
                "lost": winner not in ("", player),
                "tokens": tokens(result, game, player) if result else "",
            }
            for player in game.players
        ],
    }


def _bye_row(show: PublicSnapshot, bye: Bye, latest: bool) -> dict[str, Any]:
    record = show.record(bye.player) if latest else ""
    one = {"player": bye.player, "name": show.name(bye.player), "record": record}
    return {
        "table": 0,
        "game": None,
        "how": "",
        "players": [one | {"won": True, "lost": False, "tokens": ""}],
    }


def _matches(row: dict[str, Any], asked: str) -> bool:
    """A table by its number, a player by any part of the name."""
    if asked.isdecimal():
        return bool(row["table"] == int(asked))
    return any(asked in one["name"].casefold() for one in row["players"])


# Standings --------------------------------------------------------------------------------------------------


def standing_rows(show: PublicSnapshot, lines: Sequence[Standing]) -> list[dict[str, Any]]:
    """Lines of the standings with readable figures."""
    cut = show.view.announced.cut if show.view.announced else 0
    return [
        {
            "line": line,
            "name": show.name(line.player),
            "record": show.record(line.player),
            "figures": [
                (code, FIGURES[code].short, FIGURES[code].written(value), str(value))
                for code, value in line.figures.items()
            ],
            "cut": line.rank == cut,
        }
        for line in lines
    ]


def _paged(rows: Sequence[_One], page: int) -> tuple[Sequence[_One], int]:
    """One page of many rows, and how many pages there are."""
    pages = max((len(rows) + PER_PAGE - 1) // PER_PAGE, 1)
    page = min(max(page, 1), pages)
    return rows[(page - 1) * PER_PAGE : page * PER_PAGE], pages


# The parts --------------------------------------------------------------------------------------------------


def pairings_part(show: PublicSnapshot, asked: dict[str, str]) -> dict[str, Any]:
    """The pairings of a round, the latest unless another is asked for."""
    rounds = show.view.rounds
    wanted = number_of(asked["round"], len(rounds))
    shown = rounds[wanted - 1] if 1 <= wanted <= len(rounds) else rounds[-1]
    rows = pairing_rows(show, shown, latest=shown is rounds[-1])
    found = [row for row in rows if _matches(row, asked["q"].casefold())] if asked["q"] else rows
    page, pages = _paged(found, number_of(asked["page"], 1))
    return {
        "shown": shown,
        "rows": page,
        "pages": pages,
        "page": number_of(asked["page"], 1),
        "rounds": [one.round.number for one in rounds],
        "beside": standing_rows(show, show.standings[:BESIDE]) if show.swiss_done else [],
        "searchable": True,
    }


def standings_part(show: PublicSnapshot, asked: dict[str, str]) -> dict[str, Any]:
    """The standings after the closed Swiss rounds, or the final ranking."""
    lines = show.standings
    ranking = list(show.view.ranking)
    rows = standing_rows(show, lines)
    if ranking:
        order = {player: place for place, player in enumerate(ranking, 1)}
        rows = [row | {"final": order.get(row["line"].player, 0)} for row in rows]
        rows.sort(key=lambda row: row["final"] or len(rows) + 1)
    wanted = asked["q"].casefold()
    found = [row for row in rows if wanted in row["name"].casefold()]
    page, pages = _paged(found, number_of(asked["page"], 1))
    heads = [(code, FIGURES[code].short, FIGURES[code].name) for code in (lines[0].figures if lines else ())]
    return {
        "rows": page,
        "pages": pages,
        "page": number_of(asked["page"], 1),
        "heads": heads,
        "final": bool(ranking),
        "champion": show.name(champion_of(show)) if champion_of(show) else "",
        "searchable": True,
    }


def bracket_part(show: PublicSnapshot, _asked: dict[str, str]) -> dict[str, Any]:
    """The bracket as a picture."""
    return {"picture": picture(show)}


def players_part(show: PublicSnapshot, asked: dict[str, str]) -> dict[str, Any]:
    """Who is in the event, before round 1."""
    wanted = asked["q"].casefold()
    lines = [line for line in show.view.players if line.status in ("entered", "waiting")]
    found = sorted((show.name(line.player).casefold(), line) for line in lines)
    chosen = [line for name, line in found if wanted in name]
    page, pages = _paged(chosen, number_of(asked["page"], 1))
    return {
        "lines": page,
        "pages": pages,
        "page": number_of(asked["page"], 1),
        "count": len(lines),
        "searchable": True,
    }


def about_part(show: PublicSnapshot, asked: dict[str, str]) -> dict[str, Any]:
    """Announcements, rulings, what players may use, how the event is played."""
    view = show.view
    officials = {view.organiser, view.head_judge, *view.judges} - {""}
    known = names_of(officials)
    wanted = asked["q"].casefold().split()
    rulings = [
        one for one in view.rulings if all(word in f"{one.card} {one.words}".casefold() for word in wanted)
    ]
    return {
        "announcements": tuple(enumerate(view.words, 1))[::-1],
        "rulings": rulings,
        "aids": [(aid, AID_WORDS[aid], aid in view.plan.allowed) for aid in view.plan.aids],
        "people": {one: known.get(one, FORMER_PLAYER) for one in officials},
        "status": STATUS_WORDS.get(view.status, ""),
    }


PARTS: Final[dict[str, Callable[[PublicSnapshot, dict[str, str]], dict[str, Any]]]] = {
    "pairings": pairings_part,
    "standings": standings_part,
    "bracket": bracket_part,
    "players": players_part,
    "about": about_part,
}


def part_html(show: PublicSnapshot, tab: str, asked: dict[str, str]) -> str:
    """One part of the page, from memory unless somebody searches."""
    template = f"tournament/public/{tab}.html"

    def context() -> dict[str, Any]:
        return {"tab": tab, "asked": asked, "event": show.event, **PARTS[tab](show, asked)}

    if asked["q"]:
        return render_to_string(template, {"show": show, **context()})
    return show.page(template, (asked["round"], asked["page"]), context)


def head_context(show: PublicSnapshot, at: datetime | None = None) -> dict[str, Any]:
    """The slab: which round, the clock, how many tables are done."""
    shown, view = show.round, show.view
    open_round = shown is not None and not shown.closed
    games = len(shown.round.games) if shown else 0
    return {
        "show": show,
        "clock": clock_of(shown, view.plan, at),
        "round_name": round_name(show),
        "done": games - shown.waiting if shown else 0,
        "games": games,
        "open_round": open_round,
        "news": view.words[-1].words if view.words else "",
        "status": STATUS_WORDS.get(view.status, ""),
    }


def round_name(show: PublicSnapshot) -> str:
    """`Round 3 of 5`, `Semi-finals`, or what the event is doing."""
    shown, view = show.round, show.view
    if shown is None:
        return STATUS_WORDS.get(view.status, "")
    if shown.round.stage == "swiss":
        planned = view.announced.rounds if view.announced else 0
        return f"{shown.name} of {planned}" if planned else shown.name
    return shown.name


def asked_of(request: HttpRequest) -> dict[str, str]:
    """What the address asks for; a search is a few words at most."""
    wanted = {name: request.GET.get(name, "")[:LONGEST_SEARCH] for name in ("q", "round", "page")}
    return wanted | {"q": " ".join(wanted["q"].split())}


# Pages ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def qr_of(address: str) -> SafeString:
    """The QR code of an event's address: the same for everybody, and slow to draw."""
    return qr_code(address)


@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The whole page."""
    from muster.web.tournament.live import ticket_for

    show = show_of(request, event)
    asked = asked_of(request)
    tab = tab_of(show, request.GET.get("show", ""))
    _, point = watching().admitted(actor(request), stream_of(event))
    head = render_to_string("tournament/public/head.html", head_context(show))
    body = part_html(show, tab, asked)
    own = _own(show, point.player)
    address = request.build_absolute_uri(f"/event/{event}")
    context = {
        "show": show,
        "event": event,
        "tab": tab,
        "tabs": tabs_of(show),
        "asked": asked,
        "head": head,
        "body": body,
        "own": own,
        "audience": point.audience,
        "desk": linked("event-desk", event) if point.audience in ("organiser", "scorekeeper") else "",
        "judge": linked("event-judge", event) if point.audience in ("organiser", "judge") else "",
        "address": address,
        "qr": qr_of(address),
        "ticket": ticket_for(request, event, "event"),
    }
    said = digest(head, body, str(own), tab, str(asked), request.COOKIES.get("theme", ""))
    return answered(
        request, f"{said}-{point.audience}", lambda: render(request, "tournament/public/show.html", context)
    )


def _own(show: PublicSnapshot, player: Player) -> dict[str, Any] | None:
    """The player's own table on top of the page."""
    shown = show.round
    if not player:
        return None
    game = next((one for one in shown.round.games if player in one.players), None) if shown else None
    bye = shown is not None and any(one.player == player for one in shown.round.byes)
    return {"player": player, "row": game_row(show, game) if game else None, "bye": bye}


@require_GET
def part(request: HttpRequest, event: str) -> HttpResponse:
    """The part below the slab alone: what an open page fetches when something changed."""
    show = show_of(request, event)
    tab = tab_of(show, request.GET.get("show", ""))
    body = part_html(show, tab, asked_of(request))
    return answered(request, f"{digest(body)}-part-public", lambda: HttpResponse(body))


def answered(request: HttpRequest, said: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """An answer with an ETag of what is said and to whom; browsers ask again every time."""
    etag = f'"{said}"'
    same = request.headers.get("If-None-Match") == etag
    response: HttpResponse = HttpResponseNotModified() if same else make()
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Cookie"
    return response
