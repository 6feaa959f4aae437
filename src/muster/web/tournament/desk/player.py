"""One player at the desk: their phone's code, their table, leaving and coming back, their name."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules.tournament.games import Player, Round
from muster.rules.tournament.running.audiences import PlayerLine
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.dice.dice import qr_code
from muster.web.environment import url
from muster.web.page import draw
from muster.web.tournament.desk.players import state_of
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage, seen_by
from muster.web.tournament.desk.words import result_words, round_name
from muster.web.tournament.forms import player as player_in
from muster.web.tournament.requests import reasons_of, status_of


class PlayedRound(NamedTuple):
    """What a player did in a round."""

    name: str
    words: str


class PlayerPage(DeskFrame, frozen=True, kw_only=True):
    """A player."""

    template: ClassVar = "tournament/desk/player.html"
    tab: str = "players"
    line: PlayerLine
    name: str
    state: str
    code: str
    qr: str
    games: tuple[PlayedRound, ...]
    begun: bool


@identity.private
@require_GET
def page(request: HttpRequest, event: str, player: str) -> HttpResponse:
    """A player."""
    return shown(request, event, (), player)


def shown(
    request: HttpRequest, event: str, problems: tuple[Violation, ...] = (), player: str = ""
) -> HttpResponse:
    """A player, with the reasons of a refusal on top."""
    seen = seen_by(request, event, "players")
    key = player or player_in(request.POST)
    line = next((one for one in seen.view.players if one.player == key), None)
    if line is None:
        raise Refused(problem("tournament.no_player", (key,), "", player=key))
    code = seen.queries.codes(seen.me, seen.stream).get(key, "")
    claim = request.build_absolute_uri(f"{url('event-join', event=seen.id)}?code={code}")
    found = PlayerPage(
        seen=seen,
        reasons=reasons_of(problems, seen.names),
        line=line,
        name=seen.names[key],
        state=state_of(line),
        code=code,
        qr=qr_code(claim) if code and not line.account else "",
        games=tuple(_played(seen, one.round, key) for one in seen.view.rounds),
        begun=bool(seen.view.rounds),
    )
    return draw(request, found, status_of(problems))


def _played(seen: DeskPage, played: Round, player: Player) -> PlayedRound:
    game = next((one for one in played.games if player in one.players), None)
    if game is None:
        bye = any(one.player == player for one in played.byes)
        words = "Bye" if bye else "Not paired"
    elif game.result is None:
        words = f"Table {game.table} against {seen.name(game.opponent(player))}"
    else:
        words = result_words(game, game.result, seen.names)
    return PlayedRound(round_name(seen.view, played.number), words)
