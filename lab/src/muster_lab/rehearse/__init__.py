"""`muster-lab rehearse`: what happens when things break, on one machine, with throwaway servers."""

import click

from muster.cli.lazy import LazyGroup

PARTS = ("all", "cluster", "faults")


@click.group(cls=LazyGroup, modules={part: f"muster_lab.rehearse.{part}" for part in PARTS})
def command() -> None:
    """Break things on purpose and count what was lost."""
