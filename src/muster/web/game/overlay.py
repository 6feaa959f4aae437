"""The overlay of a game for a stream: score, clock and dice on a clear ground, for whoever casts it.

It shows what watchers see. The page listens to the game's JSON stream, and to its event's for the clock, and
fetches itself again when either says that something changed.
"""

from datetime import datetime
from itertools import islice
from typing import ClassVar, Final
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.app.game.playing.origins import TableOrigin
from muster.app.game.playing.playing import GameDesk
from muster.app.game.playing.timing import clock_of_game
from muster.app.tournament.access import TournamentQueries
from muster.rules.game.log.events import Rolled
from muster.rules.game.table import SIDES, view
from muster.rules.log.counting import acts_holding
from muster.rules.tournament.clock.clock import Clock
from muster.web.game.play import words
from muster.web.game.play.news import Thrown, thrown_dice
from muster.web.game.play.opening import desk_of
from muster.web.game.play.tally import SideScore, side_score
from muster.web.identity import private
from muster.web.page import Page, render_response
from muster.web.wall_clock import wall_clock

SETUP: Final = "setup."
ROLLS: Final = 2
"""The newest: an attack and the defence against it."""


class OverlayPage(Page, frozen=True, kw_only=True):
    """Score, clock and dice. `ends` is when time is up, where a clock runs; `clock` says it in words."""

    template: ClassVar = "game/play/overlay.html"
    title: str
    scores: tuple[SideScore, ...]
    round: int
    rolls: tuple[Thrown, ...]
    streams: tuple[str, ...]
    clock: str = ""
    ends: datetime | None = None


@private
@require_GET
def overlay(request: HttpRequest, game: str) -> HttpResponse:
    """Of a game that may be watched, without secrets whoever opens it."""
    desk = desk_of(request, game)
    if not desk.exists or not desk.game.table.watched or not desk.game.table.blue:
        raise Http404
    seen = view(desk.game, "watch")
    rolls = (event for act in acts_holding(desk.acts, Rolled) for event in act.events)
    fought = (event for event in rolls if isinstance(event, Rolled) and not event.step.startswith(SETUP))
    newest = islice(fought, ROLLS)
    ends, clock, event = _clock_of(desk)
    page = OverlayPage(
        title=words.title(seen.table),
        scores=tuple(side_score(seen, side) for side in SIDES),
        round=seen.table.round,
        rolls=tuple(thrown_dice(seen.table, roll) for roll in newest),
        streams=(f"{settings.DEMO_ROOT}/api/v1/games/{UUID(game)}/live", *event),
        clock=clock,
        ends=ends,
    )
    return render_response(request, page)


def _clock_of(desk: GameDesk) -> tuple[datetime | None, str, tuple[str, ...]]:
    """When time is up, what is left, and the event's stream: by the limit of the game, or at the event's
    table. A clock whose length is a secret to the public is not shown, nor one that nobody started."""
    origin = desk.origin
    if not isinstance(origin, TableOrigin):
        own = clock_of_game(desk)
        return (*_face(own), ()) if own else (None, "", ())
    queries, now_at = TournamentQueries(origin.tournaments), origin.tournaments.load(origin.tournament)
    seen = queries.as_public(origin.tournament, now_at)
    event = (f"{settings.DEMO_ROOT}/api/v1/tournaments/{UUID(origin.tournament.partition(':')[2])}/live",)
    rounds = [found for found in seen.view.rounds if found.round.number == origin.round]
    clock = rounds[-1].clock.clock if rounds and rounds[-1].clock else None
    return (*_face(clock, origin.table), event) if clock else (None, "", event)


def _face(clock: Clock, table: int = 0) -> tuple[datetime | None, str]:
    """When a clock that runs is up, and what is left in words."""
    if clock.started is None:
        return None, ""
    now = wall_clock.earliest()
    left = int(clock.remaining(now, table).total_seconds())
    return clock.ends(now, table), f"{left // 60}:{left % 60:02}"
