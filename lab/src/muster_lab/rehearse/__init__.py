"""`muster-lab rehearse`: what happens when things break, on one machine, with servers to throw away.

Read `muster_lab.rehearse.stage` first (a server with an event, and what its log says afterwards), then
`muster_lab.rehearse.faults`, which breaks one thing after the other. lab/docs/trust.md tells what was found.
"""

import click

from muster.cli.lazy import LazyGroup

PARTS = ("all", "club", "cluster", "faults", "hosts", "image", "offline", "upgrade")


@click.group(cls=LazyGroup, modules={part: f"muster_lab.rehearse.{part}" for part in PARTS})
def command() -> None:
    """Break things on purpose and count what was lost."""
