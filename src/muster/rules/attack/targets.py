"""Whom a unit may attack and what comes of it: best range and pool for each target, or the reason why not."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from muster.rules.attack.facts import BANDS, MELEE, Facts
from muster.rules.attack.question import question_of
from muster.rules.attack.sides import Side
from muster.rules.attack.weapons import Pool, preset_pools
from muster.rules.dice.answers import Odds
from muster.rules.dice.odds import answer
from muster.rules.dice.questions import Question
from muster.rules.dice.standard.ceiling import most_wounds

Answers = Callable[[Question], Odds]
PLAIN: Final = Facts()
NUMBERS: Final = (
    "red",
    "black",
    "white",
    "critical",
    "impact",
    "pierce",
    "precise",
    "lethal",
    "sharpshooter",
    "ion",
)
"""Of these more is never worse for the attacker."""


class Attackable(NamedTuple):
    """What the best pool does at one range: the facts it holds for, the question and its odds."""

    band: int
    pool: Pool
    facts: Facts
    question: Question
    odds: Odds

    @property
    def worth(self) -> tuple[Fraction, Fraction]:
        """Wounds on average, then the chance to defeat."""
        return self.odds.mean, self.odds.defeat or Fraction(0)


class Target(NamedTuple):
    """A target: what the best attack on it does, or why there is none."""

    side: Side
    best: Attackable | None
    reason: str = ""


class Candidate(NamedTuple):
    """A pool at one range that is worth weighing: the facts it holds for and its question."""

    band: int
    pool: Pool
    facts: Facts
    question: Question

    def with_odds(self, answers: Answers) -> Attackable:
        """With its odds."""
        return Attackable(*self, answers(self.question))


def candidates_at(attacker: Side, target: Side, band: int, facts: Facts = PLAIN) -> Iterator[Candidate]:
    """The pools worth weighing at this range; none where no weapon can be used."""
    melee = band == MELEE and facts.kind != "overrun"
    facts = replace(facts, band=band, kind="melee" if melee else facts.kind)
    if not (attacker.line.unit.miniatures or attacker.added_minis) or (band > 1 and target.has("incognito")):
        return
    for pool in preset_pools(attacker, target, facts):
        question = question_of(attacker, target, pool, facts).question
        if any(question.attack.pool):
            yield Candidate(band, pool, facts, question)


def attack_at_band(
    attacker: Side, target: Side, band: int, facts: Facts = PLAIN, answers: Answers = answer
) -> Attackable | None:
    """The best pool at this range, or None where no weapon can be used."""
    return _best_of(candidates_at(attacker, target, band, facts), answers)


def best_attack(
    attacker: Side, target: Side, facts: Facts = PLAIN, answers: Answers = answer
) -> Attackable | None:
    """The best range and pool against this target; of equals the farthest. A pool that has no more of
    anything than another is not weighed."""
    found: list[Candidate] = []
    for band in reversed(BANDS):
        for candidate in candidates_at(attacker, target, band, facts):
            if not any(_adds_nothing(candidate.question, other.question) for other in found):
                found = [other for other in found if not _adds_nothing(other.question, candidate.question)]
                found.append(candidate)
    return _best_of(found, answers)


def _best_of(candidates: Iterable[Candidate], answers: Answers) -> Attackable | None:
    """The best of them, of equals the first. Those that cannot come up to it are not weighed."""
    ceilings = ((most_wounds(each.question), -place, each) for place, each in enumerate(candidates))
    weighed: dict[int, Attackable] = {}
    best = Fraction(0)
    for most, place, candidate in sorted(ceilings, reverse=True):
        if most < best:
            break
        weighed[place] = candidate.with_odds(answers)
        best = max(best, weighed[place].odds.mean)
    in_order = (weighed[place] for place in sorted(weighed, reverse=True))
    return max(in_order, key=lambda attack: attack.worth, default=None)


def _adds_nothing(question: Question, other: Question) -> bool:
    """Whether an attack has no more dice and no higher numbers than another, and else is the same."""
    if question.defence != other.defence:
        return False
    mine, theirs = question.attack, other.attack
    if any(getattr(mine, field) > getattr(theirs, field) for field in NUMBERS):
        return False
    return replace(mine, **{field: getattr(theirs, field) for field in NUMBERS}) == theirs


def targets_of(
    attacker: Side, enemies: Iterable[Side], facts: Facts = PLAIN, answers: Answers = answer
) -> tuple[Target, ...]:
    """All enemies, sorted by expected wounds, then by the chance to defeat, then by name. Those that cannot
    be attacked come last, with the reason."""
    rows = []
    for enemy in enemies:
        best = best_attack(attacker, enemy, facts, answers)
        rows.append(Target(enemy, best, "" if best else why_no_attack(attacker, enemy)))
    return tuple(sorted(rows, key=_order))


def standby_range(side: Side) -> int:
    """How far away an enemy may act for this unit to answer with its Standby: 2, with Sentinel 3."""
    return 3 if side.has("sentinel") else 2


def why_no_attack(attacker: Side, target: Side) -> str:
    """Why no weapon of this unit can be used against that one."""
    if not any(True for _ in attacker.line.unit.weapons) and not attacker.line.loadout.upgrades:
        return "It has no weapon."
    if target.has("immune-melee"):
        return "It has no ranged weapon, and the target cannot be attacked in melee."
    return "No weapon of it can be used against this target."


def _order(row: Target) -> tuple[Fraction, Fraction, str]:
    if row.best is None:
        return Fraction(1), Fraction(0), row.side.line.unit.full_name
    mean, defeat = row.best.worth
    return -mean, -defeat, row.side.line.unit.full_name
