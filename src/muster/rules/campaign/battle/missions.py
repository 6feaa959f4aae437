"""Turning points: when one may or must be played, what it gives won, lost or drawn, and the end of an arc.

Source: rules 30, 31, 58 to 67, 140 to 142, 148 and 170 to 172; the mission cards; R16, R17.
"""

from typing import Literal, TypeAlias

import msgspec

from muster.rules.campaign.battle import offers
from muster.rules.campaign.battle.offers import BattleRecord
from muster.rules.campaign.library.parts import TurningPoint
from muster.rules.campaign.library.rewards import Reward
from muster.rules.dice.faces import shorten_typed
from muster.rules.violations import Violation

Standing: TypeAlias = Literal["not-yet", "may", "must"]
DrawnMission: TypeAlias = Literal["open", "lost"]
"""What a drawn turning point is: nothing happens and the arc stays open (R17), or a loss, where a campaign
has switched it so."""


class ArcEnd(msgspec.Struct, frozen=True, kw_only=True):
    """What the end of a story arc adds: reputation and SP."""

    reputation: int
    supply: int


def mission_standing(completed: int) -> Standing:
    """With 2 agendas complete the turning point may be played, with all 3 it must be (rules 30, 140, 141)."""
    return "must" if completed >= 3 else "may" if completed == 2 else "not-yet"


def arc_end(completed: int) -> ArcEnd:
    """The end of an arc, won or lost: reputation +1; with all 3 agendas +1 more and 3 SP (rules 171, 172)."""
    return ArcEnd(reputation=2, supply=3) if completed >= 3 else ArcEnd(reputation=1, supply=0)


def arc_ends(result: str, drawn: DrawnMission = "open") -> bool:
    """Whether this turning point concludes the arc: won or lost does, a draw does not (rule 31; R17)."""
    return result in ("won", "lost") or drawn == "lost"


def reward_of(
    mission: TurningPoint, record: BattleRecord, owner: bool, drawn: DrawnMission = "open"
) -> Reward:
    """All a player gets from this mission: the spoils either may earn, and the owner's own reward.

    The owner's reward follows from having won or lost it; a draw brings neither (rules 58, 148; R17).
    """
    lost = record.result == "lost" or (record.result == "drawn" and drawn == "lost")
    own = mission.victory if record.result == "won" else mission.loss if lost else Reward()
    own = own if owner else Reward()
    return Reward(
        shape="mission",
        words=" ".join(part.words for part in (mission.spoils, own) if part.words),
        dice=own.dice,
        gifts=(*mission.spoils.gifts, *own.gifts),
        picks=(*mission.spoils.picks, *own.picks),
    )


def check_record(mission: TurningPoint, record: BattleRecord) -> tuple[Violation, ...]:
    """All that is wrong with the units named after this mission: too many, or not of the battle."""
    took_part = {unit.id for unit in record.roster if unit.took_part}
    unknown = [id for id in dict.fromkeys(record.chosen) if id not in took_part]
    problems = [_violation("agenda.unknown_unit", mission, unit=shorten_typed(id)) for id in unknown]
    if len(set(record.chosen)) > mission.names:
        problems.append(_violation("arc.mission_names", mission, most=mission.names))
    return tuple(problems)


def questions_of(mission: TurningPoint) -> tuple[str, ...]:
    """The questions to put to each player after this mission."""
    parts = (mission.spoils, mission.victory, mission.loss)
    return offers.facts_to_ask(facts for part in parts for facts in offers.facts_of(part))


def _violation(code: str, mission: TurningPoint, **params: int | str) -> Violation:
    return Violation(code=code, source=f"Tours of Duty: {mission.name}", about=(mission.id,), params=params)
