"""One step after a battle as one screen: what to do first, what may be done beside it, what keeps it open."""

from typing import Any, Final

from django.http import QueryDict

from muster.rules.campaign.battle.battle import LAST_STEP
from muster.rules.campaign.battle.steps.casualties import checks_due, forced_places
from muster.rules.campaign.battle.steps.open_step import OpenStep, Task, open_step
from muster.rules.campaign.battle.steps.side import STEPS, SideContext
from muster.rules.campaign.library.charts import Outcome, read_casualty
from muster.rules.campaign.register.aid import WITH_AN_UPGRADE
from muster.rules.dice.faces import SIDES, Die
from muster.web.campaign.battle import choices
from muster.web.campaign.battle.dice import dice_rows, spoken
from muster.web.campaign.battle.odds import odds_of
from muster.web.campaign.battle.rival import rival_context
from muster.web.campaign.library import choice_of_arcs
from muster.web.site.errors import as_reason

IN_TWO_SCREENS: Final = (*WITH_AN_UPGRADE, "request-medical-supplies")
RIVALS: Final = 5
OUTCOMES: Final = {
    Outcome.CASUALTY: "Lost for good",
    Outcome.DEFINING_TRAIT: "A defining trait",
    Outcome.HARD_LESSON: "2 experience and a setback",
    Outcome.SETBACK: "A setback",
    Outcome.UNHARMED: "1 experience, unharmed",
}


def step_context(seat: SideContext, asked: QueryDict) -> dict[str, Any]:
    """The open step, or an earlier one to look back at."""
    standing = open_step(seat)
    task = focus(standing, asked)
    context = {
        "now": standing,
        "steps": STEPS,
        "looking": _looking(asked, standing.step),
        "blockers": [as_reason(one) for one in standing.blockers],
        "task": task,
        "beside": _beside(standing, task),
        "dice": dice_rows(task.dice if task else ()),
        "said": spoken(task.dice if task else ()),
        "dossier": seat.register.find(task.dossier) if task else None,
        "units": {one.id: one for one in seat.register.dossiers},
        "waits": [as_reason(one) for one in task.why_not] if task else [],
    }
    context |= _of_task(seat, task, asked) if task else {}
    context["dead_end"] = choices.warning(seat)
    return context | _frame(seat, task, context)


SAYS: Final = {
    "resolve-agenda": "See whether it progressed",
    "take-reward": "Take the reward",
    "settle-check": "So be it",
    "award-experience": "Award the experience",
    "name-rival": "Name the rival",
    "award-commendation": "Award it",
    "waive-commendation": "Go on without one",
    "choose-card": "Unlock it",
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


def _frame(seat: SideContext, task: Task | None, context: dict[str, Any]) -> dict[str, Any]:
    """The head and the foot of the screen: what it is called, and what the one big button says."""
    kind = task.kind if task else ""
    return {
        "heading": HEADINGS.get(kind, STEPS[seat.side.step]),
        "place_in_step": _place(seat) if HEADINGS.get(kind) == "Casualty check" else "",
        "says": _says(seat, kind, context),
        "rolls": bool(context["dice"]) and kind != "reroll" and not context["waits"],
        "back": kind == "request-aid" or bool(context.get("unit")),
    }


def _says(seat: SideContext, kind: str, context: dict[str, Any]) -> str:
    """The words of the button, where the screen has one form; none where dice or lists are on it."""
    if context["waits"]:
        return ""
    if kind == "await-rival":
        return "" if seat.opponent.register else "Write down their choice"
    if kind == "name-rival" and seat.battle.switches.sealed_rivals:
        return "Seal my choice"
    if kind in ("recruit", "refill"):
        return "Add to the Register" if context["unit"] else ""
    if kind == "request-aid":
        return _aid_says(context)
    return SAYS.get(kind, "")


def _aid_says(context: dict[str, Any]) -> str:
    if context["second"] == "upgrade":
        return "Request it" if context["upgrades"] else ""
    if context["second"] == "medical":
        return "" if context["dice"] else "Request it"
    return "Request it" if context["aid"].id not in IN_TWO_SCREENS else "Choose this unit"


def _place(seat: SideContext) -> str:
    """unit 1 of 3"""
    settled = sum(bool(check.outcome) for check in seat.side.checks.values())
    return f", unit {settled + 1} of {settled + len(checks_due(seat))}"


def _looking(asked: QueryDict, step: int) -> int:
    """An earlier step asked for by its number; 0 for the open one."""
    text = asked.get("look", "")
    return int(text) if text in {str(n) for n in range(1, min(step, LAST_STEP + 1))} else 0


def focus(standing: OpenStep, asked: QueryDict) -> Task | None:
    """What the screen is about: what must be done first, or what the player asked to see."""
    rival = next((task for task in standing.tasks if task.kind == "name-rival"), None)
    if rival is not None and (asked.get("rival") or standing.step == RIVALS):
        return rival
    must = [task for task in standing.tasks if task.must]
    ready = next((task for task in must if not task.why_not), must[0] if must else None)
    if ready is not None:
        return ready
    wanted = asked.get("aid", "")
    for task in standing.tasks:
        if task.kind == "request-aid" and wanted in task.options:
            return task
    return next((task for task in standing.tasks if task.kind == "recruit"), None)


def _beside(standing: OpenStep, task: Task | None) -> list[Task]:
    """What may be done on the same screen: rerolls of the same unit, Medevac, the other requests."""
    others = [one for one in standing.tasks if not one.must and one is not task]
    if task is not None and task.dossier and task.kind != "name-rival":
        return [one for one in others if one.dossier == task.dossier or task.dossier in one.options]
    return others


def _of_task(seat: SideContext, task: Task, asked: QueryDict) -> dict[str, Any]:  # noqa: PLR0911 - one line a kind
    """What the screen of one kind of task needs beside the task itself."""
    match task.kind:
        case "roll-check":
            return _check(seat, task, asked)
        case "reroll" | "settle-check":
            return _lying(seat, task)
        case "take-reward":
            return choices.reward(seat, task.options[0])
        case "award-commendation" | "waive-commendation":
            return {"awards": choices.awards(seat, task.dossier)}
        case "choose-card":
            return {"cards": [seat.library.paragon_cards[one] for one in task.options]}
        case "request-aid":
            return choices.aid(seat, task.options[0], asked) | {"two_screens": IN_TWO_SCREENS}
        case "refill" | "recruit":
            return choices.recruits(seat, asked, refill=task.kind == "refill")
        case "choose-arc":
            known = [seat.library.arcs[one] for one in task.options]
            return {"arcs": choice_of_arcs(known, seat.register.by)}
        case "name-rival" | "await-rival":
            return rival_context(seat)
        case "resolve-agenda":
            return {"agenda": seat.library.agendas.get(task.options[0])}
        case _:
            return {}


def _check(seat: SideContext, task: Task, asked: QueryDict) -> dict[str, Any]:
    added = bool(asked.get("added")) and "add-die" in task.options
    dice = (*task.dice, Die.ATTACK_BLACK) if added else task.dice
    return {"dice": dice_rows(dice), "odds": odds_of(seat, task, added), "added": added, "said": spoken(dice)}


def _lying(seat: SideContext, task: Task) -> dict[str, Any]:
    dossier, check = seat.register.dossier(task.dossier), seat.side.checks[task.dossier]
    return {
        "faces": check.faces,
        "forced": forced_places(dossier, check),
        "outcome": OUTCOMES[read_casualty(check.faces, dossier.paragon)],
        "black": tuple(dict.fromkeys(SIDES[Die.ATTACK_BLACK])),
        "spared": task.dossier in seat.side.spared,
    }
