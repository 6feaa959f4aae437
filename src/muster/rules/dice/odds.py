"""Exact odds of one attack: the distribution of wounds, never simulated, never rounded.

Whole numbers over one denominator inside, fractions on demand. The model, step by step, and what it leaves
out: docs/reference/odds.md.
"""

from functools import lru_cache

from muster.rules.dice.answers import Odds
from muster.rules.dice.policy import odds_by_policy, policy_from_roll
from muster.rules.dice.questions import Attack, Defence, Question, check_question, in_effect
from muster.rules.dice.results import Results
from muster.rules.dice.standard.weighing import best_odds, standard_from_roll
from muster.rules.violations import refuse_if

__all__ = ["Odds", "answer", "forget", "from_roll", "odds"]


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
    if question.defence.mode == "special-operations":
        return odds_by_policy(question, most_work)
    return best_odds(question, most_work)


def forget() -> None:
    """Drop remembered answers, for measuring."""
    _answer.cache_clear()


def from_roll(results: Results, attack: Attack, defence: Defence) -> Odds:
    """The odds of an attack whose dice lie already: `results` are what they may come to, with their
    weights."""
    if defence.mode == "special-operations":
        return policy_from_roll(results, attack, defence)
    return standard_from_roll(results, in_effect(Question(attack, defence)))
