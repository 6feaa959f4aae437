"""The odds of an attack in the standard game: best play of both sides, exact.

Rerolls are the best there are up to a stated size (`Rerolls.is_too_large`), near best above it. Far
above it they follow a simple policy: dice that count nothing are rerolled, the strongest colour first.
"""

from collections.abc import Callable
from fractions import Fraction
from math import gcd
from typing import Final, NamedTuple

from msgspec.structs import replace

from muster.rules.dice.aims import AimedRoll
from muster.rules.dice.answers import Odds, SpentOnAverage, Step
from muster.rules.dice.questions import AIM_DICE, Question
from muster.rules.dice.results import Results
from muster.rules.dice.rolling import pool_ways
from muster.rules.dice.standard.best_play import Rerolls
from muster.rules.dice.standard.course import Course
from muster.rules.dice.standard.lying import Beside, Sides, Weighted
from muster.rules.dice.standard.modifying import convert_surges
from muster.rules.dice.standard.near_best import idle_hits
from muster.rules.dice.standard.saving import Outcome

UNTOLD: Final = ("surges", "ion", "lethal", "")
"""Steps that change neither Criticals nor Hits, or that every step counts."""


class Found(NamedTuple):
    """An answer, and what it is worth to the attacker."""

    worth: Fraction
    odds: Odds


def best_odds(question: Question, most_work: int) -> Odds:
    """The odds with best play. Makashi Mastery is decided with the weapons: whichever brings more."""
    attack, defence = question.attack, question.defence
    ways = [Sides(attack, defence)]
    if attack.makashi and attack.pierce:
        ways.append(Sides(attack, defence, makashi=True))
    return max((_weigh(sides, most_work) for sides in ways), key=lambda found: found.worth).odds


def worth_of(question: Question, makashi: bool) -> Fraction:
    """What the attacker may expect, with 1 Pierce given up for Makashi Mastery or without."""
    return _weigh(Sides(question.attack, question.defence, makashi), 0).worth


def standard_from_roll(results: Results, question: Question) -> Odds:
    """The odds from dice that lie, Criticals and Hits, without rerolls."""
    sides = Sides(replace(question.attack, aims=0, observation=0), question.defence)
    course = Course(sides)
    states = _states(sides, results, 0)
    return _answer(course, [("roll", states)]).odds


def _weigh(sides: Sides, most_work: int) -> Found:
    attack = sides.attack
    tokens = attack.aims + attack.observation
    if not tokens or not sides.dice:
        course = Course(sides)
        states = {sides.state(faces): ways for faces, ways in pool_ways(attack.pool)}
        return _answer(course, [("roll", states)])
    rerolled = attack.aims * min(AIM_DICE + attack.precise, sides.dice) + attack.observation
    course = Course(sides, rerolled)
    names = ["roll", *(_reroll_name(sides, n) for n in range(1, tokens + 1))]
    for exact in (True, False):
        rerolls = Rerolls(course, exact)
        if not rerolls.is_too_large(exact):
            found = _answer(course, list(zip(names, rerolls.play(), strict=True)))
            return found if exact else found._replace(odds=replace(found.odds, play="near"))
    return _by_policy(sides, course, most_work)


def _reroll_name(sides: Sides, number: int) -> str:
    attack = sides.attack
    kind = "reroll" if attack.aims and attack.observation else "aim" if attack.aims else "observation"
    return f"{kind}-{number}"


def _by_policy(sides: Sides, course: Course, most_work: int) -> Found:
    """Far too large: rerolls by policy, as many aims for them as bring most, the others left for
    Marksman and Lethal, which see the roll."""
    attack = sides.attack
    stages = list(AimedRoll(attack, idle_hits(course), most_work).stages())
    names = ["roll", *(f"observation-{n + 1}" for n in range(attack.observation))]
    names += [f"aim-{n + 1}" for n in range(attack.aims)]
    found = []
    for rerolls in reversed(range(attack.aims + 1)) if sides.keeps_aims else [attack.aims]:
        used = 1 + attack.observation + rerolls
        tables = [
            (name, _states(sides, results, attack.aims - rerolls, bool(rerolls)))
            for name, results in zip(names[:used], stages, strict=False)
        ]
        found.append(_answer(course, tables))
    best = max(found, key=lambda answer: answer.worth)
    return best._replace(odds=replace(best.odds, play="policy"))


def _states(sides: Sides, results: Results, aims: int, aimed: bool = False) -> Weighted:
    """Criticals and Hits as states: all other dice show nothing."""
    return {
        sides.state((criticals, hits, 0, max(0, sides.dice - criticals - hits)), aims, aimed): weight
        for (criticals, hits), weight in results.items()
    }


