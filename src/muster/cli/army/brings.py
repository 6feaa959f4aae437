"""`muster army brings`: every keyword and effect of an army, in the order of a round."""

import click

from muster.cli.army.command import CHOOSE, read_bytes
from muster.cli.army.print import write_pdf
from muster.cli.refusal import Refusing, wrap_text
from muster.rules.armies.army import army_name
from muster.rules.armies.exchange import read_any
from muster.rules.armies.sheets.brings import what_it_brings
from muster.rules.armies.sheets.brought import Brought, Part
from muster.rules.cards.catalogue import catalogue
from muster.rules.messages import explain, plural
from muster.web.print.armies.heading import PAPERS, Paper, PrintOrder
from muster.web.print.armies.sheets import army_pdf


@click.command(cls=Refusing)
@click.argument("file", metavar="FILE|-")
@click.option("--pdf", metavar="FILE.pdf", help="Write the two pages here instead; - for the output.")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", help="Which paper.", show_default=True)
@CHOOSE
def command(file: str, pdf: str | None, paper: Paper, choices: tuple[str, ...]) -> None:
    """Tell what an army brings: every keyword and effect once. Exit code 2 if it cannot be read."""
    found = read_any(read_bytes(file), choices=choices)
    if pdf is None:
        click.echo(army_name(found.army))
        print_sections(what_it_brings(found.army, catalogue()))
    else:
        write_pdf(pdf, army_pdf(found.army, catalogue(), PrintOrder(sheet="brings", paper=paper)))
    for violation in found.unresolved:
        click.echo(f"Not told: {explain(violation)}", err=True)


def print_sections(brought: Brought) -> None:
    """Print section by section."""
    for part in brought.parts:
        click.echo(f"\n{part.title}")
        print_part(part)
    for name, reason in brought.untold:
        click.echo(wrap_text(f"{name}: {reason}", "- ", "  "))
    for card in brought.unknown:
        click.echo(f"- No card is known as {card}.")


def print_part(part: Part) -> None:
    """Print command cards, keywords and effects, each with who brings it."""
    for card in part.commands:
        print_item(f"{card.name}, {plural(card.pips, 'pip')}", card.text, f"Orders: {card.orders}")
    for word in part.keywords:
        print_item(word.title, word.meaning, word.bringers)
    for effect in part.effects:
        print_item(effect.title, effect.text, effect.bringers)


def print_item(name: str, text: str, by: str) -> None:
    """Print a name with its text, and who brings it below."""
    click.echo(wrap_text(f"{name}. {text}".rstrip(), "- ", "  "))
    click.echo(wrap_text(by, "  > ", "    "))
