"""The command line. Every command is a module of its own, loaded only when it is called.

Read `COMMANDS` below first, then one command, such as `muster.cli.card`. `muster.cli.lazy` loads them,
`muster.cli.refusal` prints what was refused, and `muster.cli.django_setup` is for those that need a database.
"""

import click

import muster
from muster.cli.lazy import LazyGroup

COMMANDS = {
    "account": "muster.cli.account",
    "army": "muster.cli.army.command",
    "audit": "muster.cli.audit",
    "backup": "muster.cli.backup",
    "campaign": "muster.cli.campaign",
    "card": "muster.cli.card",
    "compare": "muster.cli.compare",
    "demo": "muster.cli.demo.command",
    "doctor": "muster.cli.doctor",
    "game": "muster.cli.game",
    "mcp": "muster.cli.assistant.command",
    "odds": "muster.cli.odds",
    "register": "muster.cli.register.command",
    "restore": "muster.cli.restore",
    "roll": "muster.cli.roll",
    "search": "muster.cli.lookup.search",
    "serve": "muster.cli.serve",
    "squad": "muster.cli.squad",
    "tournament": "muster.cli.tournament",
    "upgrade": "muster.cli.upgrade",
    "why": "muster.cli.lookup.why",
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
    "campaign": """
  muster campaign export 0f3c -o campaign.json
  muster campaign book 0f3c -o book.pdf
  muster campaign import campaign.json --owner lena""",
    "card": """
  muster card 'Darth Vader'""",
    "compare": """
  muster compare stormtroopers snowtroopers
  muster compare before.txt after.txt""",
    "demo": """
  muster demo""",
    "doctor": """
  muster doctor""",
    "game": """
  muster game replay game.json""",
    "mcp": """
  muster mcp --data /srv/muster""",
    "odds": """
  muster odds --attack black:4 --defence red
  muster odds --attack red:2,white:4 --surge hit --aim 1 --defence white --cover heavy
  muster odds --attack black:6 --pierce 1 --defence red --wounds 1 --minis 5 --json""",
    "register": """
  muster register show register.json""",
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
    "upgrade": """
  muster upgrade --check
  muster upgrade""",
    "why": """
  muster why 'Darth Vader'
  muster why 'Darth Vader' AT-RT
  muster why --keyword pierce""",
}
"""Lines to copy, shown at the end of a command's help."""

MOVED = ("bench", "coverage", "rehearse")
"""What was a command here and is one of the laboratory now."""


class Main(LazyGroup):
    """All commands; those that have moved say where they went."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for."""
        if args[0] in MOVED and not ctx.resilient_parsing:
            name = args[0]
            raise Moved(
                f"`muster {name}` is `muster-lab {name}` now; it is in a checkout, see lab/README.md."
            )
        return super().resolve_command(ctx, args)


class Moved(click.ClickException):
    """The command is somewhere else now."""

    exit_code = 2


def tell_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """The version of the program, and the day of the newest change of its cards."""
    if asked and not context.resilient_parsing:
        from muster.rules.cards import catalogue

        click.echo(f"muster, version {muster.__version__}, cards of {catalogue().edition}")
        context.exit()


@click.group(
    cls=Main,
    modules=COMMANDS,
    examples=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=tell_version,
    help="Show the version and the edition of the cards, and exit.",
)
def main() -> None:
    """Muster: armies, campaigns, games and tournaments for Star Wars: Legion."""
