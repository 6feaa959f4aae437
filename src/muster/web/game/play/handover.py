"""Where the result of a game goes: the campaign's record or the event's slip, filled in to be sent."""

from typing import NamedTuple
from urllib.parse import urlencode

from muster.app.campaign.battle.commands import Record
from muster.app.game.playing.desk import GameDesk
from muster.app.game.playing.handing_over import handed_over
from muster.app.game.playing.origins import SIDE_OF, BattleOrigin, Origin, TableOrigin
from muster.app.tournament.commands import Report
from muster.rules.campaign.battle.events import SideRecord
from muster.rules.game.table import Seat, Table
from muster.rules.tournament.games import Tally
from muster.web.campaign.battle.record import filled
from muster.web.environment import url
from muster.web.game.play.words import unit_name


class HandOver(NamedTuple):
    """What would be sent, in words, and the page on which it is looked over, corrected and sent."""

    name: str
    button: str
    icon: str
    href: str
    lines: tuple[tuple[str, str], ...]


def hand_over(desk: GameDesk, seat: Seat | None) -> HandOver | None:
    """For a player of a game that has ended and came from somewhere."""
    game = desk.game
    if seat is None or game.table.ended is None or not game.source:
        return None
    origin = desk.origin
    sent = handed_over(desk) if origin else None
    if isinstance(sent, Record) and isinstance(origin, BattleOrigin):
        return _record(game.table, sent, origin, seat)
    if isinstance(sent, Report) and isinstance(origin, TableOrigin):
        return _slip(game.table, sent, origin)
    return None


def _record(table: Table, record: Record, origin: Origin, seat: Seat) -> HandOver:
    side = SIDE_OF[seat]
    battle = origin.name.partition(":")[2]
    address = url("tour-battle", battle=f"{battle}_{side}")
    own, theirs = (record.sides.get(one) for one in (side, "red" if side == "blue" else "blue"))
    lines = [*_rows(table, own, ""), *_rows(table, theirs, "Theirs: ")]
    return HandOver(
        "The battle’s record", "Send to the campaign", "nav-tours",
        f"{address}?{filled(record, side).urlencode()}", tuple(lines),
    )  # fmt: skip


def _rows(table: Table, record: SideRecord | None, whose: str) -> list[tuple[str, str]]:
    if record is None:
        return []
    names = {unit.dossier: unit_name(table, unit.id) for unit in table.units.values() if unit.dossier}
    fates = (("defeated", record.defeated), ("at an objective", record.contesting))
    told = [
        (f"{whose}{what}".capitalize(), ", ".join(names.get(one, one) for one in units) or "none")
        for what, units in fates
    ]
    return [(f"{whose}VP".strip(), str(record.victory_points)), *told]


def _slip(table: Table, report: Report, origin: TableOrigin) -> HandOver:
    slip = report.slip
    seats = {player: str(number) for number, player in enumerate(origin.players, 1)}
    sent = {"how": slip.how, "blue": seats.get(slip.blue, ""), "numbers": "1"}
    sent |= {"winner": seats.get(slip.winners[0], "")} if slip.winners else {}
    sent |= {"loser": seats.get(slip.loser, "")} if slip.loser else {}
    one, two = slip.tallies or (Tally(), Tally())
    for number, tally in enumerate((one, two), 1):
        sent |= {f"victory{number}": str(tally.victory), f"score{number}": str(tally.score)}
    lines = (
        ("Victory points", f"{one.victory} to {two.victory}"),
        ("Points of enemies defeated", f"{one.score} to {two.score}"),
    )
    address = url("event-report", event=origin.tournament.partition(":")[2])
    name = f"Table {origin.table}, round {origin.round}"
    return HandOver(name, "Report the result", "nav-events", f"{address}?{urlencode(sent)}", lines)
