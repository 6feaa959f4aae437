"""Exact odds of one attack: the distribution of wounds, never simulated, never rounded.

Whole numbers over one denominator inside, fractions on demand. The model, step by step, and what it leaves
out: docs/reference/odds.md.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from math import gcd
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from muster.rules.dice.aims import AimedRoll
from muster.rules.dice.armour import after_armour, after_dodge, after_impact
from muster.rules.dice.defending import after_cover, after_pierce, blocked, cover_value, stopped
from muster.rules.dice.questions import Attack, Defence, Question, check_question
from muster.rules.dice.results import Results, changed, means
from muster.rules.violations import refuse_if

Colour = Literal["red", "black", "white"]
COLOUR_NAMES: Final[tuple[Colour, ...]] = ("red", "black", "white")


class Step(msgspec.Struct, frozen=True):
    """The means after one step of the attack: where a number comes from.

    `name` is one of: roll, aim-1, aim-2, …, cover, dodge, impact, armour, defence, pierce. Surges
    count as what they become. `blocks` is 0 until defence dice are rolled.
    """

    name: str
    criticals: Fraction
    hits: Fraction
    blocks: Fraction = Fraction(0)

    @property
    def wounds(self) -> Fraction:
        """What would get through if the attack ended here."""
        return self.criticals + self.hits - self.blocks


class Odds(msgspec.Struct, frozen=True):
    """The distribution of wounds: `weights[n]` over `denominator` is the chance of exactly n wounds.

    `removed` is the colour of the die that a suppressed attacker lost.
    """

    weights: tuple[int, ...]
    denominator: int
    steps: tuple[Step, ...]
    to_defeat: int | None = None
    removed: Colour | None = None

    @property
    def distribution(self) -> tuple[Fraction, ...]:
        """The chance of exactly 0, 1, 2, … wounds."""
        return tuple(Fraction(weight, self.denominator) for weight in self.weights)

    @property
    def mean(self) -> Fraction:
        """The mean number of wounds."""
        return Fraction(sum(n * weight for n, weight in enumerate(self.weights)), self.denominator)

    def at_least(self, wounds: int) -> Fraction:
        """The chance of this many wounds or more."""
        return Fraction(sum(self.weights[max(0, wounds) :]), self.denominator)

    @property
    def defeat(self) -> Fraction | None:
        """The chance to defeat the whole unit in this attack; None when its wounds were not told."""
        return None if self.to_defeat is None else self.at_least(self.to_defeat)

    def told(self) -> dict[str, Any]:
        """As plain values, every chance an exact fraction as text."""
        steps = map(msgspec.structs.asdict, self.steps)
        return {
            "mean": str(self.mean),
            "distribution": [str(chance) for chance in self.distribution],
            "at_least": [str(self.at_least(n)) for n in range(len(self.weights))],
            "defeat": None if self.defeat is None else str(self.defeat),
            "removed": self.removed,
            "steps": [{name: str(value) for name, value in step.items()} for step in steps],
        }


def odds(attack: Attack, defence: Defence) -> Odds:
    """The exact odds of this attack; refused when a number is out of bounds."""
    return answer(Question(attack, defence))


def answer(question: Question, most_work: int = 0) -> Odds:
    """The exact odds of this question; refused when a number is out of bounds, or when it takes more work
    than the asker gives it (0: as much as anybody may)."""
    refuse_if(*check_question(question))
    return _answer(question, most_work)


@lru_cache(maxsize=256)
def _answer(question: Question, most_work: int) -> Odds:
    if question.attack.suppressed and question.defence.mode == "special-operations":
        return _against_suppressed(question, most_work)
    return _weighed(question.attack, question.defence, most_work)


def forget() -> None:
    """Drop remembered answers, for measuring."""
    _answer.cache_clear()


def _against_suppressed(question: Question, most_work: int) -> Odds:
    """In Special Operations the target's player removes one die of a suppressed attacker's pool (rule 309).

    They may take any colour, and take the die whose loss leaves the lowest mean; of equals the strongest.
    """
    attack = question.attack
    answers = [
        replace(_weighed(replace(attack, **{colour: dice - 1}), question.defence, most_work), removed=colour)
        for colour in COLOUR_NAMES
        if (dice := getattr(attack, colour))
    ]
    return min(answers, key=lambda answer: answer.mean)


def _weighed(attack: Attack, defence: Defence, most_work: int) -> Odds:
    steps: list[Step] = []
    results: Results = {}
    for name, results in _attack_steps(attack, defence, most_work):
        steps.append(Step(name, *means(results)))
    return _summed(results, attack, defence, steps)


def from_roll(results: Results, attack: Attack, defence: Defence) -> Odds:
    """The odds of an attack whose dice lie already: `results` are what they may come to, with their
    weights."""
    steps, left = [Step("roll", *means(results))], results
    for name, left in _later_steps(results, attack, defence):
        steps.append(Step(name, *means(left)))
    return _summed(left, attack, defence, steps)


def _summed(results: Results, attack: Attack, defence: Defence, steps: list[Step]) -> Odds:
    wounds = _wounds(results, attack, defence, steps)
    common = gcd(*wounds)
    weights = tuple(weight // common for weight in wounds)
    return Odds(weights, sum(weights), tuple(steps), defence.to_defeat)


def _attack_steps(attack: Attack, defence: Defence, most_work: int) -> Iterator[tuple[str, Results]]:
    """Steps 4 to 6: roll and rerolls, then what works on the roll; only those that do something."""
    results: Results = {}
    for aim, results in enumerate(AimedRoll(attack, defence, most_work).stages()):
        yield (f"aim-{aim}" if aim else "roll"), results
    yield from _later_steps(results, attack, defence)


def _later_steps(results: Results, attack: Attack, defence: Defence) -> Iterator[tuple[str, Results]]:
    """Cover, dodge, Impact and armour."""
    if cover_value(attack, defence) and defence.mode == "standard":
        results = after_cover(results, attack, defence)
        yield "cover", results
    if defence.dodge or defence.camouflage:
        results = changed(results, partial(after_dodge, defence=defence))
        yield "dodge", results
    if attack.impact and defence.armour != 0:
        results = changed(results, partial(after_impact, attack=attack, defence=defence))
        yield "impact", results
    if defence.armour != 0:
        yield "armour", changed(results, partial(after_armour, defence=defence))


def _wounds(results: Results, attack: Attack, defence: Defence, steps: list[Step]) -> list[int]:
    """Steps 7 to 9: defence dice, Pierce, and what is left over."""
    criticals, hits = means(results)
    strikes: defaultdict[int, int] = defaultdict(int)
    for result, weight in results.items():
        strikes[sum(result)] += weight
    table = blocked(strikes, attack, defence)
    steps.append(Step("defence", criticals, hits, means(stopped(table))[1]))
    if attack.pierce:
        table = after_pierce(table, attack)
        steps.append(Step("pierce", criticals, hits, means(stopped(table))[1]))
    wounds = [0] * (sum(attack.pool) + 1)
    for (strikes_left, blocks), weight in stopped(table).items():
        wounds[strikes_left - blocks] += weight
    return wounds
