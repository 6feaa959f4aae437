"""Progress bars for long work, on stderr and only if that is a terminal."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import click

Step = TypeVar("Step")


def with_progress(
    steps: Iterable[Step], label: str, length: int | None = None, at: Callable[[], int] | None = None
) -> Iterator[Step]:
    """The steps one by one, with a progress bar; `at` gives the progress if steps differ in size."""
    if not sys.stderr.isatty():
        yield from steps
        return
    if at is None:
        with click.progressbar(steps, length=length, label=label, file=sys.stderr) as bar:
            yield from bar
        return
    with click.progressbar(length=length or 0, label=label, file=sys.stderr) as reached:
        for step in steps:
            yield step
            reached.update(at() - reached.pos)
