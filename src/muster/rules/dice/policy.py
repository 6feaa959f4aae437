"""Special Operations: its own attack (rules 309 to 324), rerolls by a policy (docs/reference/odds.md)."""

from collections.abc import Iterator
from math import gcd

from msgspec.structs import replace

from muster.rules.dice.aims import AimedRoll
from muster.rules.dice.answers import COLOUR_NAMES, Colour, Odds, Spent, Step
from muster.rules.dice.armour import surplus_hits
from muster.rules.dice.defending import after_pierce, blocks_after_pierce, blocks_of_roll, deflect_chance
from muster.rules.dice.questions import Attack, Defence, Question
from muster.rules.dice.resolving import improve_results, modify_results, piercing, strikes_in
from muster.rules.dice.results import Results, means


def odds_by_policy(question: Question, most_work: int) -> Odds:
    """The odds of an attack of Special Operations."""
    if question.attack.suppressed:
        return _against_suppressed(question, most_work)
    return _weigh(question, most_work)


def _against_suppressed(question: Question, most_work: int) -> Odds:
    """In Special Operations the target's player removes one die of a suppressed attacker's pool (rule 309).

    They may take any colour, and take the die whose loss leaves the lowest mean; of equals the strongest.
    """
    answers = [
        replace(_weigh(_without_a_die(question, colour), most_work), removed=colour)
        for colour in COLOUR_NAMES
        if getattr(question.attack, colour)
    ]
    return min(answers, key=lambda answer: answer.mean)


def _without_a_die(question: Question, colour: Colour) -> Question:
    left = {colour: getattr(question.attack, colour) - 1}
    return Question(replace(question.attack, **left), question.defence)


def _weigh(question: Question, most_work: int) -> Odds:
    """Where aims may also be spent for Marksman or Lethal, they are shared out before the roll, for the most
    wounds on average; of equals the one with the most rerolls."""
    attack, defence = question.attack, question.defence
    idle = tuple(surplus_hits(hits, attack, defence) for hits in range(sum(attack.pool) + 1))
    stages = list(AimedRoll(attack, idle, most_work).stages())
    splits = list(_splits(attack))
    if len(splits) == 1:
        return _share_out_aims(stages, attack, defence, splits[0])
    answers = [replace(_share_out_aims(stages, attack, defence, spent), spent=spent) for spent in splits]
    return max(answers, key=lambda answer: answer.mean)


def _splits(attack: Attack) -> Iterator[Spent]:
    for other in range(attack.aims + 1 if attack.marksman or attack.lethal else 1):
        for lethal in range(min(attack.lethal, other) + 1):
            if attack.marksman or other == lethal:
                yield Spent(attack.aims - other, other - lethal, lethal)


def _share_out_aims(stages: list[Results], attack: Attack, defence: Defence, spent: Spent) -> Odds:
    """The odds with so many aims for each use: a reroll never depends on what the later aims do."""
    used = stages[: 1 + attack.observation + spent.rerolls]
    names = ["roll", *(f"observation-{n + 1}" for n in range(attack.observation))]
    names += [f"aim-{n + 1}" for n in range(spent.rerolls)]
    steps = [Step(name, *means(results)) for name, results in zip(names, used, strict=True)]
    results = used[-1]
    if spent.marksman:
        results = improve_results(results, attack, defence, spent.marksman, spent.lethal)
        steps.append(Step("marksman", *means(results)))
    return _finish_attack(results, attack, defence, steps, spent.lethal)


def policy_from_roll(results: Results, attack: Attack, defence: Defence) -> Odds:
    """The odds of an attack whose dice lie already: `results` are what they may come to, with their
    weights."""
    return _finish_attack(results, attack, defence, [Step("roll", *means(results))])


def _finish_attack(
    results: Results, attack: Attack, defence: Defence, steps: list[Step], lethal: int = 0
) -> Odds:
    left = results
    for name, left in modify_results(results, attack, defence):
        steps.append(Step(name, *means(left)))
    strikes = strikes_in(left)
    wounds = _wounds(strikes, attack, defence, steps, piercing(attack, defence, lethal))
    common = gcd(*wounds)
    weights = tuple(weight // common for weight in wounds)
    hurt = deflect_chance(strikes, defence) if defence.deflect else None
    return Odds(weights, sum(weights), tuple(steps), defence.to_defeat, deflect=hurt)


def _wounds(
    strikes: dict[int, int], attack: Attack, defence: Defence, steps: list[Step], pierce: int
) -> list[int]:
    """Steps 7 to 9: defence dice, Pierce, and what is left over."""
    criticals, hits = steps[-1].criticals, steps[-1].hits
    table = blocks_of_roll(strikes, attack, defence)
    steps.append(Step("defence", criticals, hits, means(blocks_after_pierce(table))[1]))
    if pierce:
        table = after_pierce(table, pierce)
        steps.append(Step("pierce", criticals, hits, means(blocks_after_pierce(table))[1]))
    wounds = [0] * (sum(attack.pool) + 1)
    for (strikes_left, blocks), weight in blocks_after_pierce(table).items():
        wounds[strikes_left - blocks] += weight
    return wounds
