"""`muster-lab bench`: benchmarks of everything that has to be fast, one module each."""

import click

from muster.cli.lazy import LazyGroup

PARTS = (
    "armies",
    "attacks",
    "book",
    "cards",
    "crowd",
    "desk",
    "feed",
    "log",
    "odds",
    "pages",
    "pairing",
    "print",
    "replay",
    "standings",
    "weight",
)
MODULES = {part: f"muster_lab.bench.{part}" for part in PARTS} | {
    "game": "muster_lab.bench.game.game",
    "long-tasks": "muster_lab.bench.game.long_tasks",
    "taps": "muster_lab.bench.game.taps",
    "hall": "muster_lab.bench.hall.hall",
    "import": "muster_lab.bench.import_lists",
}


@click.group(cls=LazyGroup, modules=MODULES)
def command() -> None:
    """Measure on this machine; medians of several runs."""
