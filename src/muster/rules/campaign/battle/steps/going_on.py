"""What leaves nothing to decide is done along with the turn before it, so that nobody taps through it.

It becomes one turn: an undo takes back all of it.
"""

from functools import reduce

from muster.rules.campaign.battle import battle
from muster.rules.campaign.battle.steps.casualties import decide_settle
from muster.rules.campaign.battle.steps.closing import arc_outcome, decide_finish
from muster.rules.campaign.battle.steps.commendations import decide_waive
from muster.rules.campaign.battle.steps.experience import decide_experience
from muster.rules.campaign.battle.steps.open_step import OpenStep, Task, open_step
from muster.rules.campaign.battle.steps.rewards import decide_reward, offer_of
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.campaign.register import register

RIVALS, REPUTATION = 5, 9
MOST = 60
"""More turns than any sequence leaves without a decision."""


def going_on(seat: SideContext, turn: Turn) -> Turn:
    """The turn, and all that follows from it up to the next decision of this side."""
    for _ in range(MOST):
        there = after(seat, turn)
        more = _next(there, open_step(there))
        if more is None:
            break
        turn = Turn((*turn.battle, *more.battle), (*turn.register, *more.register))
    return turn


def after(seat: SideContext, turn: Turn) -> SideContext:
    """What the side sits before when a turn is done."""
    return SideContext(
        reduce(battle.evolve, turn.battle, seat.battle),
        seat.key,
        reduce(register.evolve, turn.register, seat.register),
        seat.cards,
        seat.library,
        seat.enemy,
    )


def _next(seat: SideContext, now: OpenStep) -> Turn | None:
    """The only turn there is; None where somebody decides, rolls or reads first."""
    if (task := sole_task(seat, now)) is None:
        return decide_finish(seat) if step_is_empty(seat, now) else None
    if task.kind == "take-reward":
        return decide_reward(seat, task.options[0])
    if task.kind == "award-experience":
        return decide_experience(seat)
    decide = decide_settle if task.kind == "settle-check" else decide_waive
    return decide(seat, task.dossier)


def sole_task(seat: SideContext, now: OpenStep) -> Task | None:
    """The task that is next and leaves nothing to choose: a check that nobody may reroll, a reward without a
    choice, experience once the rival is known, an award that no commendation is open for (rules 147, 154, 162
    to 166)."""
    must = next((task for task in now.tasks if task.must), None)
    if must is None or must.why_not:
        return None
    if must.kind == "take-reward":
        return None if offer_of(seat, must.options[0]).choices else must
    reroll = any(task.kind == "reroll" and task.dossier == must.dossier for task in now.tasks)
    if must.kind == "settle-check":
        return None if reroll else must
    return must if must.kind in ("award-experience", "waive-commendation") else None


def step_is_empty(seat: SideContext, now: OpenStep) -> bool:
    """Whether a step can end, asks for nothing and brings nothing: no aid without supply, no recruit without
    potential, no end of an arc. A rival may be named beside any step, and in step 5 before it ends."""
    ends_arc = now.step == REPUTATION and arc_outcome(seat) is not None
    return now.step > 0 and now.can_finish and not ends_arc and not any(_asks(seat, one) for one in now.tasks)


def _asks(seat: SideContext, task: Task) -> bool:
    match task.kind:
        case "name-rival":
            return seat.side.step == RIVALS
        case "request-aid":
            return seat.register.supply > 0
        case "recruit":
            return task.number > 0
        case _:
            return True
