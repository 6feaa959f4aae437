"""`muster bench`: how long the things take that must be quick. Each part measures itself."""

import click

from muster.cli.lazy import LazyGroup

PARTS = (
    "armies",
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
MODULES = {part: f"muster.cli.bench.{part}" for part in PARTS} | {
    "game": "muster.cli.bench.game.game",
    "hall": "muster.cli.bench.hall.hall",
    "import": "muster.cli.bench.import_lists",
}


@click.group(cls=LazyGroup, modules=MODULES)
def command() -> None:
    """Measure on this machine; medians of several runs."""
