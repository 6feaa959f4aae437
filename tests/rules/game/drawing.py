"""Every run of draws of a sampler, walked: how likely each answer is, exactly."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

MOST_LEAVES = 1500
"""Runs of draws that are walked; a step with more is left out."""
MOST_DRAWS = 12
"""A sampler that draws again until it is right may do so for ever."""


class TooManyError(Exception):
    """More draws, or more runs of them, than are walked."""


def every_run(sample: Callable[[Callable[[int], int]], object]) -> dict[object, Fraction]:
    """How likely each answer is: all runs of draws, each as likely as its numbers are."""
    found: Counter[object] = Counter()
    runs: list[tuple[int, ...]] = [()]
    leaves = 0
    while runs:
        begun, widths = runs.pop(), list[int]()

        def draw(number: int, begun: tuple[int, ...] = begun, widths: list[int] = widths) -> int:
            if len(widths) == MOST_DRAWS:
                raise TooManyError
            widths.append(number)
            return begun[len(widths) - 1] if len(widths) <= len(begun) else 0

        leaves += 1
        if leaves > MOST_LEAVES:
            raise TooManyError
        try:
            answer = sample(draw)
        except TooManyError:
            continue
        for place in range(len(begun), len(widths)):
            start = (*begun, *(0,) * (place - len(begun)))
            runs += [(*start, number) for number in range(1, widths[place])]
        likely = Fraction(1)
        for width in widths:
            likely /= width
        found[answer] += likely  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]
