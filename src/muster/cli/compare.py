"""`muster compare`: two cards or two army lists side by side."""

import json
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from muster.cli.army.command import read_bytes
from muster.cli.card import Day, find
from muster.cli.refusal import Refusing, violations_as_json, wrap_text
from muster.rules.armies.army import army_name
from muster.rules.armies.exchange import Imported, read_any
from muster.rules.cards.catalogue import Catalogue, catalogue
from muster.rules.cards.wording import dice_in_words, keyword_in_words, range_in_words
from muster.rules.comparing.answers import cards_answer, lists_answer
from muster.rules.comparing.cards import CardComparison, compare_cards
from muster.rules.comparing.lines import Cell, Part
from muster.rules.comparing.lists import CardsSplit, ListComparison, UnitChange, compare_lists
from muster.rules.messages import explain

DIFFERS = "≠"


@click.command(cls=Refusing)
@click.argument("a")
@click.argument("b")
@click.option("--as-of", "day", type=Day(), help="Points of cards on this date (YYYY-MM-DD).")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
def command(a: str, b: str, day: date | None, as_json: bool) -> None:
    """Compare two cards (a name, an id or a slug) or two lists (a file, - or a share link)."""
    cards = catalogue()
    if is_list(a) != is_list(b):
        raise click.UsageError(f"{a if is_list(a) else b} is a list and the other a card.")
    if is_list(a):
        if day:
            raise click.UsageError("--as-of is for cards; a list has a date of its own.")
        compare_two_lists(read_list(a), read_list(b), cards, as_json)
        return
    found = compare_cards(find(cards, a)[0], find(cards, b)[0], cards, day)
    if as_json:
        click.echo(json.dumps(cards_answer(found, cards, day), ensure_ascii=False, indent=1))
        return
    console = Console(highlight=False)
    print_table(console, (found.a.full_name, found.b.full_name), found.parts)
    for line in card_lines(found, cards):
        console.print(Text(line))


def is_list(given: str) -> bool:
    """Whether a list is meant: an existing file, standard input, or a link."""
    try:
        return given == "-" or "://" in given or Path(given).is_file()
    except OSError:  # a name that no file can have
        return False


def read_list(given: str) -> Imported:
    """The army in a file or behind a link."""
    return read_any(given if "://" in given else read_bytes(given))


def compare_two_lists(a: Imported, b: Imported, cards: Catalogue, as_json: bool) -> None:
    """Print what changed from one list to the other, after whatever was not understood in them."""
    found, names = compare_lists(a.army, b.army, cards), (army_name(a.army), army_name(b.army))
    if as_json:
        unresolved = {"unresolved": violations_as_json((*a.unresolved, *b.unresolved))}
        answer = lists_answer(found, names, cards) | unresolved
        click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
        return
    for violation in (*a.unresolved, *b.unresolved):
        click.echo(wrap_text(explain(violation), "- ", "  "))
    console = Console(highlight=False)
    print_table(console, names, found.parts)
    for line in list_lines(found, cards):
        console.print(Text(line))


def print_table(console: Console, names: tuple[str, str], parts: Iterable[Part]) -> None:
    """Print both side by side; a sign marks what differs."""
    drawn = Table("", "", box=None, header_style="bold", padding=(0, 2, 0, 0))
    for name in names:
        drawn.add_column(Text(name), overflow="fold")
    for part in parts:
        for line in part.lines:
            drawn.add_row(DIFFERS if line.differs else "", line.name, *map(cell, (line.a, line.b)))
    console.print(drawn)
    for part in parts:
        if part.counted:
            console.print(Text(f"{part.name}: {part.counted}"), style="dim")


def cell(value: Cell) -> Text:
    """A value and its note."""
    return Text(f"{value.text} ({value.note})" if value.note else value.text or "–")


def card_lines(found: CardComparison, cards: Catalogue) -> Iterator[str]:
    """Keywords, weapons and effects."""
    sides = (found.a.full_name, found.b.full_name)
    groups = zip(("Both", *(f"Only {name}" for name in sides)), found.keywords, strict=True)
    for name, uses in groups:
        if uses:
            yield f"{name}: {', '.join(keyword_in_words(use, cards.keywords) for use in uses)}"
    for name, weapons, effect in zip(sides, found.weapons, found.effects, strict=True):
        for weapon in weapons:
            yield f"{name}: {weapon.name}, range {range_in_words(weapon.range)}, {dice_in_words(weapon)}"
        if effect:
            yield f"{name}: {effect}"


def list_lines(found: ListComparison, cards: Catalogue) -> Iterator[str]:
    """What was removed, added and changed; then the hand and the deck."""
    for sign, changes in (("−", found.removed), ("+", found.added), (DIFFERS, found.changed)):
        for change in changes:
            yield f"{sign} {unit_line(change, cards)}"
    yield f"{found.same} unit{'' if found.same == 1 else 's'} the same in both."
    yield from hand_lines("Command hand", found.hand, cards)
    yield from hand_lines("Battle deck", found.deck, cards)


def unit_line(change: UnitChange, cards: Catalogue) -> str:
    """2 × Stormtroopers, with DLT-19 Stormtrooper: 42 to 62 points each"""
    number = f"{change.number} × " if change.number > 1 else ""
    parts = [f"{number}{cards.name_of(change.unit)}"]
    parts += [f"without {', '.join(map(cards.name_of, change.lost))}"] if change.lost else []
    parts += [f"with {', '.join(map(cards.name_of, change.gained))}"] if change.gained else []
    points = [str(cost) for cost in (change.before, change.after) if cost is not None]
    return f"{', '.join(parts)}: {' to '.join(points)} points{' each' if change.number > 1 else ''}"


def hand_lines(name: str, split: CardsSplit, cards: Catalogue) -> Iterator[str]:
    """What changed in a hand or a deck."""
    for sign, ids in (("−", split.only_a), ("+", split.only_b)):
        if ids:
            yield f"{name} {sign} {', '.join(map(cards.name_of, ids))}"
