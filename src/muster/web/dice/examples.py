"""What a keyword is worth: the same attack without it and with it, side by side on the odds page."""

from typing import Final

from msgspec.structs import replace

from muster.rules.dice.links import to_query
from muster.rules.dice.questions import Attack, Defence, Question
from muster.web.environment import url

PLAIN: Final = Question(Attack(black=4), Defence(die="red"))
AIMED: Final = Question(Attack(black=4, aims=1), Defence(die="red"))
COVERED: Final = Question(Attack(black=4), Defence(die="red", cover="heavy"))
ARMOURED: Final = Question(Attack(black=4), Defence(die="red", armour="all"))
ATTACKS: Final = {
    "critical": PLAIN,
    "impact": ARMOURED,
    "pierce": PLAIN,
    "precise": AIMED,
    "sharpshooter": COVERED,
}
"""Keywords of an attack, each with an attack in which it matters."""


def odds_with(keyword: str) -> str:
    """The address of two attacks, without and with the keyword; empty where the odds do not know it."""
    if keyword == "armor":
        return _beside(PLAIN, replace(PLAIN, defence=replace(PLAIN.defence, armour=1)))
    if keyword not in ATTACKS:
        return ""
    plain = ATTACKS[keyword]
    return _beside(plain, replace(plain, attack=replace(plain.attack, **{keyword: 1})))


def _beside(*questions: Question) -> str:
    return f"{url('odds')}?{to_query(*questions)}"
