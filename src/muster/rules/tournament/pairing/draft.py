"""Changing a pairing by hand before it is published: two players change places, a game moves to a table."""

from collections.abc import Callable

from msgspec.structs import replace

from muster.rules.tournament.games import Bye, Game, Player, Round
from muster.rules.tournament.running.events import DrawnRound


def swapped(drawn: DrawnRound, one: Player, other: Player) -> DrawnRound:
    """Both players change places, wherever they are: at a table or with the bye."""
    places = {one: other, other: one}
    return _by_hand(drawn, lambda was: _renamed(was, places))


def _renamed(was: Round, places: dict[Player, Player]) -> Round:
    def seat(game: Game) -> Game:
        first, second = game.players
        if first not in places and second not in places:
            return game
        return replace(game, players=(places.get(first, first), places.get(second, second)))

    def bye(given: Bye) -> Bye:
        return replace(given, player=places.get(given.player, given.player))

    return replace(was, games=tuple(map(seat, was.games)), byes=tuple(map(bye, was.byes)))


def seated(drawn: DrawnRound, table: int, to: int) -> DrawnRound:
    """A game moves to another table; whoever sits there takes its place."""
    tables = {table: to, to: table}

    def move(was: Round) -> Round:
        moved = (replace(game, table=tables.get(game.table, game.table)) for game in was.games)
        return replace(was, games=tuple(sorted(moved, key=lambda game: game.table)))

    return _by_hand(drawn, move)


def _by_hand(drawn: DrawnRound, change: Callable[[Round], Round]) -> DrawnRound:
    return replace(drawn, round=change(drawn.round), by_hand=drawn.by_hand + 1)
