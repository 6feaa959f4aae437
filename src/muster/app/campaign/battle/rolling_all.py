"""Rolling every casualty check of step 4 in one go, for those in a hurry."""

from muster.app.acting import Act
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.access import HANDLERS, SIDE
from muster.app.campaign.battle.context import BattleContext
from muster.app.streams import Appended
from muster.rules.campaign.battle.steps import casualties
from muster.rules.campaign.battle.steps.going_on import MOST, context_after, sole_task
from muster.rules.campaign.battle.steps.open_step import Task, open_step
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.campaign.register.register import problem
from muster.rules.dice.faces import Roll
from muster.rules.violations import refuse_unless


@HANDLERS.handles(ask.RollAllChecks, who=SIDE)
def _roll_all_checks(battle: BattleContext, act: Act, command: ask.RollAllChecks) -> Appended:
    """The app rolls each check, what War Weary forces, and the charts, up to the next decision: a reroll
    that a commendation allows is left to the player."""

    def decide(context: SideContext) -> Turn:
        turn = Turn()
        for _ in range(MOST):
            there = context_after(context, turn)
            if (task := _next_task(there)) is None:
                break
            more = _carry_out(battle, there, task)
            turn = Turn((*turn.battle, *more.battle), (*turn.register, *more.register))
        refuse_unless(bool(turn.battle), problem("sequence.no_checks", (context.key,), 153))
        return turn

    return battle.turn(act, command, decide)


ROLLED = ("roll-check", "reroll", "roll-setback", "roll-trait")


def _next_task(there: SideContext) -> Task | None:
    """The roll that is due, or a check that nobody may reroll; None where somebody has to decide first."""
    now = open_step(there)
    must = next((task for task in now.tasks if task.must), None)
    if must is None or must.why_not:
        return None
    settled = must.kind == "settle-check" and sole_task(there, now) == must
    return must if must.kind in ROLLED or settled else None


def _carry_out(battle: BattleContext, there: SideContext, task: Task) -> Turn:
    unit = task.dossier
    if task.kind == "settle-check":
        return casualties.decide_settle(there, unit)

    def decide(roll: Roll) -> Turn:
        match task.kind:
            case "roll-check":
                return casualties.decide_check(there, unit, roll)
            case "reroll":
                places = casualties.forced_places(there.register.dossier(unit), there.side.checks[unit])
                return casualties.decide_reroll(there, unit, casualties.WAR_WEARY, places, roll)
            case "roll-setback":
                return casualties.decide_setback(there, unit, roll)
            case _:
                return casualties.decide_trait(there, unit, roll)

    return battle.with_dice(ask.RollCheck(dossier=unit), task.dice, decide)
