"""The laboratory's command line. Every command is a module of its own, loaded when it is called."""

import click

import muster
from muster.cli.lazy import LazyGroup

COMMANDS = {
    "bench": "muster_lab.bench.command",
    "coverage": "muster_lab.coverage.command",
    "docs": "muster_lab.docs.command",
    "faults": "muster_lab.faults.command",
    "lines": "muster_lab.lines",
    "rehearse": "muster_lab.rehearse",
}

EXAMPLES = {
    "bench": """
  muster-lab bench odds
  muster-lab bench pages --repeat 10""",
    "coverage": """
  muster-lab coverage
  muster-lab coverage --where 431""",
    "docs": """
  muster-lab docs""",
    "faults": """
  muster-lab faults mended --only 'Server 1'""",
    "lines": """
  muster-lab lines
  muster-lab lines src/muster/web/armies""",
    "rehearse": """
  muster-lab rehearse faults""",
}
"""Lines to copy, shown at the end of a command's help."""


@click.group(
    cls=LazyGroup,
    modules=COMMANDS,
    examples=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(muster.__version__, prog_name="muster-lab")
def main() -> None:
    """Measure Muster, break it on purpose, and count which rules are proven."""
