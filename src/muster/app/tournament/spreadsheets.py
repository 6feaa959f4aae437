"""An event as spreadsheets: players, pairings, results and standings, as one person may see them.

UTF-8 with a byte order mark, commas and CRLF, which every spreadsheet program opens with a double click.
Text that a spreadsheet would take for a formula gets a leading apostrophe. Figures are decimal numbers,
because `3/5` would become a date; the exact ones are in the JSON file.
"""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from typing import Final, Literal, TypeAlias, get_args

from muster.app.tournament.access import AudienceView, TournamentQueries
from muster.rules.tournament.games import Game, Player, Round
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.scoring.ratios import Ratio
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.violations import require

Table: TypeAlias = Literal["players", "pairings", "results", "standings"]
Cell: TypeAlias = str | int
Row: TypeAlias = Sequence[Cell]

TABLES: Final[tuple[Table, ...]] = get_args(Table)
FORMULA: Final = frozenset("=+-@\t\r\n|%\uff1d\uff0b\uff0d\uff20")
PLACES: Final = 6


def table_by_name(word: str) -> Table:
    """A table by its name; refused with the known names if there is none."""
    given, known = word[:40], ", ".join(TABLES)
    unknown = problem("tournament.no_such_file", (given,), given=given, known=known)
    return require(next((table for table in TABLES if table == word), None), unknown)


def as_csv(watching: TournamentQueries, person: str, tournament: str, table: Table) -> bytes:
    """One table of an event as this person may see it."""
    audience = watching.look(person, tournament)
    if table == "standings":
        return encode_csv(_standings(audience, watching.standings(person, tournament)))
    return encode_csv(_ROWS[table](audience))


def encode_csv(rows: Iterable[Row]) -> bytes:
    """Encode rows as a CSV file."""
    into = StringIO(newline="")
    csv.writer(into).writerows([harmless_cell(cell) for cell in row] for row in rows)
    return into.getvalue().encode("utf-8-sig")


def harmless_cell(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula."""
    words = isinstance(cell, str) and cell.strip()[:1] in FORMULA and cell.strip() != ""
    return f"'{cell}" if words else cell


def _players(audience: AudienceView) -> Iterable[Row]:
    """All players; the fixed table and the list only for those who may know."""
    yield (
        "Key",
        "Name",
        "Status",
        "Here",
        "Fixed table",
        "List submitted",
        "List points",
        "List problems",
        "Club",
    )
    for line in audience.view.players:
        held: Row = (line.list.points, line.list.problems) if line.list else ("", "")
        yield (
            *(line.player, audience.name(line.player), line.status, _yes(line.present), line.table or ""),
            *(_yes(line.has_list), *held, line.club),
        )


def _pairings(audience: AudienceView) -> Iterable[Row]:
    yield ("Round", "Stage", "Game", "Table", "Player 1", "Player 2", "Key 1", "Key 2")
    for line in audience.view.rounds:
        yield from _pairings_of(line.round, audience.names)


def _pairings_of(round_: Round, names: Mapping[Player, str]) -> Iterable[Row]:
    """The games of a round, then byes, then players who were not paired."""
    for game in round_.games:
        named = [names.get(player, player) for player in game.players]
        yield (round_.number, round_.stage, game.number or "", game.table, *named, *game.players)
    for bye in round_.byes:
        who = names.get(bye.player, bye.player)
        yield (round_.number, round_.stage, bye.number or "", "", who, "bye", bye.player, "")
    for player in round_.missed:
        yield (round_.number, round_.stage, "", "", names.get(player, player), "unpaired loss", player, "")


def _results(audience: AudienceView) -> Iterable[Row]:
    """The results that stand, then the byes of the round, which are wins without a game (rule 591)."""
    yield (
        *("Round", "Stage", "Table", "Player 1", "Player 2", "Ended by", "Winner"),
        *("Victory 1", "Victory 2", "Score 1", "Score 2", "Blue player", "Corrected"),
    )
    for line in audience.view.rounds:
        for game in line.round.games:
            report = line.reports.get(game.table)
            yield (
                *(line.round.number, line.round.stage, game.table),
                *(audience.names.get(player, player) for player in game.players),
                *_result(game, audience.names),
                report.corrected if report and game.result else "",
            )
        for bye in line.round.byes:
            name = audience.names.get(bye.player, bye.player)
            yield (line.round.number, line.round.stage, "", name, "bye", "bye", name, *("",) * 6)


def _result(game: Game, names: Mapping[Player, str]) -> Row:
    found = game.result
    if found is None:
        return ("",) * 7
    first, second = found.tallies
    won = names.get(found.winner, "") or ("nobody" if found.how == "double-loss" else "draw")
    return (
        found.how,
        won,
        first.victory,
        second.victory,
        first.score,
        second.score,
        names.get(found.blue, ""),
    )


def _standings(audience: AudienceView, lines: Sequence[Standing]) -> Iterable[Row]:
    """After the closed rounds, with the final place once the event has ended."""
    figures = list(lines[0].figures) if lines else []
    final = {player: place for place, player in enumerate(audience.view.ranking, 1)}
    yield (
        *("Rank", "Name", "Key", "Points", "Wins", "Draws", "Losses", "Byes", "Unpaired losses", "Rounds"),
        *figures,
        *("Below by", "Dropped", "Final place", "Disqualified"),
    )
    for line in lines:
        yield (
            *(line.rank or "", audience.names.get(line.player, line.player), line.player, line.points),
            *(line.wins, line.draws, line.losses, line.byes, line.missed, line.rounds),
            *(_number(line.figures[name]) for name in figures),
            *(line.below_by, _yes(line.dropped), final.get(line.player, ""), _yes(line.disqualified)),
        )


def _number(figure: Ratio) -> Cell:
    return figure.numerator if figure.denominator == 1 else figure.decimal(PLACES)


def _yes(is_so: bool) -> str:
    return "yes" if is_so else ""


_ROWS: Final[Mapping[Table, Callable[[AudienceView], Iterable[Row]]]] = {
    "players": _players,
    "pairings": _pairings,
    "results": _results,
}
