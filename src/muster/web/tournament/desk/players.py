"""The players of an event: entering them by hand, from a list, by link; checking them in with one tap. And
one of them: their phone's code, their table, leaving and coming back, their name."""

from collections.abc import Mapping
from typing import ClassVar, Final

import msgspec
from django.http import HttpRequest

from muster.app.tournament import commands
from muster.app.tournament.name_lists import ENCODINGS, MOST_BYTES, people_in, people_in_file
from muster.rules.tournament.games import Player, Round
from muster.rules.tournament.running.audiences import PlayerLine
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import require
from muster.web.environment import url
from muster.web.qr import qr_code
from muster.web.tournament.desk.desk_frame import DeskFrame, DeskPage
from muster.web.tournament.forms import player as player_in
from muster.web.tournament.requests import way_in

SHOWN: Final = 200
LONGEST_TEXT: Final = 20_000
FILTERS: Final = {"all": "All", "away": "Not here", "waiting": "Waiting", "gone": "Dropped"}


class PlayersPage(DeskFrame, frozen=True, kw_only=True):
    """The players of an event; `typed` are the names that were not taken."""

    template: ClassVar = "tournament/desk/players.html"
    tab: str = "players"
    lines: tuple[PlayerLine, ...]
    left_off: int
    asked: str
    only: str
    filters: Mapping[str, str] = msgspec.field(default_factory=lambda: FILTERS)
    away: tuple[Player, ...]
    link: str
    qr: str
    encodings: Mapping[str, str] = msgspec.field(default_factory=lambda: ENCODINGS)
    typed: str


def players_page(request: HttpRequest, seen: DeskPage) -> PlayersPage:
    """Everybody who is entered, by name, or those who are asked for."""
    asked, only = request.GET.get("q", "")[:60], request.GET.get("show", "all")
    link = way_in(request, seen.id)
    named = sorted(seen.view.players, key=lambda line: (seen.names[line.player].casefold(), line.player))
    fitting = (line for line in named if asked.casefold() in seen.names[line.player].casefold())
    lines = [line for line in fitting if _fits(line, only)]
    return PlayersPage(
        seen=seen,
        lines=tuple(lines[:SHOWN]),
        left_off=max(len(lines) - SHOWN, 0),
        asked=asked,
        only=only if only in FILTERS else "all",
        away=tuple(line.player for line in seen.view.players if line.state == "away"),
        link=link,
        qr=qr_code(link),
        typed=request.POST.get("names", "")[:LONGEST_TEXT],
    )


def _fits(line: PlayerLine, only: str) -> bool:
    if only in ("away", "waiting"):
        return line.state == only
    if only == "gone":
        return line.status not in ("entered", "waiting")
    return line.status != "withdrawn"


def entered_in(request: HttpRequest) -> commands.Enter:
    """The names in the file that was sent, or in the text; those who are there already may be checked in at
    once."""
    file, form = request.FILES.get("file"), request.POST
    if file is None:
        people = people_in(form.get("names", ""))
    else:
        people = people_in_file(file.read(MOST_BYTES + 1), form.get("encoding", "utf-8"))
    names, clubs = zip(*people, strict=True)
    return commands.Enter(names=names, present="present" in form, clubs=clubs)


# One of them -----------------------------------------------------------------------------------------------


class PlayerPage(DeskFrame, frozen=True, kw_only=True):
    """A player; `games` are the rounds by name, and what the player did in each."""

    template: ClassVar = "tournament/desk/player.html"
    tab: str = "players"
    line: PlayerLine
    code: str
    qr: str
    games: tuple[tuple[str, str], ...]


def player_page(request: HttpRequest, seen: DeskPage, player: str = "") -> PlayerPage:
    """The player of the address, or of the form that was refused."""
    key = player or player_in(request.POST)
    line = require(seen.view.line_of(key), problem("tournament.no_player", (key,), "", player=key))
    code = seen.queries.codes(seen.me, seen.stream).get(key, "")
    claim = request.build_absolute_uri(f"{url('event-join', event=seen.id)}?code={code}")
    rounds = [round_view.round for round_view in seen.view.rounds]
    return PlayerPage(
        seen=seen,
        line=line,
        code=code,
        qr=qr_code(claim) if code and not line.account else "",
        games=tuple((seen.round_name(played.number), _round_words(seen, played, key)) for played in rounds),
    )


def _round_words(seen: DeskPage, played: Round, player: Player) -> str:
    game = played.game_of(player)
    if game is None:
        return "Bye" if played.has_bye(player) else "Not paired"
    return seen.result(game) or f"Table {game.table} against {seen.name(game.opponent(player))}"
