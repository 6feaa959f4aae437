"""What a finished game gives back: the campaign's record or the event's slip, to be looked over and sent as
if it had been typed."""

from typing import Final

from muster.app.campaign.battle.commands import Record
from muster.app.game.playing.desk import GameDesk, problem
from muster.app.game.playing.origins import SIDE_OF, BattleOrigin, TableOrigin
from muster.app.tournament.commands import Report
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.game.phases.ending import both_gone, defeated_points
from muster.rules.game.sides.handover import handover
from muster.rules.game.table import SEATS, Game, Seat, Side, other
from muster.rules.tournament.games import How, Tally
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Refused, require

HOW: Final[dict[str, How]] = {"tabled": "tabled", "conceded": "concession", "agreed": "time"}


def hand_over_of(desk: GameDesk) -> Record | Report:
    """The command that the players would send; refused while the game runs and where it came from nothing."""
    game, origin = desk.game, desk.origin
    require(game.table.ended, problem("game.not_over"))
    if isinstance(origin, BattleOrigin):
        return _record(game, origin)
    if isinstance(origin, TableOrigin):
        return _report(game, origin)
    raise Refused(problem("game.no_origin"))


def _record(game: Game, origin: BattleOrigin) -> Record:
    """Sides by their seats: in a battle that is no Turning Point the dice say who is Blue in the game."""
    found, table = handover(game), game.table
    named: dict[Side, SideKey] = {table.side_of(seat): SIDE_OF[seat] for seat in SEATS}
    sides: dict[str, SideRecord] = {
        named[side]: record for side, record in found.sides.items() if origin.keeps(table.seat_of(side))
    }
    gave_up = found.conceded
    return Record(
        winner=named[found.winner] if found.winner else "",
        conceded=named[gave_up] if gave_up == "blue" or gave_up == "red" else gave_up,  # noqa: PLR1714
        sides=sides,
        switched={named[side]: agenda for side, agenda in found.switched.items() if named[side] in sides},
    )


def _report(game: Game, origin: TableOrigin) -> Report:
    """Victory tokens and the points of the enemies defeated (rule 620), in the order of the players. Where
    both lost their last units the numbers decide (rule 614)."""
    table = game.table
    ended = table.ended
    usual: How = "time" if table.last else "rounds"
    how: How = HOW.get(ended.ground, usual) if ended else usual
    if both_gone(table):
        how = "mutual"
    winner = origin.key(table.seat_of(ended.winner)) if ended and ended.winner else ""
    loser = origin.key(other(table.seat_of(ended.winner))) if ended and ended.winner else ""
    first, second = (_tally(game, seat) for seat in SEATS)
    return Report(
        number=origin.round,
        slip=Slip(
            how=how,
            tallies=(first, second),
            blue=origin.key(table.seat_of("blue")),
            winners=(winner,) if how == "tabled" and winner else (),
            loser=loser if how == "concession" else "",
        ),
    )


def _tally(game: Game, seat: Seat) -> Tally:
    table = game.table
    enemy = table.side_of(other(seat))
    return Tally(victory=table.points(table.side_of(seat)), score=defeated_points(table, enemy))
