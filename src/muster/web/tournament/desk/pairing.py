"""Pairing a round: draw, look with everything the checker says, change by hand, publish."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.http import HttpRequest

from muster.app.tournament.commands import Recall
from muster.rules.tournament.games import Player, Round
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage
from muster.web.tournament.requests import Reason

PATHS: Final = {
    "random": "Drawn at random, as the first round is.",
    "certified": "Drawn group by group and certified: none is better, each of the best equally likely.",
    "exact": "The groups could not be drawn apart, so the best pairing was computed exactly.",
    "rematch": "No pairing without a rematch exists. This one has the fewest.",
    "": "It follows from the bracket.",
}


class PairingPage(DeskFrame, frozen=True, kw_only=True):
    """A draft, or the published pairing of the round, with everybody's points before it."""

    template: ClassVar = "tournament/desk/pairing.html"
    tab: str = "pairing"
    drawn: Round | None
    points: Mapping[Player, int]
    path: str
    notes: tuple[Reason, ...]
    warnings: tuple[Reason, ...]
    recallable: bool


def pairing_page(request: HttpRequest, seen: DeskPage) -> PairingPage:
    """The draft, or the published pairing."""
    my, draft, published = seen.queries.tournaments, seen.view.draft, seen.view.open_round
    drawn = draft.drawn.round if draft else published.round if published else None
    path = draft.drawn.path if draft else published.path if published else ""
    found = my.warnings(seen.stream, seen.me) if draft else ()
    known = len(draft.drawn.notes) if draft else 0  # what the draw itself said comes first
    return PairingPage(
        seen=seen,
        drawn=drawn,
        points={line.player: line.points for line in seen.standings} if drawn and seen.view.rounds else {},
        path=PATHS.get(path, ""),
        notes=seen.reasons(found[:known]),
        warnings=seen.reasons(found[known:]),
        recallable=published is not None and not my.can(seen.act(), seen.stream, Recall()),
    )
