"""The bracket for the wall, from its first round to the final; a large one part by part."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from muster.app.tournament.access import AudienceView
from muster.rules.tournament.bracket.columns import Box, columns
from muster.rules.tournament.bracket.elimination import champion
from muster.rules.tournament.bracket.round_names import bracket_round_name
from muster.rules.tournament.running.figures import bracket_of
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused
from muster.web.print.armies.heading import Paper
from muster.web.print.tournament.heading import EventHeading, heading, name_of, on_paper

MOST_BOXES: Final = 16
ROUNDS_A_PAGE: Final = 4


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its number, its table, both names and which of them won (0: neither yet)."""

    number: int
    table: int
    names: tuple[str, str]
    won: int


class BracketPart(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on one page: the rounds by name, each with its games from the top."""

    rounds: tuple[str, ...]
    columns: tuple[tuple[Cell, ...], ...]


class BracketSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The whole bracket. `champion` is empty until there is one."""

    heading: EventHeading
    parts: tuple[BracketPart, ...]
    champion: str


def bracket_sheet(look: AudienceView, paper: Paper) -> BracketSheet:
    """What stands on the sheets; refused before the bracket is drawn."""
    rounds = [round_view.round for round_view in look.view.rounds if round_view.round.stage == "elimination"]
    drawn = columns(rounds, bracket_of(look.view.plan))
    if not drawn:
        raise Refused(problem("tournament.no_sheet", ("bracket",), 607, what="bracket"))
    cells = [tuple(_cell(look, box) for box in column) for column in drawn]
    first = champion(rounds)
    return BracketSheet(
        heading=heading(look, paper, "Bracket"),
        parts=tuple(parts(cells)),
        champion=name_of(look, first) if first else "",
    )


bracket_pdf = on_paper("tournament_bracket", bracket_sheet)


def parts(cells: Sequence[tuple[Cell, ...]]) -> Iterator[BracketPart]:
    """Pages that a wall can hold: sixteen games with those they lead to, the last rounds on the last page."""
    names = tuple(bracket_round_name(len(column)) for column in cells)
    while len(cells[0]) > MOST_BOXES:
        for at in range(0, len(cells[0]), MOST_BOXES):
            yield BracketPart(rounds=names[: ROUNDS_A_PAGE + 1], columns=_from(cells, at))
        cells, names = cells[ROUNDS_A_PAGE:], names[ROUNDS_A_PAGE:]
    yield BracketPart(rounds=names, columns=tuple(cells))


def _from(cells: Sequence[tuple[Cell, ...]], at: int) -> tuple[tuple[Cell, ...], ...]:
    """Sixteen games from a place on, and what follows from them."""
    page = enumerate(cells[: ROUNDS_A_PAGE + 1])
    return tuple(column[at >> step : (at + MOST_BOXES) >> step] for step, column in page)


def _cell(look: AudienceView, box: Box) -> Cell:
    names = tuple(name_of(look, player) if player else "" for player in box.players)
    if box.bye and not names[1]:
        names = (names[0], "bye")
    won = box.players.index(box.winner) + 1 if box.winner in box.players and box.winner else 0
    return Cell(number=box.number, table=box.table, names=(names[0], names[1]), won=won)
