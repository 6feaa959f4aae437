"""One step after a battle as one screen: what to do first, what may be done beside it, what keeps it open."""

from typing import Any, Final

from django.http import QueryDict

from muster.rules.campaign.battle.battle import CONCEDER_SKIPS, LAST_STEP
from muster.rules.campaign.battle.steps.casualties import (
    MEDEVAC,
    checks_due,
)
from muster.rules.campaign.battle.steps.open_step import OpenStep, Task, open_step
from muster.rules.campaign.battle.steps.side import STEPS, SideContext
from muster.rules.campaign.register.aid import ASSET, RECRUITING
from muster.rules.campaign.story.dead_ends import dead_end
from muster.rules.dice.faces import Die
from muster.web.campaign.battle.steps import choices
from muster.web.campaign.battle.steps.choices import AidScreen, RecruitScreen
from muster.web.campaign.battle.steps.dice import dice_in_words, dice_rows
from muster.web.campaign.battle.steps.rival import Rivals
from muster.web.campaign.battle.task_pages import TASK_SCREENS, CheckScreen, StepPage, TaskScreen
from muster.web.campaign.battle.wizard import Frame
from muster.web.forms import whole_number
from muster.web.site.errors import reasons_of

NO_TASK: Final = TaskScreen(StepPage)
RIVALS, AID, EDIT, REPUTATION, STORY = 5, 7, 8, 9, 10
NOTHING_LEFT: Final = {
    1: "The agenda is settled",
    2: "The rewards are taken",
    3: "Supply is counted",
    4: "No more checks",
    5: "Experience is awarded",
    6: "No award is open",
    9: "Reputation",
    10: "The story continues",
}
UNCHANGED: Final = {4: "None of your units was defeated.", 6: "No unit reached a new veteran rank."}
SAYS: Final = {
    "resolve-agenda": "Mark progress",
    "take-reward": "Take the reward",
    "settle-check": "Accept the result",
    "award-experience": "Award the experience",
    "name-rival": "Name the rival",
    "waive-commendation": "Continue without one",
    "name-unit": "Name the unit",
    "choose-arc": "Begin this story arc",
}
HEADINGS: Final = {
    "roll-check": "Casualty check",
    "reroll": "Casualty check",
    "settle-check": "Casualty check",
    "roll-setback": "Setback",
    "roll-trait": "Defining trait",
    "await-rival": "Most Feared Rival",
    "name-rival": "Most Feared Rival",
    "refill": "Fill up the corps",
}


def step_page(context: SideContext, frame: Frame) -> StepPage:
    """The screen of a side in its ten steps."""
    asked = frame.asked
    now = open_step(context)
    task = focus(now, asked)
    kind = task.kind if task else ""
    screen = TASK_SCREENS.get(kind, NO_TASK)
    own: dict[str, Any] = {"part": screen.part(context, task, asked)} if task and screen.part else {}
    part = own.get("part")
    dice = _dice(task, part)
    waits = reasons_of(task.why_not) if task else ()
    beside = _beside(now, task)
    known = context.library.aid
    asked_for = [task.options[0] for task in beside if task.kind == "request-aid"]
    looking = whole_number(asked.get("look", ""), 2) or 0
    return screen.page(
        frame=frame,
        now=now,
        looking=looking if 0 < looking < min(now.step, LAST_STEP + 1) else 0,
        task=task,
        beside=beside,
        asks_aid=now.step == AID,
        nothing_left=_nothing_left(context, frame.lines_by_step),
        aids=choices.aid_rows(context, asked_for) if now.step == AID and not task else [],
        assets=choices.asset_ways(context) if ASSET in asked_for and not task else [],
        skipped=_skipped_steps(context),
        dice=dice_rows(dice),
        dice_words=dice_in_words(dice),
        dossier=context.register.find(task.dossier) if task else None,
        waits=waits,
        # In steps 7 and 8 the Register may be about to be left without the corps that a muster needs.
        dead_end=dead_end(context) if now.step in (AID, EDIT) else None,
        help_gives=known[RECRUITING].potential,
        heading=HEADINGS.get(kind, STEPS[context.side.step]),
        place_in_step=_place(context) if HEADINGS.get(kind) == "Casualty check" else "",
        roll_all=_checks_to_roll(context) if kind == "roll-check" else 0,
        says="" if waits else _says(context, kind, part),
        seals=kind == "name-rival" and isinstance(part, Rivals) and part.sealing,
        rolls=bool(dice) and kind != "reroll" and not waits,
        back=isinstance(part, AidScreen) or (isinstance(part, RecruitScreen) and part.unit is not None),
        own_dice=asked.get("way") == "own",
        **own,
    )


