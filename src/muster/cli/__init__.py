"""The command line. Every command is a module of its own, loaded only when it is called."""

import click

import muster
from muster.cli.lazy import LazyGroup

COMMANDS = {
    "account": "muster.cli.account",
    "army": "muster.cli.army.command",
    "audit": "muster.cli.audit",
    "backup": "muster.cli.backup",
    "bench": "muster.cli.bench.command",
    "campaign": "muster.cli.campaign",
    "card": "muster.cli.card",
    "coverage": "muster.cli.coverage.command",
    "demo": "muster.cli.demo.command",
    "doctor": "muster.cli.doctor",
    "game": "muster.cli.game",
    "odds": "muster.cli.odds",
    "register": "muster.cli.register.command",
    "rehearse": "muster.cli.rehearse",
    "restore": "muster.cli.restore",
    "roll": "muster.cli.roll",
    "search": "muster.cli.search",
    "serve": "muster.cli.serve",
    "squad": "muster.cli.squad",
    "tournament": "muster.cli.tournament",
}


@click.group(cls=LazyGroup, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(muster.__version__, prog_name="muster")
def main() -> None:
    """Muster: armies, campaigns, games and tournaments for Star Wars: Legion."""
