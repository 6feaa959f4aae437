"""What a game tells the campaign when it is over: a record for each side, as players would have typed it.

Units are named as the Register knows them. Both sides see the record and may correct it before it is written.
"""

from typing import Final

import msgspec

from muster.rules.campaign.battle.events import SideRecord
from muster.rules.campaign.battle.recording import Conceder, Winner
from muster.rules.game.scoring.contesting import contesting
from muster.rules.game.scoring.turning_points import golden_opportunity, the_big_one
from muster.rules.game.table import SIDES, Game, Side, Table, Unit, against

SECONDARIES: Final = {
    "wipe-them-out": ("transports", "captured"),
    "the-hammer-falls": ("civilians",),
}
"""The reasons of VP that come from a secondary objective whose card rewards three of them (rule 58)."""
ENOUGH: Final = 3


class Handover(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended, as the campaign's record wants it."""

    winner: Winner
    conceded: Conceder
    sides: dict[Side, SideRecord]


def handover(game: Game) -> Handover:
    """The record of a finished game. An agreed end is both players' decision (rule 175)."""
    table = game.table
    ended = table.ended
    winner: Winner = ended.winner or "" if ended else ""
    conceded: Conceder = ""
    if ended and ended.ground == "conceded" and ended.winner:
        conceded = against(ended.winner)
    elif ended and ended.ground == "agreed":
        conceded = "both"
    return Handover(
        winner=winner, conceded=conceded, sides={side: side_record(table, side) for side in SIDES}
    )


def side_record(table: Table, side: Side) -> SideRecord:
    """What happened to a side: VP, units defeated, units at objectives, and what its mission asks about."""
    own = [unit for unit in table.units.values() if unit.seat == table.seat_of(side) and unit.dossier]
    at_objectives = _at_objectives(table, side)
    facts, named = _mission_facts(table, side)
    return SideRecord(
        victory_points=table.points(side),
        defeated=_names(own, [unit.id for unit in own if unit.gone == "defeated"]),
        contesting=_names(own, at_objectives),
        mission_count=golden_opportunity.removed(table),
        mission_facts=facts,
        mission_chosen=_names(own, named),
        enemy_down=_rewarded(table, own, "enemy-down"),
        objective_complete=_rewarded(table, own, "objective-complete"),
    )


def _names(own: list[Unit], units: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(unit.dossier for unit in own if unit.id in units)


def _at_objectives(table: Table, side: Side) -> tuple[str, ...]:
    """The units that contest or hold an objective token still on the table (G48); those taken off alive do
    neither (G25)."""
    contested = (unit.id for marker in table.lying() for unit in contesting(table, marker, side))
    own = {unit.id for unit in table.army(table.seat_of(side))}
    return (*contested, *(marker.holder for marker in table.lying() if marker.holder in own))


def _mission_facts(table: Table, side: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    mission = table.mission.objective
    if mission == the_big_one.CARD:
        return the_big_one.end_facts(table, side)
    reasons = SECONDARIES.get(mission, ())
    points = sum(one.points for one in table.scores if one.side == side and one.reason in reasons)
    return (("three-from-secondary",) if points >= ENOUGH else ()), ()


def _rewarded(table: Table, own: list[Unit], card: str) -> tuple[str, ...]:
    """The units a Paragon card rewarded in play, once for each time (rule 273)."""
    return tuple(unit.dossier for unit in own for _ in range(table.mark(f"{card}.{unit.id}")))
