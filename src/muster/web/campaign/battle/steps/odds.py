"""Before a casualty check: the exact odds for this unit, and what would change them."""

from fractions import Fraction
from typing import NamedTuple

from muster.rules.campaign.battle.casualty_odds import CasualtyOdds, Check, alternatives
from muster.rules.campaign.battle.steps.casualties import DEDICATED, MEDEVAC, RESILIENT, WAR_WEARY
from muster.rules.campaign.battle.steps.open_step import Task
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.library.charts import Outcome
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.switches import Switches

GAP = 1.0
WORST = (Outcome.CASUALTY, Outcome.DEFINING_TRAIT)
SHOWN = (
    (Outcome.CASUALTY, "danger", "lost for good"),
    (Outcome.DEFINING_TRAIT, "danger", "a defining trait"),
    (Outcome.SETBACK, "setback", "a setback"),
    (Outcome.HARD_LESSON, "setback", "2 experience and a setback"),
    (Outcome.UNHARMED, "xp", "1 experience"),
)
CHANGES = {
    "resilient": ("commendation", "Resilient", "would let you reroll one die"),
    "dedicated": ("commendation", "Dedicated to the Cause", "would let you reroll two dice"),
    "added-die": ("setback", "War Weary", "may add a die instead of rerolling Blanks"),
    "fewer-setbacks": ("setback", "One setback less", "before the battle"),
    "medevac": ("medevac", "Medevac", "would skip this check"),
}


class Part(NamedTuple):
    """A piece of the odds bar with its words."""

    tone: str
    x: float
    width: float
    percent: str
    exact: str
    words: str


class Change(NamedTuple):
    """What would change the odds, and to what."""

    adds_die: bool
    icon: str
    name: str
    words: str
    before: str
    after: str


class Odds(NamedTuple):
    """The bar, and every what-if."""

    bar: list[Part]
    changes: list[Change]


def odds_of(context: SideContext, task: Task, added: bool) -> Odds:
    """The bar, and every what-if with the chance of the worst before and after."""
    dossier = context.register.dossier(task.dossier)
    found = alternatives(check_of(dossier, context.battle.switches, added))
    now = found.pop("as-is")
    used = MEDEVAC in context.side.assets
    shown = {
        name: odds for name, odds in found.items() if (name != "medevac" or not used) and helps(now, odds)
    }
    return Odds(_bar(now), [_change(name, now, odds) for name, odds in shown.items()])


def check_of(dossier: Dossier, switches: Switches, added: bool) -> Check:
    """The check that a unit makes, with what it brings to it."""
    return Check(
        setbacks=dossier.setback_count,
        paragon=dossier.paragon,
        resilient=dossier.has_commendation(RESILIENT),
        dedicated=dossier.has_commendation(DEDICATED),
        war_weary=bool(dossier.has_setback(WAR_WEARY)),
        added=int(added),
        both=switches.resilient_and_dedicated,
    )


def helps(now: CasualtyOdds, then: CasualtyOdds) -> bool:
    """Whether a change is worth offering: the worst is less likely, or coming away unharmed more."""
    return then.of(*WORST) < now.of(*WORST) or then.of(Outcome.UNHARMED) > now.of(Outcome.UNHARMED)


def _bar(odds: CasualtyOdds) -> list[Part]:
    parts: list[Part] = []
    x = 0.0
    for outcome, tone, words in SHOWN:
        if chance := odds.of(outcome):
            width = float(chance) * 100
            shown = round(max(width - GAP, 0.4), 2)
            parts.append(Part(tone, round(x, 2), shown, percent(chance), exact(chance), words))
            x += width
    return parts


def _change(name: str, now: CasualtyOdds, then: CasualtyOdds) -> Change:
    return Change(name == "added-die", *CHANGES[name], percent(now.of(*WORST)), percent(then.of(*WORST)))


def percent(chance: Fraction) -> str:
    """23, or under 1 where a half would be rounded away."""
    rounded = round(chance * 100)
    return "<1" if chance and not rounded else str(rounded)


def exact(chance: Fraction) -> str:
    """5 in 8"""
    return f"{chance.numerator:,} in {chance.denominator:,}"
