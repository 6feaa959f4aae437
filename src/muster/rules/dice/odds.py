"""Exact odds of one attack: the distribution of wounds, never simulated, never rounded.

Whole numbers over one denominator inside, fractions on demand. The model, step by step, and what it leaves
out: docs/reference/odds.md.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from muster.rules.dice.aims import AimedRoll
from muster.rules.dice.defending import after_pierce, blocked, deflected, stopped
from muster.rules.dice.questions import Attack, Defence, Question, check_question, in_effect
from muster.rules.dice.resolving import improved, modified, piercing, strikes_in
from muster.rules.dice.results import Results, means
from muster.rules.violations import refuse_if

Colour = Literal["red", "black", "white"]
COLOUR_NAMES: Final[tuple[Colour, ...]] = ("red", "black", "white")


class Step(msgspec.Struct, frozen=True):
    """The means after one step of the attack: where a number comes from.

    `name` is one of: roll, observation-1, …, aim-1, aim-2, …, marksman, cover, backup, dodge, ram, impact,
    armour, shields, defence, pierce. Surges
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


class Spent(NamedTuple):
    """How many aims rerolled dice, improved a die (Marksman) or became Pierce 1 (Lethal)."""

    rerolls: int
    marksman: int
    lethal: int


class Odds(msgspec.Struct, frozen=True):
    """The distribution of wounds: `weights[n]` over `denominator` is the chance of exactly n wounds.

    `removed` is the colour of the die that a suppressed attacker lost, `spent` how the aims were shared out
    where there was a choice, `deflect` the chance that Deflect wounds the attacker.
    """

    weights: tuple[int, ...]
    denominator: int
    steps: tuple[Step, ...]
    to_defeat: int | None = None
    removed: Colour | None = None
    spent: Spent | None = None
    deflect: Fraction | None = None

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

    def as_values(self) -> dict[str, object]:
        """As plain values, every chance an exact fraction as text."""
        steps = map(msgspec.structs.asdict, self.steps)
        return {
            "mean": str(self.mean),
            "distribution": [str(chance) for chance in self.distribution],
            "at_least": [str(self.at_least(n)) for n in range(len(self.weights))],
            "defeat": None if self.defeat is None else str(self.defeat),
            "removed": self.removed,
            "spent": None if self.spent is None else self.spent._asdict(),
            "deflect": None if self.deflect is None else str(self.deflect),
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
    question = in_effect(question)
    if question.attack.suppressed and question.defence.mode == "special-operations":
        return _against_suppressed(question, most_work)
    return _weighed(question, most_work)


def forget() -> None:
    """Drop remembered answers, for measuring."""
    _answer.cache_clear()


def _against_suppressed(question: Question, most_work: int) -> Odds:
    """In Special Operations the target's player removes one die of a suppressed attacker's pool (rule 309).

    They may take any colour, and take the die whose loss leaves the lowest mean; of equals the strongest.
    """
    answers = [
        replace(_weighed(_without_a_die(question, colour), most_work), removed=colour)
        for colour in COLOUR_NAMES
        if getattr(question.attack, colour)
    ]
    return min(answers, key=lambda answer: answer.mean)


def _without_a_die(question: Question, colour: Colour) -> Question:
    left = {colour: getattr(question.attack, colour) - 1}
    return Question(replace(question.attack, **left), question.defence)


def _weighed(question: Question, most_work: int) -> Odds:
    """Where aims may also be spent for Marksman or Lethal, they are shared out before the roll, for the most
    wounds on average; of equals the one with the most rerolls."""
    attack, defence = question.attack, question.defence
    stages = list(AimedRoll(attack, defence, most_work).stages())
    splits = list(_splits(attack))
    if len(splits) == 1:
        return _shared_out(stages, attack, defence, splits[0])
    answers = [replace(_shared_out(stages, attack, defence, spent), spent=spent) for spent in splits]
    return max(answers, key=lambda answer: answer.mean)


def _splits(attack: Attack) -> Iterator[Spent]:
    for other in range(attack.aims + 1 if attack.marksman or attack.lethal else 1):
        for lethal in range(min(attack.lethal, other) + 1):
            if attack.marksman or other == lethal:
                yield Spent(attack.aims - other, other - lethal, lethal)


def _shared_out(stages: list[Results], attack: Attack, defence: Defence, spent: Spent) -> Odds:
    """The odds with so many aims for each use: a reroll never depends on what the later aims do."""
    used = stages[: 1 + attack.observation + spent.rerolls]
    names = ["roll", *(f"observation-{n + 1}" for n in range(attack.observation))]
    names += [f"aim-{n + 1}" for n in range(spent.rerolls)]
    steps = [Step(name, *means(results)) for name, results in zip(names, used, strict=True)]
    results = used[-1]
    if spent.marksman:
        results = improved(results, attack, defence, spent.marksman, spent.lethal)
        steps.append(Step("marksman", *means(results)))
    return _finished(results, attack, defence, steps, spent.lethal)


def from_roll(results: Results, attack: Attack, defence: Defence) -> Odds:
    """The odds of an attack whose dice lie already: `results` are what they may come to, with their
    weights."""
    return _finished(results, attack, defence, [Step("roll", *means(results))])


def _finished(results: Results, attack: Attack, defence: Defence, steps: list[Step], lethal: int = 0) -> Odds:
    left = results
    for name, left in modified(results, attack, defence):
        steps.append(Step(name, *means(left)))
    strikes = strikes_in(left)
    wounds = _wounds(strikes, attack, defence, steps, piercing(attack, defence, lethal))
    common = gcd(*wounds)
    weights = tuple(weight // common for weight in wounds)
    hurt = deflected(strikes, defence) if defence.deflect else None
    return Odds(weights, sum(weights), tuple(steps), defence.to_defeat, deflect=hurt)


def _wounds(
    strikes: dict[int, int], attack: Attack, defence: Defence, steps: list[Step], pierce: int
) -> list[int]:
    """Steps 7 to 9: defence dice, Pierce, and what is left over."""
    criticals, hits = steps[-1].criticals, steps[-1].hits
    table = blocked(strikes, attack, defence)
    steps.append(Step("defence", criticals, hits, means(stopped(table))[1]))
    if pierce:
        table = after_pierce(table, pierce)
        steps.append(Step("pierce", criticals, hits, means(stopped(table))[1]))
    wounds = [0] * (sum(attack.pool) + 1)
    for (strikes_left, blocks), weight in stopped(table).items():
        wounds[strikes_left - blocks] += weight
    return wounds
