"""Changing a pairing by hand before it is published: two players change places, a game moves to a table; and
what the independent checker says of it, made by the draw or by hand."""

from collections.abc import Callable

from msgspec.structs import replace

from muster.rules.tournament.games import Bye, Game, Player, Round
from muster.rules.tournament.pairing.check import check
from muster.rules.tournament.pairing.swiss import pairing_of
from muster.rules.tournament.running.events import DrawnRound
from muster.rules.tournament.running.figures import entrants
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.violations import Violation


def swap_players(drawn: DrawnRound, player: Player, other: Player) -> DrawnRound:
    """Both players change places, wherever they are: at a table or with the bye."""
    places = {player: other, other: player}
    return _mark_by_hand(drawn, lambda was: _rename_players(was, places))


def _rename_players(was: Round, places: dict[Player, Player]) -> Round:
    def seat(game: Game) -> Game:
        first, second = game.players
        if first not in places and second not in places:
            return game
        return replace(game, players=(places.get(first, first), places.get(second, second)))

    def bye(given: Bye) -> Bye:
        return replace(given, player=places.get(given.player, given.player))

    return replace(was, games=tuple(map(seat, was.games)), byes=tuple(map(bye, was.byes)))


def move_game(drawn: DrawnRound, table: int, to: int) -> DrawnRound:
    """A game moves to another table; whoever sits there takes its place."""
    tables = {table: to, to: table}

    def move(was: Round) -> Round:
        moved = (replace(game, table=tables.get(game.table, game.table)) for game in was.games)
        return replace(was, games=tuple(sorted(moved, key=lambda game: game.table)))

    return _mark_by_hand(drawn, move)


def _mark_by_hand(drawn: DrawnRound, change: Callable[[Round], Round]) -> DrawnRound:
    return replace(drawn, round=change(drawn.round), by_hand=drawn.by_hand + 1)


def draft_warnings(now: Tournament) -> tuple[Violation, ...]:
    """What the independent checker says of the draft as it stands, by hand or not."""
    if now.draft is None:
        return ()
    return (*now.draft.drawn.notes, *pairing_problems(now, now.draft.drawn))


def pairing_problems(now: Tournament, drawn: DrawnRound) -> tuple[Violation, ...]:
    """Where a Swiss pairing is not what the rules ask for."""
    if drawn.round.stage != "swiss":
        return ()
    given, number = pairing_of(drawn.round), drawn.round.number
    return tuple(check(entrants(now), given, number, bye_moves=now.plan.bye_moves))
