"""Attack results as exact weights: how many Criticals and Hits, and with what weight.

Weights are whole numbers; a probability is a weight over the sum of all weights of its table.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction

Result = tuple[int, int]
"""Criticals, Hits."""

Results = dict[Result, int]
"""The weight of every result."""


def gather_results(weighted: Iterable[tuple[Result, int]]) -> Results:
    """Collect weighted results into one table, adding up equal ones."""
    table: defaultdict[Result, int] = defaultdict(int)
    for result, weight in weighted:
        table[result] += weight
    return dict(table)


def change_results(table: Results, change: Callable[[int, int], Result]) -> Results:
    """The table after a step without dice, in which every result becomes a known other one."""
    return gather_results((change(*result), weight) for result, weight in table.items())


def means(table: Results) -> tuple[Fraction, Fraction]:
    """The mean number of Criticals and of Hits."""
    total = sum(table.values())
    criticals = sum(result[0] * weight for result, weight in table.items())
    hits = sum(result[1] * weight for result, weight in table.items())
    return Fraction(criticals, total), Fraction(hits, total)
