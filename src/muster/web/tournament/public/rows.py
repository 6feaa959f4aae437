"""Games and standings as rows: the same on the public page, a player's phone and the big screen."""

from collections.abc import Iterable
from typing import NamedTuple

from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running.audiences import RoundView
from muster.rules.tournament.scoring.endings import BY_HOW
from muster.rules.tournament.scoring.ratios import Ratio
from muster.rules.tournament.scoring.standings import Standing, last_to_go_on
from muster.rules.tournament.scoring.tiebreaks import FIGURES, POINTS
from muster.web.tournament.public.snapshot import PublicSnapshot


class PlayerCell(NamedTuple):
    """A player of a game: the record before it, and how it went for them."""

    player: Player
    name: str
    record: str = ""
    won: bool = False
    lost: bool = False
    tokens: int | None = None


class GameRow(NamedTuple):
    """A game at its table; a bye has neither and one player. `latest`: in the round being played."""

    table: int
    players: tuple[PlayerCell, ...]
    game: Game | None = None
    how: str = ""
    latest: bool = False


class FigureCell(NamedTuple):
    """A figure of a player: as it is read, and exact."""

    code: str
    short: str
    name: str
    text: str
    exact: str


class StandingRow(NamedTuple):
    """A line of the standings; `place` is the final one where the event is over, 0 for none. Under who is
    the last to go on, `cut` draws a line."""

    line: Standing
    place: int
    name: str
    figures: tuple[FigureCell, ...]
    cut: bool


def game_row(snapshot: PublicSnapshot, game: Game, *, latest: bool = True) -> GameRow:
    """A game: who, with which record, how it ended."""
    result = game.result
    winner = result.winner if result else ""
    players = tuple(
        PlayerCell(
            player=player,
            name=snapshot.name(player),
            record=snapshot.record(player) if latest else "",
            won=winner == player,
            lost=winner not in ("", player),
            tokens=result.tallies[seat].victory if result else None,
        )
        for seat, player in enumerate(game.players)
    )
    return GameRow(game.table, players, game, BY_HOW[result.how].clause if result else "", latest)


def pairing_rows(
    snapshot: PublicSnapshot, shown: RoundView, *, latest: bool = True, wanted: str = ""
) -> list[GameRow]:
    """The games of a round by table, then the byes; of all of them, or of those that a search wants."""
    games = [game for game in shown.round.games if _is_wanted(snapshot, game.table, game.players, wanted)]
    rows = [game_row(snapshot, game, latest=latest) for game in sorted(games, key=lambda game: game.table)]
    for bye in shown.round.byes:
        if _is_wanted(snapshot, 0, (bye.player,), wanted):
            record = snapshot.record(bye.player) if latest else ""
            rows.append(GameRow(0, (PlayerCell(bye.player, snapshot.name(bye.player), record, won=True),)))
    return rows


def _is_wanted(snapshot: PublicSnapshot, table: int, players: tuple[Player, ...], wanted: str) -> bool:
    """A table by its number, a player by any part of the name."""
    if wanted.isdecimal():
        return table == int(wanted)
    return not wanted or any(wanted in snapshot.name(player).casefold() for player in players)


def standing_rows(snapshot: PublicSnapshot, lines: Iterable[Standing]) -> list[StandingRow]:
    """Lines of the standings with readable figures."""
    view = snapshot.view
    size = view.announced.cut if view.announced and not view.ranking else 0
    last = last_to_go_on(snapshot.standings, size, view.cut) if size else ""
    final = {player: place for place, player in enumerate(view.ranking, 1)}
    return [
        StandingRow(
            line=line,
            place=final.get(line.player, 0) if final else line.rank,
            name=snapshot.name(line.player),
            figures=figure_cells(line),
            cut=line.player == last,
        )
        for line in lines
    ]


def all_figures(line: Standing) -> tuple[FigureCell, ...]:
    """Everything that ranks a player, points first."""
    return (figure_cell(POINTS.code, Ratio(line.points)), *figure_cells(line))


def figure_cells(line: Standing) -> tuple[FigureCell, ...]:
    """Tiebreaks in the order in which they count."""
    return tuple(figure_cell(code, value) for code, value in line.figures.items())


def figure_cell(code: str, value: Ratio) -> FigureCell:
    """A figure in words and numbers."""
    figure = FIGURES[code]
    return FigureCell(figure.code, figure.short, figure.name, figure.in_figures(value), str(value))
