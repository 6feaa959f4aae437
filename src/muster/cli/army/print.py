"""`muster army print`: an army as PDF, to hand in, to hand over or to play from."""

import sys
from pathlib import Path

import click

from muster.cli.army.command import read_army, read_bytes
from muster.cli.refusal import leave
from muster.rules.armies.army import refused
from muster.rules.cards.catalogue import catalogue
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation
from muster.web.print.armies.sheets import PAPERS, SHEETS, Paper, PrintOrder, Sheet, army_pdf


@click.command("print")
@click.argument("file", metavar="FILE|-")
@click.option(
    "--sheet", type=click.Choice(SHEETS), default="tournament", help="Which sheet.", show_default=True
)
@click.option("--paper", type=click.Choice(PAPERS), default="a4", help="Which paper.", show_default=True)
@click.option("--player", default="", metavar="NAME", help="The player's name; else a line to write it on.")
@click.option(
    "-o", "--output", required=True, metavar="FILE.pdf", help="Where the PDF goes; - for the output."
)
def command(file: str, sheet: Sheet, paper: Paper, player: str, output: str) -> None:
    """Print an army as PDF. Exit code 2 if it cannot be read or the PDF cannot be written."""
    try:
        army, unresolved = read_army(read_bytes(file))
        order = PrintOrder(sheet=sheet, paper=paper, player=player, unread=unresolved)
        write(output, army_pdf(army, catalogue(), order))
    except Refused as problem:
        leave(problem, as_json=False)
    warn(unresolved)


def write(output: str, made: bytes) -> None:
    """The PDF into its place."""
    if output == "-":
        sys.stdout.buffer.write(made)
        return
    try:
        Path(output).write_bytes(made)
    except (OSError, ValueError) as problem:
        what = getattr(problem, "strerror", None) or "no such place"
        raise refused("print.no_place", output[:200], what=what) from None


def warn(unresolved: tuple[Violation, ...]) -> None:
    """What an import did not understand is not on the sheet, and the player must know."""
    for violation in unresolved:
        click.echo(f"Not on the sheet: {explain(violation)}", err=True)
