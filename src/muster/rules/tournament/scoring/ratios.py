"""An exact share of whole numbers: what a tiebreaker is, without a float anywhere."""

from collections.abc import Iterable
from math import gcd, lcm

import msgspec


class Ratio(msgspec.Struct, frozen=True, order=False):
    """A fraction in lowest terms, so that equal values are equal. Never negative."""

    numerator: int
    denominator: int = 1

    def __str__(self) -> str:
        """As written in files: `3/5`, or `2` for a whole number."""
        whole = self.denominator == 1
        return str(self.numerator) if whole else f"{self.numerator}/{self.denominator}"

    def percent(self, places: int = 1) -> str:
        """As a percentage, rounded half up for reading: `66.7%`. Ranking never uses it."""
        return f"{self.decimal(places, times=100)}%"

    def decimal(self, places: int = 3, times: int = 1) -> str:
        """As a decimal number, rounded half up for reading: `0.667`."""
        scale = 10**places
        units = (2 * self.numerator * times * scale + self.denominator) // (2 * self.denominator)
        whole, rest = divmod(units, scale)
        return f"{whole}.{rest:0{places}}" if places else str(whole)


def ratio(numerator: int, denominator: int = 1) -> Ratio:
    """A ratio in lowest terms; nothing out of nothing is 0 (ruling T5)."""
    if not numerator or not denominator:
        return Ratio(0, 1)
    common = gcd(numerator, denominator)
    return Ratio(numerator // common, denominator // common)


def sum_of(values: Iterable[Ratio]) -> Ratio:
    """The exact sum."""
    listed = tuple(values)
    common = lcm(*(value.denominator for value in listed))
    return ratio(sum(value.numerator * (common // value.denominator) for value in listed), common)
