"""`muster army versus`: the battle book of two armies, or of one against a typical one of each faction."""

import csv
import json
import sys
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from muster.cli.army.command import read_bytes
from muster.cli.refusal import Refusing
from muster.rules.armies.army import Army, army_name
from muster.rules.armies.exchange import read_any
from muster.rules.attack.book import Book, Cell, Direction, Situation, book_of
from muster.rules.attack.facts import BANDS
from muster.rules.attack.telling import (
    ASSUMED,
    band_in_words,
    book_as_values,
    percent,
    situation_in_words,
    wounds,
)
from muster.rules.attack.typical import typical_armies
from muster.rules.cards.catalogue import catalogue


@click.command(cls=Refusing)
@click.argument("mine", metavar="MINE|-")
@click.argument("theirs", metavar="THEIRS|typical-…")
@click.option("--cover", type=click.Choice(["none", "light", "heavy"]), default="none", show_default=True)
@click.option("--aims", type=click.IntRange(0, 1), default=0, help="Aims of the attacker.")
@click.option("--dodges", type=click.IntRange(0, 1), default=0, help="Dodges of the target.")
@click.option("--band", type=click.Choice([str(band) for band in BANDS]), help="One range; 0 is melee.")
@click.option("--json", "as_json", is_flag=True, help="Everything, with exact fractions.")
@click.option("--csv", "as_csv", is_flag=True, help="One line for each attack.")
def command(mine: str, theirs: str, band: str | None, as_json: bool, as_csv: bool, **situation: Any) -> None:
    """What each unit of MINE does to each of THEIRS, and the other way round. THEIRS may be typical-empire,
    typical-rebels, typical-republic, typical-separatists, typical-shadow-collective, typical-clan-kryze or
    typical-blizzard-force."""
    ours, others = read_army(mine), read_army(theirs)
    book = book_of(ours, others, catalogue(), Situation(**situation))
    if as_json:
        click.echo(json.dumps(book_as_values(book), ensure_ascii=False))
    elif as_csv:
        write_csv(book)
    else:
        print_book(book, (army_name(ours), army_name(others)), None if band is None else int(band))


def read_army(name: str) -> Army:
    """A typical army by name, or one from a file."""
    return typical_armies().get(name) or read_any(read_bytes(name)).army


def write_csv(book: Book) -> None:
    """One line for each attack of both armies."""
    out = csv.writer(sys.stdout)
    out.writerow(["side", "attacker", "target", "band", "wounds", "defeat"])
    for side, direction in (("ours", book.ours), ("theirs", book.theirs)):
        for cell in direction.cells:
            names = direction.attackers[cell.attacker].name, direction.targets[cell.target].name
            odds = cell.found.odds
            out.writerow(
                [side, *names, cell.band, f"{float(odds.mean):.4f}", f"{float(odds.defeat or 0):.4f}"]
            )


def print_book(book: Book, names: tuple[str, str], band: int | None) -> None:
    """Print both tables, each with the best targets of every unit."""
    console = Console()
    console.print(f"{names[0]} against {names[1]}: {situation_in_words(book.situation)}. {ASSUMED}")
    for title, direction in ((names[0], book.ours), (names[1], book.theirs)):
        console.print(table(f"{title} attacks", direction, band))


def table(title: str, direction: Direction, band: int | None) -> Table:
    """One row per unit: its best targets with wounds, chance to defeat and range."""
    made = Table("unit", "best targets", title=title, box=None, header_style="dim", title_justify="left")
    for place, row in enumerate(direction.attackers):
        cells = direction.best_targets(place) if band is None else at_band(direction, place, band)
        text = "\n".join(in_words(direction, cell) for cell in cells) or "no weapon reaches"
        made.add_row(row.name, text)
    return made


def at_band(direction: Direction, attacker: int, band: int) -> tuple[Cell, ...]:
    """All attacks of a unit at one range."""
    found = (direction.at(attacker, target, band) for target in range(len(direction.targets)))
    return tuple(cell for cell in found if cell)


def in_words(direction: Direction, cell: Cell) -> str:
    """The target with average wounds, chance to defeat and range."""
    name = direction.targets[cell.target].name
    defeat = percent(cell.found.odds.defeat)
    return f"{name}: {wounds(cell)} wounds, {defeat or 'unknown'} to defeat, {band_in_words(cell.band)}"
