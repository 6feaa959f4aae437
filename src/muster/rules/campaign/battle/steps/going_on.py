"""Does whatever leaves nothing to decide together with the turn before it, so that nobody has to tap through
it.

The result is one turn, and an undo takes back all of it.
"""

from functools import reduce

from muster.rules.campaign.battle import battle
from muster.rules.campaign.battle.battle import other
from muster.rules.campaign.battle.steps.casualties import decide_settle
from muster.rules.campaign.battle.steps.closing import arc_outcome, decide_finish
from muster.rules.campaign.battle.steps.commendations import decide_commendation, decide_waive
from muster.rules.campaign.battle.steps.experience import decide_experience, decide_rival, rivals
from muster.rules.campaign.battle.steps.open_step import OpenStep, Task, open_step
from muster.rules.campaign.battle.steps.rewards import decide_reward, offer_of
from muster.rules.campaign.battle.steps.side import SideContext, Turn, unit_facts
from muster.rules.campaign.register import register
from muster.rules.campaign.register.commendations import may_raise

RIVALS, REPUTATION = 5, 9
MOST = 60
"""More turns than any sequence leaves without a decision."""


def play_out_turn(seat: SideContext, turn: Turn) -> Turn:
    """The turn, and everything that follows from it up to this side's next decision."""
    for _ in range(MOST):
        there = context_after(seat, turn)
        more = _next_turn(there, open_step(there))
        if more is None:
            break
        turn = Turn((*turn.battle, *more.battle), (*turn.register, *more.register))
    return turn


def context_after(seat: SideContext, turn: Turn) -> SideContext:
    """The side's context once a turn has been taken."""
    return SideContext(
        reduce(battle.evolve, turn.battle, seat.battle),
        seat.key,
        reduce(register.evolve, turn.register, seat.register),
        seat.cards,
        seat.library,
        seat.enemy,
    )


def _next_turn(seat: SideContext, now: OpenStep) -> Turn | None:  # noqa: PLR0911 - one line a kind
    """The only possible turn; None where somebody has to decide, roll or read something first."""
    if (task := sole_task(seat, now)) is None:
        return decide_finish(seat) if step_is_empty(seat, now) else None
    match task.kind:
        case "take-reward":
            return decide_reward(seat, task.options[0])
        case "settle-check":
            return decide_settle(seat, task.dossier)
        case "name-rival":
            return decide_rival(seat, task.options[0])
        case "await-rival":
            return decide_rival(seat.across(), _nameable_units(seat)[0])
        case "award-experience":
            return decide_experience(seat)
        case "award-commendation":
            return decide_commendation(seat, task.dossier, task.options[0])
        case _:
            return decide_waive(seat, task.dossier)


def _nameable_units(seat: SideContext) -> tuple[str, ...]:
    """The units an opponent without a Register may name as rival. Their choice is entered on this side's
    phone."""
    return () if seat.opponent.register else rivals(seat.battle, other(seat.key))


def sole_task(seat: SideContext, now: OpenStep) -> Task | None:
    """The task that is next and leaves nothing to choose: a check that nobody may reroll, a reward without a
    choice, the only unit left to be a rival, experience once the rival is known, an award that one or no
    commendation is open for (rules 147, 154, 162 to 166)."""
    rival = next((task for task in now.tasks if task.kind == "name-rival" and now.step == RIVALS), None)
    if rival is not None and len(rival.options) == 1:
        return rival
    must = next((task for task in now.tasks if task.must), None)
    return must if must is not None and not must.why_not and _is_sole(seat, must, now) else None


def _is_sole(seat: SideContext, task: Task, now: OpenStep) -> bool:
    match task.kind:
        case "take-reward":
            return not offer_of(seat, task.options[0]).choices
        case "settle-check":
            return not any(later.kind == "reroll" and later.dossier == task.dossier for later in now.tasks)
        case "await-rival":
            return len(_nameable_units(seat)) == 1
        case "award-commendation":
            return len(task.options) == 1 and not _may_raise(seat, task)
        case kind:
            return kind in ("award-experience", "waive-commendation")


def _may_raise(seat: SideContext, task: Task) -> bool:
    """Whether the only commendation can be taken in two ways (rule 244)."""
    facts = unit_facts(seat, seat.register.dossier(task.dossier))
    return may_raise(seat.library.commendations[task.options[0]], facts)


def step_is_empty(seat: SideContext, now: OpenStep) -> bool:
    """Whether a step can end, asks for nothing and brings nothing.

    That is: no aid without supply, no recruit without potential, no end of an arc. A rival may be named
    during any step, and must be before step 5 ends.
    """
    ends_arc = now.step == REPUTATION and arc_outcome(seat) is not None
    return (
        now.step > 0 and now.can_finish and not ends_arc and not any(_asks(seat, task) for task in now.tasks)
    )


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
