"""Pairing a round: draw, look with everything the checker says, change by hand, publish."""

from typing import ClassVar, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.app.tournament.commands import Recall
from muster.app.tournament.guide import Guide
from muster.rules.tournament.games import Player, Round
from muster.rules.tournament.running.tournament import Draft
from muster.rules.violations import Violation
from muster.web import identity
from muster.web.page import draw
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage, seen_by
from muster.web.tournament.desk.words import round_name
from muster.web.tournament.requests import Reason, reasons_of, status_of

PATHS: Final = {
    "random": "Drawn at random, as the first round is.",
    "certified": "Drawn group by group and certified: none is better, each of the best equally likely.",
    "exact": "The groups could not be drawn apart, so the best pairing was computed exactly.",
    "rematch": "No pairing without a rematch exists. This one has the fewest.",
    "": "It follows from the bracket.",
}


class Seated(NamedTuple):
    """A player in a pairing."""

    player: Player
    name: str
    points: int | None


class Pair(NamedTuple):
    """A game of a pairing."""

    table: int
    players: tuple[Seated, ...]


class PairingPage(DeskFrame, frozen=True, kw_only=True):
    """A draft, or the published pairing of the round."""

    template: ClassVar = "tournament/desk/pairing.html"
    tab: str = "pairing"
    guide: Guide
    draft: Draft | None
    recallable: bool
    drawn: Round | None
    rows: tuple[Pair, ...]
    byes: tuple[Seated, ...]
    path: str
    notes: tuple[Reason, ...]
    warnings: tuple[Reason, ...]
    round_name: str
    swiss: bool


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """The pairing."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The pairing, with the reasons of a refusal on top."""
    seen = seen_by(request, event, "pair")
    guide, my = seen.guide, seen.queries.tournaments
    draft, published = seen.view.draft, seen.open_round
    drawn = draft.drawn.round if draft else published.round if published else None
    path = draft.drawn.path if draft else published.path if published else ""
    found = my.warnings(seen.stream, seen.me) if draft else ()
    known = len(draft.drawn.notes) if draft else 0  # what the draw itself said comes first
    pairing = PairingPage(
        seen=seen,
        reasons=reasons_of(problems, seen.names),
        guide=guide,
        draft=draft,
        recallable=published is not None and not my.can(seen.act(), seen.stream, Recall()),
        drawn=drawn,
        rows=rows_of(seen, drawn) if drawn else (),
        byes=tuple(Seated(one.player, seen.name(one.player), None) for one in drawn.byes) if drawn else (),
        path=PATHS.get(path, ""),
        notes=reasons_of(found[:known], seen.names),
        warnings=reasons_of(found[known:], seen.names),
        round_name=round_name(seen.view, drawn.number if drawn else guide.round),
        swiss=drawn is not None and drawn.stage == "swiss",
    )
    return draw(request, pairing, status_of(problems))


def rows_of(seen: DeskPage, drawn: Round) -> tuple[Pair, ...]:
    """The games, by table, each player with their points."""
    points = {line.player: line.points for line in seen.standings()} if seen.view.rounds else {}
    return tuple(
        Pair(game.table, tuple(Seated(key, seen.name(key), points.get(key)) for key in game.players))
        for game in drawn.games
    )
