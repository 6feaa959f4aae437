"""Odds for visitors: one question at a time, and none that costs more than the site allows."""

from collections import OrderedDict
from typing import Final

from muster.rules.dice.odds import Odds
from muster.rules.dice.questions import Question
from muster.rules.violations import Refused
from muster.web.dice.weighing import Weighed, weigh
from muster.web.serving.limits import HeavyWork

KEPT: Final = 512
LANE: Final = HeavyWork()
_known: OrderedDict[Question, Weighed] = OrderedDict()


def answer(question: Question) -> Odds:
    """The exact odds. Answers and refusals are both cached, because a refusal takes as long to find."""
    found = _known.get(question)
    if found is None:
        with LANE.slot():
            found = _known[question] = weigh(question)
        while len(_known) > KEPT:
            _known.popitem(last=False)
    if isinstance(found, tuple):
        raise Refused(*found)
    return found