def _answer(course: Course, tables: list[tuple[str, Weighted]]) -> Found:
    """The answer: the means after every step, and what the attack comes to."""
    steps = [_step(name, _turn_surges(table, course)) for name, table in tables]
    states = tables[-1][1]
    aims = {"roll": _aims_in(states)}
    for name, after in course.play(states):
        states = after
        if name not in UNTOLD:
            steps.append(_step(name, states))
        if name in ("marksman", "lethal"):
            aims[name] = _aims_in(states)
    steps += _defence_steps(course, states, steps[-1])
    outcomes = course.outcomes(states)
    return _odds(course, outcomes, steps, aims)


def _odds(
    course: Course, outcomes: dict[Outcome, int], steps: list[Step], aims: dict[str, Fraction]
) -> Found:
    sides, total = course.sides, sum(outcomes.values())
    attack, defence = sides.attack, sides.defence
    wounds = [0] * (min(max(1, sides.dice), course.saving.limit) + 1)
    for outcome, weight in outcomes.items():
        wounds[outcome.wounds] += weight
    common = gcd(*wounds)
    weights = tuple(weight // common for weight in wounds)
    back = _chances(outcomes, lambda outcome: outcome.back, total)
    mean = sum(number * weight for number, weight in enumerate(weights))
    if steps[-1].wounds * (total // common) != mean:
        lost = Fraction(mean * common, total) - steps[-1].wounds
        last = steps[-1]
        steps.append(Step("left", last.criticals, last.hits, last.blocks, last.beside + lost))
    returns = defence.deflect or defence.djem_so or any(guardian.deflect for guardian in defence.guardians)
    hurt = sum((outcome.wounds + outcome.hurt) * weight for outcome, weight in outcomes.items())
    return Found(Fraction(hurt, total), Odds(
        weights, sum(weights), tuple(steps), defence.to_defeat,
        deflect=1 - back[0] if defence.deflect else None,
        aims_spent=_aims_spent(attack.aims, aims) if sides.keeps_aims else None,
        attacker_wounds=back if returns else None,
        guardian_wounds=_hurt(outcomes, total) if defence.guardians else None,
        suppressed=Fraction(sum(w for outcome, w in outcomes.items() if outcome.suppressed), total),
        play="best",
    ))  # fmt: skip


def _hurt(outcomes: dict[Outcome, int], total: int) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2, … wounds on guardians."""
    return _chances(outcomes, lambda outcome: outcome.hurt, total)


def _chances(
    outcomes: dict[Outcome, int], number: Callable[[Outcome], int], total: int
) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2, … of something."""
    counts = [0] * (1 + max(map(number, outcomes)))
    for outcome, weight in outcomes.items():
        counts[number(outcome)] += weight
    return tuple(Fraction(count, total) for count in counts)


def _turn_surges(states: Weighted, course: Course) -> Weighted:
    """The states with their surges turned, the first way."""
    turned: Weighted = {}
    for state, weight in states.items():
        became = next(convert_surges(course.sides, state))
        turned[became] = turned.get(became, 0) + weight
    return turned


def _step(name: str, states: Weighted) -> Step:
    total = sum(states.values())
    criticals = sum(state[0] * weight for state, weight in states.items())
    hits = sum(state[1] * weight for state, weight in states.items())
    sure = sum(state[2].sure * weight for state, weight in states.items() if state[2].sure)
    return Step(name, Fraction(criticals, total), Fraction(hits, total), beside=Fraction(sure, total))


def _defence_steps(course: Course, states: Weighted, last: Step) -> list[Step]:
    """Steps 7 and 8: the mean number of Blocks, no more than there is to block, and what Pierce leaves."""
    saving = course.saving
    by_strikes: dict[tuple[int, Beside], int] = {}
    for (criticals, hits, beside), weight in states.items():
        key = criticals + hits, beside
        by_strikes[key] = by_strikes.get(key, 0) + weight
    before = after = 0
    for (strikes, beside), weight in by_strikes.items():
        blocks, pierced = saving.means(strikes, beside)
        before, after = before + weight * blocks, after + weight * pierced
    total = sum(by_strikes.values()) * saving.scale
    steps = [Step("defence", last.criticals, last.hits, Fraction(before, total), last.beside)]
    if after != before:
        steps.append(Step("pierce", last.criticals, last.hits, Fraction(after, total), last.beside))
    return steps


def _aims_in(states: Weighted) -> Fraction:
    return Fraction(sum(state[2].aims * weight for state, weight in states.items()), sum(states.values()))


def _aims_spent(aims: int, left: dict[str, Fraction]) -> SpentOnAverage:
    """From the aims left on average after the rerolls, after Marksman and after Lethal."""
    rolled = left["roll"]
    marksman = left.get("marksman", rolled)
    return SpentOnAverage(aims - rolled, rolled - marksman, marksman - left.get("lethal", marksman))
