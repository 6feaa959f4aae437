"""One step after a battle as one screen: what to do first, what may be done beside it, what keeps it open."""

from typing import ClassVar, Final, NamedTuple

from django.http import QueryDict

from muster.rules.campaign.battle.battle import CONCEDER_SKIPS, LAST_STEP
from muster.rules.campaign.battle.steps.casualties import (
    MEDEVAC,
    ChartRow,
    checks_due,
    forced_places,
    setback_chart,
    trait_chart,
)
from muster.rules.campaign.battle.steps.experience import (
    CONTESTED,
    RIVAL_EXPERIENCE,
    TOOK_PART,
    experience_of,
)
from muster.rules.campaign.battle.steps.open_step import OpenStep, Task, open_step
from muster.rules.campaign.battle.steps.side import STEPS, SideContext
from muster.rules.campaign.library.charts import SUPPLY_FOR_PLAYING, Outcome, read_casualty
from muster.rules.campaign.library.parts import Arc, ParagonCard
from muster.rules.campaign.library.story_rules import AgendaRules, rules_of
from muster.rules.campaign.register.aid import ASSET, RECRUITING
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import MOST_LETTERS
from muster.rules.campaign.register.register import CORPS_MINIMUM
from muster.rules.campaign.story.dead_ends import DeadEnd, dead_end
from muster.rules.dice.faces import SIDES, Die, Face
from muster.web.campaign.battle.steps import choices
from muster.web.campaign.battle.steps.choices import AidRow, AidScreen, RecruitScreen, RewardScreen, Way
from muster.web.campaign.battle.steps.dice import DieRow, dice_in_words, dice_rows
from muster.web.campaign.battle.steps.odds import Odds, odds_of
from muster.web.campaign.battle.steps.rival import Rivals, rivals_of
from muster.web.campaign.battle.wizard import Frame, Wizard
from muster.web.campaign.library import choice_of_arcs
from muster.web.environment import NUMBER_WORDS
from muster.web.forms import whole_number
from muster.web.site.errors import Reason, reasons_of

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
OUTCOMES: Final = {
    Outcome.CASUALTY: "Lost for good",
    Outcome.DEFINING_TRAIT: "A defining trait",
    Outcome.HARD_LESSON: "2 experience and a setback",
    Outcome.SETBACK: "A setback",
    Outcome.UNHARMED: "1 experience, unharmed",
}
WORST: Final = (Outcome.CASUALTY, Outcome.DEFINING_TRAIT)
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


class CheckScreen(NamedTuple):
    """Before a casualty check: its odds, and whether War Weary's die is added."""

    odds: Odds
    added: bool


class LyingDice(NamedTuple):
    """A check that was rolled: the faces, those that must be rerolled, and what it comes to."""

    faces: tuple[Face, ...]
    forced: tuple[int, ...]
    outcome: str
    black: tuple[Face, ...]


class Experience(NamedTuple):
    """What each unit is awarded, and for what."""

    units: list[tuple[str, int]]
    took_part: int = TOOK_PART
    contested: int = CONTESTED
    rival: int = RIVAL_EXPERIENCE


Part = (
    CheckScreen | LyingDice | RewardScreen | AidScreen | RecruitScreen | Rivals | Experience | AgendaRules
    | int | list[Way] | list[ParagonCard] | list[Arc] | list[ChartRow]
)  # fmt: skip


class StepPage(Wizard):
    """The open step, or an earlier one to look back at by its number. `part` is what the screen of its task
    shows."""

    template: ClassVar[str] = "campaign/battle/step.html"
    now: OpenStep
    looking: int
    task: Task | None
    task_template: str
    part: Part | None
    beside: list[Task]
    asks_aid: bool
    aids: list[AidRow]
    assets: list[Way]
    skipped: str
    nothing_left: tuple[str, str]
    dice: list[DieRow]
    dice_words: str
    dossier: Dossier | None
    waits: tuple[Reason, ...]
    dead_end: DeadEnd | None
    help_gives: int
    heading: str
    place_in_step: str
    roll_all: int
    says: str
    rolls: bool
    back: bool
    own_dice: bool
    fewest_corps: str = NUMBER_WORDS[CORPS_MINIMUM]
    longest_name: int = MOST_LETTERS


