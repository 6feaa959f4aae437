"""Join a game by its short code: the page to type it on, and the way from there to the lobby."""

from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from muster.app.game.playing.join_codes import game_to_join
from muster.rules.violations import Refused
from muster.store.log.listing import streams_beginning
from muster.web import identity
from muster.web.game.play.opening import desk_of
from muster.web.page import Page, render_response
from muster.web.site.code_tries import count_lookup
from muster.web.site.errors import Reason, reasons_of, status_of

PLACE = "game-join"
"""Where tries at these codes are counted, for all games together."""


class JoinPage(Page, frozen=True, kw_only=True):
    """The field for the code."""

    template: ClassVar = "game/play/join.html"
    code: str = ""
    refused: tuple[Reason, ...] = ()


@identity.private
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """To the lobby of the game with this code."""
    if request.method != "POST":
        return render_response(request, JoinPage())
    code = request.POST.get("code", "")[:20]
    try:
        with count_lookup(request, PLACE):
            game = game_to_join(code, streams_beginning, lambda game: desk_of(request, game))
    except Refused as refusal:
        page = JoinPage(code=code, refused=reasons_of(refusal.violations))
        return render_response(request, page, status_of(refusal.violations))
    return redirect("game", game)
