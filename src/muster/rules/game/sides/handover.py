"""What a game tells the campaign when it is over: a record for each side, as players would have typed it.

Units are named as the Register knows them. Both sides see the record and may correct it before it is written.
"""

from typing import Final

import msgspec

from muster.rules.campaign.battle.events import SideRecord
from muster.rules.campaign.battle.recording import Conceder, Winner
from muster.rules.game.effects.agendas import agenda_of, agenda_units, defends, tokens, victories
from muster.rules.game.effects.assets import is_used
from muster.rules.game.marks import ENEMY_DOWN, LEADER_FELL, OBJECTIVE_COMPLETE, Mark
from muster.rules.game.scoring.contesting import contesting
from muster.rules.game.scoring.points import on_table
from muster.rules.game.scoring.secondaries import secondary_scores
from muster.rules.game.scoring.turning_points import golden_opportunity, the_big_one
from muster.rules.game.table import SIDES, Game, Side, Table, Unit, against

REWARDED: Final = ("wipe-them-out", "the-hammer-falls")
"""Turning Points whose cards reward three VP from the secondary (rule 58)."""
ENOUGH: Final = 3


class Handover(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended, as the campaign's record wants it. `switched` is the agenda that a side's Contingency
    Plan put into play (rule 271): what is counted is that agenda's."""

    winner: Winner
    conceded: Conceder
    sides: dict[Side, SideRecord]
    switched: dict[Side, str]


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
        winner=winner,
        conceded=conceded,
        sides={side: side_record(table, side) for side in SIDES},
        switched={side: agenda_of(table, side) for side in SIDES if is_used(table, side, "contingency-plan")},
    )


def side_record(table: Table, side: Side) -> SideRecord:
    """What happened to a side: VP, units defeated, units at objectives, and what its mission asks about."""
    own = [unit for unit in table.units.values() if unit.seat == table.seat_of(side) and unit.dossier]
    at_objectives = _at_objectives(table, side)
    facts, of_mission = _mission_facts(table, side)
    return SideRecord(
        victory_points=table.points(side),
        defeated=_names(own, [unit.id for unit in own if unit.gone == "defeated"]),
        contesting=_names(own, at_objectives),
        count=agenda_count(table, side),
        facts=_facts(table, side),
        chosen=_names(own, agenda_units(table, side)),
        mission_count=golden_opportunity.removed_equipment(table),
        mission_facts=facts,
        mission_chosen=_names(own, of_mission),
        enemy_down=_rewarded_units(table, own, ENEMY_DOWN),
        objective_complete=_rewarded_units(table, own, OBJECTIVE_COMPLETE),
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
    points = sum(score.points for score in secondary_scores(table, side))
    return (("three-from-secondary",) if mission in REWARDED and points >= ENOUGH else ()), ()


def agenda_count(table: Table, side: Side) -> int:
    """What the agenda in play counts: VP or times of the secondary, else its tokens."""
    match agenda_of(table, side):
        case "small-victories":
            return victories(table, side)
        case "concentrated-efforts":
            return sum(score.points for score in secondary_scores(table, side))
    return tokens(table, side)


def _facts(table: Table, side: Side) -> tuple[str, ...]:
    """What the agenda in play asks about beside its count, where the game knows it."""
    holds = {
        "against-all-odds": ("fewer-units-left", _on_table(table, side) < _on_table(table, against(side))),
        "concentrated-efforts": (
            "more-secondary-points",
            sum(score.points for score in secondary_scores(table, side))
            > sum(score.points for score in secondary_scores(table, against(side))),
        ),
        "daring-defense": ("defender-on-marked-point", defends(table, side)),
        "martial-prowess": (
            "paragon-defeated-leader", LEADER_FELL.count(table, side) > 0
        ),
    }  # fmt: skip
    fact, true = holds.get(agenda_of(table, side), ("", False))
    return (fact,) if true else ()


def _on_table(table: Table, side: Side) -> int:
    return len(on_table(table, table.seat_of(side)))


def _rewarded_units(table: Table, own: list[Unit], card: Mark) -> tuple[str, ...]:
    """The units a Paragon card rewarded in play, once for each time (rule 273)."""
    return tuple(unit.dossier for unit in own for _ in range(card.count(table, unit.id)))
