"""Who plays: the list for the wall, the sheet to check players in with, how the army lists stand."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from muster.app.tournament.access import AudienceView
from muster.rules.tournament.games import Player
from muster.rules.tournament.running.audiences import PlayerLine
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.tournament import EntryStatus, ListState
from muster.rules.violations import Refused
from muster.web.print import pdf
from muster.web.print.armies.heading import Paper
from muster.web.print.tournament.heading import EventHeading, alphabetical, heading, name_of
from muster.web.print.tournament.slips import space_code

STATUS: Final[Mapping[EntryStatus, str]] = {
    "waiting": "waiting list",
    "entered": "",
    "dropped": "dropped",
    "disqualified": "disqualified",
    "withdrawn": "withdrawn",
}


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player. What the sheet is not meant for stays empty."""

    name: str
    status: str = ""
    here: bool = False
    has_list: bool = False
    table: int = 0
    code: str = ""
    points: int = 0
    verdict: str = ""
    words: str = ""


class PlayerSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody by name. `kind` is players, check-in or lists."""

    heading: EventHeading
    kind: str
    rows: tuple[PlayerRow, ...]


def players_pdf(look: AudienceView, paper: Paper) -> bytes:
    """Who is in the event: names, and who is no longer or not yet in."""
    here = (player for player in look.view.players if player.status != "withdrawn")
    return _sheet(look, paper, "players", "Players", [_row(look, player) for player in here])


def check_in_pdf(look: AudienceView, codes: Mapping[Player, str], paper: Paper) -> bytes:
    """The sheet to check players in with: for the desk, for it has their codes."""
    rows = [
        replace(
            _row(look, player),
            here=player.present,
            has_list=player.has_list,
            table=player.table,
            code=space_code(codes.get(player.player, "")),
        )
        for player in _active_players(look)
    ]
    return _sheet(look, paper, "check-in", "Check-in", rows)


def lists_pdf(look: AudienceView, paper: Paper) -> bytes:
    """How the army lists stand: for those who check them."""
    return _sheet(
        look, paper, "lists", "Army lists", [_list_row(look, player) for player in _active_players(look)]
    )


def _active_players(look: AudienceView) -> list[PlayerLine]:
    return [player for player in look.view.players if player.status in ("entered", "waiting")]


def _row(look: AudienceView, player: PlayerLine) -> PlayerRow:
    return PlayerRow(name=name_of(look, player.player), status=STATUS[player.status])


def _list_row(look: AudienceView, player: PlayerLine) -> PlayerRow:
    row, held = replace(_row(look, player), verdict=_verdict(player.list)), player.list
    return replace(row, has_list=True, points=held.points, words=held.words) if held else row


def _verdict(held: ListState | None) -> str:
    if held is None:
        return "missing"
    if not held.points:
        return "as text, " + ("checked" if held.reviewed else "not checked")
    found = f"{held.problems} problem{'' if held.problems == 1 else 's'}" if held.problems else "legal"
    if not held.reviewed:
        return f"{found}, not checked"
    return f"{found}, {'accepted' if held.fine else 'not accepted'}"


def _sheet(look: AudienceView, paper: Paper, kind: str, title: str, rows: list[PlayerRow]) -> bytes:
    if not rows:
        raise Refused(problem("tournament.no_sheet", (kind,), "", what="player"))
    note = f"{len(rows):,} player{'' if len(rows) == 1 else 's'}"
    ordered = tuple(sorted(rows, key=lambda row: alphabetical(row.name)))
    sheet = PlayerSheet(heading=heading(look, paper, title, note), kind=kind, rows=ordered)
    return pdf("tournament_players", sheet)