def _nothing_left(context: SideContext, lines: dict[int, list[str]]) -> tuple[str, str]:
    """What a step says that asks for nothing more."""
    step, register = context.side.step, context.register
    words = "Nothing else is left in this step."
    if step == REPUTATION and context.battle.turning_point:
        words = "The arc ends here: reputation rises when you continue."
    elif step == REPUTATION:
        words = f"It changes only at the end of a story arc. Yours is {register.reputation}."
    elif step == STORY:
        words = f"{register.arc.name if register.arc else ''} continues."
    elif not lines.get(step):
        words = UNCHANGED.get(step, words)
    return NOTHING_LEFT.get(step, "Nothing left to do"), words


def _skipped_steps(context: SideContext) -> str:
    """The steps that fall away for whoever ended the game early (rule 175); empty for others."""
    found = [step for step in sorted(CONCEDER_SKIPS) if context.battle.skips(context.key, step)]
    return " and ".join((", ".join(map(str, found[:-1])), str(found[-1]))) if len(found) > 1 else ""


def _dice(task: Task | None, part: object) -> tuple[Die, ...]:
    if isinstance(part, AidScreen):
        return part.dice
    added = (Die.ATTACK_BLACK,) if isinstance(part, CheckScreen) and part.added else ()
    return (*task.dice, *added) if task else ()


def _says(context: SideContext, kind: str, part: object) -> str:
    """The words of the button, where the screen has one form; none where dice or lists are on it."""
    if kind == "await-rival":
        return "" if context.opponent.register else "Record their choice"
    if kind == "name-rival" and context.battle.switches.sealed_rivals:
        return "Seal my choice"
    if isinstance(part, RecruitScreen):
        return "Add to the Register" if part.unit else ""
    if isinstance(part, AidScreen):
        return _aid_says(part)
    if kind == "resolve-agenda" and part is None:
        return "Continue"
    return SAYS.get(kind, "")


def _aid_says(part: AidScreen) -> str:
    if part.second == "upgrade":
        return "Request it" if part.upgrades else ""
    if part.second == "medical":
        return "" if part.dice else "Request it"
    return "Choose this unit" if part.two_screens else "Request it"


def _place(context: SideContext) -> str:
    """unit 1 of 3"""
    settled = sum(bool(check.outcome) for check in context.side.checks.values())
    return f", unit {settled + 1} of {settled + len(checks_due(context))}"


def _checks_to_roll(context: SideContext) -> int:
    """How many checks *Roll all* would roll; none where only one is due, or Medevac is still to be used."""
    due, side = checks_due(context), context.side
    return len(due) if len(due) > 1 and (MEDEVAC not in side.assets or side.medevac) else 0


def focus(now: OpenStep, asked: QueryDict) -> Task | None:
    """What the screen is about: what must be done first, or what the player asked to see."""
    rival = next((task for task in now.tasks if task.kind == "name-rival"), None)
    if rival is not None and (asked.get("rival") or now.step == RIVALS):
        return rival
    must = [task for task in now.tasks if task.must]
    ready = next((task for task in must if not task.why_not), must[0] if must else None)
    if ready is not None:
        return ready
    wanted = asked.get("aid", "")
    for task in now.tasks:
        if task.kind == "request-aid" and wanted in task.options:
            return task
    return next((task for task in now.tasks if task.kind == "recruit"), None)


def _beside(now: OpenStep, task: Task | None) -> list[Task]:
    """What may be done on the same screen: rerolls of the same unit, Medevac, the other requests."""
    others = [other for other in now.tasks if not other.must and other is not task]
    if task is not None and task.dossier and task.kind != "name-rival":
        return [other for other in others if other.dossier == task.dossier or task.dossier in other.options]
    return others
