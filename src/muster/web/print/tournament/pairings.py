"""Pairings for the wall: by table, and by name for those who look for themselves."""

from collections.abc import Iterator
from typing import Final

import msgspec

from muster.app.tournament.access import AudienceView
from muster.rules.tournament.games import Bye, Game, Round
from muster.web.print.armies.heading import Paper
from muster.web.print.tournament.heading import (
    EventHeading,
    alphabetical,
    heading,
    name_of,
    on_paper,
    round_asked,
)

# Up to so many lines the letters are large enough to be read from some steps away.
LARGE_TABLES: Final = 20
LARGE_NAMES: Final = 36


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A player, where they sit and whom they meet; no table and nobody for a bye."""

    name: str
    table: int
    against: str


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A game and its table; in a bracket with its number. A bye has no table and one name."""

    table: int
    game: int
    names: tuple[str, ...]


class PairingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The pairings of a round. `large` is for few lines."""

    heading: EventHeading
    boards: tuple[Board, ...] = ()
    seats: tuple[Seat, ...] = ()
    large: bool = False


def by_table(look: AudienceView, paper: Paper, number: int = 0) -> PairingSheet:
    """The pairings of a round from the first table to the last; byes last."""
    shown = round_asked(look, number)
    played = shown.round
    games = sorted(played.games, key=lambda game: game.table)
    boards = (*(_board(look, game) for game in games), *(_bye(look, bye) for bye in played.byes))
    return PairingSheet(
        heading=heading(look, paper, shown.name, "Pairings by table"),
        boards=boards,
        large=len(boards) <= LARGE_TABLES,
    )


by_table_pdf = on_paper("tournament_tables", by_table)


def _board(look: AudienceView, game: Game) -> Board:
    names = tuple(name_of(look, player) for player in game.players)
    return Board(table=game.table, game=game.number, names=names)


def _bye(look: AudienceView, bye: Bye) -> Board:
    return Board(table=0, game=bye.number, names=(name_of(look, bye.player),))


def by_name(look: AudienceView, paper: Paper, number: int = 0) -> PairingSheet:
    """Everybody of a round by name, with table and opponent."""
    shown = round_asked(look, number)
    seats = sorted(_seats(look, shown.round), key=lambda seat: alphabetical(seat.name))
    return PairingSheet(
        heading=heading(look, paper, shown.name, "Pairings by name"),
        seats=tuple(seats),
        large=len(seats) <= LARGE_NAMES,
    )


by_name_pdf = on_paper("tournament_names", by_name)


def _seats(look: AudienceView, played: Round) -> Iterator[Seat]:
    for game in played.games:
        first, two = (name_of(look, player) for player in game.players)
        yield Seat(name=first, table=game.table, against=two)
        yield Seat(name=two, table=game.table, against=first)
    for bye in played.byes:
        yield Seat(name=name_of(look, bye.player), table=0, against="")
