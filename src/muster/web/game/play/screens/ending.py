"""The end of a game: how it came, the round that turned it, what each side lost, where the result goes."""

from typing import NamedTuple

from muster.app.game.playing.desk import GameDesk
from muster.rules.game.phases.ending import defeated_points
from muster.rules.game.table import SIDES, Table, View
from muster.web.game.play import words
from muster.web.game.play.handover import HandOver, hand_over
from muster.web.game.play.screens.ending_picture import ending_picture
from muster.web.game.play.tally import SideScore, turning_words
from muster.web.site.shared_pictures import SharedPicture


class GameEnd(NamedTuple):
    """What a game that has ended shows beside its score."""

    words: str
    turned: str
    losses: tuple[int, ...]
    picture: SharedPicture | None
    hand_over: HandOver | None


def end_of(desk: GameDesk, seen: View, scores: tuple[SideScore, ...]) -> GameEnd | None:
    """The end as an audience sees it; nothing before it."""
    table = seen.table
    if table.ended is None:
        return None
    turned, handed = turning_words(table, scores), hand_over(desk, seen.audience)
    return GameEnd(
        words.ending(table, table.ended), turned, _losses(table), ending_picture(desk.game), handed
    )


def _losses(table: Table) -> tuple[int, ...]:
    """The points of what each side lost; in Special Operations, where nothing has points, the units."""
    if table.mode != "special-operations":
        return tuple(defeated_points(table, side) for side in SIDES)
    lost = [unit.seat for unit in table.units.values() if unit.gone == "defeated"]
    return tuple(lost.count(table.seat_of(side)) for side in SIDES) if table.blue else (0, 0)
