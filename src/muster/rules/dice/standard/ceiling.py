"""The most wounds that an attack can be worth, in a few sums: what weighs many attacks need not answer those
that cannot be the best."""

from fractions import Fraction
from functools import cache
from typing import Final

from muster.rules.dice.faces import ATTACK_DICE, SIDES, Die, Face, count_of
from muster.rules.dice.questions import AIM_DICE, Attack, Question

DEFENCE: Final = {"red": Die.DEFENCE_RED, "white": Die.DEFENCE_WHITE}


def most_wounds(question: Question) -> Fraction:
    """Never less than the wounds on average: what the dice may show with every token, of which the plain
    Blocks of one die each cancel their share, Pierce giving back as many as it can. All else that a defender
    has only takes more away."""
    attack, defence = question.attack, question.defence
    results = _most_results(attack)
    die = DEFENCE[defence.die]
    blocked = results * Fraction(count_of(die, Face.BLOCK), len(SIDES[die]))
    pierce = attack.pierce + attack.lethal + attack.duelist
    wounds = results - max(Fraction(0), blocked - pierce) + attack.sniper
    return wounds if defence.to_defeat is None else min(wounds, Fraction(defence.to_defeat))


def _most_results(attack: Attack) -> Fraction:
    """Hits and Criticals on average at most; each die rolled again gains no more than the strongest shows."""
    dice = sum(attack.pool)
    if attack.ram or attack.marksman or attack.jarkai:
        return Fraction(dice)
    shown = _shares(attack.surge != "none" or bool(attack.critical or attack.surges))
    rolled = sum((number * good for number, good in zip(attack.pool, shown, strict=True)), Fraction(0))
    again = attack.aims * (AIM_DICE + attack.precise) + attack.observation
    strongest = max((good for number, good in zip(attack.pool, shown, strict=True) if number), default=0)
    return min(Fraction(dice), rolled + again * strongest)


@cache
def _shares(surges: bool) -> tuple[Fraction, ...]:
    """How often a die of each colour shows a result, with `surges` or without."""
    counted = (Face.CRITICAL, Face.HIT, Face.SURGE)[: 2 + surges]
    return tuple(
        Fraction(sum(count_of(die, face) for face in counted), len(SIDES[die])) for die in ATTACK_DICE
    )
