"""The lobby: who is in and with what, and both armies' points beside each other."""

from collections.abc import Iterator
from typing import NamedTuple

from muster.rules.cards.catalogue import catalogue
from muster.rules.game.sides.forces import points_allowed
from muster.rules.game.table import SEATS, Audience, Chair, Game, Table
from muster.rules.messages import explain, messages
from muster.web.environment import plural
from muster.web.game.play import words
from muster.web.game.play.panes import SeatRow


class ArmyPoints(NamedTuple):
    """The points of both armies, and what there is to say about them."""

    first: int
    second: int
    remark: str


class Lobby(NamedTuple):
    """How the game is to be kept, and the points once both have brought something."""

    settings: tuple[tuple[str, str], ...]
    points: ArmyPoints | None


def seat_rows(game: Game, audience: Audience, account: str) -> Iterator[SeatRow]:
    """Both seats; with `account` also which are that person's."""
    for number, seat in enumerate(SEATS, start=1):
        chair = game.table.chairs.get(seat)
        you = audience == seat or (bool(account) and game.players.get(seat) == account)
        row = chair or Chair()
        allowed = points_allowed(game.table, seat, catalogue()) if chair and not row.wrong else None
        wrong = tuple(explain(violation) for violation in row.wrong if violation.code in messages())
        yield SeatRow(
            seat, number, row.name, row.army, row.faction, row.points, you, chair is None, row.ready, allowed,
            wrong,
        )  # fmt: skip


def lobby_of(table: Table, seats: tuple[SeatRow, ...]) -> Lobby | None:
    """What the two see before they begin; nothing once they have."""
    return Lobby(words.settings(table), army_points(seats)) if table.phase == "lobby" else None


def army_points(seats: tuple[SeatRow, ...]) -> ArmyPoints | None:
    """Once both have brought something that has points."""
    first, second = seats
    if not (first.points and second.points):
        return None
    larger, smaller = sorted(seats, key=lambda row: -row.points)
    apart = larger.points - smaller.points
    remark = f"{larger.name} has {plural(apart, 'point')} more." if apart else "Both armies are level."
    return ArmyPoints(first.points, second.points, remark)
