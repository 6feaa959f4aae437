"""Who may and who must play a turning point (rules 30, 140 to 143, 146; R17; ambiguity 47)."""

from typing import Final

from muster.rules.campaign.battle import missions
from muster.rules.campaign.battle.missions import Standing
from muster.rules.campaign.register.register import Register, problem
from muster.rules.violations import Violation

PEACE: Final = "bring-peace-to-the-galaxy"

MAY_FROM = 2


def turning_point_standing(register: Register) -> Standing:
    """Rules 140 and 141: with two of three agendas complete a player may, with all three must play it."""
    arc = register.arc
    return "not-yet" if arc is None or arc.ended else missions.mission_standing(arc.complete_agendas)


def has_setup_rule(register: Register) -> bool:
    """Rule 49: whether the turning point of this Register's arc is set up in a way of its own."""
    return register.arc is not None and register.arc.id == PEACE


def opening_problem(blue: Register | None, red: Register | None, *, turning_point: bool) -> Violation | None:
    """Whether this choice of mission is allowed. The owner of a turning point is Blue (rule 48).

    Where both are eligible the players choose; the other plays theirs next time (ambiguity 47).
    """
    if turning_point:
        if blue is None or turning_point_standing(blue) == "not-yet":
            done = blue.arc.complete_agendas if blue is not None and blue.arc is not None else 0
            return problem("battle.turning_point_early", (), 140, have=done, min=MAY_FROM)
        return None
    forced = [
        key
        for key, register in (("blue", blue), ("red", red))
        if register is not None and turning_point_standing(register) == "must"
    ]
    return (
        problem("battle.turning_point_due", tuple(forced), 141, sides=" and ".join(forced))
        if forced
        else None
    )
