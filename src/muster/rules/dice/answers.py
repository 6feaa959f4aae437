"""Odds of one attack as a value: the distribution of wounds, and where it comes from."""

from fractions import Fraction
from typing import Final, Literal, NamedTuple

import msgspec

Colour = Literal["red", "black", "white"]
COLOUR_NAMES: Final[tuple[Colour, ...]] = ("red", "black", "white")


class Step(msgspec.Struct, frozen=True):
    """The means after one step of the attack: where a number comes from.

    `name` is one of: roll, observation-1, …, aim-1, …, or reroll-1, … where both are spent, marksman,
    fatigue, sniper, cover, dodge, ram, impact, primitive, backup, armour, guardian, shields, defence, pierce,
    left. Surges count as what they become. `blocks` is 0 until defence dice are rolled; `beside` are wounds
    that no die gives, or less than none where the unit has fewer left than come through.
    """

    name: str
    criticals: Fraction
    hits: Fraction
    blocks: Fraction = Fraction(0)
    beside: Fraction = Fraction(0)

    @property
    def wounds(self) -> Fraction:
        """What would get through if the attack ended here."""
        return self.criticals + self.hits - self.blocks + self.beside


class Spent(NamedTuple):
    """How many aims rerolled dice, improved a die (Marksman) or became Pierce 1 (Lethal)."""

    rerolls: int
    marksman: int
    lethal: int


class SpentOnAverage(NamedTuple):
    """The same on average: each aim is spent once the dice before it lie."""

    rerolls: Fraction
    marksman: Fraction
    lethal: Fraction


Play = Literal["best", "near", "policy"]


class Odds(msgspec.Struct, frozen=True):
    """The distribution of wounds: `weights[n]` over `denominator` is the chance of exactly n wounds.

    `removed` is the colour of the die that a suppressed attacker lost; `spent` how the aims were shared out
    before the roll (Special Operations, and where a pool is too large for best play), `aims_spent` how they
    are spent on average in best play; `deflect` the chance that Deflect wounds the attacker. In the standard
    game `attacker_wounds` and `guardian_wounds` are the chances of 0, 1, 2, … wounds on those, where there
    can be any, and `suppressed` the chance that the attack itself brings Suppression (step 10). `play` says
    whether rerolls are the best there are, near best, or follow a simple policy.
    """

    weights: tuple[int, ...]
    denominator: int
    steps: tuple[Step, ...]
    to_defeat: int | None = None
    removed: Colour | None = None
    spent: Spent | None = None
    deflect: Fraction | None = None
    aims_spent: SpentOnAverage | None = None
    attacker_wounds: tuple[Fraction, ...] | None = None
    guardian_wounds: tuple[Fraction, ...] | None = None
    suppressed: Fraction | None = None
    play: Play = "policy"

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
            "defeat": _text(self.defeat),
            "removed": self.removed,
            "spent": None if self.spent is None else self.spent._asdict(),
            "deflect": _text(self.deflect),
            "aims_spent": None
            if self.aims_spent is None
            else {use: str(number) for use, number in self.aims_spent._asdict().items()},
            "attacker_wounds": _texts(self.attacker_wounds),
            "guardian_wounds": _texts(self.guardian_wounds),
            "suppressed": _text(self.suppressed),
            "play": self.play,
            "steps": [{name: str(value) for name, value in step.items()} for step in steps],
        }


def _text(chance: Fraction | None) -> str | None:
    return None if chance is None else str(chance)


def _texts(chances: tuple[Fraction, ...] | None) -> list[str] | None:
    return None if chances is None else [str(chance) for chance in chances]
