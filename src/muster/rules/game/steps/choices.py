"""What may be chosen, described instead of listed.

An answer is always a tuple of words. Forms are drawn from the description, answers are checked against it,
and programs sample from it fairly; none of them needs the full list of answers.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from math import comb, perm, prod
from typing import Final, TypeAlias

import msgspec

from muster.rules.violations import Source, Violation

problem = Source("game").problem
YES: Final = "yes"
NO: Final = "no"
MOST_LISTED: Final = 60
"""If there are very many answers, only this many are listed; the others are valid as well."""
Chosen: TypeAlias = tuple[str, ...]
Draw: TypeAlias = Callable[[int], int]
"""Takes n and returns a random number from 0 to n - 1."""


class Among(msgspec.Struct, frozen=True, tag="among"):
    """Between `least` and `most` of these options, each at most once."""

    options: Chosen
    least: int = 1
    most: int = 1

    def check(self, chosen: Chosen) -> Iterator[Violation]:
        """Problems: too few or too many, a repeated option, or one that is not offered."""
        if unknown := [option[:40] for option in chosen if option not in self.options]:
            yield problem("game.not_among", unknown)
        if not self.least <= len(chosen) <= self.most or len(set(chosen)) < len(chosen):
            yield problem("game.how_many", least=self.least, most=self.most)

    def every(self) -> Iterator[Chosen]:
        """All valid sets, the largest first."""
        for size in range(self.most, self.least - 1, -1):
            yield from combinations(self.options, size)

    def count(self) -> int:
        """How many answers there are."""
        return sum(comb(len(self.options), size) for size in range(self.least, self.most + 1))

    def sample(self, draw: Draw) -> Chosen:
        """Draw one; every set is equally likely."""
        place = draw(self.count())
        for size in range(self.most, self.least - 1, -1):
            number = comb(len(self.options), size)
            if place < number:
                return _combination(self.options, size, place)
            place -= number
        raise AssertionError("more sets were drawn from than there are")


class YesNo(msgspec.Struct, frozen=True, tag="yes-no"):
    """Yes or no."""

    def check(self, chosen: Chosen) -> Iterator[Violation]:
        """Problems: anything but yes or no."""
        return Among((YES, NO)).check(chosen)

    def every(self) -> Iterator[Chosen]:
        """Yes, then no."""
        yield from ((YES,), (NO,))

    def count(self) -> int:
        """How many answers there are."""
        return 2

    def sample(self, draw: Draw) -> Chosen:
        """Draw yes or no, equally likely."""
        return ((YES,), (NO,))[draw(2)]


class Number(msgspec.Struct, frozen=True, tag="number"):
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def check(self, chosen: Chosen) -> Iterator[Violation]:
        """Problems: not a number, or out of range."""
        return Among(tuple(map(str, range(self.least, self.most + 1)))).check(chosen)

    def every(self) -> Iterator[Chosen]:
        """All numbers, the smallest first."""
        return ((str(number),) for number in range(self.least, self.most + 1))

    def count(self) -> int:
        """How many answers there are."""
        return self.most - self.least + 1

    def sample(self, draw: Draw) -> Chosen:
        """Draw one; every number is equally likely."""
        return (str(self.least + draw(self.count())),)


class OneOfEach(msgspec.Struct, frozen=True, tag="one-of-each"):
    """One option from every group, in the order of the groups, for example a side of each loadout card."""

    groups: tuple[Chosen, ...]

    def check(self, chosen: Chosen) -> Iterator[Violation]:
        """Problems: not exactly one from each group."""
        if len(chosen) != len(self.groups):
            yield problem("game.how_many", least=len(self.groups), most=len(self.groups))
        astray = [word[:40] for word, group in zip(chosen, self.groups, strict=False) if word not in group]
        if astray:
            yield problem("game.not_among", astray)

    def every(self) -> Iterator[Chosen]:
        """All combinations, starting with the first option of every group."""
        return product(*self.groups)

    def count(self) -> int:
        """How many answers there are."""
        return prod(map(len, self.groups))

    def sample(self, draw: Draw) -> Chosen:
        """Draw from each group independently."""
        return tuple(group[draw(len(group))] for group in self.groups)


class Assignment(msgspec.Struct, frozen=True, tag="assignment"):
    """Who gets each of these things: one recipient per thing, in order, each recipient at most once."""

    things: Chosen
    to: Chosen

    def check(self, chosen: Chosen) -> Iterator[Violation]:
        """Problems: not a different recipient for each thing."""
        return Among(self.to, len(self.things), len(self.things)).check(chosen)

    def every(self) -> Iterator[Chosen]:
        """All assignments, in the order of the recipients."""
        return permutations(self.to, len(self.things))

    def count(self) -> int:
        """How many answers there are."""
        return perm(len(self.to), len(self.things))

    def sample(self, draw: Draw) -> Chosen:
        """Draw recipients one after another from those that are left."""
        left = list(self.to)
        return tuple(left.pop(draw(len(left))) for _ in self.things)


AnyChoice: TypeAlias = Among | YesNo | Number | OneOfEach | Assignment


def _combination(options: Chosen, size: int, place: int) -> Chosen:
    """The combination at an index, in the order of `itertools.combinations`."""
    chosen: list[str] = []
    for index, option in enumerate(options):
        if size == len(chosen):
            break
        behind = comb(len(options) - index - 1, size - len(chosen) - 1)
        if place < behind:
            chosen.append(option)
        else:
            place -= behind
    return tuple(chosen)
