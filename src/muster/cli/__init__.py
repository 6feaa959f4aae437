"""The command line. Every command is a module of its own, loaded only when it is called."""

from importlib import import_module

import click

import muster

COMMANDS = {
    "account": "muster.cli.account",
    "army": "muster.cli.army.command",
    "audit": "muster.cli.audit",
    "bench": "muster.cli.bench.command",
    "campaign": "muster.cli.campaign",
    "card": "muster.cli.card",
    "coverage": "muster.cli.coverage.command",
    "demo": "muster.cli.demo.command",
    "odds": "muster.cli.odds",
    "register": "muster.cli.register.command",
    "roll": "muster.cli.roll",
    "serve": "muster.cli.serve",
    "tournament": "muster.cli.tournament",
}


class LazyGroup(click.Group):
    """Finds a command's module by name, so that `muster odds` does not pay for the web."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(muster.__version__, prog_name="muster")
def main() -> None:
    """Muster: armies, campaigns, games and tournaments for Star Wars: Legion."""
