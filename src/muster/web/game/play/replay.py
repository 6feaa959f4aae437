"""A game stepped through: the table as it stood after each act, as far as its audience may know it."""

from collections.abc import Iterator
from functools import reduce
from typing import ClassVar, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.app.game.playing.desk import GameDesk
from muster.rules.game.game import Game, evolve, view
from muster.rules.game.replaying.game_file import viewer_of
from muster.rules.game.table import SIDES, Audience, Side, Table
from muster.rules.log import LoggedAct
from muster.rules.log.views import Viewer
from muster.web.game.desks import desk_over
from muster.web.game.play import words
from muster.web.game.play.board import MissionMap, mission_map
from muster.web.game.play.news import News, news
from muster.web.game.play.operation import OperationPart, operation, secrets
from muster.web.game.play.panes import ScorePlate, score_plate
from muster.web.game.play.rows import Group, groups
from muster.web.game.play.tally import side_score
from muster.web.game.play.telling import side_of, tell
from muster.web.identity import private
from muster.web.page import Page, render_response
from muster.web.requests import actor, store_for

MOST_DIGITS: Final = 6


class ReplayPage(Page, frozen=True, kw_only=True):
    """One act in sentences, and the table after it. `number` counts the acts that say something, from 1."""

    template: ClassVar = "game/play/replay.html"
    fragment: ClassVar = "game/play/replay_part.html"
    id: str
    title: str
    number: int
    count: int
    side: Side | None
    texts: tuple[str, ...]
    table: Table
    phase: str
    plate: ScorePlate
    news: News
    sides: tuple[tuple[Side, str, tuple[Group, ...]], ...]
    map: MissionMap | None
    operation: OperationPart | None
    secrets: tuple[tuple[str, tuple[str, ...]], ...]


def replay_page(desk: GameDesk, audience: Audience, wanted: int) -> ReplayPage:
    """The table after an act; acts that leave no sentence for anybody are passed by with the next. Folded
    once, from the beginning; every act is asked only whether it says anything."""
    done, now, viewer = desk.acts, desk.game, viewer_of(audience)
    shown_places = [place for place, act in enumerate(done) if any(_texts(now.table, viewer, act))]
    number = max(1, min(wanted, len(shown_places)))
    upto = done[: shown_places[number - 1] + 1]
    game = reduce(evolve, (event for act in upto for event in act.events), Game())
    seen, table = view(game, "watch"), game.table
    scores = tuple(side_score(seen, side) for side in SIDES) if table.blue else ()
    own_part = operation(seen)
    return ReplayPage(
        id=desk.stream.partition(":")[2],
        title=words.title(table),
        number=number,
        count=len(shown_places),
        side=side_of(table, upto[-1].events),
        texts=tuple(_texts(table, viewer, upto[-1])),
        table=table,
        phase=words.PHASES[table.phase],
        plate=score_plate(table, scores, own_part),
        news=news(table, upto[-1:]),
        sides=tuple(_sides(game)) if table.blue else (),
        map=mission_map(seen),
        operation=own_part,
        secrets=tuple(_secrets(game, audience, now.table.closed)),
    )


def _texts(table: Table, viewer: Viewer, act: LoggedAct) -> Iterator[str]:
    return filter(None, (tell(table, event) for event in act.events if viewer.may_see(event)))


def _sides(game: Game) -> Iterator[tuple[Side, str, tuple[Group, ...]]]:
    seen = view(game, "watch")
    for side in SIDES:
        yield side, words.side_name(game.table, side), tuple(groups(seen, game.table.seat_of(side)))


def _secrets(game: Game, audience: Audience, closed: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What one's own seat knew at that moment; once the game is closed what both did. Hands stay hidden."""
    for seat in game.table.chairs:
        known = tuple(secrets(view(game, seat))) if closed or seat == audience else ()
        if known:
            yield words.name_of(game.table, seat), known


@private
@require_GET
def replay(request: HttpRequest, game: str) -> HttpResponse:
    """A game act by act, for everybody who may look at it."""
    desk = desk_over(store_for(request), game)
    audience = desk.audience(actor(request)) if desk.exists else None
    if audience is None:
        raise Http404
    step = request.GET.get("step", "1")[:MOST_DIGITS]
    return render_response(
        request, replay_page(desk, audience, int(step) if step.isascii() and step.isdigit() else 1)
    )
