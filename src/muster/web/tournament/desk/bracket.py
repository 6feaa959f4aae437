"""The cut and the bracket at the desk: who is in, who would move up, how far the games are."""

from typing import ClassVar

from django.http import HttpRequest

from muster.app.tournament.commands import MakeCut
from muster.rules.tournament.bracket.columns import Box, columns
from muster.rules.tournament.bracket.round_names import bracket_round_name
from muster.rules.tournament.scoring.figures import bracket_of
from muster.rules.tournament.scoring.standings import Standing
from muster.web.tournament.desk.seeing import DeskFrame, DeskPage

NEXT_IN_LINE = 2


class BracketPage(DeskFrame, frozen=True, kw_only=True):
    """Cut and bracket: `lines` are those who go on and the next who would move up, `columns` the rounds of
    the bracket by name. The cut may be made `again` while nobody has played in it."""

    template: ClassVar = "tournament/desk/bracket.html"
    tab: str = "bracket"
    cut: int
    again: bool
    lines: tuple[Standing, ...]
    columns: tuple[tuple[str, tuple[Box, ...]], ...]


def bracket_page(request: HttpRequest, seen: DeskPage) -> BracketPage:
    """Cut and bracket."""
    view = seen.view
    rounds, cut = [one.round for one in view.rounds], view.announced.cut if view.announced else 0
    begun = any(one.stage == "elimination" for one in rounds)
    made = bool(view.cut) and seen.guide.step != "cut" and not begun
    near = [line for line in seen.ranked if not line.dropped][: cut + NEXT_IN_LINE]
    return BracketPage(
        seen=seen,
        cut=cut,
        again=made and not seen.queries.tournaments.can(seen.act(), seen.stream, MakeCut()),
        lines=tuple(near) if cut and not begun else (),
        columns=tuple((bracket_round_name(len(one)), one) for one in columns(rounds, bracket_of(view.plan))),
    )
