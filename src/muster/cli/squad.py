"""`muster squad`: a squad of Special Operations, or a card of one."""

import json

import click
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from muster.cli.refusal import Refusing
from muster.rules.game.special_operations.squads.cards import DEFAULT, EDITIONS, EditionId
from muster.rules.game.special_operations.squads.finding import Entry, facts, lines, the_best

SHOWN = 12


@click.command(cls=Refusing)
@click.argument("name")
@click.option("--edition", type=click.Choice(EDITIONS), default=DEFAULT, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")
def command(name: str, edition: EditionId, as_json: bool) -> None:
    """Show the squad, unit, loadout or command card that NAME means best (a name, part of it, or an id)."""
    best, *others = the_best(edition, name)
    if as_json:
        also = [{"kind": other.kind, "id": other.card.id, "name": other.card.name} for other in others]
        click.echo(json.dumps({**facts(edition, best), "also_found": also}, ensure_ascii=False, indent=1))
        return
    console = Console(highlight=False)
    console.print(_sheet(edition, best))
    for other in others[:SHOWN]:
        console.print(f"  {other.card.id}  {other.card.name} · {other.kind}", style="dim", markup=False)
    if len(others) > SHOWN:
        console.print(f"  and {len(others) - SHOWN} more", style="dim")


def _sheet(edition: EditionId, entry: Entry) -> Panel:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for label, value in lines(edition, entry):
        grid.add_row(Text(label), Text(value))
    title = Text(f"{entry.card.name} · {entry.kind}, {edition}")
    return Panel(grid, title=title, title_align="left", padding=(1, 2), width=100)
