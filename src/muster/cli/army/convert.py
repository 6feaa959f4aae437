"""`muster army convert`: an army list from any format into any other."""

from datetime import datetime

import click

from muster.cli.army.command import AS_OF, CHOOSE, read_bytes
from muster.cli.refusal import Refusing, write_file
from muster.rules.armies.exchange import FORMATS, Exported, Imported, read_any, write
from muster.rules.armies.exchange.results import import_refusal
from muster.rules.cards.catalogue import catalogue
from muster.rules.messages import explain, remedy

NAMES = click.Choice([*FORMATS])


@click.command(cls=Refusing)
@click.argument("file", metavar="FILE|-")
@click.option("--to", "target", type=NAMES, required=True, help="The format to write.")
@click.option("--from", "source", type=NAMES, help="The format to read (default: recognised from the text).")
@AS_OF
@CHOOSE
@click.option("-o", "--output", metavar="FILE", help="Write here instead of to the standard output.")
def command(  # noqa: PLR0913, PLR0917 - one for each option
    file: str,
    target: str,
    source: str | None,
    as_of: datetime | None,
    choices: tuple[str, ...],
    output: str | None,
) -> None:
    """Convert an army list; what was not understood or cannot be kept is listed on the standard error.

    Exit code 0 if nothing is lost, 1 if something is (the result is written all the same), 2 if the list
    cannot be read.
    """
    day = as_of.date() if as_of else None
    found = read_any(read_bytes(file), catalogue(), source, choices, day)
    made = write(found.army, target, catalogue())
    write_result(made.text, output)
    print_remarks(found, made)
    raise SystemExit(1 if found.unresolved or made.lost else 0)


def write_result(text: str, output: str | None) -> None:
    """Write the result: our own JSON byte for byte, everything else with a newline at the end."""
    if output is None:
        click.echo(text.rstrip("\n"))
        return
    write_file(
        output, text.encode(), lambda what: import_refusal("export.no_file", file=output[:200], what=what)
    )


def print_remarks(found: Imported, made: Exported) -> None:
    """Print remarks, what was not understood, and what the format cannot represent."""
    open_pieces = found.unresolved
    for remark in (note for note in found.notes if note not in open_pieces):
        click.echo(f"note: {explain(remark)}", err=True)
    for piece in open_pieces:
        click.echo(f"not understood: {explain(piece)} {remedy(piece)}".rstrip(), err=True)
    for violation in made.lost:
        click.echo(f"lost: {explain(violation)}", err=True)
