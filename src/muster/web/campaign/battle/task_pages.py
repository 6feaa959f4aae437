"""The pages of the step after a battle: one for each kind of task, with what it shows."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, NamedTuple

from django.http import QueryDict

from muster.rules.campaign.battle.steps.casualties import ChartRow, forced_places, setback_chart, trait_chart
from muster.rules.campaign.battle.steps.experience import (
    CONTESTED,
    RIVAL_EXPERIENCE,
    TOOK_PART,
    experience_of,
)
from muster.rules.campaign.battle.steps.open_step import OpenStep, Task
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.library.charts import SUPPLY_FOR_PLAYING, Outcome, read_casualty
from muster.rules.campaign.library.parts import Arc, ParagonCard
from muster.rules.campaign.library.story_rules import AgendaRules, rules_of
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import MOST_LETTERS
from muster.rules.campaign.register.register import CORPS_MINIMUM
from muster.rules.campaign.story.dead_ends import DeadEnd
from muster.rules.dice.faces import SIDES, Die, Face
from muster.web.campaign.battle.steps import choices
from muster.web.campaign.battle.steps.choices import AidRow, AidScreen, RecruitScreen, RewardScreen, Way
from muster.web.campaign.battle.steps.dice import DieRow
from muster.web.campaign.battle.steps.odds import Odds, odds_of
from muster.web.campaign.battle.steps.rival import Rivals, rivals_of
from muster.web.campaign.battle.wizard import Wizard
from muster.web.campaign.library import choice_of_arcs
from muster.web.environment import NUMBER_WORDS
from muster.web.site.errors import Reason

OUTCOMES: Final = {
    Outcome.CASUALTY: "Lost for good",
    Outcome.DEFINING_TRAIT: "A defining trait",
    Outcome.HARD_LESSON: "2 experience and a setback",
    Outcome.SETBACK: "A setback",
    Outcome.UNHARMED: "1 experience, unharmed",
}
WORST: Final = (Outcome.CASUALTY, Outcome.DEFINING_TRAIT)


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


class StepPage(Wizard, kw_only=True):
    """The open step, or an earlier one to look back at by its number. The page of a task adds its `part`."""

    template: ClassVar[str] = "campaign/battle/step.html"
    now: OpenStep
    looking: int
    task: Task | None
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
    seals: bool
    back: bool
    own_dice: bool
    fewest_corps: str = NUMBER_WORDS[CORPS_MINIMUM]
    longest_name: int = MOST_LETTERS


class AgendaPage(StepPage, kw_only=True):
    """How far an agenda got."""

    template: ClassVar[str] = "campaign/battle/task_resolve_agenda.html"
    part: AgendaRules | None


class RollRewardPage(StepPage, kw_only=True):
    """Dice for a reward."""

    template: ClassVar[str] = "campaign/battle/task_roll_reward.html"


class DrawOrdersPage(StepPage, kw_only=True):
    """Order tokens drawn for a reward."""

    template: ClassVar[str] = "campaign/battle/task_draw_orders.html"


class RewardPage(StepPage, kw_only=True):
    """What a reward gives, and what it leaves to choose."""

    template: ClassVar[str] = "campaign/battle/task_take_reward.html"
    part: RewardScreen


class SupplyPage(StepPage, kw_only=True):
    """The supply points for playing, and a die for more."""

    template: ClassVar[str] = "campaign/battle/task_roll_supply.html"
    part: int


class CheckPage(StepPage, kw_only=True):
    """A casualty check before it is rolled."""

    template: ClassVar[str] = "campaign/battle/task_roll_check.html"
    part: CheckScreen


class RerollPage(StepPage, kw_only=True):
    """A casualty check of which dice must be rolled again."""

    template: ClassVar[str] = "campaign/battle/task_reroll.html"
    part: LyingDice


class SettleCheckPage(StepPage, kw_only=True):
    """A casualty check that may be accepted."""

    template: ClassVar[str] = "campaign/battle/task_settle_check.html"
    part: LyingDice


class SetbackPage(StepPage, kw_only=True):
    """A setback that is to be rolled."""

    template: ClassVar[str] = "campaign/battle/task_roll_setback.html"
    part: list[ChartRow]


class TraitPage(StepPage, kw_only=True):
    """A defining trait that is to be rolled."""

    template: ClassVar[str] = "campaign/battle/task_roll_trait.html"
    part: list[ChartRow]


class ExperiencePage(StepPage, kw_only=True):
    """The experience that everybody is awarded."""

    template: ClassVar[str] = "campaign/battle/task_award_experience.html"
    part: Experience


class CommendationPage(StepPage, kw_only=True):
    """The commendations that a unit may be awarded."""

    template: ClassVar[str] = "campaign/battle/task_award_commendation.html"
    part: list[Way]


class WaivedCommendationPage(StepPage, kw_only=True):
    """No commendation fits the unit."""

    template: ClassVar[str] = "campaign/battle/task_waive_commendation.html"
    part: list[Way]


class ParagonCardPage(StepPage, kw_only=True):
    """The cards that the Paragon may unlock."""

    template: ClassVar[str] = "campaign/battle/task_choose_card.html"
    part: list[ParagonCard]


class NameUnitPage(StepPage, kw_only=True):
    """A unit that must be named."""

    template: ClassVar[str] = "campaign/battle/task_name_unit.html"


class WardenPage(StepPage, kw_only=True):
    """A die for the Warden."""

    template: ClassVar[str] = "campaign/battle/task_roll_warden.html"


class NameRivalPage(StepPage, kw_only=True):
    """Whom the player feared most."""

    template: ClassVar[str] = "campaign/battle/task_name_rival.html"
    part: Rivals


class AwaitRivalPage(StepPage, kw_only=True):
    """The opponent still has to name a rival."""

    template: ClassVar[str] = "campaign/battle/task_await_rival.html"
    part: Rivals


class AidPage(StepPage, kw_only=True):
    """A request for aid."""

    template: ClassVar[str] = "campaign/battle/task_request_aid.html"
    part: AidScreen


class RecruitPage(StepPage, kw_only=True):
    """Units that may join."""

    template: ClassVar[str] = "campaign/battle/task_recruit.html"
    part: RecruitScreen


class RefillPage(StepPage, kw_only=True):
    """A corps that must join before anything else."""

    template: ClassVar[str] = "campaign/battle/task_refill.html"
    part: RecruitScreen


class ArcPage(StepPage, kw_only=True):
    """The story arcs that may begin."""

    template: ClassVar[str] = "campaign/battle/task_choose_arc.html"
    part: list[Arc]


def _check_screen(context: SideContext, task: Task, asked: QueryDict) -> CheckScreen:
    added = bool(asked.get("added")) and "add-die" in task.options
    return CheckScreen(odds_of(context, task, added), added)


def _lying_dice(context: SideContext, task: Task, _: QueryDict) -> LyingDice:
    dossier, check = context.register.dossier(task.dossier), context.side.checks[task.dossier]
    outcome = read_casualty(check.faces, dossier.paragon)
    spared = task.dossier in context.side.spared and outcome in WORST
    return LyingDice(
        check.faces,
        tuple(forced_places(dossier, check)),
        "Spared this time" if spared else OUTCOMES[outcome],
        tuple(dict.fromkeys(SIDES[Die.ATTACK_BLACK])),
    )


def _awards(context: SideContext, task: Task, _: QueryDict) -> list[Way]:
    return choices.awards(context, task.dossier)


def _recruits(context: SideContext, task: Task, asked: QueryDict) -> RecruitScreen:
    return choices.recruits(context, asked, refill=task.kind == "refill")


def _agenda_rules(context: SideContext, task: Task, _: QueryDict) -> AgendaRules | None:
    return rules_of(task.options, context.library).get(task.options[0])


def _arcs(context: SideContext, task: Task, _: QueryDict) -> list[Arc]:
    return choice_of_arcs((context.library.arcs[arc] for arc in task.options), context.register.by)


def _paragon_cards(context: SideContext, task: Task, _: QueryDict) -> list[ParagonCard]:
    return [context.library.paragon_cards[card] for card in task.options]


class TaskScreen(NamedTuple):
    """The page of a kind of task, and how its `part` is made; some have none."""

    page: type[StepPage]
    part: Callable[[SideContext, Task, QueryDict], Any] | None = None


TASK_SCREENS: Final[dict[str, TaskScreen]] = {
    "resolve-agenda": TaskScreen(AgendaPage, _agenda_rules),
    "roll-reward": TaskScreen(RollRewardPage),
    "draw-orders": TaskScreen(DrawOrdersPage),
    "take-reward": TaskScreen(RewardPage, lambda context, task, _: choices.reward(context, task.options[0])),
    "roll-supply": TaskScreen(SupplyPage, lambda *_: SUPPLY_FOR_PLAYING),
    "roll-check": TaskScreen(CheckPage, _check_screen),
    "reroll": TaskScreen(RerollPage, _lying_dice),
    "settle-check": TaskScreen(SettleCheckPage, _lying_dice),
    "roll-setback": TaskScreen(SetbackPage, lambda context, task, _: setback_chart(context, task.dossier)),
    "roll-trait": TaskScreen(TraitPage, lambda context, *_: trait_chart(context)),
    "award-experience": TaskScreen(
        ExperiencePage, lambda context, *_: Experience(list(experience_of(context).items()))
    ),
    "award-commendation": TaskScreen(CommendationPage, _awards),
    "waive-commendation": TaskScreen(WaivedCommendationPage, _awards),
    "choose-card": TaskScreen(ParagonCardPage, _paragon_cards),
    "name-unit": TaskScreen(NameUnitPage),
    "roll-warden": TaskScreen(WardenPage),
    "name-rival": TaskScreen(NameRivalPage, lambda context, *_: rivals_of(context)),
    "await-rival": TaskScreen(AwaitRivalPage, lambda context, *_: rivals_of(context)),
    "request-aid": TaskScreen(
        AidPage, lambda context, task, asked: choices.aid(context, task.options[0], asked)
    ),
    "recruit": TaskScreen(RecruitPage, _recruits),
    "refill": TaskScreen(RefillPage, _recruits),
    "choose-arc": TaskScreen(ArcPage, _arcs),
}
