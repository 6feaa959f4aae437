"""Points over time as a step line: geometry for the template, and the same in words."""

from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from muster.rules.cards.types import Priced
from muster.web.cards.words import short_day
from muster.web.environment import day as long_day

LEFT, RIGHT, TOP, BOTTOM = 4, 296, 24, 52
TAG_ROOM, DATE_ROOM = 20, 66
Across = Callable[[date], float]
Up = Callable[[int], float]


class Label(NamedTuple):
    """A text at a place of the drawing."""

    x: float
    y: float
    text: str
    anchor: str = "start"


class Chart(NamedTuple):
    """The step line, its dot today, its labels, a line at the chosen day, and a sentence that says it all."""

    path: str
    dot: tuple[float, float]
    values: tuple[Label, ...]
    dates: tuple[Label, ...]
    chosen: float | None
    text: str


class Step(NamedTuple):
    """From this day on the card costs so much."""

    since: date
    points: int


def chart(card: Priced, today: date, chosen: date | None = None) -> Chart | None:
    """The chart of a card whose points ever changed; None where there is nothing to draw."""
    if not card.points_history or card.points is None:
        return None
    steps = steps_of(card, today)
    across, up = scales(steps, today)
    turns = [f"H{across(step.since)}V{up(step.points)}" for step in steps[1:]]
    end = up(steps[-1].points)
    return Chart(
        path=f"M{LEFT} {up(steps[0].points)}{''.join(turns)}H{RIGHT}",
        dot=(RIGHT, end),
        values=value_labels(steps, across, up),
        dates=date_labels(steps, across),
        chosen=across(chosen) if chosen and chosen < today else None,
        text=in_words(steps),
    )


def steps_of(card: Priced, today: date) -> list[Step]:
    """What the card cost from when; the first step reaches back before the first recorded change."""
    history = card.points_history
    span = max((today - history[0].date) * 0.3, timedelta(days=120))
    steps = [Step(history[0].date - span, history[0].before)]
    steps += [Step(change.date, change.after) for change in history]
    if card.points is not None and steps[-1].points != card.points:
        steps.append(Step(today, card.points))
    return steps


def scales(steps: list[Step], today: date) -> tuple[Across, Up]:
    """Days to the width and points to the height of the drawing."""
    first, days = steps[0].since, max((today - steps[0].since).days, 1)
    low, high = min(s.points for s in steps), max(s.points for s in steps)

    def across(when: date) -> float:
        share = min(max((when - first).days / days, 0), 1)
        return round(LEFT + share * (RIGHT - LEFT), 1)

    def up(points: int) -> float:
        return round(BOTTOM - (points - low) / max(high - low, 1) * (BOTTOM - TOP), 1)

    return across, up


def value_labels(steps: list[Step], across: Across, up: Up) -> tuple[Label, ...]:
    """Each value above its step where there is room; today's always, at the right."""
    labels = [Label(RIGHT, up(steps[-1].points) - 8, str(steps[-1].points), "end")]
    edge: float = RIGHT - TAG_ROOM
    for step in reversed(steps[:-1]):
        x = across(step.since)
        if x + TAG_ROOM <= edge:
            labels.append(
                Label(x + (2 if step is not steps[0] else 0), up(step.points) - 8, str(step.points))
            )
            edge = x
    return tuple(labels)


def date_labels(steps: list[Step], across: Across) -> tuple[Label, ...]:
    """Dates of the changes, newest first while they fit, between "earlier" and "now"."""
    labels = [Label(RIGHT, 81, "now", "end")]
    edge: float = RIGHT - 24
    for step in reversed(steps[1:]):
        x = across(step.since)
        if x + DATE_ROOM / 2 <= edge and x - DATE_ROOM / 2 >= LEFT:
            labels.append(Label(x, 81, short_day(step.since), "middle"))
            edge = x - DATE_ROOM / 2
    if edge > LEFT + 44:
        labels.append(Label(LEFT, 81, "earlier"))
    return tuple(labels)


def in_words(steps: list[Step]) -> str:
    """44 points until 19 July 2024, then 42."""
    first, *later = steps
    parts = [f"{first.points} points until {long_day(later[0].since)}"]
    parts += [f"then {a.points} until {long_day(b.since)}" for a, b in pairwise(later)]
    return ", ".join([*parts, f"then {steps[-1].points}"]) + "."
