"""The cut and the bracket at the desk: who is in, who would move up, how far the games are."""

from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.app.tournament.commands import MakeCut
from muster.app.tournament.guide import Guide
from muster.rules.tournament.bracket.columns import Box, columns
from muster.rules.tournament.bracket.round_names import bracket_round_name
from muster.rules.tournament.scoring.figures import bracket_of
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.violations import Violation
from muster.web import identity
from muster.web.page import draw
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage, seen_by
from muster.web.tournament.requests import reasons_of, status_of

NEXT_IN_LINE = 2


class CutLine(NamedTuple):
    """A player near the line of the cut."""

    line: Standing
    name: str
    inside: bool


class Seat(NamedTuple):
    """A player in a box of the bracket; nobody yet where the name is empty."""

    name: str
    seed: int
    won: bool


class BoxRow(NamedTuple):
    """A game of the bracket."""

    box: Box
    players: tuple[Seat, ...]


class Column(NamedTuple):
    """A round of the bracket."""

    name: str
    boxes: tuple[BoxRow, ...]


class BracketPage(DeskFrame, frozen=True, kw_only=True):
    """Cut and bracket."""

    template: ClassVar = "tournament/desk/bracket.html"
    tab: str = "bracket"
    guide: Guide
    cut: int
    again: bool
    lines: tuple[CutLine, ...]
    columns: tuple[Column, ...]
    ranking: tuple[str, ...]


@identity.private
@require_GET
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Cut and bracket."""
    return shown(request, event)


def shown(request: HttpRequest, event: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """Cut and bracket, with the reasons of a refusal on top."""
    seen = seen_by(request, event, "pair")
    frame, guide = seen.view.announced, seen.guide
    rounds = [one.round for one in seen.view.rounds]
    begun = any(one.stage == "elimination" for one in rounds)
    made = bool(seen.view.cut) and guide.step != "cut" and not begun
    bracket = BracketPage(
        seen=seen,
        reasons=reasons_of(problems, seen.names),
        guide=guide,
        cut=frame.cut if frame else 0,
        again=made and not seen.queries.tournaments.can(seen.act(), seen.stream, MakeCut()),
        lines=lines_of(seen, frame.cut) if frame and frame.cut and not begun else (),
        columns=tuple(_column(seen, column) for column in columns(rounds, bracket_of(seen.view.plan))),
        ranking=tuple(map(seen.name, seen.view.ranking)),
    )
    return draw(request, bracket, status_of(problems))


def lines_of(seen: DeskPage, size: int) -> tuple[CutLine, ...]:
    """The standings around the line: those who go on, and the next who would move up."""
    if not any(one.closed for one in seen.view.rounds):
        return ()
    order = [line for line in seen.standings() if not line.dropped]
    chosen = seen.view.cut or tuple(line.player for line in order[:size])
    return tuple(
        CutLine(line, seen.name(line.player), line.player in chosen) for line in order[: size + NEXT_IN_LINE]
    )


def _column(seen: DeskPage, boxes: tuple[Box, ...]) -> Column:
    seeds = {player: place for place, player in enumerate(seen.view.cut, start=1)}
    return Column(
        bracket_round_name(len(boxes)),
        tuple(
            BoxRow(
                box,
                tuple(
                    Seat(seen.names.get(key, ""), seeds.get(key, 0), key != "" and key == box.winner)
                    for key in box.players
                ),
            )
            for box in boxes
        ),
    )
