"""Where the result of a game goes: the campaign's record or the event's slip, filled in to be sent."""

from typing import NamedTuple
from urllib.parse import urlencode

from muster.app.campaign.battle.commands import Record
from muster.app.game.playing.desk import GameDesk
from muster.app.game.playing.handing_over import hand_over_of
from muster.app.game.playing.origins import SIDE_OF, BattleOrigin, Origin, TableOrigin
from muster.app.tournament.commands import Report
from muster.rules.game.table import SEATS, Audience, Seat, Table, other
from muster.rules.tournament.games import Tally
from muster.web.campaign.battle.record import filled_form, skipped_steps
from muster.web.environment import url
from muster.web.game.play.words import agenda_name, agreed_end, unit_name


class HandOver(NamedTuple):
    """What would be sent, in words, and the page on which it is looked over, corrected and sent."""

    name: str
    button: str
    icon: str
    href: str
    lines: tuple[tuple[str, str], ...]


class EarlyEnd(NamedTuple):
    """What it means to end a game before its time: how it is decided, and in a battle what it costs in the
    ten steps where both do so, and where one concedes (rule 175)."""

    decides: str
    both: str = ""
    conceding: str = ""


def early_end(desk: GameDesk) -> EarlyEnd:
    """Said before anybody asks for it."""
    decides, origin = agreed_end(desk.game.table), desk.origin if desk.game.source else None
    if not isinstance(origin, BattleOrigin):
        return EarlyEnd(decides)
    skips = f"steps {skipped_steps()} after the battle: turning point rewards, supply and experience."
    counts = origin.battle.switches.agreed_end_counts
    both = "Your campaign counts it as a normal end." if counts else f"You both skip {skips}"
    return EarlyEnd(decides, both, f"Who concedes skips {skips}")


def hand_over(desk: GameDesk, audience: Audience) -> HandOver | None:
    """For a player of a game that has ended and came from somewhere; where one phone keeps the score for
    both, for the player whose phone it is."""
    game = desk.game
    if audience not in (*SEATS, "both") or game.table.ended is None or not game.source:
        return None
    origin = desk.origin
    sent = hand_over_of(desk) if origin else None
    if isinstance(sent, Record) and isinstance(origin, BattleOrigin):
        keeps = origin.seats_of(game.players.get("one", "")) or SEATS
        seat = next((seat for seat in SEATS if seat == audience), keeps[0])
        return _battle_hand_over(game.table, sent, origin, seat)
    if isinstance(sent, Report) and isinstance(origin, TableOrigin):
        return _table_hand_over(game.table, sent, origin)
    return None


def _battle_hand_over(table: Table, record: Record, origin: Origin, seat: Seat) -> HandOver:
    side = SIDE_OF[seat]
    battle = origin.name.partition(":")[2]
    address = url("tour-battle", battle=f"{battle}_{side}")
    lines = [*_rows(table, seat, record, ""), *_rows(table, other(seat), record, "Theirs: ")]
    return HandOver(
        "The battle’s record", "Send to the campaign", "nav-tours",
        f"{address}?{filled_form(record, side).urlencode()}", tuple(lines),
    )  # fmt: skip


def _rows(table: Table, seat: Seat, sent: Record, whose: str) -> list[tuple[str, str]]:
    """What is sent of a side. Both Registers number their dossiers alike, so each has its own names."""
    record = sent.sides.get(SIDE_OF[seat])
    if record is None:
        return []
    units = (unit for unit in table.units.values() if unit.seat == seat and unit.dossier)
    names = {unit.dossier: unit_name(table, unit.id) for unit in units}
    fates = (("defeated", record.defeated), ("at an objective", record.contesting))
    facts = [
        (f"{whose}{what}".capitalize(), ", ".join(names.get(unit, unit) for unit in units) or "none")
        for what, units in fates
    ]
    agenda = sent.switched.get(SIDE_OF[seat], "")
    switched = [(f"{whose}agenda".capitalize(), f"{agenda_name(agenda)}, by Contingency Plan")]
    return [(f"{whose}VP".strip(), str(record.victory_points)), *facts, *(switched if agenda else [])]


def _table_hand_over(table: Table, report: Report, origin: TableOrigin) -> HandOver:
    slip = report.slip
    seats = {player: str(number) for number, player in enumerate(origin.players, 1)}
    sent = {"how": slip.how, "blue": seats.get(slip.blue, ""), "numbers": "1"}
    sent |= {"winner": seats.get(slip.winners[0], "")} if slip.winners else {}
    sent |= {"loser": seats.get(slip.loser, "")} if slip.loser else {}
    first, second = slip.tallies or (Tally(), Tally())
    for number, tally in enumerate((first, second), 1):
        sent |= {f"victory{number}": str(tally.victory), f"score{number}": str(tally.score)}
    lines = (
        ("Victory points", f"{first.victory} to {second.victory}"),
        ("Points of enemies defeated", f"{first.score} to {second.score}"),
    )
    address = url("event-report", event=origin.tournament.partition(":")[2])
    name = f"Table {origin.table}, round {origin.round}"
    return HandOver(name, "Report the result", "nav-events", f"{address}?{urlencode(sent)}", lines)
