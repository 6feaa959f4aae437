"""`muster bench`: how long the things take that must be quick. Each part measures itself."""

import click

from muster.cli.lazy import LazyGroup

PARTS = ("armies", "cards", "log", "odds", "pages", "pairing", "replay", "standings")


@click.group(cls=LazyGroup, modules={part: f"muster.cli.bench.{part}" for part in PARTS})
def command() -> None:
    """Measure on this machine; medians of several runs."""
