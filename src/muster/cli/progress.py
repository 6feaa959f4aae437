"""How far long work is, for somebody who watches: on stderr, and only where that is a terminal."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

Step = TypeVar("Step")


def watched(steps: Iterable[Step], label: str, length: int | None = None) -> Iterator[Step]:
    """The steps, one by one, with a bar beside them."""
    if not sys.stderr.isatty():
        yield from steps
        return
    with click.progressbar(steps, length=length, label=label, file=sys.stderr) as bar:
        yield from bar
