"""Table numbers, as large as half a page takes them."""

import msgspec

from muster.app.tournament.access import AudienceView
from muster.rules.tournament.running.tournament import TAKES_PART
from muster.web.print.armies.heading import Paper
from muster.web.print.tournament.heading import EventHeading, heading, on_paper


class NumberSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Two numbers to a page; 0 leaves a half empty."""

    heading: EventHeading
    pages: tuple[tuple[int, int], ...]


def number_sheet(look: AudienceView, paper: Paper) -> NumberSheet:
    """What stands on the sheets; cut in one go, the upper halves come first."""
    last = tables_of(look)
    half = -(-last // 2)
    pages = tuple((number, number + half if number + half <= last else 0) for number in range(1, half + 1))
    return NumberSheet(heading=heading(look, paper, "Table numbers"), pages=pages)


numbers_pdf = on_paper("tournament_numbers", number_sheet)


def tables_of(look: AudienceView) -> int:
    """As many as the hall has, the players need or a round has used; at least one."""
    view = look.view
    used = [game.table for round_view in view.rounds for game in round_view.round.games]
    fixed = [player.table for player in view.players]
    entered = sum(player.status in TAKES_PART for player in view.players)
    return max(view.plan.tables, entered // 2, 1, *used, *fixed)
