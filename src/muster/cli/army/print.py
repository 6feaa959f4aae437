"""`muster army print`: an army as PDF, to hand in, to hand over or to play from."""

from typing import Any

import click

from muster.cli.army.command import CHOOSE, read_bytes
from muster.cli.refusal import Refusing, write_file
from muster.rules.armies.army import refusal_at
from muster.rules.armies.exchange import read_any
from muster.rules.cards.catalogue import catalogue
from muster.rules.messages import explain
from muster.web.print.armies.heading import PAPERS, SHEETS, PrintOrder
from muster.web.print.armies.sheets import army_pdf


@click.command("print", cls=Refusing)
@click.argument("file", metavar="FILE|-")
@click.option(
    "--sheet", type=click.Choice(SHEETS), default="tournament", help="Which sheet.", show_default=True
)
@click.option("--paper", type=click.Choice(PAPERS), default="a4", help="Which paper.", show_default=True)
@click.option("--player", default="", metavar="NAME", help="The player's name; else a line to write it on.")
@CHOOSE
@click.option(
    "-o", "--output", required=True, metavar="FILE.pdf", help="Where the PDF goes; - for the output."
)
def command(file: str, choices: tuple[str, ...], output: str, **order: Any) -> None:
    """Print an army as PDF. Exit code 2 if it cannot be read or the PDF cannot be written."""
    found = read_any(read_bytes(file), choices=choices)
    printed = army_pdf(found.army, catalogue(), PrintOrder(**order, unread=found.unresolved))
    write_pdf(output, printed)
    for violation in found.unresolved:  # the player must know what is not on the sheet
        click.echo(f"Not on the sheet: {explain(violation)}", err=True)


def write_pdf(output: str, made: bytes) -> None:
    """Write the PDF to its file."""
    write_file(output, made, lambda what: refusal_at("print.no_place", output[:200], what=what))
