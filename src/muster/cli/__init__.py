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

EXAMPLES = {
    "account": """
  muster account create lena --link --address https://muster.example
  muster account list""",
    "army": """
  muster army check my-army.json
  muster army convert list.txt --to json -o my-army.json""",
    "audit": """
  muster audit""",
    "backup": """
  muster backup muster.backup""",
    "bench": """
  muster bench odds
  muster bench pages --repeat 10""",
    "campaign": """
  muster campaign export 0f3c -o campaign.json
  muster campaign import campaign.json --owner lena""",
    "card": """
  muster card 'Darth Vader'""",
    "coverage": """
  muster coverage""",
    "demo": """
  muster demo""",
    "doctor": """
  muster doctor""",
    "game": """
  muster game replay game.json""",
    "odds": """
  muster odds --attack black:4 --defence red
  muster odds --attack red:2,white:4 --surge hit --aim 1 --defence white --cover heavy
  muster odds --attack black:6 --pierce 1 --defence red --wounds 1 --minis 5 --json""",
    "register": """
  muster register show register.json""",
    "rehearse": """
  muster rehearse faults""",
    "restore": """
  muster restore muster.backup""",
    "roll": """
  muster roll red:2 black:3""",
    "serve": """
  muster serve""",
    "squad": """
  muster squad 'Rebel Troopers'""",
    "tournament": """
  muster tournament new event.json --name 'Friday night' --players players.txt
  muster tournament standings event.json""",
}
"""Lines to copy, shown at the end of a command's help."""


@click.group(
    cls=LazyGroup,
    modules=COMMANDS,
    examples=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(muster.__version__, prog_name="muster")
def main() -> None:
    """Muster: armies, campaigns, games and tournaments for Star Wars: Legion."""