def step_page(context: SideContext, frame: Frame) -> StepPage:
    """The screen of a side in its ten steps."""
    asked = frame.asked
    now = open_step(context)
    task = focus(now, asked)
    part = _part(context, task, asked) if task else None
    dice = _dice(task, part)
    waits = reasons_of(task.why_not) if task else ()
    beside = _beside(now, task)
    kind = task.kind if task else ""
    known = context.library.aid
    asked_for = [task.options[0] for task in beside if task.kind == "request-aid"]
    looking = whole_number(asked.get("look", ""), 2) or 0
    return StepPage(
        frame=frame,
        now=now,
        looking=looking if 0 < looking < min(now.step, LAST_STEP + 1) else 0,
        task=task,
        task_template=f"campaign/battle/task_{kind.replace('-', '_') or 'none'}.html",
        part=part,
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
        rolls=bool(dice) and kind != "reroll" and not waits,
        back=isinstance(part, AidScreen) or (isinstance(part, RecruitScreen) and part.unit is not None),
        own_dice=asked.get("way") == "own",
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


def _dice(task: Task | None, part: Part | None) -> tuple[Die, ...]:
    if isinstance(part, AidScreen):
        return part.dice
    added = (Die.ATTACK_BLACK,) if isinstance(part, CheckScreen) and part.added else ()
    return (*task.dice, *added) if task else ()


def _says(context: SideContext, kind: str, part: Part | None) -> str:
    """The words of the button, where the screen has one form; none where dice or lists are on it."""
    if kind == "await-rival":
        return "" if context.opponent.register else "Record their choice"
    if kind == "name-rival" and context.battle.switches.sealed_rivals:
        return "Seal my choice"
    if isinstance(part, RecruitScreen):
        return "Add to the Register" if part.unit else ""
    if isinstance(part, AidScreen):
        return _aid_says(part)
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


def _part(context: SideContext, task: Task, asked: QueryDict) -> Part | None:  # noqa: PLR0911, PLR0912 - one line a kind
    """What the screen of one kind of task needs beside the task itself."""
    match task.kind:
        case "roll-check":
            added = bool(asked.get("added")) and "add-die" in task.options
            return CheckScreen(odds_of(context, task, added), added)
        case "reroll" | "settle-check":
            return _lying_dice(context, task)
        case "take-reward":
            return choices.reward(context, task.options[0])
        case "roll-supply":
            return SUPPLY_FOR_PLAYING
        case "award-experience":
            return Experience(list(experience_of(context).items()))
        case "award-commendation" | "waive-commendation":
            return choices.awards(context, task.dossier)
        case "choose-card":
            return [context.library.paragon_cards[card] for card in task.options]
        case "request-aid":
            return choices.aid(context, task.options[0], asked)
        case "refill" | "recruit":
            return choices.recruits(context, asked, refill=task.kind == "refill")
        case "choose-arc":
            return choice_of_arcs((context.library.arcs[arc] for arc in task.options), context.register.by)
        case "name-rival" | "await-rival":
            return rivals_of(context)
        case "roll-setback":
            return setback_chart(context, task.dossier)
        case "roll-trait":
            return trait_chart(context)
        case "resolve-agenda":
            return rules_of(task.options, context.library).get(task.options[0])
        case _:
            return None


def _lying_dice(context: SideContext, task: Task) -> LyingDice:
    dossier, check = context.register.dossier(task.dossier), context.side.checks[task.dossier]
    outcome = read_casualty(check.faces, dossier.paragon)
    spared = task.dossier in context.side.spared and outcome in WORST
    return LyingDice(
        check.faces,
        tuple(forced_places(dossier, check)),
        "Spared this time" if spared else OUTCOMES[outcome],
        tuple(dict.fromkeys(SIDES[Die.ATTACK_BLACK])),
    )
