"""`muster bench`: how long the things take that must be quick. Each part measures itself."""

from importlib import import_module
from importlib.util import find_spec

import click

PARTS = ("armies", "cards", "log", "odds", "pages", "pairing", "replay", "standings")


def module_of(part: str) -> str:
    """Where a part is measured."""
    return f"muster.cli.bench.{part}"


class BenchGroup(click.Group):
    """Finds the measurements that this installation has; each is loaded only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The parts that can be measured here."""
        return [*super().list_commands(ctx), *(part for part in PARTS if find_spec(module_of(part)))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The measurement of one part."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(module_of(cmd_name)).command
        return command


@click.group(cls=BenchGroup)
def command() -> None:
    """Measure on this machine; medians of several runs."""
