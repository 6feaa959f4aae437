"""Small charts as plain SVG: a number over the battles of a Register. A table beside them says the same."""

from collections.abc import Sequence
from typing import NamedTuple

from muster.rules.campaign.story.chronicle import Mark

LEFT, RIGHT, TOP, BOTTOM = 30.0, 288.0, 15.0, 120.0
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
GRID_LINES = 4
MOST_LABELS = 8


class Chart(NamedTuple):
    """A chart as its template draws it: grid lines and labels with their places, the line, its last point."""

    title: str
    label: str
    grid: tuple[tuple[float, int], ...]
    ticks: tuple[tuple[float, int], ...]
    path: str
    last: tuple[float, float]
    value: int


def charts(course: Sequence[Mark]) -> list[Chart]:
    """Experience, supply and reputation; none before the first battle is over."""
    if len(course) < 2:
        return []
    numbers = [mark.number for mark in course]
    return [
        chart("Experience of all units", numbers, [mark.experience for mark in course]),
        chart("Supply points", numbers, [mark.supply for mark in course]),
        chart("Reputation", numbers, [mark.reputation for mark in course]),
    ]


def chart(title: str, numbers: Sequence[int], values: Sequence[int]) -> Chart:
    """One number over the battles; battle 0 is the start."""
    low, step, lines = scale(values)
    top = low + step * lines
    points = [
        (x_of(number, numbers), y_of(value, low, top)) for number, value in zip(numbers, values, strict=True)
    ]
    figures = ", ".join(str(value) for value in values)
    return Chart(
        title=title,
        label=f"{title}: at the start and after each battle {figures}.",
        grid=tuple((y_of(low + step * line, low, top), low + step * line) for line in range(lines + 1)),
        ticks=tuple((x_of(number, numbers), number) for number in labelled_battles(numbers)),
        path="M" + " ".join(f"{x:g} {y:g}" for x, y in points),
        last=points[-1],
        value=values[-1],
    )


def scale(values: Sequence[int]) -> tuple[int, int, int]:
    """Where the axis begins, the step between its lines, and how many steps hold every value."""
    low, high = min(0, *values), max(1, *values)
    step = next((each for each in STEPS if high - low <= each * GRID_LINES), high - low)
    low = low // step * step
    return low, step, max(1, -(-(high - low) // step))


def labelled_battles(numbers: Sequence[int]) -> list[int]:
    """The battles whose number stands below the axis; not all of them where there are many."""
    every = -(-len(numbers) // MOST_LABELS)
    return [number for number in numbers if number % every == 0]


def x_of(number: int, numbers: Sequence[int]) -> float:
    """How far right a battle stands."""
    span = max(1, numbers[-1] - numbers[0])
    return round(LEFT + 8 + (RIGHT - LEFT - 16) * (number - numbers[0]) / span, 1)


def y_of(value: int, low: int, high: int) -> float:
    """How far down a value stands."""
    return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1)
