"""Points over time as a step line: geometry for the template, and the same in words."""

from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from muster.rules.cards import catalogue
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
    """The step line where it is certain, and where it is not; its dot today, its labels, a line at the chosen
    day, and a sentence that says it all."""

    path: str
    unsure: str
    dot: tuple[float, float]
    values: tuple[Label, ...]
    dates: tuple[Label, ...]
    chosen: float | None
    text: str


class Step(NamedTuple):
    """From this day on the card costs so much."""

    since: date
    points: int
    certain: bool = True


def chart(card: Priced, today: date, chosen: date | None = None) -> Chart | None:
    """The chart of a card whose points ever changed; None where there is nothing to draw."""
    steps = steps_of(card, today)
    if len({step.points for step in steps}) < 2:
        return None
    across, up = scales(steps, today)
    return Chart(
        path=line(steps, across, up, certain=True),
        unsure=line(steps, across, up, certain=False),
        dot=(RIGHT, up(steps[-1].points)),
        values=value_labels(turns(steps), across, up),
        dates=date_labels(turns(steps), across),
        chosen=across(chosen) if chosen and chosen < today else None,
        text=in_words(steps),
    )


def steps_of(card: Priced, today: date) -> list[Step]:
    """What the card cost from when; the first step reaches back before the first day known."""
    course = catalogue().points_course(card)
    known = [Step(day, price.points, price.certain) for day, price in course if price.points is not None]
    if len(known) < 2:
        return known
    span = max((today - known[1].since) * 0.3, timedelta(days=120))
    return [known[0]._replace(since=known[1].since - span), *known[1:]]


def line(steps: list[Step], across: Across, up: Up, certain: bool) -> str:
    """The steps that are certain, or those that are not, each from where the one before it ends."""
    starts = [steps[0], *steps]
    ends = [*(across(step.since) for step in steps[1:]), float(RIGHT)]
    drawn = (
        f"M{across(step.since)} {up(before.points)}V{up(step.points)}H{end}"
        for before, step, end in zip(starts, steps, ends, strict=False)
        if step.certain is certain
    )
    return "".join(drawn)


def turns(steps: list[Step]) -> list[Step]:
    """The first step and those with other points than the one before."""
    return [steps[0], *(now for before, now in pairwise(steps) if before.points != now.points)]


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
    parts = [f"{first.points} points{doubt(first)} until {long_day(later[0].since)}"]
    parts += [f"then {a.points}{doubt(a)} until {long_day(b.since)}" for a, b in pairwise(later)]
    return ", ".join([*parts, f"then {steps[-1].points}"]) + "."


def doubt(step: Step) -> str:
    """What is said of a step that is not certain."""
    return "" if step.certain else " (not certain)"


class Series(NamedTuple):
    """One of two step lines, where it is certain and where it is not, with its dot and value today."""

    path: str
    unsure: str
    dot: tuple[float, float]
    value: Label


class PairChart(NamedTuple):
    """The points of two cards over time on one scale, and the same in words."""

    series: tuple[Series, Series]
    dates: tuple[Label, ...]
    text: str


def pair_chart(a: Priced, b: Priced, today: date) -> PairChart | None:
    """The chart of two cards; None where one has no points, or neither ever had others."""
    both = [steps_of(card, today) for card in (a, b)]
    if not all(both) or all(len(turns(steps)) < 2 for steps in both):
        return None
    first = min(steps[0].since for steps in both if len(steps) > 1)
    ours, theirs = ([steps[0]._replace(since=first), *steps[1:]] for steps in both)
    across, whole = scales(sorted([*ours, *theirs], key=lambda step: step.since), today)

    def up(points: int) -> float:  # leaves room for a value below the lower line
        return round(TOP + (whole(points) - TOP) * 0.65, 1)

    above = ours[-1].points >= theirs[-1].points
    return PairChart(
        series=(series(ours, across, up, above), series(theirs, across, up, not above)),
        dates=date_labels(sorted([*turns(ours), *turns(theirs)], key=lambda step: step.since)[1:], across),
        text=f"{a.full_name}: {course_in_words(ours)} {b.full_name}: {course_in_words(theirs)}",
    )


def series(steps: list[Step], across: Across, up: Up, above: bool) -> Series:
    """One of two lines; its value stands above it or below, so that the two do not meet."""
    y, points = up(steps[-1].points), steps[-1].points
    return Series(
        path=line(steps, across, up, certain=True),
        unsure=line(steps, across, up, certain=False),
        dot=(RIGHT, y),
        value=Label(RIGHT, y - 8 if above else y + 15, str(points), "end"),
    )


def course_in_words(steps: list[Step]) -> str:
    """What a card cost over time; of one that never changed, what it costs."""
    return in_words(steps) if len(turns(steps)) > 1 else f"{steps[-1].points} points, no change on record."
